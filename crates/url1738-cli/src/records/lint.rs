//! Lints in records.

use serde::Serialize;
use url1738::{Lint, Lints, Span, Url};

use crate::scheme_names;

/// A lint in JSON.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct LintRecord {
    pub(crate) code: &'static str,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) message: &'static str,
}

impl From<&Lint> for LintRecord {
    fn from(lint: &Lint) -> Self {
        let Span { start, end } = lint.span;
        Self { code: lint.code, start, end, message: lint.message }
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
