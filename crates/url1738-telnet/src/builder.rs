//! The builder of telnet URLs.

use alloc::string::String;

use url1738_core::{
    BorrowOrShare, Host, impl_builder,
    scheme::{LoginBuilder, Scheme},
};

use crate::{Telnet, TelnetUrl};

/// Builder of a [`TelnetUrl`] (section 3.8). Percent-encodes its arguments.
///
/// ```
/// use url1738_telnet::{Host, TelnetUrl};
///
/// let url = TelnetUrl::builder(Host::parse("host.dom")?).credentials("guest", "a:b").build();
/// assert_eq!(url, "telnet://guest:a%3Ab@host.dom/");
/// # Ok::<(), url1738_telnet::Error>(())
/// ```
///
/// It also changes parts of an existing URL:
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

impl TelnetUrl {
    /// Returns a builder of a URL on `host`.
    pub fn builder(host: Host<'_>) -> TelnetBuilder {
        TelnetBuilder { login: LoginBuilder::new(host), slash: true }
    }
}

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> TelnetUrl<T> {
    /// Returns a builder with all parts of this URL.
    pub fn to_builder(&'i self) -> TelnetBuilder {
        TelnetBuilder { login: self.login().into(), slash: self.has_slash() }
    }
}

impl TelnetBuilder {
    /// Sets whether the URL ends with `/` [default: true]. Both forms have the same meaning.
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

impl_builder!(TelnetBuilder: TelnetUrl, userinfo);
