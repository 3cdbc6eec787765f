//! The verdict on a line as a record.

use core::fmt::Display;
use std::io::{self, Write};

use serde::Serialize;
use url1738::{Lint, Span};

use crate::{
    diagnostics::{Palette, Report, Sanitized},
    records::{InvalidLine, Record, ValidLine},
    selection::Level,
};

/// The verdict on one line.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Checked<'a> {
    Valid {
        line: u64,
        input: Sanitized<'a>,
        ok: bool,
        scheme: &'a str,
        lints: Vec<CheckedLint>,
        #[serde(skip)]
        valid: ValidLine<'a>,
    },
    Invalid(InvalidLine<'a>),
}

/// A lint in JSON, with its level.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct CheckedLint {
    code: &'static str,
    start: u32,
    end: u32,
    message: &'static str,
    level: &'static str,
    #[serde(skip)]
    lint: Lint,
}

impl<'a> Checked<'a> {
    pub(super) fn valid(valid: ValidLine<'a>, lints: Vec<(Lint, Level)>) -> Self {
        let record = |(lint, level): (Lint, Level)| {
            let Span { start, end } = lint.span;
            CheckedLint {
                code: lint.code,
                start,
                end,
                message: lint.message,
                level: level.as_str(),
                lint,
            }
        };
        Self::Valid {
            line: valid.line.number,
            input: valid.input(),
            ok: true,
            scheme: valid.scheme(),
            lints: lints.into_iter().map(record).collect(),
            valid,
        }
    }
}

impl Record for Checked<'_> {
    const COLUMNS: &'static [&'static str] = InvalidLine::VERDICT;

    fn cells(&self, cell: &mut dyn FnMut(&dyn Display)) {
        match self {
            Self::Valid { line, input, scheme, lints, valid, .. } => {
                valid.line.origin.cell(cell);
                cell(line);
                cell(&true);
                cell(scheme);
                (0..7).for_each(|_| cell(&""));
                let codes: Vec<&str> = lints.iter().map(|lint| lint.code).collect();
                cell(&codes.join(" "));
                cell(input);
            }
            Self::Invalid(invalid) => invalid.verdict_cells(cell),
        }
    }

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Valid { lints, valid, .. } => lints.iter().try_for_each(|found| {
                Report::lint(&found.lint).write(valid.line, &valid.masked, palette, out)
            }),
            Self::Invalid(invalid) => invalid.report(palette, out),
        }
    }
}
