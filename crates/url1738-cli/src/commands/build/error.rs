//! Why a URL cannot be built.

use url1738::Error;

/// Why a URL cannot be built.
#[derive(Debug)]
pub(super) enum BuildError {
    /// The value of an option is not allowed in its part.
    Value { option: &'static str, value: Vec<u8>, error: Error },
    /// The options are invalid, or do not go together.
    Options(String),
}

impl From<String> for BuildError {
    fn from(message: String) -> Self {
        Self::Options(message)
    }
}
