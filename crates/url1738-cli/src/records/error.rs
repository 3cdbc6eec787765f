//! Errors and refusals in records.

use serde::Serialize;
use url1738::{Error, Fix, Redacted, Span, plan::Refusal};

use super::cell::as_text;

/// An error in JSON and tables.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ErrorRecord {
    pub(crate) part: &'static str,
    pub(crate) code: &'static str,
    #[serde(serialize_with = "as_text")]
    pub(crate) rule: url1738::Rule,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) message: String,
    pub(crate) fix: Option<FixRecord>,
}

/// The fix of an error: the text that replaces the bytes from `start` to `end`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct FixRecord {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) text: String,
}

impl ErrorRecord {
    /// Creates the record of the error that parsing `line` returned. A fix that would repeat a piece of a secret is
    /// left out.
    pub(crate) fn new(error: &Error, line: &Redacted<'_>) -> Self {
        let Span { start, end } = error.span();
        let fix = error.fix(line.bytes()).filter(|_| !line.covers(error.span()));
        Self {
            part: error.part().name(),
            code: error.code(),
            rule: error.rule(),
            start,
            end,
            message: error.message().to_string(),
            fix: fix.map(FixRecord::from),
        }
    }
}

impl From<Fix> for FixRecord {
    fn from(fix: Fix) -> Self {
        let Span { start, end } = fix.span;
        Self { start, end, text: fix.text.into_owned() }
    }
}

/// The reason why a valid URL has no plan.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct RefusalRecord {
    part: &'static str,
    code: &'static str,
    start: u32,
    end: u32,
    message: &'static str,
}

impl From<&Refusal> for RefusalRecord {
    fn from(refusal: &Refusal) -> Self {
        let Span { start, end } = refusal.span;
        let (part, code) = (refusal.part.name(), refusal.code);
        Self { part, code, start, end, message: refusal.reason }
    }
}
