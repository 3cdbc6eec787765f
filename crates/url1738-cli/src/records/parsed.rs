//! The record of the parts of a line.

use core::fmt::Display;
use std::io::{self, Write};

use serde::{Serialize, Serializer, ser::SerializeSeq as _};
use url1738::{Error, PartSpan, Span, Url};

use super::{
    cell::OptionalCell,
    format::Record,
    invalid::InvalidLine,
    lint::{self, LintRecord},
    valid::ValidLine,
};
use crate::{
    diagnostics::{Masking, Palette, Sanitized},
    line::Line,
};

/// The parts of one line.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Parsed<'a> {
    Valid {
        line: u64,
        input: Sanitized<'a>,
        ok: bool,
        scheme: &'a str,
        parts: Parts<'a>,
        lints: Vec<LintRecord>,
    },
    Invalid(InvalidLine<'a>),
}

impl<'a> Parsed<'a> {
    pub(crate) fn new(
        line: Line<'a>,
        result: Result<Url<&'a str>, Error>,
        masking: Masking,
    ) -> Self {
        match result {
            Ok(url) => {
                let valid = ValidLine::new(line, url, masking);
                Self::Valid {
                    line: line.number,
                    input: valid.input(),
                    ok: true,
                    scheme: valid.scheme(),
                    parts: Parts(valid),
                    lints: lint::of(&url).iter().map(LintRecord::from).collect(),
                }
            }
            Err(error) => Self::Invalid(InvalidLine::new(line, error, masking)),
        }
    }
}

/// The parts of a URL. They are serialized one by one, without a list of them: a URL may have millions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts<'a>(ValidLine<'a>);

/// A part in JSON.
#[derive(Clone, Copy, Debug, Serialize)]
struct PartRecord<'a> {
    name: &'static str,
    start: u32,
    end: u32,
    text: Sanitized<'a>,
}

impl Serialize for Parts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut rows = serializer.serialize_seq(None)?;
        let mut result = Ok(());
        self.0.url.each_part(&mut |PartSpan { part, span }| {
            let Span { start, end } = span;
            let row = PartRecord { name: part.name(), start, end, text: self.0.piece(span) };
            if result.is_ok() {
                result = rows.serialize_element(&row);
            }
        });
        result?;
        rows.end()
    }
}

impl Record for Parsed<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "file", "line", "ok", "scheme", "user", "password", "host", "port", "path", "code",
        "message", "input",
    ];

    fn cells(&self, cell: &mut dyn FnMut(&dyn Display)) {
        match self {
            Self::Valid { line, input, scheme, parts: Parts(valid), .. } => {
                valid.line.origin.cell(cell);
                cell(line);
                cell(&true);
                cell(scheme);
                let login = valid.url.login().map(url1738::Login::spans);
                let piece = |span: Option<Span>| OptionalCell(span.map(|span| valid.piece(span)));
                cell(&piece(login.and_then(|login| login.user())));
                cell(&piece(login.and_then(|login| login.password())));
                cell(&piece(login.map(|login| login.host())));
                cell(&piece(login.and_then(|login| login.port())));
                cell(&piece(Some(valid.after_login())));
                cell(&"");
                cell(&"");
                cell(input);
            }
            Self::Invalid(invalid) => invalid.cells(6, cell),
        }
    }

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        let (input, valid, lints) = match self {
            Self::Valid { input, parts: Parts(valid), lints, .. } => (input, valid, lints),
            Self::Invalid(invalid) => return invalid.report(palette, out),
        };
        let Palette { strong, name, faint, warning, .. } = palette;
        writeln!(out, "{strong}{input}{strong:#}")?;
        let mut result = Ok(());
        valid.url.each_part(&mut |PartSpan { part, span }| {
            if result.is_ok() {
                let place = format!("{}..{}", span.start, span.end);
                let (part, text) = (part.name(), valid.piece(span));
                result =
                    writeln!(out, "  {name}{part:<15}{name:#} {faint}{place:>9}{faint:#}  {text}");
            }
        });
        result?;
        for lint in lints {
            let place = format!("{}..{}", lint.start, lint.end);
            writeln!(out, "  {warning}{:<15}{warning:#} {place:>9}  {}", "lint", lint.code)?;
        }
        writeln!(out)
    }
}
