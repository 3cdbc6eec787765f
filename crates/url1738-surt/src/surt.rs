//! The keys of URLs, and their kinds.

use alloc::string::String;
use core::str::FromStr;

use url1738_core::AnyUrl;

use crate::{
    exact,
    wayback::{SurtError, wayback_key},
};

/// Returns the key of a URL of any type, which never contains a password.
///
/// ```
/// use url1738_core::{AnyUrl, GenericUrl, Registry};
/// use url1738_surt::{Profile, key};
///
/// let url = GenericUrl::parse("x-db://joe:pw@www.Host.DOM:5432/a%2Fb/C")?;
/// assert_eq!(key(&url, Profile::Wayback0_3_1).unwrap(), "dom,host:5432)/a/b/c");
/// assert_eq!(key(&url, Profile::Exact).unwrap(), "dom,host,www)x-db://joe@:5432/a%2Fb/C");
///
/// let url: Box<dyn AnyUrl> = Registry::new().parse("tel:+358-555")?;
/// assert_eq!(key(&*url, Profile::Exact).unwrap(), ")tel:+358-555");
/// # Ok::<(), url1738_core::Error>(())
/// ```
///
/// # Errors
///
/// Returns an error if the URL has no key in this profile. URLs of the ten schemes have one in every profile.
pub fn key(url: &dyn AnyUrl, profile: Profile) -> Result<String, SurtError> {
    match profile {
        Profile::Wayback0_3_1 => wayback_key(url.as_str().as_bytes()),
        Profile::Exact => Ok(exact::key(url)),
    }
}

/// Kind of keys: how a URL becomes a key.
///
/// ```
/// use url1738_surt::Profile;
///
/// assert_eq!("wayback".parse(), Ok(Profile::Wayback0_3_1));
/// assert_eq!("wayback-0.3.1".parse(), Ok(Profile::Wayback0_3_1));
/// assert_eq!("exact".parse(), Ok(Profile::Exact));
/// let error = "heritrix".parse::<Profile>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown profile: expected `wayback-0.3.1`, `wayback` or `exact`");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Profile {
    /// `wayback-0.3.1`: the keys of the package `surt` 0.3.1 on pypi.org, which indexes of web archives contain. They drop the
    /// scheme, the user, the case of the path and the difference between `/` and `%2F`.
    #[default]
    Wayback0_3_1,
    /// `exact`: keys that are equal only if the URLs are equivalent (section 2.2) but for their passwords.
    Exact,
}

/// Error of a text that names no [`Profile`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown profile: expected `wayback-0.3.1`, `wayback` or `exact`")]
#[non_exhaustive]
pub struct UnknownProfile;

/// Parses the name of a profile. `wayback` is the newest version that this crate knows.
impl FromStr for Profile {
    type Err = UnknownProfile;

    fn from_str(name: &str) -> Result<Self, UnknownProfile> {
        match name {
            "wayback" | "wayback-0.3.1" => Ok(Self::Wayback0_3_1),
            "exact" => Ok(Self::Exact),
            _ => Err(UnknownProfile),
        }
    }
}
