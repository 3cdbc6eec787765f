//! `genericurl = scheme ":" schemepart`, for schemes that no crate defines.

use alloc::string::String;

use super::{
    form::Form,
    login::Login,
    raw::{BorrowOrShare, Raw, Storage},
    scheme::{Scheme, any_name, scheme_span},
};
use crate::{
    diagnostics::error::{Error, ErrorKind},
    lint::list::{Lints, PASSWORD_IN_URL},
    parse::{cursor::Cursor, spans::LoginSpans},
    plan::{Plan, Refusal},
    repair::Repairer,
    syntax::{
        address::bare_international_host,
        code::{CodeInfo, codes},
        escaped::Escaped,
        part::{
            Canon, HOST, PASSWORD, PORT, Part, PartSpan, Role, SCHEME, SCHEMEPART, URLPATH, USER,
        },
        scheme_info::SchemeInfo,
        span::{Span, offset},
    },
};

mod builder;

pub use builder::GenericBuilder;

/// URL of the generic syntax (section 5), which every scheme follows.
///
/// If the text after the colon has the form `//login[/urlpath]` of IP-based protocols, it is parsed into these parts.
/// Otherwise it is opaque. A connection string has the first form:
///
/// ```
/// use url1738_core::GenericUrl;
///
/// let url = GenericUrl::parse("postgresql://user:pw@host:5432/db?sslmode=require")?;
/// assert_eq!(url.scheme(), "postgresql");
/// assert_eq!(url.login().unwrap().port(), Some(5432));
/// assert_eq!(url.path().unwrap(), "db?sslmode=require");
///
/// let opaque = GenericUrl::parse("tel:+358-555-1234567")?;
/// assert_eq!((opaque.login(), opaque.schemepart().as_str()), (None, "+358-555-1234567"));
///
/// // Two slashes and no valid host: `authority_error` returns the reason.
/// let several = GenericUrl::parse("kafka://host1:9092,host2:9092/orders")?;
/// assert_eq!((several.host(), several.authority_error().unwrap().span().range()), (None, 18..19));
/// # Ok::<(), url1738_core::Error>(())
/// ```
///
/// Methods that all URL types have:
///
/// ```
/// use url1738_core::{GenericUrl, Host};
///
/// let url = GenericUrl::parse("postgresql://user:p%40ss@HOST:5432/db?sslmode=require")?;
/// assert_eq!((url.host(), url.host_str()), (Some(Host::parse("host")?), Some("HOST")));
/// assert_eq!((url.port(), url.port_or_default()), (Some(5432), Some(5432)));
/// assert_eq!((url.user().unwrap().as_str(), &*url.password().unwrap().decode()), ("user", &b"p@ss"[..]));
/// assert_eq!(url.redacted().to_string(), "postgresql://user:***@HOST:5432/db?sslmode=require");
///
/// let url = GenericUrl::parse_bytes(b"x-db://joe:s3cret@host.dom:0/d%62")?;
/// assert!(url.equivalent(&GenericUrl::parse("X-DB://joe:s3cret@HOST.dom:00/db")?));
/// assert!(!url.is_normal() && url.normalize().is_normal() && url.lints().has("port-zero"));
///
/// // The text is borrowed, copied, borrowed again, and returned.
/// let owned: GenericUrl = url.into_owned();
/// let view: GenericUrl<&str> = owned.view();
/// assert_eq!(view, url.to_owned());
/// let again = GenericUrl::from_raw(owned.into_raw());
/// assert_eq!(again.into_string(), "x-db://joe:s3cret@host.dom:0/d%62");
///
/// let mut codes = Vec::new();
/// GenericUrl::repair_with(b"x-db://host.dom/a b", &mut |change| codes.push(change.code()))?;
/// assert_eq!(codes, ["space"]);
///
/// let repaired = GenericUrl::repair(b"x-db://host.dom/caf\xe9 1")?;
/// assert_eq!(repaired.url, "x-db://host.dom/caf%E9%201");
/// # Ok::<(), url1738_core::Error>(())
/// ```
///
/// What to do about an error:
///
/// ```
/// use url1738_core::GenericUrl;
///
/// let text = "x-db://host.dom/a b~c";
/// let error = GenericUrl::parse(text).unwrap_err();
/// assert_eq!(GenericUrl::fix(text, &error).unwrap().text, "%20");
/// assert_eq!(GenericUrl::help(text, &error), "percent-encode it as `%20`");
/// let text = "x-db://me:s3cret@host.dom/a b";
/// let error = GenericUrl::parse(text).unwrap_err();
/// assert_eq!(
///     GenericUrl::annotate(text, &error),
///     "x-db://me:***@host.dom/a b
///                         ^
/// unexpected space in path at byte 27
/// help: percent-encode it as `%20`"
/// );
///
/// // No escape makes a host of this one.
/// let text = "x-db://my host.dom/a b";
/// let error = GenericUrl::parse(text).unwrap_err();
/// assert_eq!(GenericUrl::fix(text, &error), None);
/// assert_eq!(GenericUrl::help(text, &error), "use only letters, digits, `-` and `.`");
/// ```
#[derive(Clone, Copy)]
pub struct GenericUrl<T = String>(Raw<Generic, T>);
crate::__url_type!(GenericUrl: Generic);
crate::impl_login!(GenericUrl: Generic, opaque);

