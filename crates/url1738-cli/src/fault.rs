//! An error and a refusal as records have them.

use core::fmt::{self, Display};

use serde::{Serialize, Serializer};
use url1738::{Error, Fix, Redacted, Span, plan::Refusal};

/// An error as JSON and tables have it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Fault {
    pub(crate) part: &'static str,
    pub(crate) kind: &'static str,
    #[serde(serialize_with = "as_text")]
    pub(crate) rule: url1738::Rule,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) message: String,
    pub(crate) fix: Option<Change>,
}

/// A change of a text: what takes the place of the bytes from `start` to `end`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Change {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) text: String,
}

impl Fault {
    /// The error in `line`, which was parsed. A fix that would repeat a piece of a secret is left out.
    pub(crate) fn new(error: &Error, line: &Redacted<'_>) -> Self {
        let Span { start, end } = error.span();
        Self {
            part: error.part().name(),
            kind: error.code(),
            rule: error.rule(),
            start,
            end,
            message: error.message().to_string(),
            fix: error.fix(line.bytes()).filter(|_| !line.covers(error.span())).map(Change::from),
        }
    }
}

impl From<Fix> for Change {
    fn from(fix: Fix) -> Self {
        let Span { start, end } = fix.span;
        Self { start, end, text: fix.text.into_owned() }
    }
}

/// Why a valid URL has no plan.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Refused {
    part: &'static str,
    start: u32,
    end: u32,
    message: &'static str,
}

impl From<&Refusal> for Refused {
    fn from(refusal: &Refusal) -> Self {
        let Span { start, end } = refusal.span;
        Self { part: refusal.part.name(), start, end, message: refusal.reason }
    }
}

/// Serializes what is displayed.
pub(crate) fn as_text<S: Serializer>(value: &impl Display, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

/// A cell that may be empty.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Maybe<T>(pub(crate) Option<T>);

impl<T: Display> Display for Maybe<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_ref().map_or(Ok(()), |value| value.fmt(f))
    }
}
