//! The builder of URLs of any scheme.

use alloc::{borrow::ToOwned, string::String};

use super::GenericUrl;
use crate::{
    diagnostics::error::{Error, ErrorKind},
    syntax::{
        part::{SCHEME, URLPATH},
        span::Span,
    },
    url::{builder::LoginBuilder, host::Host, raw::BorrowOrShare},
};

/// Builder of a [`GenericUrl`] of the form `scheme://login/urlpath` (section 5), for example of a connection string.
/// Percent-encodes its arguments, except in [`urlpath`](Self::urlpath).
///
/// ```
/// use url1738_core::{GenericUrl, Host};
///
/// let url = GenericUrl::builder("postgresql", "db.host.dom")?
///     .credentials("joe", "p@ss/word")
///     .port(5432)
///     .urlpath("orders?sslmode=require")?
///     .build();
/// assert_eq!(url, "postgresql://joe:p%40ss%2Fword@db.host.dom:5432/orders?sslmode=require");
/// assert_eq!(GenericUrl::builder("my db", "h").unwrap_err().span().range(), 2..3);
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
/// assert_eq!(bare.no_urlpath().user("j@e").try_build()?, "x-db://j%40e@other.dom");
/// # Ok::<(), url1738_core::Error>(())
/// ```
#[derive(Clone)]
#[must_use]
pub struct GenericBuilder {
    scheme: String,
    parts: LoginBuilder,
    urlpath: Option<String>,
}

crate::impl_builder!(GenericBuilder: GenericUrl, userinfo);

impl GenericBuilder {
    /// Sets the urlpath to the percent-encoded `segments`, separated by slashes. An empty list removes the urlpath and
    /// the `/` before it.
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

    #[inline]
    fn write(&self) -> String {
        let mut text = self.parts.write(&self.scheme);
        if let Some(urlpath) = &self.urlpath {
            text.push('/');
            text.push_str(urlpath);
        }
        text
    }
}

impl GenericUrl {
    /// Returns a builder of a URL of the form `scheme://login/urlpath` on `host`: a [`Host`], or its text.
    ///
    /// # Errors
    ///
    /// Returns an error if `scheme` is not a scheme name, or if `host` is a text that is not a host name or IPv4 address. The
    /// span of the error is relative to the argument.
    #[inline]
    pub fn builder<'a>(
        scheme: &str,
        host: impl TryInto<Host<'a>, Error: Into<Error>>,
    ) -> Result<GenericBuilder, Error> {
        if scheme.is_empty() {
            return Err(Error::bnf(&SCHEME, ErrorKind::Empty, Span::new(0, 0)));
        }
        SCHEME.read(scheme)?;
        let parts = LoginBuilder::new(host)?;
        Ok(GenericBuilder { scheme: scheme.to_owned(), parts, urlpath: None })
    }
}

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> GenericUrl<T> {
    /// Returns a builder with all parts of this URL, or `None` if it has no login.
    #[must_use]
    #[inline]
    pub fn to_builder(&'i self) -> Option<GenericBuilder> {
        let urlpath = self.urlpath().map(|urlpath| urlpath.as_str().to_owned());
        let parts = LoginBuilder::from(self.login()?);
        Some(GenericBuilder { scheme: self.scheme().to_owned(), parts, urlpath })
    }
}
