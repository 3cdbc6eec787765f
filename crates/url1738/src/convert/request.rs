//! `http::Uri`: what HTTP requests are made of.

use alloc::{borrow::ToOwned, string::ToString};

use super::{ConversionError, same};
use crate::{
    Error, Storage, Url,
    reading::{Reading, special_port},
};

impl Reading {
    /// Returns the reading of the crate `http`.
    #[must_use]
    pub fn of_http(uri: &::http::Uri, default_port: Option<u16>) -> Self {
        let authority = uri.authority().map(::http::uri::Authority::as_str).unwrap_or_default();
        let userinfo = authority.rsplit_once('@').map(|(userinfo, _)| userinfo);
        let (user, password) = match userinfo.map(|info| info.split_once(':').ok_or(info)) {
            Some(Ok((user, password))) => (Some(user), Some(password)),
            Some(Err(user)) => (Some(user), None),
            None => (None, None),
        };
        let scheme = uri.scheme_str().unwrap_or_default().to_ascii_lowercase();
        Self {
            user: user.map(ToOwned::to_owned),
            password: password.map(ToOwned::to_owned),
            host: uri.host().map(str::to_ascii_lowercase),
            port: uri.port_u16().or(default_port).or_else(|| special_port(&scheme)),
            path: uri.path().to_owned(),
            query: uri.query().map(ToOwned::to_owned),
            fragment: None,
            scheme,
        }
    }
}

/// # Errors
///
/// Returns an error if the `http` crate rejects the text or reads another value for a component.
impl<T: Storage> TryFrom<&Url<T>> for ::http::Uri {
    type Error = ConversionError;

    fn try_from(url: &Url<T>) -> Result<Self, ConversionError> {
        let text: &str = url.as_ref();
        let there: Self = text.parse().map_err(|error: ::http::uri::InvalidUri| {
            ConversionError::Refused(error.to_string())
        })?;
        same(url, &Reading::of_http(&there, url.default_port()))?;
        Ok(there)
    }
}

/// # Errors
///
/// Returns an error if the URI has no scheme or its text is not a URL by RFC 1738.
impl TryFrom<&::http::Uri> for Url {
    type Error = Error;

    fn try_from(uri: &::http::Uri) -> Result<Self, Error> {
        uri.to_string().parse()
    }
}
