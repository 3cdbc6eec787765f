//! The part of a builder that all IP-based schemes share (section 3.1).

use alloc::string::String;
use core::fmt::{self, Write as _};

use super::{host::Host, login::Login};
use crate::{
    diagnostics::redact::MASK,
    syntax::{
        escaped::Escaped,
        part::{PASSWORD, USER},
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
    /// replaced or removed are left in it.
    text: String,
    user: Option<Span>,
    password: Option<Span>,
    host: Span,
    port: Option<Span>,
}

impl LoginBuilder {
    /// Creates a builder with the host, the only required part.
    #[must_use]
    pub fn new(host: Host<'_>) -> Self {
        let none = Span::default();
        let text = String::with_capacity(64);
        Self { text, user: None, password: None, host: none, port: None }.host(host)
    }

    /// Appends what `write` writes, and returns its place.
    fn hold(&mut self, write: impl FnOnce(&mut String)) -> Span {
        let start = offset(self.text.len());
        write(&mut self.text);
        Span::new(start, offset(self.text.len()))
    }

    fn part(&self, span: Span) -> &str {
        span.slice(&self.text)
    }

    /// Returns user, password, host and port as they are written.
    fn parts(&self) -> [Option<&str>; 4] {
        let part = |span: Option<Span>| span.map(|span| self.part(span));
        [part(self.user), part(self.password), Some(self.part(self.host)), part(self.port)]
    }

    /// Sets the user, and removes the password.
    #[must_use]
    pub fn user(mut self, user: &[u8]) -> Self {
        self.user = Some(self.hold(|text| USER.encode_into(user, text)));
        self.password = None;
        self
    }

    /// Sets user and password. A password requires a user.
    #[must_use]
    pub fn credentials(self, user: &[u8], password: &[u8]) -> Self {
        let mut with_user = self.user(user);
        with_user.password = Some(with_user.hold(|text| PASSWORD.encode_into(password, text)));
        with_user
    }

    /// Removes user and password.
    #[must_use]
    pub fn without_credentials(self) -> Self {
        Self { user: None, password: None, ..self }
    }

    /// Sets the host.
    #[must_use]
    pub fn host(mut self, host: Host<'_>) -> Self {
        // Writing to a string does not fail, here and below.
        self.host = self.hold(|text| {
            let _ = write!(text, "{host}");
        });
        self
    }

    /// Sets the port.
    #[must_use]
    pub fn port(mut self, port: u16) -> Self {
        self.port = Some(self.hold(|text| {
            let _ = write!(text, "{port}");
        }));
        self
    }

    /// Removes the port, so that the default port of the scheme applies.
    #[must_use]
    pub fn without_port(self) -> Self {
        Self { port: None, ..self }
    }

    /// Writes `scheme "://" login`.
    #[must_use]
    pub fn write(&self, scheme: &str) -> String {
        self.write_with_room(scheme, 32)
    }

    /// Like [`write`](Self::write), with room for as many bytes after the login.
    ///
    /// ```
    /// use url1738_core::{Host, scheme::LoginBuilder};
    ///
    /// let text = LoginBuilder::new(Host::parse("host.dom")?).write_with_room("ftp", 100);
    /// assert!(text == "ftp://host.dom" && text.capacity() >= text.len() + 100);
    /// # Ok::<(), url1738_core::Error>(())
    /// ```
    #[must_use]
    pub fn write_with_room(&self, scheme: &str, room: usize) -> String {
        // Three delimiters after the scheme, and as many in a login.
        let own = scheme.len().saturating_add(self.text.len()).saturating_add(6);
        let mut out = String::with_capacity(own.saturating_add(room));
        out.push_str(scheme);
        out.push_str("://");
        let [user, password, host, port] = self.parts();
        if let Some(user) = user {
            out.push_str(user);
            if let Some(password) = password {
                out.push(':');
                out.push_str(password);
            }
            out.push('@');
        }
        out.push_str(host.unwrap_or_default());
        if let Some(port) = port {
            out.push(':');
            out.push_str(port);
        }
        out
    }
}

/// Keeps the parts as written, so that the login is rebuilt byte for byte.
impl From<Login<'_>> for LoginBuilder {
    fn from(login: Login<'_>) -> Self {
        let mut builder = Self {
            text: String::with_capacity(64),
            user: None,
            password: None,
            host: Span::default(),
            port: None,
        };
        let mut hold =
            |part: Option<&str>| part.map(|part| builder.hold(|text| text.push_str(part)));
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
        let [user, password, host, port] = self.parts();
        f.debug_struct("LoginBuilder")
            .field("user", &user)
            .field("password", &password.map(|_| MASK))
            .field("host", &host.unwrap_or_default())
            .field("port", &port)
            .finish()
    }
}
