//! telnet URLs from decoded data.

use alloc::string::String;
use core::fmt;

use url1738_core::{Error, Host, Login, LoginBuilder, Raw, Redacted, Scheme};

use crate::{Telnet, TelnetUrl};

/// Collects the parts of a [`TelnetUrl`] (section 3.8): decoded octets come in, and are escaped where the part wants
/// it.
///
/// ```
/// use url1738_telnet::{Host, TelnetUrl};
///
/// let url = TelnetUrl::builder(Host::new("host.dom")?).user_password("guest", "a:b").build();
/// assert_eq!(url, "telnet://guest:a%3Ab@host.dom/");
/// # Ok::<(), url1738_telnet::Error>(())
/// ```
///
/// A part of a URL is changed by way of it, too:
///
/// ```
/// use url1738_telnet::TelnetUrl;
///
/// let url = TelnetUrl::parse("telnet://guest@host.dom:2323/")?;
/// assert_eq!((url.port(), url.port_or_default(), url.has_slash()), (Some(2323), 2323, true));
/// let bare = url.to_builder().no_user().no_port().slash(false).build();
/// assert_eq!(bare, "telnet://host.dom");
/// assert_eq!(bare.to_builder().port(992).build(), "telnet://host.dom:992");
/// # Ok::<(), url1738_telnet::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
#[must_use]
pub struct TelnetBuilder {
    login: LoginBuilder,
    slash: bool,
}

impl TelnetBuilder {
    pub(crate) fn new(host: Host<'_>) -> Self {
        Self { login: LoginBuilder::new(host), slash: true }
    }

    pub(crate) fn from_url(login: Login<'_>, slash: bool) -> Self {
        Self { login: login.into(), slash }
    }

    /// Sets the user alone.
    pub fn user(mut self, user: impl AsRef<[u8]>) -> Self {
        self.login = self.login.user(user.as_ref());
        self
    }

    /// Sets user and password.
    pub fn user_password(mut self, user: impl AsRef<[u8]>, password: impl AsRef<[u8]>) -> Self {
        self.login = self.login.user_password(user.as_ref(), password.as_ref());
        self
    }

    /// Leaves user and password out.
    pub fn no_user(mut self) -> Self {
        self.login = self.login.no_user();
        self
    }

    /// Sets the host.
    pub fn host(mut self, host: Host<'_>) -> Self {
        self.login = self.login.host(host);
        self
    }

    /// Sets the port.
    pub fn port(mut self, port: u16) -> Self {
        self.login = self.login.port(port);
        self
    }

    /// Leaves the port out: 23.
    pub fn no_port(mut self) -> Self {
        self.login = self.login.no_port();
        self
    }

    /// Sets whether the URL ends with `/`, which means nothing; it does unless set.
    pub fn slash(mut self, slash: bool) -> Self {
        self.slash = slash;
        self
    }

    /// Writes the URL.
    ///
    /// # Panics
    ///
    /// Panics if the URL is longer than 4 GiB - 1; [`try_build`](Self::try_build) returns an error instead.
    #[must_use]
    pub fn build(self) -> TelnetUrl {
        TelnetUrl(Raw::built(self.write()))
    }

    /// Writes the URL, like [`build`](Self::build), from data of any size.
    ///
    /// ```
    /// use url1738_telnet::TelnetUrl;
    ///
    /// let url = TelnetUrl::parse("telnet://host.dom/")?;
    /// assert_eq!(url.to_builder().try_build()?, url);
    /// # Ok::<(), url1738_telnet::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the URL is longer than 4 GiB - 1.
    pub fn try_build(self) -> Result<TelnetUrl, Error> {
        Raw::parse(self.write()).map(TelnetUrl)
    }

    fn write(&self) -> String {
        let mut text = self.login.write(Telnet::NAME);
        if self.slash {
            text.push('/');
        }
        text
    }
}

/// Shows the URL without its secrets.
impl fmt::Debug for TelnetBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TelnetBuilder").field(&Redacted::new(self.write().as_bytes())).finish()
    }
}
