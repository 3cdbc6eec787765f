//! The record of the parts of a line.

use std::io::{self, Write};

use serde::{Serialize, Serializer};
use serde_json::Value as Json;
use url1738::PartSpan;

use super::{
    error::LintRecord,
    format::Record,
    json::{Items, object},
    line::{InvalidLine, LineRecord, Split},
    valid::ValidLine,
};
use crate::{
    diagnostics::{Palette, Passwords},
    fields::{Field, FieldMembers, Subject, Value},
    scheme_names::lints,
};

/// The parts of one line.
pub(crate) struct Parsed<'s, 'a> {
    subject: Subject<'s, 'a>,
    line: LineRecord<'a, ValidLine<'a>>,
    passwords: Passwords,
    columns: &'s Columns,
}

/// The columns of a table of lines: fields by their names.
#[derive(Clone, Debug)]
pub(crate) struct Columns(Vec<(&'static str, Field)>);

impl Columns {
    /// # Errors
    /// Returns a message if a field is unknown.
    pub(crate) fn parse(names: &'static [&'static str]) -> Result<Self, String> {
        let column = |name: &&'static str| Ok((*name, Field::parse(name)?));
        names.iter().map(column).collect::<Result<_, String>>().map(Self)
    }

    /// Returns the values of the columns, in their order.
    pub(crate) fn values(&self, of: &Subject<'_, '_>, passwords: Passwords) -> Vec<Option<Json>> {
        let shown = |(_, field): &(_, Field)| {
            Some(match of.shown(*field, passwords)? {
                Value::Number(number) => number.into(),
                Value::Flag(flag) => flag.into(),
                text => text.to_string().into(),
            })
        };
        self.0.iter().map(shown).collect()
    }
}

impl<'s, 'a> Parsed<'s, 'a> {
    pub(crate) fn new(
        subject: Subject<'s, 'a>,
        passwords: Passwords,
        columns: &'s Columns,
    ) -> Self {
        let source = subject.line;
        let line = match subject.url {
            Ok(url) => LineRecord::Valid(ValidLine::new(source, url.view(), passwords)),
            Err(error) => LineRecord::Invalid(InvalidLine::new(source, *error, passwords)),
        };
        Self { subject, line, passwords, columns }
    }
}

struct PartRecord<'v, 'a> {
    at: PartSpan,
    valid: &'v ValidLine<'a>,
}

impl Serialize for PartRecord<'_, '_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let PartSpan { part, span } = self.at;
        let text = self.valid.piece(span);
        object!(to, { "name": part.name(), "start": span.start, "end": span.end, "text": text })
    }
}

impl Serialize for Parsed<'_, '_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let valid = match &self.line {
            LineRecord::Valid(valid) => valid,
            LineRecord::Invalid(invalid) => {
                return object!(to, { .. invalid, .. Split::new(invalid.masked) });
            }
        };
        let parts = valid.url.parts();
        let lints = self.subject.selection.reported(lints(&valid.url));
        object!(to, valid, {
            "scheme": valid.scheme(),
            "parts": Items(parts.iter().map(|at| PartRecord { at: *at, valid })),
            "lints": Items(lints.iter().map(LintRecord)),
            .. FieldMembers(valid),
        })
    }
}

impl Record for Parsed<'_, '_> {
    const COLUMNS: &'static [&'static str] = &[
        "file",
        "line",
        "ok",
        "scheme",
        "user",
        "password",
        "host",
        "port",
        "path",
        "code",
        "message",
        "input",
        "effective_port",
        "typecode",
        "type",
        "selector",
        "search",
        "rest",
        "masked",
    ];

    fn is_masked(&self) -> bool {
        self.subject.is_line_masked(self.passwords)
    }

    fn cell(&self, column: &str) -> Option<String> {
        if let LineRecord::Invalid(invalid) = &self.line
            && let Some(cell) = Split::new(invalid.masked).cell(column)
        {
            return Some(cell);
        }
        let (_, field) = self.columns.0.iter().find(|(name, _)| *name == column)?;
        let value = self.subject.shown(*field, self.passwords);
        Some(value.map(|value| value.to_string()).unwrap_or_default())
    }

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        let valid = match &self.line {
            LineRecord::Valid(valid) => valid,
            LineRecord::Invalid(invalid) => return invalid.report(palette, out),
        };
        let Palette { strong, name, faint, warning, .. } = palette;
        writeln!(out, "{strong}{}{strong:#}", valid.input())?;
        for PartSpan { part, span } in valid.url.parts() {
            let place = format!("{}..{}", span.start, span.end);
            let (part, text) = (part.name(), valid.piece(span));
            writeln!(out, "  {name}{part:<15}{name:#} {faint}{place:>9}{faint:#}  {text}")?;
        }
        for lint in &self.subject.selection.reported(lints(&valid.url)) {
            let place = format!("{}..{}", lint.span.start, lint.span.end);
            writeln!(out, "  {warning}{:<15}{warning:#} {place:>9}  {}", "lint", lint.code())?;
        }
        writeln!(out)
    }
}
