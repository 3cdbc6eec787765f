//! One line explained: the picture that `url1738-picture` draws, or as JSON the members of `parse` with the meaning of each
//! part, the plan, and the readings of other standards.

use core::fmt;

use serde::{Serialize, Serializer};
use url1738::{
    Error, Lints, PartSpan, Redacted, Span,
    plan::{Plan, Step},
    reading::Reading,
};
use url1738_picture::{Comparison, Finding, Picture, about, production};

use crate::{
    diagnostics::{Passwords, Report},
    fields::FieldMembers,
    line,
    line::Line,
    records::{
        Displayed, InvalidLine, Items, LintRecord, RefusalRecord, Split, ValidLine, WarningRecord,
        lint, object,
    },
    selection::Selection,
};

/// A line, and what is known of it.
#[derive(Debug)]
pub(crate) enum Explanation<'a> {
    Valid { valid: ValidLine<'a>, lints: Lints, passwords: Passwords },
    Invalid { line: Line<'a>, error: Error, masked: Redacted<'a>, passwords: Passwords },
}

/// The longest repaired line that the help shows, in bytes. A longer one is not read.
const MAX_HELP: usize = 1000;

impl<'a> Explanation<'a> {
    /// Explains a line, whether it is a URL or not.
    pub(crate) fn new(line: Line<'a>, passwords: Passwords, selection: &Selection) -> Self {
        match line.parse() {
            Ok(url) => {
                let lints = selection.reported(lint::of(&url));
                Self::Valid { valid: ValidLine::new(line, url, passwords), lints, passwords }
            }
            Err(error) => {
                Self::Invalid { line, error, masked: passwords.redact(line.bytes), passwords }
            }
        }
    }

    pub(crate) const fn is_valid(&self) -> bool {
        matches!(self, Self::Valid { .. })
    }

    /// Returns whether a password in the line is masked.
    pub(crate) fn is_masked(&self) -> bool {
        match self {
            Self::Valid { valid, .. } => valid.is_masked(),
            Self::Invalid { masked, .. } => !masked.secrets().is_empty(),
        }
    }

    /// Draws the line.
    pub(crate) fn picture(&self) -> Picture {
        match self {
            Self::Valid { valid, lints, passwords } => {
                Picture::of_url(&valid.url, lints.clone(), passwords.keeps())
            }
            Self::Invalid { line, error, masked, passwords } => {
                let whole = (!self.is_masked()).then(|| line::whole(line.bytes, error));
                let whole = whole.flatten().filter(|url| url.len() <= MAX_HELP);
                let column = line.column(error.span());
                let mut picture = Picture::of_error(line.bytes, error, passwords.keeps());
                if let Finding::Invalid { place, help, note, .. } = &mut picture.finding {
                    *place = format!("{}:{}:{column}", line.origin.name(), line.number);
                    *note = Report::error(error, masked).note;
                    if let Some(url) = whole {
                        *help = format!("try '{url}'");
                    }
                }
                picture
            }
        }
    }
}

/// The record of one line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Explained<'p, 'a> {
    pub(crate) explanation: &'p Explanation<'a>,
    /// The readings, if they are to be compared.
    pub(crate) comparison: Option<&'p Comparison>,
}

impl Serialize for Explained<'_, '_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let readings = self.comparison.map(Readings);
        let differences = self.comparison.map(Comparison::differences);
        let readers = self.comparison.map(|it| it.traps().collect::<Vec<_>>());
        match self.explanation {
            Explanation::Valid { valid, lints, passwords } => {
                let plan = valid.url.plan();
                object!(to, valid, {
                    "scheme": valid.scheme(),
                    "about": about(&valid.url),
                    "parts": Parts(valid),
                    "lints": Items(lints.iter().map(LintRecord)),
                    .. FieldMembers(valid),
                    "plan": plan.as_ref().ok().map(|plan| PlanRecord(plan, *passwords)),
                    ? "refused": plan.as_ref().err().map(RefusalRecord),
                    ? "readings": readings,
                    ? "differences": differences,
                    ? "readers": readers,
                })
            }
            Explanation::Invalid { line, error, masked, passwords } => {
                let line = Line { fragment: None, ..*line };
                object!(to, InvalidLine::new(line, *error, *passwords), {
                    .. Split::new(*masked),
                    ? "readings": readings,
                    ? "differences": differences,
                    ? "readers": readers,
                })
            }
        }
    }
}

/// The parts of a URL. They are written one by one: a URL may have millions.
struct Parts<'p, 'a>(&'p ValidLine<'a>);

impl Serialize for Parts<'_, '_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self(valid) = *self;
        let parts = valid.url.parts();
        // The last segment of a path names a file, the others directories.
        let last = parts.iter().rfind(|at| at.part.last_meaning().is_some()).map(|at| at.span);
        let record = |at| PartRecord { valid, at, is_last: last == Some(at.span) };
        to.collect_seq(parts.into_iter().map(record))
    }
}

struct PartRecord<'p, 'a> {
    valid: &'p ValidLine<'a>,
    at: PartSpan,
    is_last: bool,
}

impl Serialize for PartRecord<'_, '_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self { valid, at, is_last } = *self;
        let PartSpan { part, span: span @ Span { start, end } } = at;
        object!(to, {
            "name": part.name(),
            "start": start,
            "end": end,
            "text": valid.piece(span),
            ? "decoded": valid.decoded(at),
            "meaning": valid.url.scheme_info().meaning(part, is_last),
            "production": production(part, span.slice(valid.text())),
            "section": part.section(),
        })
    }
}

/// A step in the notation of plans.
#[derive(Clone, Copy)]
struct StepText<'p>(&'p Step, Passwords);

impl fmt::Display for StepText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(step, passwords) = self;
        // The alternate form is the one with passwords.
        if passwords.keeps() { write!(f, "{step:#}") } else { write!(f, "{step}") }
    }
}

/// The plan, with the members of `plan`.
struct PlanRecord<'p>(&'p Plan, Passwords);

impl Serialize for PlanRecord<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self(plan, passwords) = *self;
        let steps = plan.steps().iter().map(move |step| Displayed(StepText(step, passwords)));
        object!(to, {
            "endpoint": Displayed(plan.endpoint()),
            "steps": Items(steps),
            "warnings": Items(plan.warnings().iter().map(WarningRecord)),
        })
    }
}

/// The readings in JSON, a member per standard.
#[derive(Clone, Copy, Debug)]
struct Readings<'c>(&'c Comparison);

/// One of the readings: its components, or why the standard rejects the text.
struct ReadingRecord<'c>(&'c Comparison, &'c Result<Reading, String>);

impl Serialize for Readings<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let [ours, rfc3986, whatwg] = &self.0.readings;
        object!(to, {
            "rfc1738": ReadingRecord(self.0, ours),
            "rfc3986": ReadingRecord(self.0, rfc3986),
            "whatwg": ReadingRecord(self.0, whatwg),
        })
    }
}

impl Serialize for ReadingRecord<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.1 {
            Ok(reading) => {
                let value = |name| self.0.value(reading, name);
                object!(to, {
                    "ok": true,
                    "scheme": value("scheme"),
                    "user": value("user"),
                    "password": value("password"),
                    "host": value("host"),
                    "port": reading.port,
                    "path": value("path"),
                    "query": value("query"),
                    "fragment": value("fragment"),
                })
            }
            Err(message) => object!(to, { "ok": false, "message": message }),
        }
    }
}
