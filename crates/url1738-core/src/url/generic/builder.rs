//! The builder of URLs of any scheme.

use alloc::{borrow::ToOwned, vec::Vec};

use super::{Generic, GenericUrl};
use crate::{
    diagnostics::error::{Error, ErrorKind},
    syntax::{
        part::{SCHEME, URLPATH},
        span::Span,
    },
    url::{edit::Editor, host::Host, raw::BorrowOrShare},
};

crate::impl_builder! {
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
    /// assert_eq!(bare.path([""; 0]).user("j@e").try_build()?, "x-db://j%40e@other.dom");
    /// # Ok::<(), url1738_core::Error>(())
    /// ```
    pub struct GenericBuilder: GenericUrl, userinfo
}

impl GenericBuilder {
    /// Sets the urlpath to the percent-encoded `segments`, separated by slashes. An empty list removes the urlpath and
    /// the `/` before it.
    #[inline]
    pub fn path<S: AsRef<[u8]>>(self, segments: impl IntoIterator<Item = S>) -> Self {
        // A list, because a path of one empty segment is not an absent one.
        let segments: Vec<_> =
            segments.into_iter().map(|it| URLPATH.encode(it.as_ref()).into_owned()).collect();
        let path = (!segments.is_empty()).then(|| segments.join("/"));
        Self { parts: self.parts.put(&URLPATH, path.into_iter().collect()) }
    }

    /// Sets the urlpath, which must already be percent-encoded. The meaning of `?`, `;` and other reserved characters
    /// in it depends on the scheme.
    ///
    /// # Errors
    ///
    /// Returns an error if `written` contains a byte that a urlpath cannot contain unescaped. The span of the error is
    /// relative to `written`.
    #[inline]
    pub fn urlpath(self, written: &str) -> Result<Self, Error> {
        let path = URLPATH.read(written)?.as_str().to_owned();
        Ok(Self { parts: self.parts.put(&URLPATH, [path].into()) })
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
        let parts = Editor::new::<Generic>(scheme);
        Ok(GenericBuilder { parts: parts.host(host.try_into().map_err(Into::into)?) })
    }
}

impl<'i, 'o, T: BorrowOrShare<'i, 'o>> GenericUrl<T> {
    /// Returns a builder with all parts of this URL, or `None` if it has no login.
    #[must_use]
    #[inline]
    pub fn to_builder(&'i self) -> Option<GenericBuilder> {
        self.login().map(|_| GenericBuilder { parts: self.0.view().edit() })
    }
}
