//! The picture as JSON: the members of `parse`, with the meaning of each part, the plan, and the readings of other
//! standards.

use core::fmt;

use serde::{Serialize, Serializer};
use url1738::{
    PartSpan, Span,
    plan::{Plan, Step},
    reading::Reading,
};
use url1738_picture::{Comparison, production};

use super::explanation::{Explanation, Subject};
use crate::{
    diagnostics::{Passwords, Sanitized},
    fields::FieldMembers,
    records::{
        Displayed, ErrorRecord, Items, LintRecord, RefusalRecord, ValidLine, WarningRecord, object,
    },
};

/// The record of one line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Explained<'p, 'a> {
    pub(crate) explanation: &'p Explanation<'a>,
    /// The readings, if they are to be compared.
    pub(crate) comparison: Option<&'p Comparison>,
}

/// The parts of a URL. They are written one by one: a URL may have millions.
struct Parts<'p, 'a>(&'p ValidLine<'a>);

struct PartRecord<'a> {
    name: &'static str,
    span: Span,
    text: Sanitized<'a>,
    decoded: Option<String>,
    meaning: &'static str,
    production: &'static str,
    section: &'static str,
}

impl Serialize for PartRecord<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Span { start, end } = self.span;
        object!(to, {
            "name": self.name,
            "start": start,
            "end": end,
            "text": self.text,
            ? "decoded": self.decoded,
            "meaning": self.meaning,
            "production": self.production,
            "section": self.section,
        })
    }
}

impl Serialize for Parts<'_, '_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let valid = self.0;
        let info = valid.url.scheme_info();
        let mut last_segment = None;
        valid.url.each_part(&mut |PartSpan { part, span }| {
            if part.last_meaning().is_some() {
                last_segment = Some(span);
            }
        });
        to.collect_seq(valid.url.parts().into_iter().map(|at| {
            let PartSpan { part, span } = at;
            PartRecord {
                name: part.name(),
                span,
                text: valid.piece(span),
                decoded: valid.decoded(at),
                meaning: info.meaning(part, last_segment == Some(span)),
                production: production(part, span.slice(valid.line.text.unwrap_or_default())),
                section: part.section(),
            }
        }))
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

impl Serialize for Explained<'_, '_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let readings = self.comparison.map(Readings);
        let differences = self.comparison.map(Comparison::differences);
        match &self.explanation.subject {
            Subject::Valid { valid, lints, passwords } => {
                let plan = valid.url.plan();
                object!(to, {
                    "file": valid.line.origin.known_file(),
                    "line": valid.line.number,
                    "column": 1_u32,
                    "input": valid.input(),
                    "ok": true,
                    ? "masked": self.explanation.is_masked().then_some(true),
                    "scheme": valid.scheme(),
                    "about": self.explanation.picture.about.as_str(),
                    "parts": Parts(valid),
                    "lints": Items(lints.iter().map(LintRecord)),
                    .. FieldMembers(valid),
                    "plan": plan.as_ref().ok().map(|plan| PlanRecord(plan, *passwords)),
                    ? "refused": plan.as_ref().err().map(RefusalRecord),
                    ? "readings": readings,
                    ? "differences": differences,
                })
            }
            Subject::Invalid { line, error, masked } => {
                let input = Sanitized::masked(*masked);
                object!(to, {
                    "file": line.origin.known_file(),
                    "line": line.number,
                    "column": line.column(error.span()),
                    "input": input,
                    ? "input_base64": input.base64(),
                    "ok": false,
                    ? "masked": self.explanation.is_masked().then_some(true),
                    "error": ErrorRecord { error, line: masked },
                    ? "readings": readings,
                    ? "differences": differences,
                })
            }
        }
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
