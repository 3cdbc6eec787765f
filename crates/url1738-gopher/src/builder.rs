//! The builder of Gopher URLs.

use alloc::{borrow::ToOwned, string::String, vec::Vec};

use url1738_core::{
    BorrowOrShare, Error, ErrorKind, Host, Span, impl_builder,
    scheme::{LoginBuilder, Part, Scheme},
};

use crate::{GOPHER_PLUS, GTYPE, Gopher, GopherType, GopherUrl, SEARCH, SELECTOR, scheme::TAB};

/// Builder of a [`GopherUrl`] (section 3.4). Percent-encodes its arguments. A tab ends a field even if it is percent-encoded,
/// so that setters return an error if a selector or a search string contains one.
///
/// ```
/// use url1738_gopher::{GopherType, GopherUrl, Host};
///
/// let host = Host::parse("host.dom")?;
/// let url = GopherUrl::builder(host).item(GopherType::Search, "/find")?.search("to be?")?.build();
/// assert_eq!(url, "gopher://host.dom/7/find%09to%20be?");
///
/// let error = GopherUrl::builder(host).item(GopherType::Text, "a\tb").unwrap_err();
/// assert_eq!((error.part().name(), error.span().range()), ("selector", 1..2));
/// # Ok::<(), url1738_gopher::Error>(())
/// ```
///
/// It also writes the forms of a Gopher+ string (sections 3.4.4 to 3.4.9), and changes parts of an existing URL:
///
/// ```
/// use url1738_gopher::{GopherType, GopherUrl, Host};
///
/// let item = GopherUrl::builder(Host::parse("host.dom")?).item(GopherType::Text, "/a")?;
/// assert_eq!(item.clone().default_view().build(), "gopher://host.dom/0/a%09%09+");
/// assert_eq!(item.clone().view("text/plain", "Es_ES").build(), "gopher://host.dom/0/a%09%09+text/plain%20Es_ES");
/// assert_eq!(item.clone().ask().build(), "gopher://host.dom/0/a%09%09?");
/// assert_eq!(item.clone().item_attributes(["+ABSTRACT"]).build(), "gopher://host.dom/0/a%09%09!+ABSTRACT");
/// assert_eq!(item.clone().directory_attributes([""; 0]).build(), "gopher://host.dom/0/a%09%09$");
/// assert_eq!(item.clone().plus_string(b"new").build(), "gopher://host.dom/0/a%09%09new");
/// let form = item.form(["Joe", "42"])?.build();
/// assert_eq!(form.gopher_plus().unwrap().form_values().unwrap(), [b"Joe".to_vec(), b"42".to_vec()]);
///
/// let url = GopherUrl::parse("gopher://host.dom/7/find%09words%09+")?;
/// let bare = url.to_builder().without_gopher_plus().without_search();
/// let moved = bare.clone().host(Host::parse("other.dom")?).port(7070).build();
/// assert_eq!(moved, "gopher://other.dom:7070/7/find");
/// assert_eq!(moved.to_builder().without_port().without_item().build(), "gopher://other.dom");
/// # Ok::<(), url1738_gopher::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
#[must_use]
pub struct GopherBuilder {
    login: LoginBuilder,
    /// Item type and selector, percent-encoded. Empty if the URL ends with the `/` after the host.
    item: Option<String>,
    search: Option<String>,
    plus: Option<String>,
}

impl GopherUrl {
    /// Returns a builder of a URL on `host`, which names the top-level directory if no item is set.
    pub fn builder(host: Host<'_>) -> GopherBuilder {
        GopherBuilder { login: LoginBuilder::new(host), item: None, search: None, plus: None }
    }
}

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> GopherUrl<T> {
    /// Returns a builder with all parts of this URL.
    pub fn to_builder(&'i self) -> GopherBuilder {
        let fields = self.path().into_iter().flat_map(|path| path.as_str().splitn(3, TAB));
        let mut fields = fields.map(ToOwned::to_owned);
        let (item, search, plus) = (fields.next(), fields.next(), fields.next());
        GopherBuilder { login: self.login().into(), item, search, plus }
    }
}

impl GopherBuilder {
    /// Sets the item type and the selector.
    ///
    /// # Errors
    ///
    /// Returns an error if an argument contains a tab, CR or LF. The span of the error is relative to the argument.
    pub fn item(
        mut self,
        gtype: impl Into<GopherType>,
        selector: impl AsRef<[u8]>,
    ) -> Result<Self, Error> {
        let octet = gtype.into().octet();
        let mut item = field(&GTYPE, &[octet], CONTROLS)?;
        item.push_str(&field(&SELECTOR, selector.as_ref(), CONTROLS)?);
        self.item = Some(item);
        Ok(self)
    }

    /// Removes the gopher-path. The URL then names the top-level directory.
    pub fn without_item(mut self) -> Self {
        (self.item, self.search, self.plus) = (None, None, None);
        self
    }

