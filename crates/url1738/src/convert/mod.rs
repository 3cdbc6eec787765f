//! To and from the URL types of other crates, each enabled by a feature named after the crate.
//!
//! RFC 1738 differs from the standards that followed it, so a conversion can fail: if the other crate rejects the
//! text, or if it would read it differently. The error names the component. Text that the other crate only writes
//! differently (a host in lower case, without a default port) converts.

#[cfg(feature = "http-crate")]
mod request;
#[cfg(feature = "fluent-uri")]
mod rfc3986;
#[cfg(feature = "url")]
mod whatwg;

use alloc::string::String;

use crate::{Storage, Url, reading::Reading};

/// The reason why a URL cannot be converted to the type of another crate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConversionError {
    /// The other crate rejects the text.
    #[error("not a URL there: {0}")]
    Refused(String),
    /// The other crate would read another value for this component.
    #[error("the {0} would read differently there")]
    Differs(&'static str),
}

/// Compares the reading of RFC 1738 with that of another standard, as far as what is reached depends on it.
#[allow(dead_code, reason = "each conversion has its feature")]
fn same<T: Storage>(url: &Url<T>, there: &Reading) -> Result<(), ConversionError> {
    let mut here = Reading::of(url);
    // What `?` means in another scheme RFC 1738 leaves to that scheme, and there it begins a query.
    if let (Url::Other(_), Some((path, query))) = (url, here.path.split_once('?')) {
        let (path, query) = (path.into(), query.into());
        (here.path, here.query) = (path, Some(query));
    }
    let mut other = there.clone();
    // "http://host" and "http://host/" ask for the same, and so in the schemes made after it.
    for reading in [&mut here, &mut other] {
        let like_http = matches!(&*reading.scheme, "http" | "https" | "ws" | "wss");
        if like_http && reading.host.is_some() && reading.path.is_empty() {
            reading.path.push('/');
        }
    }
    // An address written with leading zeros is the same address; hosts compare by what they are.
    let host = |reading: &Reading| {
        let host = reading.host.as_deref()?.to_ascii_lowercase();
        let parsed = url1738_core::Host::parse(&host).map(|host| alloc::format!("{host}"));
        Some(parsed.unwrap_or(host))
    };
    if host(&here) == host(&other) {
        here.host.clone_from(&other.host);
    }
    match here.differences(&other).next() {
        Some(component) => Err(ConversionError::Differs(component)),
        None => Ok(()),
    }
}
