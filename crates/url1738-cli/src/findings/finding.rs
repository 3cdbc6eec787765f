//! An error or a lint, with its place in two units.

use url1738::{Redacted, Span};

use crate::{
    diagnostics::{Facts, Report},
    line::Line,
    line_repair::LineFix,
};

/// An error or a lint in a line.
#[derive(Debug)]
pub(crate) struct Finding<'a> {
    pub(crate) line: Line<'a>,
    /// The line as it may be shown.
    pub(crate) masked: Redacted<'a>,
    pub(crate) report: Report<'a>,
    /// The fix, if it is safe and would not repeat a piece of a secret.
    pub(crate) fix: Option<LineFix>,
}

impl Finding<'_> {
    pub(super) fn facts(&self) -> Facts<'_> {
        self.report.facts(&self.masked)
    }

    /// Returns the column of the beginning, in bytes from 1.
    pub(super) fn byte_column(facts: &Facts<'_>) -> usize {
        facts.cut.map_or((facts.span.start as usize).saturating_add(1), |cut| cut.column)
    }

    /// Returns the columns of the beginning and of the end of a span, in characters from 1. Bytes that are not UTF-8 count
    /// as a character each.
    pub(super) fn char_columns(&self, facts: &Facts<'_>, span: Span) -> (usize, usize) {
        let chars =
            |from: u32, to: u32| chars(Span::new(from, to.max(from)).slice_bytes(self.line.bytes));
        let start = match facts.cut {
            Some(cut) => cut.char_column,
            None => chars(0, span.start).saturating_add(1),
        };
        (start, start.saturating_add(chars(span.start, span.end)))
    }
}

/// Returns the number of characters in a text. Bytes that are not UTF-8 count as a character each.
fn chars(text: &[u8]) -> usize {
    let count =
        |chunk: core::str::Utf8Chunk<'_>| chunk.valid().chars().count() + chunk.invalid().len();
    text.utf8_chunks().map(count).sum()
}
