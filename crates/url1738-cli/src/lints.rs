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

/// The lints of a URL; none of a very long one.
pub(crate) fn of(url: &Url<&str>) -> Lints {
    let mut found = Lints::default();
    find(url, &mut found);
    found
}

/// The same in place of what is in `found`.
pub(crate) fn find(url: &Url<&str>, found: &mut Lints) {
    if url.as_str().len() > LONGEST {
        *found = Lints::default();
    } else {
        url.lints_into(found);
    }
}
