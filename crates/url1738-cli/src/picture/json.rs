//! The picture as JSON: the members of `parse`, with the meaning of each part, the plan, and the readings of other
//! standards.

use url1738::{PartSpan, Span};

use super::{
    comparison::Comparison,
    dialogue::StepText,
    meaning,
    model::{Drawn, Picture},
};
use crate::{
    diagnostics::{Masking, Sanitized},
    record_buffer::RecordBuffer,
    records::{
        Displayed, ErrorRecord, FlatMembers, Items, List, Plain, RefusalRecord, ToJson, ValidLine,
        object,
    },
};

/// The record of one line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Explained<'p, 'a> {
    pub(crate) picture: &'p Picture<'a>,
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
        let mut last_segment = None;
        valid.url.each_part(&mut |PartSpan { part, span }| {
            if part.name() == "fsegment" {
                last_segment = Some(span);
            }
        });
        let mut list = List::begin(out);
        valid.url.each_part(&mut |at| {
            let PartSpan { part, span } = at;
            let is_last = part.name() == "fsegment" && last_segment == Some(span);
            let meaning = match is_last {
                true => meaning::LAST_SEGMENT,
                false => meaning::of(valid.scheme(), part.name()),
            };
            list.item(&PartRecord {
                name: part.name(),
                span,
                text: valid.piece(span),
                decoded: valid.decoded(at),
                meaning,
                production: part.production(),
                section: part.section(),
            });
        });
        list.end();
    }
}

/// The plan, with the members of `plan`.
struct PlanRecord<'p>(&'p url1738::plan::Plan, Masking);

impl ToJson for PlanRecord<'_> {
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        let Self(plan, masking) = *self;
        let steps = plan.steps().iter().map(move |step| Displayed(StepText(step, masking)));
        object!(out, {
            "endpoint": Displayed(plan.endpoint()),
            "steps": Items(steps),
            "warnings": *plan.warnings(),
        });
    }
}

impl ToJson for Explained<'_, '_> {
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        let readings = self.comparison.map(Comparison::readings);
        let differences = self.comparison.map(Comparison::differences);
        match &self.picture.result {
            Drawn::Valid { valid, lints, plan, masking, .. } => object!(out, {
                "file": valid.line.origin.known_file(),
                "line": valid.line.number,
                "column": 1_u32,
                "input": valid.input(),
                "ok": true,
                "scheme": Plain(valid.scheme()),
                "about": self.picture.about,
                "parts": Parts(valid),
                "lints": Items(lints),
                ..FlatMembers(valid),
                "plan": plan.as_ref().ok().map(|plan| PlanRecord(plan, *masking)),
                ? "refused": plan.as_ref().err().map(RefusalRecord::from),
                ? "readings": readings,
                ? "differences": differences,
            }),
            Drawn::Invalid { line, error, masked, .. } => {
                let input = Sanitized::masked(*masked);
                object!(out, {
                    "file": line.origin.known_file(),
                    "line": line.number,
                    "column": line.column(error.span()),
                    "input": input,
                    ? "input_base64": input.base64(),
                    "ok": false,
                    "error": ErrorRecord { error, line: masked },
                    ? "readings": readings,
                    ? "differences": differences,
                });
            }
        }
    }
}
