//! To and from the URL types of other crates, each enabled by a feature named after the crate.
//!
//! RFC 1738 differs from the standards that followed it. A conversion, in either direction, fails if one of the two crates rejects
//! the text or they read a component of it differently, which the error names. It succeeds if the other crate only writes the text
//! differently, such as a host in lower case.
//!
//! ```
//! # #[cfg(feature = "url")] {
//! use url1738::{Url, convert::ConversionError};
//!
//! let there = url::Url::parse("http://host.dom/a?b").unwrap();
//! assert_eq!(Url::try_from(&there).unwrap(), "http://host.dom/a?b");
//! // A file name by RFC 1738, and a query to the other crate.
//! let there = url::Url::parse("ftp://host.dom/a?b").unwrap();
//! assert_eq!(Url::try_from(&there), Err(ConversionError::Differs("path")));
//! # }
//! ```

#![allow(dead_code, unused_imports, reason = "each conversion has its feature")]

use alloc::{
    borrow::ToOwned,
    string::{String, ToString},
};

use crate::{
    Error, Storage, Url,
    reading::{Reading, special_port},
};

/// The reason why a URL cannot be converted to or from the type of another crate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConversionError {
    /// The text of the other crate is not a URL by RFC 1738.
    #[error(transparent)]
    Invalid(#[from] Error),
    /// The other crate rejects the text.
    #[error("not a URL there: {0}")]
    Refused(String),
    /// The other crate reads another value for this component.
    #[error("the other crate reads the {0} differently")]
    Differs(&'static str),
}

/// Returns an error if the reading of another standard leads to another resource than that of RFC 1738.
fn same<T: Storage>(url: &Url<T>, there: &Reading) -> Result<(), ConversionError> {
    let mut here = Reading::of(url);
    // RFC 1738 does not say what a `?` means in schemes that it does not define. In the other standards it begins a query.
    if let (Url::Other(_), Some((path, query))) = (url, here.path.split_once('?')) {
        let (path, query) = (path.into(), query.into());
        (here.path, here.query) = (path, Some(query));
    }
    let mut other = there.clone();
    // `http://host` and `http://host/` request the same resource, also in the schemes derived from http.
    for reading in [&mut here, &mut other] {
        let like_http = matches!(&*reading.scheme, "http" | "https" | "ws" | "wss");
        if like_http && reading.host.is_some() && reading.path.is_empty() {
            reading.path.push('/');
        }
    }
    // Hosts are compared as values: an address with leading zeros is the same address.
    let host = |reading: &Reading| {
        let host = reading.host.as_deref()?.to_ascii_lowercase();
        let parsed = url1738_core::Host::parse(&host).map(|host| alloc::format!("{host}"));
        Some(parsed.unwrap_or(host))
    };
    if host(&here) == host(&other) {
        here.host.clone_from(&other.host);
    }
    // Anything else, even an escape that the other crate has written otherwise, may lead to another resource.
    match here.differences(&other).next() {
        Some(component) => Err(ConversionError::Differs(component)),
        None => Ok(()),
    }
}

/// Divides a userinfo at its first colon into user and password.
fn split_userinfo(userinfo: Option<&str>) -> (Option<String>, Option<String>) {
    let Some(userinfo) = userinfo else { return (None, None) };
    match userinfo.split_once(':') {
        Some((user, password)) => (Some(user.to_owned()), Some(password.to_owned())),
        None => (Some(userinfo.to_owned()), None),
    }
}

#[cfg(feature = "url")]
impl Reading {
    /// Returns the reading of the WHATWG URL Standard, as the crate `url` has it.
    #[must_use]
    pub fn of_whatwg(url: &::url::Url, default_port: Option<u16>) -> Self {
        // In that standard, an empty user is absent unless a password follows.
        let password = url.password();
        let user = Some(url.username()).filter(|user| !user.is_empty() || password.is_some());
        Self {
            scheme: url.scheme().to_owned(),
            user: user.map(ToOwned::to_owned),
            password: password.map(ToOwned::to_owned),
            // In schemes that the standard does not define, the host is opaque, and keeps its case.
            host: url.host_str().filter(|host| !host.is_empty()).map(ToOwned::to_owned),
            port: url.port_or_known_default().or(default_port),
            path: url.path().to_owned(),
            query: url.query().map(ToOwned::to_owned),
            fragment: url.fragment().map(ToOwned::to_owned),
        }
    }
}

#[cfg(feature = "fluent-uri")]
impl Reading {
    /// Returns the reading of RFC 3986, as the crate `fluent-uri` has it. The userinfo is divided at its first colon.
    #[must_use]
    pub fn of_rfc3986(uri: &fluent_uri::Uri<&str>, default_port: Option<u16>) -> Self {
        let authority = uri.authority();
        let userinfo = authority
            .as_ref()
            .and_then(fluent_uri::component::Authority::userinfo)
            .map(fluent_uri::pct_enc::EStr::as_str);
        let (user, password) = split_userinfo(userinfo);
        let port = authority.as_ref().and_then(|a| a.port_to_u16().ok().flatten());
        let host = authority
            .as_ref()
            .map(fluent_uri::component::Authority::host)
            .filter(|host| !host.is_empty());
        let scheme = uri.scheme().as_str().to_ascii_lowercase();
        // The caller has the ports of RFC 1738; those of `https`, `ws` and `wss` are added.
        let known = || special_port(&scheme).filter(|_| uri.has_authority());
        Self {
            user,
            password,
            host: host.map(str::to_ascii_lowercase),
            port: port.or(default_port).or_else(known),
            path: uri.path().as_str().to_owned(),
            query: uri.query().map(|query| query.as_str().to_owned()),
            fragment: uri.fragment().map(|fragment| fragment.as_str().to_owned()),
            scheme,
        }
    }
}

#[cfg(feature = "http-crate")]
impl Reading {
    /// Returns the reading of the crate `http`.
    #[must_use]
    pub fn of_http(uri: &::http::Uri, default_port: Option<u16>) -> Self {
        let authority = uri.authority().map(::http::uri::Authority::as_str).unwrap_or_default();
        let userinfo = authority.rsplit_once('@').map(|(userinfo, _)| userinfo);
        let (user, password) = split_userinfo(userinfo);
        let scheme = uri.scheme_str().unwrap_or_default().to_ascii_lowercase();
        Self {
            user,
            password,
            host: uri.host().map(str::to_ascii_lowercase),
            port: uri.port_u16().or(default_port).or_else(|| special_port(&scheme)),
            path: uri.path().to_owned(),
            query: uri.query().map(ToOwned::to_owned),
            fragment: None,
            scheme,
        }
    }
}

/// Writes the conversions to and from the URL type of another crate: how it parses a text, and its reading of what it parsed,
/// with the default port of the scheme.
macro_rules! conversions {
    ($feature:literal: $Type:ty, |$text:ident| $parse:expr, |$there:ident, $port:ident| $reading:expr) => {
        /// # Errors
        ///
        #[doc = concat!("Returns an error if the crate of the feature `", $feature, "` rejects the text or reads another value for a component.")]
        #[cfg(feature = $feature)]
        impl<T: Storage> TryFrom<&Url<T>> for $Type {
            type Error = ConversionError;

            fn try_from(url: &Url<T>) -> Result<Self, ConversionError> {
                let ($text, $port): (&str, _) = (url.as_ref(), url.default_port());
                let parsed: Self =
                    $parse.map_err(|error| ConversionError::Refused(error.to_string()))?;
                let $there = &parsed;
                same(url, &$reading)?;
                Ok(parsed)
            }
        }

        /// # Errors
        ///
        /// Returns an error if the text is not a URL by RFC 1738, for example because of a fragment, a raw `~`, or a missing
        /// scheme, or if RFC 1738 reads another value for a component.
        #[cfg(feature = $feature)]
        impl TryFrom<&$Type> for Url {
            type Error = ConversionError;

            fn try_from($there: &$Type) -> Result<Self, ConversionError> {
                let url: Self = $there.to_string().parse()?;
                let $port = url.default_port();
                same(&url, &$reading)?;
                Ok(url)
            }
        }
    };
}

conversions!("url": ::url::Url, |text| Self::parse(text), |there, port| Reading::of_whatwg(there, port));
conversions!(
    "fluent-uri": fluent_uri::Uri<String>,
    |text| fluent_uri::Uri::parse(text).map(|uri| uri.to_owned()),
    |there, port| Reading::of_rfc3986(&there.borrow(), port)
);
conversions!(
    "http-crate": ::http::Uri,
    |text| text.parse().map_err(|error: ::http::uri::InvalidUri| error),
    |there, port| Reading::of_http(there, port)
);
