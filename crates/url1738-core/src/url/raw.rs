//! The type that every URL type wraps, and the types in which it may store its text.

use alloc::{format, string::String, vec::Vec};
use core::fmt;
#[cfg(feature = "std")]
use {core::net::SocketAddr, std::io};

use super::{
    components::collect_parts,
    host::Host,
    login::Login,
    scheme::{Scheme, scheme_span},
};
use crate::{
    diagnostics::{
        error::{Error, ErrorKind},
        redact::Redacted,
    },
    parse::cursor::Cursor,
    plan::{Plan, Refusal},
    syntax::{
        escaped::Escaped,
        part::{HOST, PartSpan, SCHEME, SCHEMEPART},
        scheme_info::SchemeInfo,
        span::{Span, offset},
    },
};

/// Text of a URL of scheme `S`, and the spans of its parts.
///
/// Values are created only by parsing, or by a builder that validates or percent-encodes every part as it writes it, so
/// that code may rely on the spans: every part contains only the characters of its declaration, escapes are complete, and
/// the text is US-ASCII.
///
/// The code of a scheme uses the spans:
///
/// ```
/// use url1738_core::scheme::{Generic, Raw};
///
/// let raw = Raw::<Generic, String>::built("x-db://joe:pw@host.dom/db".into());
/// let host = raw.spans().unwrap().host();
/// assert_eq!((host.slice(raw.as_str()), raw.part(host).decode_utf8().unwrap()), ("host.dom", "host.dom".into()));
/// assert_eq!((raw.host_str(), raw.path().unwrap().as_str()), (Some("host.dom"), "db"));
/// assert_eq!(raw.redacted().to_string(), "x-db://joe:***@host.dom/db");
/// assert_eq!(raw.as_deref().as_str(), raw.as_str());
///
/// let mut names = Vec::new();
/// raw.view().each_part(&mut |part| names.push(part.part.name()));
/// assert_eq!(names, ["scheme", "user", "password", "host", "urlpath"]);
/// assert_eq!((raw.view().parts().len(), raw.view().edit().text().unwrap()), (5, raw.as_str().into()));
/// assert!(raw.view().is_normal() && raw.view().normal_form() == raw.view().normalize().as_str());
///
/// let view: Raw<Generic, &str> = Raw::parse_bytes(b"4x://host.dom")?;
/// assert!(view.lints().has("scheme-first-char"));
/// assert_eq!(view.into_owned().view().into_text(), "4x://host.dom");
/// # Ok::<(), url1738_core::Error>(())
/// ```
pub struct Raw<S: Scheme, T> {
    text: T,
    spans: S::Spans,
}

// Inlined by force, its copies in the parser and the repairs of each scheme were a tenth of a program that is built for size.
// An inline function has a copy in each crate that calls it, too: two in the page, which counts bytes.
#[cfg_attr(not(target_arch = "wasm32"), inline)]
fn read<S: Scheme>(bytes: &[u8]) -> Result<S::Spans, Error> {
    spans::<S>(bytes).map_err(name_scheme::<S>)
}

#[inline(always)]
fn spans<S: Scheme>(bytes: &[u8]) -> Result<S::Spans, Error> {
    let mut cursor = Cursor::new(bytes)?;
    S::name(&mut cursor)?;
    let spans = S::parse(&mut cursor)?;
    // A scheme calls `finish` with its last part. This call enforces it, because a byte that was not parsed could
    // otherwise appear in a URL.
    cursor.finish(&SCHEMEPART)?;
    Ok(spans)
}

/// Names the scheme in the errors whose messages do.
#[cold]
fn name_scheme<S: Scheme>(error: Error) -> Error {
    match error.kind() {
        ErrorKind::WrongScheme if *error.part() == SCHEME => {
            error.in_part(const { &SCHEME.of_scheme(S::INFO.name) })
        }
        ErrorKind::CredentialsNotAllowed if *error.part() == HOST => {
            error.in_part(const { &HOST.of_scheme(S::INFO.name) })
        }
        _ => error,
    }
}

impl<S: Scheme, T: Storage> Raw<S, T> {
    /// Parses the whole of `text`.
    ///
    /// # Errors
    ///
    /// Returns an error if `text` is not a URL of the scheme.
    #[inline(always)]
    pub fn parse(text: T) -> Result<Self, Error> {
        let spans = read::<S>(text.as_ref().as_bytes())?;
        Ok(Self { text, spans })
    }

