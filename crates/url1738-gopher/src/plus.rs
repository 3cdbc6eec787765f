//! The forms of a Gopher+ string (sections 3.4.4 to 3.4.9).

use alloc::vec::Vec;

use url1738_core::Escaped;

/// What a Gopher+ string asks for (section 3.4). Displayable pieces are as written; [`Escaped::decode`] gives octets.
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
        /// The language after the first blank, where there is one.
        language: Option<Escaped<'a>>,
    },
    /// `?`: an item with an electronic form, which is fetched and filled in first (section 3.4.5).
    Ask,
    /// `!` and names: the attributes of the item; all of them where no name follows (3.4.6, 3.4.7).
    ItemAttributes(Escaped<'a>),
    /// `$` and names: the attributes of all items of a directory.
    DirectoryAttributes(Escaped<'a>),
    /// A filled-in form, in the exact shape of section 3.4.9: [`form_values`](Self::form_values) takes
    /// its values apart.
    FilledForm(Escaped<'a>),
    /// Anything else.
    Other(Escaped<'a>),
}

/// What is before the values of a filled-in form.
const FORM_HEAD: &[u8] = b"+\t1\r\n+-1\r\n";
/// What is after them.
const FORM_END: &[u8] = b".\r\n";

impl<'a> GopherPlus<'a> {
    /// Reads a Gopher+ string.
    pub(crate) fn new(text: Escaped<'a>) -> Self {
        // Nothing is reserved in a gopher-path: the mark means the same where it is escaped.
        let mark = text.decode().first().copied();
        let skip = if text.as_str().starts_with('%') { 3 } else { 1 };
        let rest = Escaped::new_validated(text.as_str().get(skip..).unwrap_or_default());
        match mark {
            Some(b'+') if rest.is_empty() => Self::DefaultView,
            Some(b'?') if rest.is_empty() => Self::Ask,
            Some(b'!') => Self::ItemAttributes(rest),
            Some(b'$') => Self::DirectoryAttributes(rest),
            _ if is_form(text) => Self::FilledForm(text),
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

    /// Returns the names of attributes, which blanks (`%20`) separate; none for all attributes.
    pub fn names(list: Escaped<'a>) -> impl Iterator<Item = Escaped<'a>> {
        list.as_str().split("%20").filter(|name| !name.is_empty()).map(Escaped::new_validated)
    }

    /// Returns the values of a filled-in form, decoded and in order; `None` for anything else.
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

fn is_form(text: Escaped<'_>) -> bool {
    // A form has line breaks; without an escape of one there is nothing to decode.
    let has_break = |text: &str| text.contains("%0D") || text.contains("%0d");
    has_break(text.as_str()) && values(&text.decode()).is_some()
}

/// Returns the lines between head and end. Only whole lines: no lone CR or LF, no NUL, and no line that would end the
/// form for a server before its end.
fn values(octets: &[u8]) -> Option<Vec<Vec<u8>>> {
    let body = octets.strip_prefix(FORM_HEAD)?.strip_suffix(FORM_END)?;
    let mut values = Vec::new();
    let mut rest = body;
    while !rest.is_empty() {
        let end = rest.windows(2).position(|pair| pair == b"\r\n")?;
        let (value, tail) = rest.split_at_checked(end)?;
        if value == b"." || value.iter().any(|octet| b"\r\n\0".contains(octet)) {
            return None;
        }
        values.push(value.to_vec());
        rest = tail.get(2..)?;
    }
    Some(values)
}
