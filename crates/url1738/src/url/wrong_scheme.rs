//! The error of a conversion to the type of a scheme.

use alloc::string::String;

use url1738_core::Storage;

use crate::Url;

/// Error of a conversion from [`Url`] to the type of another scheme (sections 3.2 to 3.11). It returns the URL unchanged.
///
/// Neither Display nor Debug shows a password.
///
/// ```
/// # #[cfg(all(feature = "ftp", feature = "gopher"))] {
/// use url1738::{FtpUrl, Url};
///
/// let error = FtpUrl::try_from(Url::parse("gopher://host.dom/")?).unwrap_err();
/// assert_eq!((error.expected(), error.found()), ("ftp", "gopher"));
/// assert_eq!(error.to_string(), "expected scheme `ftp`, found `gopher`");
/// assert_eq!(error.url(), &Url::parse("gopher://host.dom/")?);
/// assert!(matches!(error.into_url(), Url::Gopher(_)));
/// # }
/// # Ok::<(), url1738::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected scheme `{expected}`, found `{}`", self.found())]
pub struct WrongScheme<T: Storage = String> {
    url: Url<T>,
    expected: &'static str,
}

impl<T: Storage> WrongScheme<T> {
    #[allow(dead_code, reason = "each scheme has its feature")]
    pub(crate) const fn new(url: Url<T>, expected: &'static str) -> Self {
        Self { url, expected }
    }

    /// Returns the name of the scheme of the type.
    #[must_use]
    pub const fn expected(&self) -> &'static str {
        self.expected
    }

    /// Returns the name of the scheme of the URL: in lower case if it is one of the ten, else as written.
    #[must_use]
    pub fn found(&self) -> &str {
        self.url.name()
    }

    /// Returns a reference to the URL.
    #[must_use]
    pub const fn url(&self) -> &Url<T> {
        &self.url
    }

    /// Returns the URL that was not converted.
    #[must_use]
    pub fn into_url(self) -> Url<T> {
        self.url
    }
}
