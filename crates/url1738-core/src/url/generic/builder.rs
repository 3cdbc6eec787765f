//! URLs of any scheme from decoded data.

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

/// Collects the parts of a [`GenericUrl`] of the form `scheme://login/urlpath` (section 5): a connection string, for
/// one.
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
/// A part of a URL is changed by way of it, too:
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
    fn new(scheme: &str, host: Host<'_>) -> Result<Self, Error> {
        if scheme.is_empty() {
            return Err(Error::bnf(&SCHEME, ErrorKind::Empty, Span::new(0, 0)));
        }
        SCHEME.read(scheme)?;
        Ok(Self { scheme: scheme.to_owned(), login: LoginBuilder::new(host), urlpath: None })
    }

    fn from_url(scheme: &str, login: Login<'_>, urlpath: Option<Escaped<'_>>) -> Self {
        let urlpath = urlpath.map(|urlpath| urlpath.as_str().to_owned());
        Self { scheme: scheme.to_owned(), login: login.into(), urlpath }
    }

    /// Sets the user alone.
    pub fn user(mut self, user: impl AsRef<[u8]>) -> Self {
        self.login = self.login.user(user.as_ref());
        self
    }

    /// Sets user and password.
    pub fn credentials(mut self, user: impl AsRef<[u8]>, password: impl AsRef<[u8]>) -> Self {
        self.login = self.login.credentials(user.as_ref(), password.as_ref());
        self
    }

    /// Leaves user and password out.
    pub fn without_credentials(mut self) -> Self {
        self.login = self.login.without_credentials();
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

    /// Leaves the port out.
    pub fn without_port(mut self) -> Self {
        self.login = self.login.without_port();
        self
    }

    /// Sets the urlpath as segments between slashes, decoded; none at all leaves it out with its `/`.
    pub fn path<S: AsRef<[u8]>>(mut self, segments: impl IntoIterator<Item = S>) -> Self {
        self.urlpath = URLPATH.encode_joined(segments, '/');
        self
    }

    /// Sets the urlpath as it is written: what `?`, `;` and the like mean in it is its scheme's affair.
    ///
    /// # Errors
    ///
    /// What a urlpath does not hold unescaped; the span is an offset in the argument.
    pub fn urlpath(mut self, written: &str) -> Result<Self, Error> {
        self.urlpath = Some(URLPATH.read(written)?.as_str().to_owned());
        Ok(self)
    }

    /// Leaves the urlpath out, with the `/` before it.
    pub fn no_urlpath(mut self) -> Self {
        self.urlpath = None;
        self
    }

    /// Writes the URL.
    ///
    /// # Panics
    ///
    /// Panics if the URL is longer than 4 GiB - 1; [`try_build`](Self::try_build) returns an error instead.
    #[must_use]
    pub fn build(self) -> GenericUrl {
        GenericUrl(Raw::built(self.write()))
    }

    /// Writes the URL, like [`build`](Self::build), from data of any size.
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
    pub fn try_build(self) -> Result<GenericUrl, Error> {
        Raw::parse(self.write()).map(GenericUrl)
    }

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
    /// Starts a URL of the form `scheme://login/urlpath`.
    ///
    /// # Errors
    ///
    /// What a scheme name does not hold; the span is an offset in `scheme`.
    pub fn builder(scheme: &str, host: Host<'_>) -> Result<GenericBuilder, Error> {
        GenericBuilder::new(scheme, host)
    }
}

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> GenericUrl<T> {
    /// A builder that holds all parts of this URL; `None` where it has no login.
    #[must_use]
    pub fn to_builder(&'i self) -> Option<GenericBuilder> {
        Some(GenericBuilder::from_url(self.scheme(), self.login()?, self.urlpath()))
    }
}

/// Shows the URL without its secrets.
impl fmt::Debug for GenericBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GenericBuilder").field(&Redacted::new(self.write().as_bytes())).finish()
    }
}