    /// Like [`parse`](Self::parse), but never inlined, for callers of which the parser is a small share.
    pub(crate) fn parse_outlined(text: T) -> Result<Self, Error> {
        #[inline(never)]
        fn outlined<S: Scheme>(bytes: &[u8]) -> Result<S::Spans, Error> {
            read::<S>(bytes)
        }
        let spans = outlined::<S>(text.as_ref().as_bytes())?;
        Ok(Self { text, spans })
    }

    /// Returns the spans of the parts.
    #[must_use]
    #[inline]
    pub const fn spans(&self) -> &S::Spans {
        &self.spans
    }

    /// Returns a URL that borrows the text of this one. Like [`view`](Self::view), but for any [`Storage`], so that the
    /// lifetime is that of the borrow.
    #[must_use]
    #[inline]
    pub fn as_deref(&self) -> Raw<S, &str> {
        Raw { text: self.text.as_ref(), spans: self.spans }
    }

    /// Returns a URL that owns its text. Copies the text only if it is borrowed.
    #[must_use]
    #[inline]
    pub fn into_owned(self) -> Raw<S, String> {
        Raw { text: self.text.into(), spans: self.spans }
    }

    /// Returns the text.
    #[must_use]
    pub fn into_text(self) -> T {
        self.text
    }

    /// Parses the text by the grammar of `R`. If `R` rejects it, the URL has the default spans.
    #[must_use]
    pub(crate) fn read_as<R: Scheme>(self) -> Raw<R, T>
    where
        R::Spans: Default,
    {
        let spans = read::<R>(self.text.as_ref().as_bytes()).unwrap_or_default();
        Raw { text: self.text, spans }
    }
}

impl<S: Scheme> Raw<S, String> {
    /// Parses the text that a builder wrote from valid or percent-encoded parts.
    ///
    /// # Panics
    ///
    /// Panics if the text is not a URL of the scheme, which is a bug in the builder, or is longer than 4 GiB - 1.
    #[must_use]
    #[expect(
        clippy::expect_used,
        reason = "a builder that breaks its grammar is a bug; the laws test it"
    )]
    pub fn built(text: String) -> Self {
        Self::parse_outlined(text).expect("a builder writes a valid URL")
    }

    /// Like [`built`](Self::built), for a builder that knows the spans of what it wrote, so that the text need not be
    /// parsed: every part was validated or percent-encoded when it was given. With debug assertions, as in tests, the text
    /// is parsed and compared.
    ///
    /// A second way to the spans, for the row `build` of the benchmark: a builder takes 1.5 times as long if the text is parsed.
    /// For `ftp://h/a` the text has 6 bytes before the builder writes the host, and 7 after, so that its span is 6..7.
    ///
    /// # Panics
    ///
    /// Panics if the text is longer than 4 GiB - 1.
    #[doc(hidden)]
    #[must_use]
    pub fn written(text: String, spans: S::Spans) -> Self {
        // The spans of such a text have wrapped or saturated. The parser reports it, and `built`
        // panics.
        if u32::try_from(text.len()).is_err() {
            return Self::built(text);
        }
        debug_assert_eq!(
            format!("{:?}", Raw::<S, &str>::parse_outlined(&text).map(|parsed| parsed.spans)),
            format!("{:?}", Ok::<_, Error>(spans)),
            "a builder knows what it writes"
        );
        Self { text, spans }
    }
}

impl<'a, S: Scheme> Raw<S, &'a str> {
    /// Parses bytes, which need not be UTF-8: bytes outside US-ASCII are reported like other invalid bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if `bytes` are not a URL of the scheme.
    #[inline]
    pub fn parse_bytes(bytes: &'a [u8]) -> Result<Self, Error> {
        let spans = read::<S>(bytes)?;
        // After the parser, whose errors name the part and the byte. What it accepts is US-ASCII.
        match core::str::from_utf8(bytes) {
            Ok(text) => Ok(Self { text, spans }),
            // The grammars are US-ASCII, so that only a scheme that does not check its bytes reaches this line.
            Err(error) => {
                let at = offset(error.valid_up_to());
                let span = Span::of_len(at, 1);
                Err(Error::bnf(&SCHEMEPART, ErrorKind::UnexpectedByte(0xFF), span))
            }
        }
    }

