//! The forms of a Gopher+ string (sections 3.4.4 to 3.4.9).

use alloc::vec::Vec;

use url1738_core::Escaped;

/// The request of a Gopher+ string (section 3.4). Its parts are as written; [`Escaped::decode`] returns their octets.
///
/// ```
/// use url1738_gopher::{GopherPlus, GopherUrl};
///
/// let url = GopherUrl::parse("gopher://host.dom/0/paper%09%09+application/postscript%20Es_ES")?;
/// let Some(GopherPlus::View { view, language }) = url.gopher_plus() else { panic!() };
/// assert_eq!((view.as_str(), language.unwrap().as_str()), ("application/postscript", "Es_ES"));
///
/// let url = GopherUrl::parse("gopher://host.dom/0/paper%09%09!+ABSTRACT%20+SMELL")?;
/// let Some(GopherPlus::ItemAttributes(names)) = url.gopher_plus() else { panic!() };
/// assert_eq!(GopherPlus::names(names).map(|n| n.as_str()).collect::<Vec<_>>(), ["+ABSTRACT", "+SMELL"]);
/// # Ok::<(), url1738_gopher::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GopherPlus<'a> {
    /// `+`: the item in its default view (section 3.4.4).
    DefaultView,
    /// `+view language`: the item in another view (section 3.4.8).
    View {
        /// The view.
        view: Escaped<'a>,
        /// The language after the first space, if there is one.
        language: Option<Escaped<'a>>,
    },
    /// `?`: an item with an electronic form, which is fetched and filled in first (section 3.4.5).
    Ask,
    /// `!` and names: these attributes of the item, or all of them if there is no name (sections 3.4.6, 3.4.7).
    ItemAttributes(Escaped<'a>),
    /// `$` and names: these attributes of all items of a directory, or all of them if there is no name.
    DirectoryAttributes(Escaped<'a>),
    /// The answers to a form, exactly as in section 3.4.9. [`form_values`](Self::form_values) returns them.
    FilledForm(Escaped<'a>),
    /// Anything else.
    Other(Escaped<'a>),
}

pub(crate) const FORM_HEAD: &[u8] = b"+\t1\r\n+-1\r\n";
pub(crate) const FORM_TAIL: &[u8] = b".\r\n";

impl<'a> GopherPlus<'a> {
    pub(crate) fn new(text: Escaped<'a>) -> Self {
        // Nothing is reserved in a gopher-path: an escaped mark has the same meaning.
        let octets = text.decode();
        let mark = octets.first();
        // The mark may be an escape, as in `%2Btext/plain`.
        let skip = if text.as_str().starts_with('%') { 3 } else { 1 };
        let rest = Escaped::new_validated(text.as_str().get(skip..).unwrap_or_default());
        match mark {
            Some(b'+') if rest.is_empty() => Self::DefaultView,
            Some(b'?') if rest.is_empty() => Self::Ask,
            Some(b'!') => Self::ItemAttributes(rest),
            Some(b'$') => Self::DirectoryAttributes(rest),
            // Before a view, because a form begins with `+`, too.
            _ if values(&octets).is_some() => Self::FilledForm(text),
            Some(b'+') => {
                let (view, language) = match rest.as_str().split_once("%20") {
                    Some((view, language)) => (view, Some(Escaped::new_validated(language))),
                    None => (rest.as_str(), None),
                };
                Self::View { view: Escaped::new_validated(view), language }
            }
            _ => Self::Other(text),
        }
    }

    /// Returns the names of attributes, which spaces (`%20`) separate. There is none if all attributes are requested.
    pub fn names(list: Escaped<'a>) -> impl Iterator<Item = Escaped<'a>> {
        list.as_str().split("%20").filter(|name| !name.is_empty()).map(Escaped::new_validated)
    }

    /// Returns the decoded values of a filled-in form, or `None` if this is not one.
    ///
    /// ```
    /// use url1738_gopher::GopherUrl;
    ///
    /// let url = GopherUrl::parse(
    ///     "gopher://host.dom/0/ask%09%09+%091%0D%0A+-1%0D%0Ayes%0D%0Ano%20way%0D%0A.%0D%0A",
    /// )?;
    /// assert_eq!(url.gopher_plus().unwrap().form_values().unwrap(), [&b"yes"[..], b"no way"]);
    /// # Ok::<(), url1738_gopher::Error>(())
    /// ```
    #[must_use]
    pub fn form_values(self) -> Option<Vec<Vec<u8>>> {
        let Self::FilledForm(text) = self else { return None };
        values(&text.decode())
    }
}

/// Returns the values of a filled-in form, each on a line. No value contains CR, LF or NUL, or is a dot, which would end the
/// form.
fn values(octets: &[u8]) -> Option<Vec<Vec<u8>>> {
    let body = octets.strip_prefix(FORM_HEAD)?.strip_suffix(FORM_TAIL)?;
    // Each value ends with CR LF, so that the last piece is empty if the form is complete.
    let mut lines: Vec<&[u8]> = body.split(|octet| *octet == b'\n').collect();
    if !lines.pop()?.is_empty() {
        return None;
    }
    let is_value =
        |line: &&[u8]| *line != b"." && !line.iter().any(|octet| b"\r\0".contains(octet));
    let value = |line: &[u8]| line.strip_suffix(b"\r").filter(is_value).map(<[u8]>::to_vec);
    lines.into_iter().map(value).collect()
}
