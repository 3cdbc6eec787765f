//! The record of a line that is not a URL. All commands share it.

use std::io::{self, Write};

use serde::{Serialize, Serializer};
use url1738::{Error, Redacted};

use super::{
    error::ErrorRecord,
    format::{Record, Row, object},
};
use crate::{
    diagnostics::{Palette, Passwords, Report, Sanitized},
    line::Line,
};

/// A line that is not a URL.
#[derive(Clone, Debug)]
pub(crate) struct InvalidLine<'a> {
    error: Error,
    source: Line<'a>,
    masked: Redacted<'a>,
}

impl<'a> InvalidLine<'a> {
    pub(crate) fn new(source: Line<'a>, error: Error, passwords: Passwords) -> Self {
        Self { error, source, masked: passwords.redact(source.bytes) }
    }

    /// Returns whether a password in the line is masked.
    pub(crate) fn is_masked(&self) -> bool {
        !self.masked.secrets().is_empty()
    }

    fn error(&self) -> ErrorRecord<'_, 'a> {
        ErrorRecord { error: &self.error, line: &self.masked }
    }

    /// Serializes the record, with the unsafe changes that would make the line a URL.
    pub(crate) fn serialize_with<S: Serializer>(
        &self,
        changes: Option<&impl Serialize>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        let input = Sanitized::masked(self.masked);
        object!(to, {
            "file": self.source.origin.known_file(),
            "line": self.source.number,
            "column": self.source.column(self.error.span()),
            "input": input,
            ? "input_base64": input.base64(),
            "ok": false,
            ? "masked": self.is_masked().then_some(true),
            "error": self.error(),
            ? "unsafe_changes": changes,
        })
    }

    /// Writes the cells of a table with the columns [`VERDICT`](Self::VERDICT).
    pub(crate) fn verdict_cells(&self, row: &mut Row) {
        let Self { error, .. } = self;
        row.text(self.source.origin.file());
        row.number(self.source.number);
        row.flag(false);
        row.empty();
        row.text(error.part().name());
        row.text(error.code());
        row.display(&error.rule());
        row.number(error.span().start);
        row.number(error.span().end);
        row.text(&self.error().message());
        row.text(&self.error().safe_fix().unwrap_or_default());
        row.empty();
        row.sanitized(Sanitized::masked(self.masked));
    }

    /// Writes the cells of a table of valid URLs, with `gap` empty cells between `ok` and `code`.
    pub(crate) fn cells(&self, gap: usize, row: &mut Row) {
        row.text(self.source.origin.file());
        row.number(self.source.number);
        row.flag(false);
        (0..gap).for_each(|_| row.empty());
        row.text(self.error.code());
        row.text(&self.error().message());
        row.sanitized(Sanitized::masked(self.masked));
    }

    /// Writes the report.
    pub(crate) fn report(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        Report::error(&self.error).write(self.source, &self.masked, palette, out)
    }
}

impl InvalidLine<'_> {
    /// The columns of a table of verdicts.
    pub(crate) const VERDICT: &'static [&'static str] = &[
        "file", "line", "ok", "scheme", "part", "code", "rule", "start", "end", "message", "fix",
        "lints", "input",
    ];
}

impl Serialize for InvalidLine<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.serialize_with(None::<&()>, to)
    }
}

impl Record for InvalidLine<'_> {
    const COLUMNS: &'static [&'static str] = Self::VERDICT;

    fn is_masked(&self) -> bool {
        Self::is_masked(self)
    }

    fn cells(&self, row: &mut Row) {
        self.verdict_cells(row);
    }

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        self.report(palette, out)
    }
}