    /// Sets the search string. Without an item, the top-level directory is searched.
    ///
    /// # Errors
    ///
    /// Returns an error if `search` contains a tab. The span of the error is relative to the argument.
    pub fn search(mut self, search: impl AsRef<[u8]>) -> Result<Self, Error> {
        self.search = Some(field(&SEARCH, search.as_ref(), b"\t")?);
        Ok(self)
    }

    /// Removes the search string, and the Gopher+ string, which requires one.
    pub fn without_search(mut self) -> Self {
        (self.search, self.plus) = (None, None);
        self
    }

    /// Requests the item in its default view: `+` (section 3.4.4).
    pub fn default_view(self) -> Self {
        self.plus_string(b"+")
    }

    /// Requests the item in another view and language: `+view language` (section 3.4.8).
    pub fn view(self, view: impl AsRef<[u8]>, language: impl AsRef<[u8]>) -> Self {
        self.plus_string(&[b"+", view.as_ref(), b" ", language.as_ref()].concat())
    }

    /// Marks the item as one with an electronic form: `?` (section 3.4.5).
    pub fn ask(self) -> Self {
        self.plus_string(b"?")
    }

    /// Requests attributes of the item by their names: `!` (sections 3.4.6, 3.4.7). Without names, requests all attributes.
    pub fn item_attributes<S: AsRef<[u8]>>(self, names: impl IntoIterator<Item = S>) -> Self {
        self.attributes(b'!', names)
    }

    /// Requests attributes of all items of a directory: `$`. Without names, requests all attributes.
    pub fn directory_attributes<S: AsRef<[u8]>>(self, names: impl IntoIterator<Item = S>) -> Self {
        self.attributes(b'$', names)
    }

    /// Sets the answers to the form of the item (section 3.4.9).
    ///
    /// # Errors
    ///
    /// Returns an error if an answer contains CR, LF or NUL, or is `.`, which would end the form. The
    /// span of the error is relative to that answer.
    pub fn form<S: AsRef<[u8]>>(self, answers: impl IntoIterator<Item = S>) -> Result<Self, Error> {
        let mut octets = b"+\t1\r\n+-1\r\n".to_vec();
        for answer in answers {
            let answer = answer.as_ref();
            // A line with a dot alone ends the form.
            if answer == b"." {
                let span = Span::new(0, 1);
                return Err(Error::prose(&GOPHER_PLUS, ErrorKind::Custom(0), span));
            }
            field(&GOPHER_PLUS, answer, b"\r\n\0")?;
            octets.extend(answer);
            octets.extend(b"\r\n");
        }
        octets.extend(b".\r\n");
        Ok(self.plus_string(&octets))
    }

    /// Removes the Gopher+ string.
    pub fn without_gopher_plus(mut self) -> Self {
        self.plus = None;
        self
    }

    /// Sets a Gopher+ string of any form. The other setters write the forms of RFC 1738.
    pub fn plus_string(mut self, octets: &[u8]) -> Self {
        self.plus = Some(GOPHER_PLUS.encode(octets).into_owned());
        self
    }

    fn attributes<S: AsRef<[u8]>>(self, mark: u8, names: impl IntoIterator<Item = S>) -> Self {
        let mut octets = Vec::from([mark]);
        for (at, name) in names.into_iter().enumerate() {
            octets.extend_from_slice(if at == 0 { b"" } else { b" " });
            octets.extend_from_slice(name.as_ref());
        }
        self.plus_string(&octets)
    }

    fn write(&self) -> String {
        let mut text = self.login.write(Gopher::NAME);
        // A Gopher+ string requires a search string, which requires an item: that of the top-level directory has type 1 and an
        // empty selector.
        let search = self.search.as_deref().or(self.plus.as_ref().map(|_| ""));
        let mut item = self.item.as_deref();
        if search.is_some() {
            item = item.filter(|item| !item.is_empty()).or(Some("1"));
        }
        if let Some(item) = item {
            text.push('/');
            text.push_str(item);
        }
        for field in [search, self.plus.as_deref()].into_iter().flatten() {
            text.push_str(TAB);
            text.push_str(field);
        }
        text
    }
}

impl_builder!(GopherBuilder: GopherUrl, hostport);

/// The octets that a type and a selector cannot contain, not even percent-encoded.
pub(crate) const CONTROLS: &[u8] = b"\t\r\n";

/// Percent-encodes a field. Returns an error if it contains one of `refused`.
fn field(part: &'static Part, octets: &[u8], refused: &[u8]) -> Result<String, Error> {
    match octets.iter().copied().zip(0..).find(|(octet, _)| refused.contains(octet)) {
        Some((octet, at)) => {
            Err(Error::prose(part, ErrorKind::ForbiddenOctet(octet), Span::of_len(at, 1)))
        }
        None => Ok(part.encode(octets).into_owned()),
    }
}