/// `schemepart` that begins with two slashes, but without a login. Its normal form keeps all escapes: decoding them could
/// create a login (`x://%68/` would become `x://h/`).
const NO_LOGIN: Part = SCHEMEPART.with_canon(Canon::HexCase);

/// Marker type of [`GenericUrl`] (section 5): a scheme of any name.
#[derive(Clone, Copy, Debug)]
pub struct Generic;

impl Scheme for Generic {
    const INFO: &'static SchemeInfo = &SchemeInfo::new("");
    const PARTS: &'static [&'static Part] =
        &[&USER, &PASSWORD, &HOST, &PORT, &URLPATH, &SCHEMEPART, &NO_LOGIN];
    const FORM: Form = crate::form!((Form::LOGIN) ["/" URLPATH]);
    type Spans = Option<LoginSpans>;

    #[inline]
    fn name(cursor: &mut Cursor<'_>) -> Result<(), Error> {
        any_name(cursor).map(drop)
    }

    /// Tries the form of IP-based protocols first, because `*xchar` matches it, too.
    #[inline(always)]
    fn parse(cursor: &mut Cursor<'_>) -> Result<Self::Spans, Error> {
        let before = cursor.clone();
        if cursor.rest().starts_with(b"//") {
            match cursor.login() {
                Ok(login) if cursor.deferred().is_none() => {
                    cursor.eat(b"/");
                    cursor.run(&URLPATH);
                    cursor.finish(&URLPATH)?;
                    return Ok(Some(login));
                }
                // A port over 65535 or an underscore in the host does not make the text invalid:
                // `*xchar` contains it, and no scheme is known that forbids it.
                _ => *cursor = before.clone(),
            }
        }
        cursor.run(&SCHEMEPART);
        match cursor.finish(&SCHEMEPART) {
            Ok(()) => Ok(None),
            Err(error) => Err(authority_error(error, &before, cursor)),
        }
    }

    #[inline]
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
                let span = after_scheme(text);
                // Only two slashes could become a login when escapes are decoded.
                let doubled = span.slice(text).starts_with("//");
                each(PartSpan { part: if doubled { &NO_LOGIN } else { &SCHEMEPART }, span });
            }
        }
    }

    #[inline]
    fn plan(_: Raw<Self, &str>) -> Result<Plan, Refusal> {
        Err(Refusal::new(&SCHEME, Span::new(0, 0), &NO_ACCESS_METHOD))
    }

    #[inline]
    fn login(spans: &Self::Spans) -> Option<LoginSpans> {
        *spans
    }

    const HAS_LOGIN: bool = true;

    /// Adds a lint for the passwords in opaque text: it has no login by RFC 1738, but other software may find one in it.
    #[inline]
    fn lint(url: Raw<Self, &str>, lints: &mut Lints) {
        if url.spans().is_none() {
            for span in url.redacted().secrets() {
                lints.push(PartSpan { part: &SCHEMEPART, span: *span }, &PASSWORD_IN_URL);
            }
            not_an_authority(url, lints);
        }
    }

    /// Repairs the text after two slashes as an authority. A host is never percent-encoded, not even one without the
    /// slashes, because no resolver would find a name that contains `%`.
    #[inline]
    fn repair(repairer: &mut Repairer<'_>) {
        if let [b'/' | b'\\', b'/' | b'\\', ..] = repairer.rest() {
            repairer.authority();
            // Without the slash, an escaped backslash would be part of the host.
            if repairer.peek() == Some(b'\\') {
                repairer.slash();
            }
            repairer.part(&URLPATH, repairer.rest().len());
        } else {
            // `https:münchen.de` lacks its slashes: its name is copied, and the parser reports the
            // error.
            if let Some(host) = bare_international_host(repairer.rest()) {
                repairer.copy(host.end);
            }
            repairer.part(&SCHEMEPART, repairer.rest().len());
        }
    }
}