    /// Returns the scheme name: in lower case, or as written for [`GenericUrl`](crate::GenericUrl).
    #[must_use]
    pub fn scheme(&self) -> &'a str {
        if S::INFO.name.is_empty() { scheme_span(self.text).slice(self.text) } else { S::INFO.name }
    }

    /// Returns what is said about the scheme.
    #[must_use]
    #[inline]
    pub const fn scheme_info(&self) -> &'static SchemeInfo {
        S::INFO
    }

    /// Returns the access plan (section 2), which knows the scheme.
    ///
    /// # Errors
    ///
    /// Returns an error if the resource cannot be accessed, or not safely (section 6).
    pub fn plan(self) -> Result<Plan, Refusal> {
        Ok(Plan { scheme: S::INFO, ..S::plan(self)? })
    }

    /// Returns the parts in order, beginning with the scheme.
    #[must_use]
    pub fn parts(&self) -> Vec<PartSpan> {
        collect_parts(self.text.len(), |each| self.each_part(each))
    }

    /// Calls `each` with the parts in order, beginning with the scheme.
    pub fn each_part(&self, each: &mut dyn FnMut(PartSpan)) {
        each(PartSpan { part: &SCHEME, span: Span::of_len(0, offset(self.scheme().len())) });
        S::parts(*self, each);
    }
}

