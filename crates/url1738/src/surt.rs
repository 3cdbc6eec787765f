//! SURT keys, which sort URLs by host, as in the indexes of web archives.

use alloc::string::String;

use url1738_core::{AnyUrl, Storage};

use crate::Url;

pub use url1738_surt::*;

impl<T: Storage> Url<T>
where
    Self: AnyUrl,
{
    /// Returns the key of the URL in a profile, without a password.
    ///
    /// ```
    /// use url1738::{Url, surt::Profile};
    ///
    /// let url = Url::parse("ftp://joe:pw@host.dom:21/a/%2Fetc;type=a")?;
    /// assert_eq!(url.surt(Profile::Wayback0_3_1)?, "dom,host:21)/a/etc;type=a");
    /// assert_eq!(url.surt(Profile::Exact)?, "dom,host)ftp://joe@/a/%2Fetc;type=a");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the URL has no key in this profile. URLs of the ten schemes have one in every profile.
    pub fn surt(&self, profile: Profile) -> Result<String, SurtError> {
        key(self, profile)
    }
}
