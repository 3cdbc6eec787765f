//! The picture as JSON: the members of `parse`, with the meaning of each part, the plan, and the readings of other
//! standards.

use core::fmt;

use url1738::{
    PartSpan, Span,
    plan::{Plan, Step},
    reading::Reading,
};
use url1738_picture::{Comparison, production};

use super::explanation::{Explanation, Subject};
use crate::{
    diagnostics::{Passwords, Sanitized},
    record_buffer::RecordBuffer,
    records::{
        Displayed, ErrorRecord, FlatMembers, Items, List, Plain, RefusalRecord, ToJson, ValidLine,
        object,
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

impl ToJson for PartRecord<'_> {
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        let Span { start, end } = self.span;
        object!(out, {
            "name": Plain(self.name),
            "start": start,
            "end": end,
            "text": self.text,
            ? "decoded": self.decoded,
            "meaning": self.meaning,
            "production": self.production,
            "section": self.section,
        });
    }
}

impl ToJson for Parts<'_, '_> {
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        let valid = self.0;
        let info = valid.url.scheme_info();
        let mut last_segment = None;
        valid.url.each_part(&mut |PartSpan { part, span }| {
            if part.last_meaning().is_some() {
                last_segment = Some(span);
            }
        });
        let mut list = List::begin(out);
        valid.url.each_part(&mut |at| {
            let PartSpan { part, span } = at;
            let is_last = last_segment == Some(span);
            list.item(&PartRecord {
                name: part.name(),
                span,
                text: valid.piece(span),
                decoded: valid.decoded(at),
                meaning: info.meaning(part, is_last),
                production: production(part, span.slice(valid.line.text.unwrap_or_default())),
                section: part.section(),
            });
        });
        list.end();
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

impl ToJson for PlanRecord<'_> {
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        let Self(plan, passwords) = *self;
        let steps = plan.steps().iter().map(move |step| Displayed(StepText(step, passwords)));
        object!(out, {
            "endpoint": Displayed(plan.endpoint()),
            "steps": Items(steps),
            "warnings": *plan.warnings(),
        });
    }
}

impl ToJson for Explained<'_, '_> {
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        let readings = self.comparison.map(Readings);
        let differences = self.comparison.map(Comparison::differences);
        match &self.explanation.subject {
            Subject::Valid { valid, lints, passwords } => {
                let plan = valid.url.plan();
                object!(out, {
                    "file": valid.line.origin.known_file(),
                    "line": valid.line.number,
                    "column": 1_u32,
                    "input": valid.input(),
                    "ok": true,
                    ? "masked": self.explanation.is_masked().then_some(true),
                    "scheme": Plain(valid.scheme()),
                    "about": self.explanation.picture.about.as_str(),
                    "parts": Parts(valid),
                    "lints": Items(lints),
                    ..FlatMembers(valid),
                    "plan": plan.as_ref().ok().map(|plan| PlanRecord(plan, *passwords)),
                    ? "refused": plan.as_ref().err().map(RefusalRecord::from),
                    ? "readings": readings,
                    ? "differences": differences,
                });
            }
            Subject::Invalid { line, error, masked } => {
                let input = Sanitized::masked(*masked);
                object!(out, {
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
                });
            }
        }
    }
}

/// The readings in JSON, a member per standard.
#[derive(Clone, Copy, Debug)]
struct Readings<'c>(&'c Comparison);

/// One of the readings: its components, or why the standard rejects the text.
struct ReadingRecord<'c>(&'c Comparison, &'c Result<Reading, String>);

impl ToJson for Readings<'_> {
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        let [ours, rfc3986, whatwg] = &self.0.readings;
        object!(out, {
            "rfc1738": ReadingRecord(self.0, ours),
            "rfc3986": ReadingRecord(self.0, rfc3986),
            "whatwg": ReadingRecord(self.0, whatwg),
        });
    }
}

impl ToJson for ReadingRecord<'_> {
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        match self.1 {
            Ok(reading) => {
                let value = |name| self.0.value(reading, name);
                object!(out, {
                    "ok": true,
                    "scheme": value("scheme"),
                    "user": value("user"),
                    "password": value("password"),
                    "host": value("host"),
                    "port": reading.port,
                    "path": value("path"),
                    "query": value("query"),
                    "fragment": value("fragment"),
                });
            }
            Err(message) => object!(out, { "ok": false, "message": message }),
        }
    }
}
