//! Lints in records.

use url1738::{Lint, Lints, Span, Url};

use super::format::{ToJson, object};
use crate::{record_buffer::RecordBuffer, scheme_names};

impl ToJson for Lint {
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        let Span { start, end } = self.span;
        let (code, message) = (self.code(), self.message());
        object!(out, { "code": code, "start": start, "end": end, "message": message });
    }
}

/// The length of the longest URL that is linted. A lint takes more memory than the byte that it is about.
const MAX_LEN: usize = 8 * 1024;

/// Returns whether a URL is short enough to be linted.
pub(crate) const fn is_short_enough(url: &str) -> bool {
    url.len() <= MAX_LEN
}

/// Returns the lints of a URL, or none if it is too long to be linted.
pub(crate) fn of(url: &Url<&str>) -> Lints {
    if is_short_enough(url.as_str()) {
        scheme_names::with_unknown_scheme(url, url.lints())
    } else {
        Lints::default()
    }
}
