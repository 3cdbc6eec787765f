//! Relative references, by RFC 1808 and RFC 3986.
//!
//! [`Url`] resolves references to URLs of any scheme, and has the methods as its own. Import [`Base`] for the types of the
//! schemes, which resolve references to URLs of their scheme:
//!
//! ```
//! use url1738::{HttpUrl, relative::Base};
//!
//! let base = HttpUrl::parse("http://host.dom/a/b")?;
//! assert_eq!(base.join("c?d").unwrap().url.search().unwrap(), "d");
//! assert_eq!(base.join("ftp://host.dom/c").unwrap_err().code(), "wrong-scheme");
//! # Ok::<(), url1738::Error>(())
//! ```

use alloc::{string::String, vec::Vec};

use url1738_core::{PartSpan, Storage};

use crate::Url;

pub use url1738_relative::*;

impl<T: Storage> Base for Url<T> {
    type Url = Url;

    fn text(&self) -> &str {
        self.as_ref()
    }

    fn parts_of(url: &Url) -> Vec<PartSpan> {
        url.parts()
    }
}

impl<T: Storage> Url<T> {
    /// Resolves a reference by RFC 1808, with this URL as the base.
    ///
    /// ```
    /// use url1738::{Url, relative::Resolution};
    ///
    /// let base = Url::parse("ftp://host.dom/pub//a;type=i")?;
    /// assert_eq!(base.join("b%2Fc")?.url, "ftp://host.dom/pub//b%2Fc");
    /// assert_eq!(base.join(";type=a")?.url, "ftp://host.dom/pub//a;type=a");
    ///
    /// let joined = base.join("http://host.dom/#top")?;
    /// assert!(matches!(joined.url, Url::Http(_)));
    /// assert_eq!(joined.fragment.as_deref(), Some("top"));
    ///
    /// let error = base.join("../~joe").unwrap_err();
    /// assert_eq!((error.code(), error.span().range()), ("tilde", 3..4));
    ///
    /// let base = Url::parse("http://host.dom/a")?;
    /// assert_eq!(base.join("../b")?.url, "http://host.dom/../b");
    /// let target = base.join_with("../b", Resolution::Rfc3986)?.url;
    /// assert_eq!(target, "http://host.dom/b");
    /// assert_eq!(base.relativize(&target).unwrap(), "b");
    /// assert_eq!(base.relativize_with(&Url::parse("ftp://host.dom/b")?, Resolution::Rfc3986), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the base cannot be one, or if the result is not a valid URL. Its span is in the reference.
    pub fn join(&self, reference: &str) -> Result<Joined<Url>, JoinError> {
        Base::join(self, reference)
    }

    /// Resolves a reference by the given algorithm. Otherwise like [`join`](Self::join).
    ///
    /// # Errors
    ///
    /// Returns an error if the base cannot be one, or if the result is not a valid URL. Its span is in the reference.
    #[doc(alias = "resolve_against")]
    pub fn join_with(
        &self,
        reference: &str,
        resolution: Resolution,
    ) -> Result<Joined<Url>, JoinError> {
        Base::join_with(self, reference, resolution)
    }

    /// Returns a reference that [`join`](Self::join) resolves to `target`, or `None` if there is no relative one.
    ///
    /// The reference may contain the password of `target`, if user, password, host or port differ.
    #[must_use]
    pub fn relativize<U: Storage>(&self, target: &Url<U>) -> Option<String> {
        Base::relativize(self, target)
    }

    /// Returns a reference that [`join_with`](Self::join_with) resolves to `target`. Otherwise like
    /// [`relativize`](Self::relativize).
    #[must_use]
    pub fn relativize_with<U: Storage>(
        &self,
        target: &Url<U>,
        resolution: Resolution,
    ) -> Option<String> {
        Base::relativize_with(self, target, resolution)
    }
}
