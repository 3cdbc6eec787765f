//! telnet URLs from decoded data.

use alloc::string::String;

use url1738_core::{
    Host, Login, impl_builder,
    scheme::{LoginBuilder, Scheme},
};

use crate::{Telnet, TelnetUrl};

/// Collects the parts of a [`TelnetUrl`] (section 3.8): decoded octets come in, and are escaped where the part wants
/// it.
///
/// ```
/// use url1738_telnet::{Host, TelnetUrl};
///
/// let url = TelnetUrl::builder(Host::parse("host.dom")?).credentials("guest", "a:b").build();
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
/// let bare = url.to_builder().without_credentials().without_port().slash(false).build();
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

    /// Sets whether the URL ends with `/`, which means nothing; it does unless set.
    pub fn slash(mut self, slash: bool) -> Self {
        self.slash = slash;
        self
    }

    fn write(&self) -> String {
        let mut text = self.login.write(Telnet::NAME);
        if self.slash {
            text.push('/');
        }
        text
    }
}

impl_builder!(TelnetBuilder: TelnetUrl, userinfo, port: 23, example: url1738_telnet, "telnet", "/");