codes! {
    /// The codes of the lints and refusals of unknown schemes.
    pub(crate) const CODES;

    Refusal NO_ACCESS_METHOD "no-access-method" ("4"):
        "no access method is known for this scheme",
        "The scheme is not one of RFC 1738, so that nothing is known of how to access its URLs.",
        "x-any://host.dom/" => "http://host.dom/";

    Lint NOT_AN_AUTHORITY "not-an-authority" ("2.1"):
        "port over 65535: RFC 1738 reads opaque text without a host, other software rejects it",
        "RFC 1738 accepts any text after an unknown scheme, so that text after `//` that is not a user, host and port is valid and opaque. Other software looks for a host in it, and rejects it or finds another one. The message names the reason.",
        "x-any://host.dom:999999/" => "x-any://host.dom/";
}

/// Returns the span of what follows the scheme name and its colon, which every URL has.
#[inline]
fn after_scheme(text: &str) -> Span {
    Span::to_end(scheme_span(text).end + 1, text)
}

/// Adds the lint of a text after `//` that is opaque because it is not a login, with the reason, and the lints of the
/// host that other software finds in it.
#[inline]
fn not_an_authority(url: Raw<Generic, &str>, lints: &mut Lints) {
    let text = url.as_str();
    let after = after_scheme(text);
    let Some(authority) = after.slice(text).strip_prefix("//") else { return };
    let start = after.start + 2;
    let Some(error) = GenericUrl(url).authority_error() else { return };
    lints.push(PartSpan { part: error.part(), span: error.span() }, opaque_because(&error));
    lints.host_of_opaque(host_of_others(authority, start), text);
}

/// Returns the place of the host that other software finds in the text after `//`, which begins at `start`.
#[inline]
fn host_of_others(after: &str, start: u32) -> Span {
    let authority = after.split(['/', '?', ';']).next().unwrap_or(after);
    let (before, host) = authority.split_at(authority.rfind('@').map_or(0, |at| at + 1));
    // Of several colons, none is that of a port: they are those of an IPv6 address.
    let with_port = host.split_once(':').filter(|(_, port)| !port.contains(':'));
    let name = with_port.map_or(host, |(name, _)| name);
    Span::of_len(start + offset(before.len()), offset(name.len()))
}

/// Returns the lint `not-an-authority` for the error in the authority.
#[inline]
fn opaque_because(error: &Error) -> &'static CodeInfo {
    use ErrorKind as Kind;
    /// The lint with the message of one reason: what the text is, and what others make of it.
    macro_rules! because {
        ($what:literal, $others:literal) => {
            because!($what, " without a host", $others)
        };
        ($what:literal, $host:literal, $others:literal) => {
            const {
                &NOT_AN_AUTHORITY.with_message(concat!(
                    $what,
                    ": RFC 1738 reads opaque text",
                    $host,
                    ", ",
                    $others
                ))
            }
        };
    }
    let role = error.part().role;
    match error.kind() {
        Kind::PortOutOfRange => &NOT_AN_AUTHORITY,
        Kind::GroupOutOfRange | Kind::GroupCount | Kind::TopLabelDigit => {
            because!("not an IPv4 address", "other software rejects or rounds it")
        }
        Kind::Ipv6Unbracketed => {
            because!("IPv6 address without brackets", "other software rejects it")
        }
        Kind::EmptyLabel => because!("empty label in host", "resolvers reject the name"),
        Kind::LabelHyphen | Kind::LabelTooLong | Kind::NameTooLong => {
            because!("not a host name", "resolvers may reject the name")
        }
        Kind::Empty => {
            because!("no host after `//`", "", "other software rejects it or reads a path")
        }
        Kind::EmptyPort => because!("`:` without a port", "other software uses the default port"),
        Kind::Expected(_) => because!("no `/` after host", "other software reads a query"),
        Kind::UnexpectedByte(_) if role == Role::Host => {
            because!("character that no host name contains", "other software may accept it")
        }
        Kind::UnexpectedByte(_) if role == Role::Port => {
            because!("port is not a number", "other software rejects it")
        }
        Kind::UnexpectedByte(b'@') => {
            because!("raw `@` before the last one", "other software finds one after either")
        }
        _ => because!("not a user, host and port", "other software may find one in it"),
    }
}