impl<'i, 'o, S: Scheme, T: BorrowOrShare<'i, 'o>> Raw<S, T> {
    /// Returns the text.
    #[inline]
    pub fn as_str(&'i self) -> &'o str {
        self.text.borrow_or_share()
    }

    /// Returns a URL that borrows the text for as long as possible: for `'o` if the text is a `&'o str`.
    #[must_use]
    #[inline]
    pub fn view(&'i self) -> Raw<S, &'o str> {
        Raw { text: self.text.borrow_or_share(), spans: self.spans }
    }

    /// Returns the text with its secrets masked: the password, and the secrets that [`Redacted`] finds in the rest. Debug
    /// shows the same text.
    ///
    /// Opaque text of a scheme that may have a login is searched as a whole.
    #[must_use]
    pub fn redacted(&'i self) -> Redacted<'o> {
        let bytes = self.as_str().as_bytes();
        match S::login(&self.spans) {
            Some(login) => Redacted::of_parts(bytes, |each| login.each(each)),
            // `x-db:/joe:pw@h` is opaque, and may be a login that lacks a slash.
            None if S::HAS_LOGIN => Redacted::new(bytes),
            None => Redacted::of_data(bytes),
        }
    }

    /// Returns the part of the URL at `span`, one of [`spans`](Self::spans).
    #[must_use]
    #[inline]
    pub fn part(&'i self, span: Span) -> Escaped<'o> {
        Escaped::new_validated(span.slice(self.as_str()))
    }

    /// Returns user, password, host and port, or `None` if the URL has no login.
    #[inline]
    pub fn login(&'i self) -> Option<Login<'o>> {
        S::login(&self.spans).map(|spans| spans.view(self.as_str()))
    }

    /// Returns the host as written, or `None` if the URL contains none. It may be part of a login or alone.
    pub fn host_str(&'i self) -> Option<&'o str> {
        let login = S::login(&self.spans).map(|spans| spans.host());
        // `file:///etc/motd` has an empty host, which is none.
        let host = login.or_else(|| S::lone_host(&self.spans).filter(|span| !span.is_empty()));
        host.map(|span| span.slice(self.as_str()))
    }

    /// Returns the host as a name or an IPv4 address, or `None` if the URL contains none. It may be part of a login or
    /// alone.
    pub fn host(&'i self) -> Option<Host<'o>> {
        self.host_str().map(Host::new_validated)
    }

    /// Returns the path as written, by the rule of the scheme: see [`Scheme::path`].
    #[inline]
    pub fn path(&'i self) -> Option<Escaped<'o>> {
        S::path(self.view()).map(|span| self.part(span))
    }
}

/// Resolves the host among the parts of a URL, with its port or `default`.
///
/// # Errors
///
/// Returns an error without a host or a port, or if the host cannot be resolved.
#[cfg(feature = "std")]
#[doc(hidden)]
pub fn addresses(
    text: &str,
    parts: &[PartSpan],
    default: Option<u16>,
) -> io::Result<alloc::vec::IntoIter<SocketAddr>> {
    use crate::syntax::part::Role;
    use std::net::ToSocketAddrs as _;

    let part = |role| parts.iter().find(|at| at.part.role == role).map(|at| at.span.slice(text));
    let port = part(Role::Port).and_then(|digits| digits.parse().ok()).or(default);
    match part(Role::Host).map(Host::new_validated).zip(port) {
        Some((Host::Name(name), port)) => (name.as_str(), port).to_socket_addrs(),
        // Not passed to the resolver, which would read `010.0.0.1` as octal: it is decimal (section 3.1).
        Some((Host::Number(address), port)) => Ok(alloc::vec![(address, port).into()].into_iter()),
        None => Err(io::Error::new(io::ErrorKind::InvalidInput, "the URL names no host and port")),
    }
}

impl<S: Scheme, T: AsRef<str>> AsRef<str> for Raw<S, T> {
    fn as_ref(&self) -> &str {
        self.text.as_ref()
    }
}

impl<S: Scheme, T: Clone> Clone for Raw<S, T> {
    fn clone(&self) -> Self {
        Self { text: self.text.clone(), spans: self.spans }
    }
}

impl<S: Scheme, T: Copy> Copy for Raw<S, T> {}

impl<S: Scheme, T: Storage> fmt::Debug for Raw<S, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_deref().redacted().fmt(f)
    }
}

#[expect(unnameable_types, reason = "sealed: no other type may implement `Storage`")]
mod sealed {
    pub trait Sealed {}
    impl Sealed for &str {}
    impl Sealed for alloc::string::String {}
}

/// Type in which a URL may store its text: `&str` or [`String`].
///
/// ```
/// use url1738_core::{GenericUrl, Storage};
///
/// /// Accepts URLs that borrow their text and URLs that own it.
/// fn len<T: Storage>(url: &GenericUrl<T>) -> usize {
///     url.as_ref().len()
/// }
///
/// let url = GenericUrl::parse("tel:+358-555")?;
/// assert_eq!((len(&url), len(&url.to_owned())), (12, 12));
/// # Ok::<(), url1738_core::Error>(())
/// ```
///
/// The trait is sealed. If a text could change after it was parsed by the grammar of section 5, a URL could contain bytes
/// that the parser has not checked, such as a line break in the host. This does not compile:
///
/// ```compile_fail,E0277
/// use std::cell::Cell;
/// use url1738_core::scheme::{Generic, Raw};
///
/// struct Changing(Cell<usize>);
///
/// impl AsRef<str> for Changing {
///     fn as_ref(&self) -> &str {
///         ["x://host.dom/", "x://h\r\nQUIT/"][self.0.replace(1)]
///     }
/// }
///
/// let url = Raw::<Generic, Changing>::parse(Changing(Cell::new(0)));
/// ```
pub trait Storage: sealed::Sealed + AsRef<str> + Into<String> + fmt::Debug + Send + Sync {}

impl Storage for &str {}
impl Storage for String {}

/// Storage of the text of a URL (section 5) from which parts can be borrowed for as long as possible.
///
/// The parts of a URL in a `&'o str` live for `'o`. The parts of a URL in a [`String`] live as long as the borrow `'i` of
/// the URL.
///
/// ```
/// use url1738_core::BorrowOrShare;
///
/// /// The returned part outlives a borrowed URL.
/// fn first_word<'i, 'o>(text: &'i impl BorrowOrShare<'i, 'o>) -> &'o str {
///     text.borrow_or_share().split(':').next().unwrap_or_default()
/// }
///
/// let long = String::from("ftp://host.dom/");
/// let word = first_word(&long.as_str());
/// assert_eq!(word, "ftp");
/// ```
pub trait BorrowOrShare<'i, 'o>: Storage {
    /// Returns the text with the longest possible lifetime.
    fn borrow_or_share(&'i self) -> &'o str;
}

impl<'a> BorrowOrShare<'_, 'a> for &'a str {
    #[inline]
    fn borrow_or_share(&self) -> &'a str {
        self
    }
}

impl<'i> BorrowOrShare<'i, 'i> for String {
    #[inline]
    fn borrow_or_share(&'i self) -> &'i str {
        self
    }
}
