//! The builder of URLs of any scheme.

use alloc::{borrow::ToOwned, string::String};
use core::fmt;

use super::GenericUrl;
use crate::{
    diagnostics::{
        error::{Error, ErrorKind},
        redact::Redacted,
    },
    syntax::{
        escaped::Escaped,
        part::{SCHEME, URLPATH},
        span::Span,
    },
    url::{builder::LoginBuilder, host::Host, login::Login, raw::Raw, storage::BorrowOrShare},
};

/// Builder of a [`GenericUrl`] of the form `scheme://login/urlpath` (section 5), for example of a connection string.
///
/// ```
/// use url1738_core::{GenericUrl, Host};
///
/// let url = GenericUrl::builder("postgresql", Host::parse("db.host.dom")?)?
///     .credentials("joe", "p@ss/word")
///     .port(5432)
///     .urlpath("orders?sslmode=require")?
///     .build();
/// assert_eq!(url, "postgresql://joe:p%40ss%2Fword@db.host.dom:5432/orders?sslmode=require");
/// assert_eq!(GenericUrl::builder("my db", Host::parse("h")?).unwrap_err().span().range(), 2..3);
/// # Ok::<(), url1738_core::Error>(())
/// ```
///
/// It also changes parts of an existing URL:
///
/// ```
/// use url1738_core::{GenericUrl, Host};
///
/// let url = GenericUrl::parse("x-db://joe:pw@host.dom:5432/a?b")?;
/// let bare = url.to_builder().unwrap().without_credentials().without_port().host(Host::parse("other.dom")?);
/// assert_eq!(bare.clone().path(["my data", "1/2"]).build(), "x-db://other.dom/my%20data/1%2F2");
/// assert_eq!(bare.no_urlpath().build(), "x-db://other.dom");
/// # Ok::<(), url1738_core::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
#[must_use]
pub struct GenericBuilder {
    scheme: String,
    login: LoginBuilder,
    urlpath: Option<String>,
}

impl GenericBuilder {
    #[inline]
    fn new(scheme: &str, host: Host<'_>) -> Result<Self, Error> {
        if scheme.is_empty() {
            return Err(Error::bnf(&SCHEME, ErrorKind::Empty, Span::new(0, 0)));
        }
        SCHEME.read(scheme)?;
        Ok(Self { scheme: scheme.to_owned(), login: LoginBuilder::new(host), urlpath: None })
    }

    #[inline]
    fn from_url(scheme: &str, login: Login<'_>, urlpath: Option<Escaped<'_>>) -> Self {
        let urlpath = urlpath.map(|urlpath| urlpath.as_str().to_owned());
        Self { scheme: scheme.to_owned(), login: login.into(), urlpath }
    }

    /// Sets the user, and removes the password.
    #[inline]
    pub fn user(mut self, user: impl AsRef<[u8]>) -> Self {
        self.login = self.login.user(user.as_ref());
        self
    }

    /// Sets user and password.
    #[inline]
    pub fn credentials(mut self, user: impl AsRef<[u8]>, password: impl AsRef<[u8]>) -> Self {
        self.login = self.login.credentials(user.as_ref(), password.as_ref());
        self
    }

    /// Removes user and password.
    #[inline]
    pub fn without_credentials(mut self) -> Self {
        self.login = self.login.without_credentials();
        self
    }

    /// Sets the host.
    #[inline]
    pub fn host(mut self, host: Host<'_>) -> Self {
        self.login = self.login.host(host);
        self
    }

    /// Sets the port.
    #[inline]
    pub fn port(mut self, port: u16) -> Self {
        self.login = self.login.port(port);
        self
    }

    /// Removes the port.
    #[inline]
    pub fn without_port(mut self) -> Self {
        self.login = self.login.without_port();
        self
    }

    /// Sets the urlpath to the percent-encoded `segments`, separated by slashes. Without segments, the urlpath and
    /// the `/` before it are removed.
    #[inline]
    pub fn path<S: AsRef<[u8]>>(mut self, segments: impl IntoIterator<Item = S>) -> Self {
        self.urlpath = URLPATH.encode_joined(segments, '/');
        self
    }

    /// Sets the urlpath, which must already be percent-encoded. The meaning of `?`, `;` and other reserved characters
    /// in it depends on the scheme.
    ///
    /// # Errors
    ///
    /// Returns an error if `written` contains a byte that a urlpath cannot contain unescaped. The span of the error is
    /// relative to `written`.
    #[inline]
    pub fn urlpath(mut self, written: &str) -> Result<Self, Error> {
        self.urlpath = Some(URLPATH.read(written)?.as_str().to_owned());
        Ok(self)
    }

    /// Removes the urlpath and the `/` before it.
    #[inline]
    pub fn no_urlpath(mut self) -> Self {
        self.urlpath = None;
        self
    }

    /// Returns the URL.
    ///
    /// # Panics
    ///
    /// Panics if the URL is longer than 4 GiB - 1; [`try_build`](Self::try_build) returns an error instead.
    #[must_use]
    #[inline]
    pub fn build(self) -> GenericUrl {
        GenericUrl(Raw::built(self.write()))
    }

    /// Returns the URL. Like [`build`](Self::build), but returns an error instead of panicking.
    ///
    /// ```
    /// use url1738_core::GenericUrl;
    ///
    /// let url = GenericUrl::parse("x-db://host.dom/a")?;
    /// assert_eq!(url.to_builder().unwrap().try_build()?, url);
    /// # Ok::<(), url1738_core::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the URL is longer than 4 GiB - 1.
    #[inline]
    pub fn try_build(self) -> Result<GenericUrl, Error> {
        Raw::parse(self.write()).map(GenericUrl)
    }

    #[inline]
    fn write(&self) -> String {
        let mut text = self.login.write(&self.scheme);
        if let Some(urlpath) = &self.urlpath {
            text.push('/');
            text.push_str(urlpath);
        }
        text
    }
}

impl GenericUrl {
    /// Returns a builder of a URL of the form `scheme://login/urlpath`.
    ///
    /// # Errors
    ///
    /// Returns an error if `scheme` is not a scheme name. The span of the error is relative to `scheme`.
    #[inline]
    pub fn builder(scheme: &str, host: Host<'_>) -> Result<GenericBuilder, Error> {
        GenericBuilder::new(scheme, host)
    }
}

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> GenericUrl<T> {
    /// Returns a builder with all parts of this URL, or `None` if it has no login.
    #[must_use]
    #[inline]
    pub fn to_builder(&'i self) -> Option<GenericBuilder> {
        Some(GenericBuilder::from_url(self.scheme(), self.login()?, self.urlpath()))
    }
}

/// Shows the URL with its secrets masked.
impl fmt::Debug for GenericBuilder {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GenericBuilder").field(&Redacted::new(self.write().as_bytes())).finish()
    }
}
