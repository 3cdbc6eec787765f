//! URLs of other schemes: of those without a type, and those that a type refuses.

use alloc::string::String;
use core::{fmt, ops::Deref};

use url1738_core::{Error, GenericUrl, Storage};

use crate::Url;

/// A URL of a scheme without a type, parsed by the general syntax (section 5): the value of [`Url::Other`], with the methods
/// of [`GenericUrl`].
///
/// Only the parser of [`Url`] creates it, so that it is never a URL of one of the ten schemes, which its type may reject.
///
/// ```
/// use url1738::{GenericUrl, Url};
///
/// let Url::Other(url) = Url::parse("x-db://host.dom/orders")? else { unreachable!() };
/// assert_eq!(url.path().unwrap(), "orders");
/// assert_eq!(url.into_generic(), GenericUrl::parse("x-db://host.dom/orders")?);
/// # Ok::<(), url1738::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct OtherUrl<T = String>(pub(crate) GenericUrl<T>);

impl<T> OtherUrl<T> {
    /// Returns the URL by the general syntax.
    #[must_use]
    pub fn into_generic(self) -> GenericUrl<T> {
        self.0
    }
}

impl<T> Deref for OtherUrl<T> {
    type Target = GenericUrl<T>;

    fn deref(&self) -> &GenericUrl<T> {
        &self.0
    }
}

/// Shows the text with its secrets masked.
impl<T: Storage> fmt::Debug for OtherUrl<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

// A constructor of the variant is a function, so that `by_name!` maps with it as with those of the schemes.
impl<T> Url<T> {
    /// Returns the variant for what `parse` has read by the general syntax because of its name.
    pub(super) const fn other(url: GenericUrl<T>) -> Self {
        Self::Other(OtherUrl(url))
    }
}

/// Parses the text by the scheme that it names: the general syntax accepts texts that one of the ten schemes rejects.
///
/// ```
/// use url1738::{GenericUrl, Url};
///
/// let url = Url::try_from(GenericUrl::builder("ftp", "host.dom")?.path(["a"]).build())?;
/// assert!(matches!(url, Url::Ftp(_)));
/// assert!(Url::try_from(GenericUrl::parse("ftp://host.dom/a;b")?.to_owned()).is_err());
/// # Ok::<(), url1738::Error>(())
/// ```
impl TryFrom<GenericUrl> for Url {
    type Error = Error;

    fn try_from(url: GenericUrl) -> Result<Self, Error> {
        url.into_string().try_into()
    }
}

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
    /// Returns the name of the scheme of the URL: in lower case if the scheme has a type, else as written.
    #[must_use]
    pub fn found(&self) -> &str {
        raw!(&self.url, url => url.scheme())
    }
}
