//! Errors and refusals in records.

use serde::Serialize;
use url1738::{Error, Redacted, Span, plan::Refusal};

use super::cell::as_text;
use crate::diagnostics::suggest;

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
    /// The octets outside US-ASCII that the error is about, in hexadecimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) octets: Option<String>,
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
        let is_shown = !line.covers(error.span());
        let fix = if is_shown { suggest::valid_fix(line.bytes(), error) } else { None };
        // An edit of more than the error must not touch a secret either.
        let fix = fix.filter(|(span, _)| !line.secrets().iter().any(|it| touches(*it, *span)));
        let octets = error.span().slice_bytes(line.bytes());
        let octets = (is_shown && !octets.is_ascii() && octets.len() <= MAX_OCTETS).then(|| {
            octets.iter().map(|octet| format!("{octet:02X}")).collect::<Vec<_>>().join(" ")
        });
        Self {
            part: error.part().name(),
            code: error.code(),
            rule: error.rule(),
            start,
            end,
            message: error.message().to_string(),
            octets,
            fix: fix.map(|(Span { start, end }, text)| FixRecord { start, end, text }),
        }
    }
}

/// The most octets that a record lists.
const MAX_OCTETS: usize = 64;

/// Returns whether an edit of `span` would repeat a piece of `secret`.
const fn touches(secret: Span, span: Span) -> bool {
    span.start < secret.end && secret.start < span.end
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
