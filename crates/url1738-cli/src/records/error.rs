//! Errors, refusals and lints in records.

use serde::{Serialize, Serializer};
use url1738::{Error, Lint, Redacted, Span, plan::Refusal};

use super::json::{Displayed, object};
use crate::{line, line::LineFix};

/// An error in JSON and tables.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ErrorRecord<'e, 'a> {
    pub(crate) error: &'e Error,
    /// The line whose parsing returned the error.
    pub(crate) line: &'e Redacted<'a>,
}

/// The most octets that a record lists.
const MAX_OCTETS: usize = 64;

impl ErrorRecord<'_, '_> {
    /// Returns the fix. One that would repeat a piece of a secret is left out.
    pub(crate) fn fix(&self) -> Option<LineFix> {
        let Self { error, line } = self;
        if line.covers(error.span()) {
            return None;
        }
        let fix = line::fix(line.bytes())?;
        // An edit of more than the error must not touch a secret either.
        let is_shown = !line.secrets().iter().any(|secret| touches(*secret, fix.span));
        is_shown.then_some(fix)
    }

    /// Returns the octets outside US-ASCII that the error is about, in hexadecimal.
    fn octets(&self) -> Option<String> {
        let Self { error, line } = self;
        let octets = error.span().slice_bytes(line.bytes());
        if line.covers(error.span()) || octets.is_ascii() || octets.len() > MAX_OCTETS {
            return None;
        }
        Some(octets.iter().map(|octet| format!("{octet:02X}")).collect::<Vec<_>>().join(" "))
    }
}

/// Returns whether an edit of `span` would repeat a piece of `secret`.
const fn touches(secret: Span, span: Span) -> bool {
    span.start < secret.end && secret.start < span.end
}

impl Serialize for ErrorRecord<'_, '_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self { error, .. } = self;
        object!(to, {
            "part": error.part().name(),
            "code": error.code(),
            "rule": Displayed(error.rule()),
            "start": error.span().start,
            "end": error.span().end,
            "message": url1738_picture::title(error, self.line),
            ? "octets": self.octets(),
            "fix": self.fix(),
        })
    }
}

impl Serialize for LineFix {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self { span: Span { start, end }, text, is_safe } = self;
        object!(to, { "start": start, "end": end, "text": text, "safe": *is_safe })
    }
}

/// The reason why a valid URL has no plan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RefusalRecord<'r>(pub(crate) &'r Refusal);

impl Serialize for RefusalRecord<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Refusal { part, span: Span { start, end }, .. } = self.0;
        let (part, code, message) = (part.name(), self.0.code(), self.0.reason());
        object!(to, { "part": part, "code": code, "start": start, "end": end, "message": message })
    }
}

/// A lint in JSON.
pub(crate) struct LintRecord<'l>(pub(crate) &'l Lint);

impl Serialize for LintRecord<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Span { start, end } = self.0.span;
        let (code, message) = (self.0.code(), self.0.message());
        object!(to, { "code": code, "start": start, "end": end, "message": message })
    }
}

/// A warning of a plan in JSON.
pub(crate) struct WarningRecord<'w>(pub(crate) &'w Lint);

impl Serialize for WarningRecord<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        object!(to, { "code": self.0.code(), "message": self.0.message() })
    }
}
