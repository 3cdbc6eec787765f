//! `genericurl = scheme ":" schemepart`, for schemes that no crate knows.

use alloc::string::String;

use super::{
    login::Login,
    raw::Raw,
    scheme::{Scheme, SchemeKind, any_name, scheme_span},
    storage::{BorrowOrShare, Storage},
};
use crate::{
    diagnostics::error::{Error, ErrorKind},
    lint::Lints,
    parse::{cursor::Cursor, spans::LoginSpans},
    plan::{Plan, Refusal},
    repair::Repairer,
    syntax::{
        escaped::Escaped,
        part::{Canon, HOST, PASSWORD, PORT, Part, PartSpan, SCHEME, SCHEMEPART, URLPATH, USER},
        span::{Span, offset},
    },
};

mod builder;

pub use builder::GenericBuilder;

/// A URL read by the general syntax alone (section 5).
///
/// Where the text after the colon is `//login[/urlpath]`, the form of IP-based protocols, the parts of the
/// login are known; else it is one opaque piece. A connection string is of the first form:
///
/// ```
/// use url1738_core::GenericUrl;
///
/// let url = GenericUrl::parse("postgresql://user:pw@host:5432/db?sslmode=require")?;
/// assert_eq!(url.scheme(), "postgresql");
/// assert_eq!(url.login().unwrap().port(), Some(5432));
/// assert_eq!(url.urlpath().unwrap(), "db?sslmode=require");
///
/// let opaque = GenericUrl::parse("tel:+358-555-1234567")?;
/// assert_eq!((opaque.login(), opaque.schemepart().as_str()), (None, "+358-555-1234567"));
/// # Ok::<(), url1738_core::Error>(())
/// ```
///
/// What all URL types of the family have besides:
///
/// ```
/// use url1738_core::{GenericUrl, Lints, SchemeKind};
///
/// let url = GenericUrl::parse_bytes(b"x-db://joe:s3cret@host.dom:0/d%62")?;
/// assert_eq!(url.scheme_kind(), SchemeKind::Experimental);
/// assert_eq!(url.redacted().to_string(), "x-db://joe:***@host.dom:0/d%62");
/// assert!(url.equivalent(&GenericUrl::parse("X-DB://joe:s3cret@HOST.dom:00/db")?));
///
/// // One list serves for all URLs of a loop.
/// let mut lints = Lints::default();
/// url.lints_into(&mut lints);
/// assert!(lints.has("port-zero"));
///
/// // The text is borrowed, owned, borrowed again, and given back.
/// let owned: GenericUrl = url.to_owned();
/// let view: GenericUrl<&str> = owned.view();
/// assert_eq!(view, url);
/// let again = GenericUrl::from_raw(owned.into_raw());
/// assert_eq!(again.into_string(), "x-db://joe:s3cret@host.dom:0/d%62");
///
/// let mut codes = Vec::new();
/// GenericUrl::repair_bytes_with(b"x-db://host.dom/a b", &mut |change| codes.push(change.code))?;
/// assert_eq!(codes, ["unsafe"]);
///
/// let mended = GenericUrl::repair_bytes(b"x-db://host.dom/caf\xe9 1")?;
/// assert_eq!(mended.url, "x-db://host.dom/caf%E9%201");
/// # Ok::<(), url1738_core::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct GenericUrl<T = String>(Raw<Generic, T>);
crate::__url_type!(GenericUrl: Generic);

/// `schemepart`, where two slashes begin it and no login follows. Resolving its escapes could make one of it
/// (`x://%68/`), so they stay.
const NO_LOGIN: Part = SCHEMEPART.with_canon(Canon::HexCase);

/// The marker of [`GenericUrl`] (section 5): a scheme of any name.
#[derive(Clone, Copy, Debug)]
pub struct Generic;

