//! The part of a builder that all IP-based schemes share (section 3.1).

use alloc::{borrow::ToOwned, format, string::String};
use core::fmt;

use super::{host::Host, login::Login};
use crate::{
    diagnostics::redact::MASK,
    syntax::part::{PASSWORD, USER},
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
#[derive(Clone, PartialEq, Eq)]
pub struct LoginBuilder {
    user: Option<String>,
    password: Option<String>,
    host: String,
    port: Option<String>,
}

impl LoginBuilder {
    /// Creates a builder with the host, the only required part.
    #[must_use]
    pub fn new(host: Host<'_>) -> Self {
        Self { user: None, password: None, host: format!("{host}"), port: None }
    }

    /// Sets the user, and removes the password.
    #[must_use]
    pub fn user(self, user: &[u8]) -> Self {
        Self { user: Some(USER.encode(user).into_owned()), password: None, ..self }
    }

    /// Sets user and password. A password requires a user.
    #[must_use]
    pub fn credentials(self, user: &[u8], password: &[u8]) -> Self {
        Self { password: Some(PASSWORD.encode(password).into_owned()), ..self.user(user) }
    }

    /// Removes user and password.
    #[must_use]
    pub fn without_credentials(self) -> Self {
        Self { user: None, password: None, ..self }
    }

    /// Sets the host.
    #[must_use]
    pub fn host(self, host: Host<'_>) -> Self {
        Self { host: format!("{host}"), ..self }
    }

    /// Sets the port.
    #[must_use]
    pub fn port(self, port: u16) -> Self {
        Self { port: Some(format!("{port}")), ..self }
    }

    /// Removes the port, so that the default port of the scheme applies.
    #[must_use]
    pub fn without_port(self) -> Self {
        Self { port: None, ..self }
    }

    /// Writes `scheme "://" login`.
    #[must_use]
    pub fn write(&self, scheme: &str) -> String {
        let mut out = String::with_capacity(64);
        out.push_str(scheme);
        out.push_str("://");
        if let Some(user) = &self.user {
            out.push_str(user);
            if let Some(password) = &self.password {
                out.push(':');
                out.push_str(password);
            }
            out.push('@');
        }
        out.push_str(&self.host);
        if let Some(port) = &self.port {
            out.push(':');
            out.push_str(port);
        }
        out
    }
}

/// Keeps the parts as written, so that the login is rebuilt byte for byte.
impl From<Login<'_>> for LoginBuilder {
    fn from(login: Login<'_>) -> Self {
        Self {
            user: login.user().map(|user| user.as_str().to_owned()),
            password: login.password().map(|password| password.as_str().to_owned()),
            host: login.host_str().to_owned(),
            port: login.port_str().map(ToOwned::to_owned),
        }
    }
}

/// Shows the password as `***`, so that it does not reach logs.
impl fmt::Debug for LoginBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LoginBuilder")
            .field("user", &self.user)
            .field("password", &self.password.as_ref().map(|_| MASK))
            .field("host", &self.host)
            .field("port", &self.port)
            .finish()
    }
}
