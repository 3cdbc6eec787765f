//! The part of a builder that all IP-based schemes share (section 3.1).

use alloc::{string::String, vec::Vec};
use core::fmt;

use super::{host::Host, login::Login};
use crate::{
    diagnostics::redact::MASK,
    parse::spans::LoginSpans,
    syntax::{
        address::decimal,
        escaped::Escaped,
        part::{PASSWORD, Part, USER},
        span::{Span, offset},
    },
};

/// Builder of user, password, host and port (section 3.1). It percent-encodes its arguments, and never fails.
///
/// ```
/// use url1738_core::{Host, scheme::LoginBuilder};
///
/// let login = LoginBuilder::new(Host::parse("host.dom")?).credentials(b"a:b", b"c@d").port(21);
/// assert_eq!(login.write("ftp"), "ftp://a%3Ab:c%40d@host.dom:21");
/// # Ok::<(), url1738_core::Error>(())
/// ```
///
/// Created from the login of a URL, it can remove parts of it:
///
/// ```
/// use url1738_core::{GenericUrl, scheme::LoginBuilder};
///
/// let url = GenericUrl::parse("x-db://joe:pw@host.dom:0021/")?;
/// let login = LoginBuilder::from(url.login().unwrap());
/// assert_eq!(login.clone().without_credentials().write("x-db"), "x-db://host.dom:0021");
/// assert_eq!(login.without_port().write("x-db"), "x-db://joe:pw@host.dom");
/// # Ok::<(), url1738_core::Error>(())
/// ```
#[derive(Clone)]
pub struct LoginBuilder {
    /// The parts, encoded, in the order in which they were set, so that they share one allocation. Parts that were
    /// replaced or removed are left in it. Bytes, because text would be checked again with each part.
    text: Vec<u8>,
    user: Option<Span>,
    password: Option<Span>,
    host: Span,
    port: Option<Span>,
    tail: Span,
}

impl LoginBuilder {
    /// Creates a builder with the host, the only required part.
    #[must_use]
    pub fn new(host: Host<'_>) -> Self {
        Self::empty().host(host)
    }

    fn empty() -> Self {
        let none = Span::default();
        // Room for most URLs.
        let text = Vec::with_capacity(128);
        Self { text, user: None, password: None, host: none, port: None, tail: none }
    }

    /// Appends what `write` writes, and returns its place.
    #[inline]
    fn hold(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> Span {
        let start = offset(self.text.len());
        write(&mut self.text);
        Span::new(start, offset(self.text.len()))
    }

    fn part(&self, span: Span) -> &[u8] {
        span.slice_bytes(&self.text)
    }

    /// Returns user, password, host, port and tail as they are written.
    fn parts(&self) -> [Option<&[u8]>; 5] {
        let part = |span: Option<Span>| span.map(|span| self.part(span));
        let (host, tail) = (Some(self.host), Some(self.tail));
        [part(self.user), part(self.password), part(host), part(self.port), part(tail)]
    }

    /// Sets the user, and removes the password.
    #[must_use]
    pub fn user(mut self, user: &[u8]) -> Self {
        self.user = Some(self.hold(|text| USER.encode_bytes_into(user, text)));
        self.password = None;
        self
    }

    /// Sets user and password. A password requires a user.
    #[must_use]
    pub fn credentials(mut self, user: &[u8], password: &[u8]) -> Self {
        self.user = Some(self.hold(|text| USER.encode_bytes_into(user, text)));
        self.password = Some(self.hold(|text| PASSWORD.encode_bytes_into(password, text)));
        self
    }

    /// Removes user and password.
    #[must_use]
    pub fn without_credentials(self) -> Self {
        Self { user: None, password: None, ..self }
    }

    /// Sets the host.
    #[must_use]
    pub fn host(mut self, host: Host<'_>) -> Self {
        self.host = self.hold(|text| host.write_to(text));
        self
    }

    /// Sets the port.
    #[must_use]
    pub fn port(mut self, port: u16) -> Self {
        self.port = Some(self.hold(|text| push_decimal(text, port)));
        self
    }

    /// Removes the port, so that the default port of the scheme applies.
    #[must_use]
    pub fn without_port(self) -> Self {
        Self { port: None, ..self }
    }

    /// Returns the length of the tail: of text that follows the login, and that shares its allocation. Only
    /// [`write_with_tail`](Self::write_with_tail) writes it.
    ///
    /// ```
    /// use url1738_core::{Host, part::FSEGMENT, scheme::LoginBuilder};
    ///
    /// let mut login = LoginBuilder::new(Host::parse("host.dom")?);
    /// login.push_tail("pub/");
    /// let end_of_directories = login.tail_len();
    /// login.encode_tail(&FSEGMENT, b"a/b");
    /// assert_eq!(login.tail(), "pub/a%2Fb");
    /// login.truncate_tail(end_of_directories);
    /// assert_eq!(login.write_with_tail("ftp", "/", ";type=d"), "ftp://host.dom/pub/;type=d");
    /// assert_eq!(login.write("ftp"), "ftp://host.dom");
    /// # Ok::<(), url1738_core::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn tail_len(&self) -> usize {
        self.tail.len() as usize
    }

    /// Returns the tail: see [`tail_len`](Self::tail_len).
    #[must_use]
    pub fn tail(&self) -> &str {
        // Unless it was shortened within a character, which no URL contains, the tail is text.
        core::str::from_utf8(self.part(self.tail)).unwrap_or_default()
    }

