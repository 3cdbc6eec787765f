//! The piece of a line that a report shows: a line may have megabytes.

use core::ops::Range;

use url1738::{Redacted, Span};

/// How many bytes are shown on each side of the start of the marked span.
pub(crate) const SIDE: usize = 60;

/// The width for the renderer. It is larger than an excerpt and its margin, so that the renderer never cuts.
pub(super) const TERM_WIDTH: usize = 400;

/// The place of a piece of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    /// The column of the marked span in the line, from 1.
    pub(crate) column: usize,
    /// Whether the line has more text before the piece.
    pub(crate) before: bool,
    /// Whether the line has more text after the piece.
    pub(crate) after: bool,
}

/// The text around the marked span.
#[derive(Clone, Copy, Debug)]
pub(super) struct Excerpt<'a> {
    pub(super) line: &'a Redacted<'a>,
    pub(super) marked: Span,
    pub(super) cut: Option<Cut>,
}

impl Excerpt<'_> {
    /// Returns the text to show, and the columns of the marked span in it.
    pub(super) fn text(self) -> (String, Range<usize>) {
        let len = self.line.bytes().len();
        let at = (self.marked.start as usize).min(len);
        let (mut start, mut end) = (at.saturating_sub(SIDE), len.min(at + SIDE));
        // A few bytes more are shown rather than replaced by dots.
        if start < 8 {
            start = 0;
        }
        if len - end < 8 {
            end = len;
        }
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let shift = |at: u32| offset((at as usize).clamp(start, end) - start);
        let shown = self.line.slice(Span::new(offset(start), offset(end)));
        let marked = Span::new(shift(self.marked.start), shift(self.marked.end));
        let (columns, width) = shown.columns(marked);
        let (before, after) = self.cut.map_or((false, false), |cut| (cut.before, cut.after));
        let head = if start > 0 || before { "..." } else { "" };
        let tail = if end < len || after { "..." } else { "" };
        let from = head.len() + columns;
        (format!("{head}{shown}{tail}"), from..from + width)
    }
}
