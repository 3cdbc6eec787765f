//! A URL that the program made.

use core::fmt;
use std::borrow::Cow;

use url1738::Url;

use super::format::ToJson;
use crate::{diagnostics::Masking, record_buffer::RecordBuffer};

/// A URL that the program made, with its password masked unless that is to be shown.
#[derive(Clone, Debug)]
pub(crate) struct OutputUrl<'u>(Cow<'u, str>);

impl<'u> OutputUrl<'u> {
    pub(crate) fn new(url: Url<&'u str>, masking: Masking) -> Self {
        let url: &Url<&'u str> = &url;
        let text = url.as_str();
        match masking.redact_url(text.as_bytes(), url) {
            None => Self(text.into()),
            Some(masked) => Self(masked.to_string().into()),
        }
    }

    /// Returns the text.
    #[inline]
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for OutputUrl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl ToJson for OutputUrl<'_> {
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        self.as_str().to_json(out);
    }
}
