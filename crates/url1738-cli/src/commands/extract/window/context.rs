//! The lines around a URL.

use url1738_context::Match;

use super::{MaskedMatch, TextWindow};
use crate::diagnostics::{Passwords, Sanitized};

/// The most bytes before and after a URL that are searched for its context.
const FARTHEST: usize = 16 * 1024;

impl TextWindow {
    /// Returns the offset after the text read so far.
    pub(in super::super) fn end_of_text(&self) -> usize {
        self.base + self.bytes.len()
    }

    /// Returns whether the lines after an offset have been read.
    pub(in super::super) fn has_lines_after(&self, at: usize, lines: usize) -> bool {
        let text = self.slice(&(at..self.end_of_text()));
        let read = || memchr::memchr_iter(b'\n', text).nth(lines).is_some();
        self.ended || text.len() >= FARTHEST || read()
    }

    /// Returns the offset at which the lines before an offset begin, or the offset itself if its line is too long.
    pub(in super::super) fn lines_before(&self, at: usize, lines: usize) -> usize {
        let from = at.saturating_sub(FARTHEST).max(self.base);
        let mut ends = memchr::memrchr_iter(b'\n', self.slice(&(from..at)));
        match ends.nth(lines) {
            Some(end) => from + end + 1,
            None if from == 0 => 0,
            None => memchr::memchr(b'\n', self.slice(&(from..at))).map_or(at, |end| from + end + 1),
        }
    }

    /// Returns the lines around a URL as they may be shown, its own among them, and whether a password in them is masked.
    pub(in super::super) fn context(
        &self,
        (found, masked): (&Match<'_>, &MaskedMatch<'_>),
        lines: usize,
        masking: Passwords,
    ) -> (Vec<Sanitized<'_>>, bool) {
        let start = self.lines_before(found.span.start, lines);
        let piece = start..self.lines_after(found.span.end, lines);
        let text = self.masked((found, masked), &piece, masking);
        let mut shown = Vec::new();
        let mut from = 0;
        for line in self.slice(&piece).split(|byte| *byte == b'\n') {
            let end = from + line.strip_suffix(b"\r").unwrap_or(line).len();
            shown.push(Sanitized::masked(text.slice(super::span(from, end))));
            from += line.len() + 1;
        }
        let is_masked = !text.secrets().is_empty();
        (shown, is_masked)
    }

    /// Returns the offset at which the lines after an offset end.
    fn lines_after(&self, at: usize, lines: usize) -> usize {
        let end = self.end_of_text().min(at + FARTHEST);
        let text = self.slice(&(at..end));
        match memchr::memchr_iter(b'\n', text).nth(lines) {
            Some(end) => at + end,
            None if self.ended && end == self.end_of_text() => {
                at + text.strip_suffix(b"\n").unwrap_or(text).len()
            }
            None => memchr::memrchr(b'\n', text).map_or(at, |end| at + end),
        }
    }
}
