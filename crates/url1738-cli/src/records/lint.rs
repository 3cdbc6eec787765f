//! Lints in records.

use serde::{Serialize, Serializer};
use url1738::{Lint, Lints, Span, Url};

use super::json::object;
use crate::scheme_names;

/// A lint in JSON.
pub(crate) struct LintRecord<'l>(pub(crate) &'l Lint);

impl Serialize for LintRecord<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Span { start, end } = self.0.span;
        let (code, message) = (self.0.code(), self.0.message());
        object!(to, { "code": code, "start": start, "end": end, "message": message })
    }
}

/// The length of the longest URL that is linted. A lint takes more memory than the byte that it is about.
const MAX_LEN: usize = 8 * 1024;

/// Returns the lints of a URL, or none if it is too long to be linted.
pub(crate) fn of(url: &Url<&str>) -> Lints {
    if url.as_str().len() <= MAX_LEN {
        scheme_names::with_unknown_scheme(url, url.lints())
    } else {
        Lints::default()
    }
}
