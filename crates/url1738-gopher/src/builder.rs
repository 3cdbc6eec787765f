//! Gopher URLs from decoded data.

use alloc::{borrow::ToOwned, string::String, vec::Vec};

use url1738_core::{
    Error, ErrorKind, Host, Login, Span, impl_builder,
    scheme::{LoginBuilder, Part, Scheme},
};

use crate::{GOPHER_PLUS, GTYPE, Gopher, GopherType, GopherUrl, SEARCH, SELECTOR, parse::TAB};

/// Collects the parts of a [`GopherUrl`]. A tab in a selector or search string would shift what follows into
/// the next field, escaped or not, so the setters refuse it.
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
/// The forms of a Gopher+ string (section 3.4.5 and later), and parts of a URL changed:
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
    /// Type and selector, escaped; empty where both are absent, and then the "/" may be there or not.
    item: Option<String>,
    search: Option<String>,
    plus: Option<String>,
}

impl GopherBuilder {
    pub(crate) fn new(host: Host<'_>) -> Self {
        Self { login: LoginBuilder::new(host), item: None, search: None, plus: None }
    }

    pub(crate) fn from_url(login: Login<'_>, path: &str) -> Self {
        let mut fields = path
            .strip_prefix('/')
            .into_iter()
            .flat_map(|path| path.splitn(3, TAB))
            .map(ToOwned::to_owned);
        Self {
            login: login.into(),
            item: fields.next(),
            search: fields.next(),
            plus: fields.next(),
        }
    }

    /// Sets the item type and the selector.
    ///
    /// # Errors
    ///
    /// Returns an error if an argument contains a tab, CR or LF; the span is an offset in the argument.
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

    /// Leaves out the whole gopher-path: the top-level directory.
    pub fn without_item(mut self) -> Self {
        (self.item, self.search, self.plus) = (None, None, None);
        self
    }

    /// Sets the search string; without an item it is that of the top-level directory.
    ///
    /// # Errors
    ///
    /// Returns an error if it contains a tab; the span is an offset in the argument.
    pub fn search(mut self, search: impl AsRef<[u8]>) -> Result<Self, Error> {
        self.search = Some(field(&SEARCH, search.as_ref(), b"\t")?);
        Ok(self)
    }

    /// Leaves out the search string, and the Gopher+ string, which cannot be without it.
    pub fn without_search(mut self) -> Self {
        (self.search, self.plus) = (None, None);
        self
    }

    /// Asks for the item in its default view: `+` (section 3.4.4).
    pub fn default_view(self) -> Self {
        self.plus_string(b"+")
    }

    /// Asks for the item in another view and language: `+view language` (section 3.4.8).
    pub fn view(self, view: impl AsRef<[u8]>, language: impl AsRef<[u8]>) -> Self {
        self.plus_string(&[b"+", view.as_ref(), b" ", language.as_ref()].concat())
    }

    /// Says that the item has an electronic form: `?` (section 3.4.5).
    pub fn ask(self) -> Self {
        self.plus_string(b"?")
    }

    /// Asks for attributes of the item by their names, all without any: `!` (sections 3.4.6, 3.4.7).
    pub fn item_attributes<S: AsRef<[u8]>>(self, names: impl IntoIterator<Item = S>) -> Self {
        self.attributes(b'!', names)
    }

    /// Asks for attributes of all items of a directory: `$`.
    pub fn directory_attributes<S: AsRef<[u8]>>(self, names: impl IntoIterator<Item = S>) -> Self {
        self.attributes(b'$', names)
    }

    /// Fills in the form of the item with these answers (section 3.4.9).
    ///
    /// # Errors
    ///
    /// Returns an error if an answer contains CR, LF or NUL, or is `.`, which would end the form; the span is an
    /// offset in that answer.
    pub fn form<S: AsRef<[u8]>>(self, answers: impl IntoIterator<Item = S>) -> Result<Self, Error> {
        let mut octets = b"+\t1\r\n+-1\r\n".to_vec();
        for answer in answers {
            let answer = answer.as_ref();
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

    /// Leaves the Gopher+ string out.
    pub fn without_gopher_plus(mut self) -> Self {
        self.plus = None;
        self
    }

    /// Sets any Gopher+ string; the other setters write the forms that RFC 1738 names.
    pub fn plus_string(mut self, octets: &[u8]) -> Self {
        self.plus = Some(GOPHER_PLUS.encode(octets).into_owned());
        self
    }

    fn attributes<S: AsRef<[u8]>>(self, mark: u8, names: impl IntoIterator<Item = S>) -> Self {
        let names: Vec<S> = names.into_iter().collect();
        let names: Vec<&[u8]> = names.iter().map(AsRef::as_ref).collect();
        let mut octets = Vec::from([mark]);
        octets.extend(names.join(&b' '));
        self.plus_string(&octets)
    }

    fn write(&self) -> String {
        let mut text = self.login.write(Gopher::NAME);
        let needs_search = self.plus.is_some();
        let search = self.search.as_deref().or_else(|| needs_search.then_some(""));
        let item = match self.item.as_deref() {
            // A search needs an item; the top-level directory has type 1 and an empty selector.
            item if search.is_some() && item.unwrap_or_default().is_empty() => Some("1"),
            item => item,
        };
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

impl_builder!(GopherBuilder: GopherUrl, hostport, port: 70, example: url1738_gopher, "gopher", "/0/a");

const CONTROLS: &[u8] = b"\t\r\n";

/// Escapes a field that must not hold `refused`.
fn field(part: &'static Part, octets: &[u8], refused: &[u8]) -> Result<String, Error> {
    match octets.iter().copied().zip(0..).find(|(octet, _)| refused.contains(octet)) {
        Some((octet, at)) => {
            let span = Span::new(at, at.saturating_add(1));
            Err(Error::prose(part, ErrorKind::ForbiddenOctet(octet), span))
        }
        None => Ok(part.encode(octets).into_owned()),
    }
}
