//! Visitors of a URL as the type of its scheme.

use url1738_core::{Error, GenericUrl, scheme::TypedUrl};

use crate::Url;

/// A generic function over the URL types of all schemes (sections 3.2 to 3.11), for [`Url::visit`].
pub trait Visitor {
    /// The result.
    type Output;

    /// Runs on the URL.
    fn visit<U: TypedUrl>(self, url: U) -> Self::Output;
}

impl<'a> Url<&'a str> {
    /// Parses a URL and calls the visitor with the type of its scheme. Dispatches on the scheme once; the visitor is
    /// monomorphized per scheme, which pays in loops over millions of URLs.
    ///
    /// ```
    /// use url1738::{Lints, Scheme, TypedUrl, Url, Visitor};
    ///
    /// /// Counts lints; a list of them serves for one URL after the other.
    /// struct Count<'l>(&'l mut Lints);
    ///
    /// impl Visitor for Count<'_> {
    ///     type Output = (&'static str, usize);
    ///
    ///     fn visit<U: TypedUrl>(self, url: U) -> Self::Output {
    ///         url.raw().lints_into(self.0);
    ///         (U::Scheme::NAME, self.0.len())
    ///     }
    /// }
    ///
    /// let mut lints = Lints::default();
    /// assert_eq!(Url::visit("ftp://host.dom//etc", Count(&mut lints))?, ("ftp", 1));
    /// assert_eq!(Url::visit("x-db://host.dom:0/", Count(&mut lints))?, ("", 1));
    /// # Ok::<(), url1738::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if [`parse`](Self::parse) does.
    #[inline]
    pub fn visit<V: Visitor>(text: &'a str, visitor: V) -> Result<V::Output, Error> {
        by_name!(text.as_bytes(), parse(text), |url, _variant| url.map(|url| visitor.visit(url)))
    }
}
