//! An error or a lint, with its place in two units.

use url1738::{Fix, Redacted};

use crate::{diagnostics::Report, line::Line};

/// An error or a lint in a line.
#[derive(Debug)]
pub(crate) struct Finding<'a> {
    pub(crate) line: Line<'a>,
    /// The line as it may be shown.
    pub(crate) masked: Redacted<'a>,
    pub(crate) report: Report<'a>,
    /// The fix, unless it would repeat a piece of a secret.
    pub(crate) fix: Option<Fix>,
}

impl Finding<'_> {
    /// Returns the column of a byte of the line, in bytes from 1.
    pub(super) fn byte_column(at: u32) -> u64 {
        u64::from(at) + 1
    }

    /// Returns the column of a byte of the line, in characters from 1. Bytes that are not UTF-8 count as a character each.
    pub(super) fn char_column(&self, at: u32) -> u64 {
        let before = self.line.bytes.get(..at as usize).unwrap_or(self.line.bytes);
        let count =
            |chunk: core::str::Utf8Chunk<'_>| chunk.valid().chars().count() + chunk.invalid().len();
        before.utf8_chunks().map(count).sum::<usize>() as u64 + 1
    }
}