/// Returns the error at `cursor` in a schemepart. If it is in the authority, it is reported for the user, password or
/// host that contains it. `before` is at the beginning of the schemepart.
#[cold]
fn authority_error(error: Error, before: &Cursor<'_>, cursor: &Cursor<'_>) -> Error {
    let Some(rest) = before.rest().strip_prefix(b"//") else { return error };
    let authority = rest.split(|byte| b"/?".contains(byte)).next().unwrap_or(rest);
    // The invalid byte may be after the authority, or be one of the slashes before it.
    let at = cursor.position().checked_sub(before.position() + 2);
    let Some((read, after @ [_, ..])) = at.and_then(|at| authority.split_at_checked(at as usize))
    else {
        return error;
    };
    if after.contains(&b'@') {
        return cursor.unexpected(if read.contains(&b':') { &PASSWORD } else { &USER });
    }
    match (error.kind(), cursor.peek()) {
        // A malformed escape is the more specific error, although a host cannot contain any escape.
        (ErrorKind::BadEscape, _) => Error::bnf(&HOST, ErrorKind::BadEscape, error.span()),
        _ => cursor.host_byte(),
    }
}

impl<T: Storage> GenericUrl<T> {
    /// Converts a URL of any scheme to the generic syntax, which every scheme follows.
    #[must_use]
    #[inline]
    pub fn from_raw<S: Scheme>(url: Raw<S, T>) -> Self {
        Self(url.read_as())
    }
}

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> GenericUrl<T> {
    /// Returns the scheme name as written.
    #[must_use]
    #[inline]
    pub fn scheme(&'i self) -> &'o str {
        scheme_span(self.as_str()).slice(self.as_str())
    }

    /// Returns the text after the first colon.
    #[must_use]
    #[inline]
    pub fn schemepart(&'i self) -> Escaped<'o> {
        Escaped::new_validated(after_scheme(self.as_str()).slice(self.as_str()))
    }

    /// Returns user, password, host and port, or `None` if the URL does not have the form of IP-based protocols.
    #[must_use]
    #[inline]
    pub fn login(&'i self) -> Option<Login<'o>> {
        self.0.login()
    }

    /// Returns the reason why a text that begins with `//` after the scheme was read as opaque: the error of its
    /// authority. Returns `None` if the URL has a login, or if no `//` follows the scheme. The span is an offset in the
    /// whole URL.
    ///
    /// Section 5 accepts the text in both cases, so that it is a URL. A program that expects a host, such as one that
    /// reads a connection string, reports this error instead of ignoring the user and password in the text:
    ///
    /// ```
    /// use url1738_core::GenericUrl;
    ///
    /// let text = "postgres://joe:s3cret@db_host:5432/orders";
    /// let url = GenericUrl::parse(text)?;
    /// assert_eq!((url.login(), url.password()), (None, None));
    /// let error = url.authority_error().unwrap();
    /// assert_eq!((error.code(), error.part().name()), ("unexpected-byte", "host"));
    /// assert_eq!(&text[error.span().range()], "_");
    ///
    /// assert_eq!(GenericUrl::parse("postgres://db/orders")?.authority_error(), None);
    /// assert_eq!(GenericUrl::parse("tel:+358-555")?.authority_error(), None);
    /// # Ok::<(), url1738_core::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn authority_error(&'i self) -> Option<Error> {
        if self.0.spans().is_some() {
            return None;
        }
        let text = self.as_str();
        let mut cursor = Cursor::new(text.as_bytes()).ok()?;
        cursor.move_to(scheme_span(text).end + 1);
        if !cursor.rest().starts_with(b"//") {
            return None;
        }
        cursor.login().map_or_else(Some, |_| cursor.deferred())
    }

    /// Returns the segments of the path by the common form `path?search`, which most schemes have. A URL without a path has
    /// none.
    ///
    /// ```
    /// use url1738_core::GenericUrl;
    ///
    /// let url = GenericUrl::parse("postgresql://host/my%20db/x?sslmode=require&tls")?;
    /// assert!(url.segments().map(|it| it.decode()).eq([&b"my db"[..], b"x"]));
    /// let pairs: Vec<_> = url.search().unwrap().pairs().collect();
    /// assert_eq!((pairs[0].0.as_str(), pairs[0].1.unwrap().as_str()), ("sslmode", "require"));
    /// assert_eq!(pairs[1].1, None);
    /// # Ok::<(), url1738_core::Error>(())
    /// ```
    #[doc(alias = "path_segments")]
    #[inline]
    pub fn segments(&'i self) -> impl DoubleEndedIterator<Item = Escaped<'o>> + use<'i, 'o, T> {
        let path = self.path().map(|path| path.split_once(b'?').map_or(path, |(path, _)| path));
        path.into_iter().flat_map(|path| path.split(b'/'))
    }

    /// Returns what follows the first `?` of the path by the common form `path?search`, as written, or `None` if there is no `?`.
    #[doc(alias = "query")]
    #[must_use]
    #[inline]
    pub fn search(&'i self) -> Option<Escaped<'o>> {
        self.path()?.split_once(b'?').map(|(_, search)| search)
    }
}
