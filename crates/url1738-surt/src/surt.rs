//! The trait of URLs that have keys.

use alloc::string::String;

use url1738_core::AnyUrl;

use crate::{error::SurtError, exact, profile::Profile, wayback::wayback_key};

/// URL that has keys. Every URL type of the family has them, and `dyn AnyUrl`.
///
/// ```
/// use url1738_core::{AnyUrl, GenericUrl, Registry};
/// use url1738_surt::{Profile, Surt};
///
/// let url = GenericUrl::parse("x-db://joe:pw@www.Host.DOM:5432/a%2Fb/C")?;
/// assert_eq!(url.surt(Profile::Wayback0_3_1).unwrap(), "dom,host:5432)/a/b/c");
/// assert_eq!(url.surt(Profile::Exact).unwrap(), "dom,host,www)x-db://joe@:5432/a%2Fb/C");
///
/// let url: Box<dyn AnyUrl> = Registry::new().parse("tel:+358-555")?;
/// assert_eq!(url.surt(Profile::Exact).unwrap(), ")tel:+358-555");
/// # Ok::<(), url1738_core::Error>(())
/// ```
pub trait Surt {
    /// Returns the key of the URL, which never contains a password.
    ///
    /// # Errors
    ///
    /// Returns an error if the URL has no key in this profile. URLs of the ten schemes have one in every profile.
    fn surt(&self, profile: Profile) -> Result<String, SurtError>;
}

impl<U: AnyUrl + ?Sized> Surt for U {
    fn surt(&self, profile: Profile) -> Result<String, SurtError> {
        match profile {
            Profile::Wayback0_3_1 => wayback_key(self.as_str().as_bytes()),
            Profile::Exact => Ok(exact::key(self)),
        }
    }
}
