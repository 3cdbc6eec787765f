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
/// assert_eq!((error.expected, error.found()), ("ftp", "gopher"));
/// assert_eq!(error.to_string(), "expected scheme `ftp`, found `gopher`");
/// assert!(matches!(error.url, Url::Gopher(_)));
/// # }
/// # Ok::<(), url1738::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected scheme `{expected}`, found `{}`", self.found())]
#[non_exhaustive]
pub struct WrongScheme<T: Storage = String> {
    /// The URL that was not converted.
    pub url: Url<T>,
    /// The name of the scheme of the type.
    pub expected: &'static str,
}

impl<T: Storage> WrongScheme<T> {
    /// Returns the name of the scheme of the URL: in lower case if it is one of the ten, else as written.
    #[must_use]
    pub fn found(&self) -> &str {
        self.url.name()
    }
}
