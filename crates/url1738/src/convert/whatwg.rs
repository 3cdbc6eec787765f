//! `url::Url`: the WHATWG URL Standard.

use alloc::{borrow::ToOwned, string::ToString};

use super::{ConversionError, same};
use crate::{Error, Storage, Url, reading::Reading};

impl Reading {
    /// Returns the reading of the WHATWG URL Standard, as the crate `url` has it.
    #[must_use]
    pub fn of_whatwg(url: &::url::Url, default_port: Option<u16>) -> Self {
        // An empty user is an absent one there, unless a password follows.
        let password = url.password();
        let user = Some(url.username()).filter(|user| !user.is_empty() || password.is_some());
        Self {
            scheme: url.scheme().to_owned(),
            user: user.map(ToOwned::to_owned),
            password: password.map(ToOwned::to_owned),
            // Where the standard does not know the scheme, the host is opaque, and its case is as written.
            host: url.host_str().filter(|host| !host.is_empty()).map(ToOwned::to_owned),
            port: url.port_or_known_default().or(default_port),
            path: url.path().to_owned(),
            query: url.query().map(ToOwned::to_owned),
            fragment: url.fragment().map(ToOwned::to_owned),
        }
    }
}

/// # Errors
///
/// Returns an error if the `url` crate rejects the text or reads another value for a component.
impl<T: Storage> TryFrom<&Url<T>> for ::url::Url {
    type Error = ConversionError;

    fn try_from(url: &Url<T>) -> Result<Self, ConversionError> {
        let there = Self::parse(url.as_ref())
            .map_err(|error| ConversionError::Refused(error.to_string()))?;
        same(url, &Reading::of_whatwg(&there, url.default_port()))?;
        Ok(there)
    }
}

/// # Errors
///
/// Returns an error if the text is not a URL by RFC 1738, for example because of a fragment or a raw `~`.
impl TryFrom<&::url::Url> for Url {
    type Error = Error;

    fn try_from(url: &::url::Url) -> Result<Self, Error> {
        url.as_str().parse()
    }
}
