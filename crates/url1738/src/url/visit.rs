//! A URL handed on as the type of its scheme.

use url1738_core::{Error, GenericUrl, TypedUrl};

use super::Url;

/// What is to be done with a URL as the type of its scheme (sections 3.2 to 3.11): see [`Url::visit`].
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<U: TypedUrl>(self, url: U) -> Self::Output;
}

impl<'a> Url<&'a str> {
    /// Parses a URL and hands it on as the type of its scheme. What is done with it then is compiled for each scheme
    /// apart, and which one it is is asked but once: for loops over millions.
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
    /// As [`parse`](Self::parse).
    #[inline]
    pub fn visit<V: Visitor>(text: &'a str, visitor: V) -> Result<V::Output, Error> {
        by_name!(text.as_bytes(), parse(text), |url, _variant| url.map(|url| visitor.visit(url)))
    }
}
