//! `fluent_uri::Uri`: RFC 3986.

use alloc::{
    borrow::ToOwned,
    string::{String, ToString},
};

use fluent_uri::{component::Authority, pct_enc::EStr};

use super::{ConversionError, same};
use crate::{
    Error, Storage, Url,
    reading::{Reading, special_port},
};

impl Reading {
    /// Returns the reading of RFC 3986, as the crate `fluent-uri` has it. The userinfo is divided at its first colon.
    #[must_use]
    pub fn of_rfc3986(uri: &fluent_uri::Uri<&str>, default_port: Option<u16>) -> Self {
        let authority = uri.authority();
        let userinfo = authority.as_ref().and_then(Authority::userinfo).map(EStr::as_str);
        let (user, password) = match userinfo.map(|info| info.split_once(':').ok_or(info)) {
            Some(Ok((user, password))) => (Some(user), Some(password)),
            Some(Err(user)) => (Some(user), None),
            None => (None, None),
        };
        let port = authority.as_ref().and_then(|a| a.port_to_u16().ok().flatten());
        let host = authority.as_ref().map(Authority::host).filter(|host| !host.is_empty());
        let scheme = uri.scheme().as_str().to_ascii_lowercase();
        let known = || special_port(&scheme).filter(|_| uri.has_authority());
        Self {
            user: user.map(ToOwned::to_owned),
            password: password.map(ToOwned::to_owned),
            host: host.map(str::to_ascii_lowercase),
            port: port.or(default_port).or_else(known),
            path: uri.path().as_str().to_owned(),
            query: uri.query().map(|query| query.as_str().to_owned()),
            fragment: uri.fragment().map(|fragment| fragment.as_str().to_owned()),
            scheme,
        }
    }
}

/// # Errors
///
/// Returns an error if the `fluent-uri` crate rejects the text or reads another value for a component.
impl<T: Storage> TryFrom<&Url<T>> for fluent_uri::Uri<String> {
    type Error = ConversionError;

    fn try_from(url: &Url<T>) -> Result<Self, ConversionError> {
        let there = fluent_uri::Uri::parse(url.as_ref())
            .map_err(|error| ConversionError::Refused(error.to_string()))?;
        same(url, &Reading::of_rfc3986(&there, url.default_port()))?;
        Ok(there.to_owned())
    }
}

/// # Errors
///
/// Returns an error if the text is not a URL by RFC 1738, for example because of a fragment or a raw `~`.
impl TryFrom<&fluent_uri::Uri<String>> for Url {
    type Error = Error;

    fn try_from(uri: &fluent_uri::Uri<String>) -> Result<Self, Error> {
        uri.as_str().parse()
    }
}
