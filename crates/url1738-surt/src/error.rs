//! Errors of texts without a key.

/// Error of a text that has no key in the profile `wayback-0.3.1`.
///
/// A valid URL of the ten schemes has a key in every profile. It contains no text, so logging it cannot leak a password.
///
/// ```
/// use url1738_surt::{SurtError, wayback_key};
///
/// assert_eq!(wayback_key(b" "), Err(SurtError::NoUrl));
/// assert_eq!(wayback_key(b"http://host.dom:http/"), Err(SurtError::InvalidPort));
/// let key = wayback_key("http://münchen.example/".as_bytes());
/// match cfg!(feature = "idna") {
///     true => assert_eq!(key.as_deref(), Ok("example,xn--mnchen-3ya)/")),
///     false => assert_eq!(key, Err(SurtError::HostNotAscii)),
/// }
/// assert_eq!(SurtError::InvalidPort.to_string(), "the port is not a number from 0 to 65535");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum SurtError {
    /// The text consists of white space.
    #[error("the text contains no URL")]
    NoUrl,
    /// The port is not a number, or too large. The package raises an exception, too.
    #[error("the port is not a number from 0 to 65535")]
    InvalidPort,
    /// The host contains other characters than US-ASCII after its escapes are decoded, and the feature `idna`, which has the
    /// tables to convert it, is off.
    #[error("the host is not US-ASCII: write it in punycode")]
    HostNotAscii,
}
