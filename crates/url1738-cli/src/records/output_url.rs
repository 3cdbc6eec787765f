//! A URL that the program made.

use core::fmt;

use serde::{Serialize, Serializer};
use url1738::Url;

use crate::diagnostics::Masking;

/// A URL that the program made, with its password masked unless that is to be shown.
#[derive(Clone, Debug)]
pub(crate) struct OutputUrl(String);

impl OutputUrl {
    pub(crate) fn new(url: &Url, masking: Masking) -> Self {
        Self(if masking.show_passwords { url.to_string() } else { url.redacted().to_string() })
    }
}

impl fmt::Display for OutputUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for OutputUrl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}