    /// Appends text to the [tail](Self::tail_len), which is written as it is.
    pub fn push_tail(&mut self, text: &str) {
        self.extend_tail(|tail| tail.extend_from_slice(text.as_bytes()));
    }

    /// Percent-encodes `octets` for `part`, and appends them to the [tail](Self::tail_len).
    pub fn encode_tail(&mut self, part: &Part, octets: &[u8]) {
        self.extend_tail(|tail| part.encode_bytes_into(octets, tail));
    }

    /// Shortens the [tail](Self::tail_len) to `len` bytes. Has no effect if it is not longer.
    pub fn truncate_tail(&mut self, len: usize) {
        self.tail.end = self.tail.end.min(self.tail.start.saturating_add(offset(len)));
    }

    fn extend_tail(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        let Span { start, end } = self.tail;
        if end == offset(self.text.len()) {
            self.tail.end = self.hold(write).end;
            return;
        }
        // Something was written after the tail, or it was shortened: it moves to the end.
        let moved = self.part(Span { start, end }).to_vec();
        self.tail = self.hold(|text| {
            text.extend_from_slice(&moved);
            write(text);
        });
    }

    /// Writes `scheme "://" login`.
    #[must_use]
    pub fn write(&self, scheme: &str) -> String {
        self.write_parts(scheme, None).0
    }

    /// Writes `scheme "://" login before tail after`: see [`tail_len`](Self::tail_len).
    #[must_use]
    pub fn write_with_tail(&self, scheme: &str, before: &str, after: &str) -> String {
        self.write_parts(scheme, Some((before, after))).0
    }

    /// Like [`write`](Self::write), or [`write_with_tail`](Self::write_with_tail) if texts around the tail are given, and
    /// also returns the spans of the login and the end of the tail.
    #[doc(hidden)]
    #[must_use]
    pub fn write_parts(
        &self,
        scheme: &str,
        around_tail: Option<(&str, &str)>,
    ) -> (String, LoginSpans, u32) {
        // Room for the delimiters, and for what the caller appends.
        let room = scheme.len().saturating_add(self.text.len()).saturating_add(32);
        let mut out = Vec::with_capacity(room);
        out.extend_from_slice(scheme.as_bytes());
        out.extend_from_slice(b"://");
        let mut spans = LoginSpans::at(offset(out.len()));
        if let Some(user) = self.user {
            out.extend_from_slice(self.part(user));
            spans = spans.with_user(offset(out.len()));
            if let Some(password) = self.password {
                out.push(b':');
                out.extend_from_slice(self.part(password));
                spans = spans.with_password(offset(out.len()));
            }
            out.push(b'@');
        }
        out.extend_from_slice(self.part(self.host));
        spans = spans.with_host(offset(out.len()));
        if let Some(port) = self.port {
            out.push(b':');
            let (start, digits) = (offset(out.len()), self.part(port));
            out.extend_from_slice(digits);
            let number = decimal(digits).and_then(|number| number.try_into().ok());
            let span = Span::new(start, offset(out.len()));
            spans = spans.with_port((span, number.unwrap_or_default()));
        }
        let mut end = 0;
        if let Some((before, after)) = around_tail {
            out.extend_from_slice(before.as_bytes());
            out.extend_from_slice(self.part(self.tail));
            end = offset(out.len());
            out.extend_from_slice(after.as_bytes());
        }
        // Like `tail`. The parser then refuses the replacement characters.
        let text = String::from_utf8(out)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        (text, spans, end)
    }
}

/// Appends the decimal digits of `number`.
fn push_decimal(out: &mut Vec<u8>, number: u16) {
    let places = [number / 10_000, number / 1000, number / 100, number / 10, number];
    let zeros = places.iter().take_while(|place| **place == 0).count().min(4);
    out.extend(places.iter().skip(zeros).map(|place| b'0'.saturating_add((place % 10) as u8)));
}

/// Keeps the parts as written, so that the login is rebuilt byte for byte.
impl From<Login<'_>> for LoginBuilder {
    fn from(login: Login<'_>) -> Self {
        let mut builder = Self::empty();
        let mut hold = |part: Option<&str>| {
            part.map(|part| builder.hold(|text| text.extend_from_slice(part.as_bytes())))
        };
        let user = hold(login.user().map(Escaped::as_str));
        let password = hold(login.password().map(Escaped::as_str));
        let host = hold(Some(login.host_str())).unwrap_or_default();
        let port = hold(login.port_str());
        Self { user, password, host, port, ..builder }
    }
}

/// Compares the parts as they are written.
impl PartialEq for LoginBuilder {
    fn eq(&self, other: &Self) -> bool {
        self.parts() == other.parts()
    }
}

impl Eq for LoginBuilder {}

/// Shows the password as `***`, so that it does not reach logs.
impl fmt::Debug for LoginBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text =
            |part: Option<&[u8]>| part.map(|part| String::from_utf8_lossy(part).into_owned());
        let [user, password, host, port, _] = self.parts();
        f.debug_struct("LoginBuilder")
            .field("user", &text(user))
            .field("password", &password.map(|_| MASK))
            .field("host", &text(host).unwrap_or_default())
            .field("port", &text(port))
            .finish_non_exhaustive()
    }
}