impl Scheme for Generic {
    const NAME: &'static str = "";
    const PARTS: &'static [&'static Part] =
        &[&USER, &PASSWORD, &HOST, &PORT, &URLPATH, &SCHEMEPART, &NO_LOGIN];
    type Spans = Option<LoginSpans>;

    fn name(cursor: &mut Cursor<'_>) -> Result<(), Error> {
        any_name(cursor).map(drop)
    }

    /// The form of IP-based protocols first: `*xchar` holds all of it too.
    #[inline(always)]
    fn parse(cursor: &mut Cursor<'_>) -> Result<Self::Spans, Error> {
        let before = cursor.clone();
        if cursor.rest().starts_with(b"//") {
            match cursor.login() {
                Ok(login) if !cursor.has_deferred() => {
                    cursor.eat(b"/");
                    cursor.run(&URLPATH);
                    cursor.finish(&URLPATH)?;
                    return Ok(Some(login));
                }
                _ => cursor.rewind(&before),
            }
        }
        cursor.run(&SCHEMEPART);
        match cursor.finish(&SCHEMEPART) {
            Ok(()) => Ok(None),
            Err(error) => Err(authority_error(error, &before, cursor)),
        }
    }

    fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
        let text = url.as_str();
        match url.spans() {
            Some(login) => {
                login.each(each);
                if let Some(span) = Span::after(login.end(), text) {
                    each(PartSpan { part: &URLPATH, span });
                }
            }
            None => {
                let span = Span::after(scheme_span(text).end, text);
                let end = offset(text.len());
                let span = span.unwrap_or(Span::new(end, end));
                let doubled = span.slice(text).starts_with("//");
                each(PartSpan { part: if doubled { &NO_LOGIN } else { &SCHEMEPART }, span });
            }
        }
    }

    fn plan(_: Raw<Self, &str>) -> Result<Plan, Refusal> {
        Err(Refusal::new(&SCHEME, Span::new(0, 0), "no access method is known for this scheme"))
    }

    fn login(spans: &Self::Spans) -> Option<LoginSpans> {
        *spans
    }

    const HAS_LOGIN: bool = true;

    /// The passwords of an opaque text: RFC 1738 cannot express its authority, but other software reads one.
    fn lint(url: Raw<Self, &str>, lints: &mut Lints) {
        if url.spans().is_none() {
            for span in url.redacted().secrets() {
                lints.password(PartSpan { part: &SCHEMEPART, span: *span });
            }
        }
    }

    /// After two slashes there is an authority, whose host is never escaped: no resolver knows a name with `%` in it.
    fn repair(repairer: &mut Repairer<'_>) {
        if let [b'/' | b'\\', b'/' | b'\\', ..] = repairer.rest() {
            repairer.authority();
            repairer.part(&URLPATH, repairer.rest().len());
        } else {
            repairer.part(&SCHEMEPART, repairer.rest().len());
        }
    }
}

/// The error that `cursor` met in a schemepart, told of the part of the authority that it is in, if it is in one.
/// `before` is where the schemepart begins.
#[cold]
fn authority_error(error: Error, before: &Cursor<'_>, cursor: &Cursor<'_>) -> Error {
    let Some(authority) = before.rest().strip_prefix(b"//") else { return error };
    let start = before.position().saturating_add(2);
    let len = authority.iter().position(|byte| b"/?".contains(byte)).unwrap_or(authority.len());
    let authority = authority.get(..len).unwrap_or_default();
    // Bytes of the authority before the one that is wrong, and that one.
    let Some(at) = cursor.position().checked_sub(start).map(|at| at as usize) else { return error };
    if at >= authority.len() {
        return error;
    }
    let (read, behind) = authority.split_at_checked(at).unwrap_or_default();
    if behind.contains(&b'@') {
        return cursor.unexpected(if read.contains(&b':') { &PASSWORD } else { &USER });
    }
    match (error.kind(), cursor.peek()) {
        // It is the escape that is wrong, wherever it is.
        (ErrorKind::BadEscape, _) => Error::bnf(&HOST, ErrorKind::BadEscape, error.span()),
        _ => cursor.host_byte(),
    }
}

impl<T: Storage> GenericUrl<T> {
    /// Any URL by the general syntax, of which every scheme is an instance.
    #[must_use]
    pub fn from_raw<S: Scheme>(url: Raw<S, T>) -> Self {
        Self(url.read_as())
    }
}

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> GenericUrl<T> {
    /// The scheme name as written.
    #[must_use]
    pub fn scheme(&'i self) -> &'o str {
        scheme_span(self.as_str()).slice(self.as_str())
    }

    /// What section 4 says of the scheme name.
    #[must_use]
    pub fn scheme_kind(&'i self) -> SchemeKind {
        SchemeKind::of(self.scheme())
    }

    /// All that follows the first colon.
    #[must_use]
    pub fn schemepart(&'i self) -> Escaped<'o> {
        let text = self.as_str();
        let span = Span::after(scheme_span(text).end, text);
        Escaped::new_validated(span.unwrap_or_default().slice(text))
    }

    /// User, password, host and port, where the text has the form of IP-based protocols.
    #[must_use]
    pub fn login(&'i self) -> Option<Login<'o>> {
        self.0.login()
    }

    /// What follows the `/` behind the login, where there is one.
    #[must_use]
    pub fn urlpath(&'i self) -> Option<Escaped<'o>> {
        let end = self.0.spans().as_ref()?.end() as usize;
        self.as_str().get(end..)?.strip_prefix('/').map(Escaped::new_validated)
    }
}
