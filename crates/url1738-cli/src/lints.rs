//! The lints of a URL as records have them.

use serde::Serialize;
use url1738::{Lint, Lints, Span, Url};

/// A lint as JSON has it.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct LintRow {
    pub(crate) code: &'static str,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) message: &'static str,
}

impl From<&Lint> for LintRow {
    fn from(lint: &Lint) -> Self {
        let Span { start, end } = lint.span;
        Self { code: lint.code, start, end, message: lint.message }
    }
}

/// The longest URL that is looked at for lints: a lint is larger than the byte it is about.
const LONGEST: usize = 8 * 1024;

/// Whether lints of this URL are looked for.
pub(crate) const fn are_looked_for(url: &str) -> bool {
    url.len() <= LONGEST
}

/// The lints of a URL; none of a very long one.
pub(crate) fn of(url: &Url<&str>) -> Lints {
    if are_looked_for(url.as_str()) { url.lints() } else { Lints::default() }
}
