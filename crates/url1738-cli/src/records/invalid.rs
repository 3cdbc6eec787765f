//! The record of a line that is not a URL. All commands share it.

use core::fmt::Display;
use std::io::{self, Write};

use serde::Serialize;
use url1738::{Error, Redacted};

use super::{cell::OptionalCell, error::ErrorRecord, format::Record};
use crate::{
    diagnostics::{Masking, Palette, Report, Sanitized, sanitized::Base64},
    line::Line,
};

/// A line that is not a URL.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct InvalidLine<'a> {
    line: u64,
    input: Sanitized<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    input_base64: Option<Base64<'a>>,
    ok: bool,
    error: ErrorRecord,
    #[serde(skip)]
    source: Line<'a>,
    #[serde(skip)]
    cause: Error,
    #[serde(skip)]
    masked: Redacted<'a>,
}

impl<'a> InvalidLine<'a> {
    pub(crate) fn new(source: Line<'a>, cause: Error, masking: Masking) -> Self {
        let masked = masking.redact(source.bytes);
        Self {
            line: source.number,
            input: Sanitized::masked(masked),
            input_base64: Sanitized::masked(masked).base64(),
            ok: false,
            error: ErrorRecord::new(&cause, &masked),
            source,
            cause,
            masked,
        }
    }

    /// Writes the cells of a table with the columns [`VERDICT`](Self::VERDICT).
    pub(crate) fn verdict_cells(&self, cell: &mut dyn FnMut(&dyn Display)) {
        let ErrorRecord { part, code, rule, start, end, message, fix, .. } = &self.error;
        self.source.origin.cell(cell);
        cell(&self.line);
        cell(&false);
        cell(&"");
        cell(part);
        cell(code);
        cell(rule);
        cell(start);
        cell(end);
        cell(message);
        cell(&OptionalCell(fix.as_ref().map(|fix| &fix.text)));
        cell(&"");
        cell(&self.input);
    }

    /// Writes the cells of a table of valid URLs, with `gap` empty cells between `ok` and `code`.
    pub(crate) fn cells(&self, gap: usize, cell: &mut dyn FnMut(&dyn Display)) {
        self.source.origin.cell(cell);
        cell(&self.line);
        cell(&false);
        (0..gap).for_each(|_| cell(&""));
        cell(&self.error.code);
        cell(&self.error.message);
        cell(&self.input);
    }

    /// Writes the report.
    pub(crate) fn report(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        Report::error(&self.cause).write(self.source, &self.masked, palette, out)
    }
}

impl InvalidLine<'_> {
    /// The columns of a table of verdicts.
    pub(crate) const VERDICT: &'static [&'static str] = &[
        "file", "line", "ok", "scheme", "part", "code", "rule", "start", "end", "message", "fix",
        "lints", "input",
    ];
}

impl Record for InvalidLine<'_> {
    const COLUMNS: &'static [&'static str] = Self::VERDICT;

    fn cells(&self, cell: &mut dyn FnMut(&dyn Display)) {
        self.verdict_cells(cell);
    }

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        self.report(palette, out)
    }
}
