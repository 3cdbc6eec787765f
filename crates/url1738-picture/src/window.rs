//! The text of a URL as it is drawn. Of a long one, only pieces are.

use alloc::{
    format,
    string::{String, ToString as _},
    vec::Vec,
};

use url1738::{Redacted, Span};

use crate::{
    Sanitized,
    layout::{self, DOTS},
};

/// The longest text that is drawn whole, in bytes.
const MAX_WHOLE: usize = 2000;
/// How many bytes of a longer text are drawn at its start and at its end.
const HEAD: usize = 1200;
const TAIL: usize = 300;
/// How many bytes before and after an error are drawn.
const AROUND: usize = 400;

/// The pieces of a line that are drawn, each as a span of the line.
#[derive(Debug)]
pub(crate) struct Window<'r, 'a> {
    pub(crate) line: &'r Redacted<'a>,
    pieces: Vec<Span>,
}

impl<'r, 'a> Window<'r, 'a> {
    /// Returns the line, or its start and its end if it is long.
    pub(crate) fn of_url(line: &'r Redacted<'a>) -> Self {
        let len = line.bytes().len();
        Self::cut(line, &[(0, HEAD), (len.saturating_sub(TAIL), len)])
    }

    /// Returns the line, or its start and the text around an error if it is long.
    pub(crate) fn around(line: &'r Redacted<'a>, error: Span) -> Self {
        let at = error.start as usize;
        Self::cut(line, &[(0, AROUND), (at.saturating_sub(AROUND), at + AROUND)])
    }

    fn cut(line: &'r Redacted<'a>, ranges: &[(usize, usize)]) -> Self {
        let bytes = line.bytes();
        let whole = [(0, bytes.len())];
        let ranges = if bytes.len() <= MAX_WHOLE { &whole[..] } else { ranges };
        let mut pieces: Vec<Span> = Vec::new();
        for (start, end) in ranges {
            let end = after_character(bytes, (*end).min(bytes.len()));
            let span = Span::from(*start..end);
            match pieces.last_mut() {
                Some(last) if last.end >= span.start => last.end = span.end.max(last.end),
                _ => pieces.push(span),
            }
        }
        Self { line, pieces }
    }

    /// Returns a piece of the line as it may be shown.
    pub(crate) fn shown(&self, span: Span) -> String {
        Sanitized::new(self.line.slice(span)).to_string()
    }

    /// Returns the pieces with dots in place of the text between them.
    pub(crate) fn text(&self) -> String {
        let pieces: Vec<String> = self.pieces.iter().map(|piece| self.shown(*piece)).collect();
        let is_cut =
            self.pieces.last().is_some_and(|last| last.range().end < self.line.bytes().len());
        format!("{}{}", pieces.join(DOTS), if is_cut { DOTS } else { "" })
    }

    /// Returns the first column of a span in the text and the one after its last, or `None` if the span is left out.
    pub(crate) fn columns(&self, span: Span) -> Option<(usize, usize)> {
        let width = |span| layout::width(&self.shown(span));
        let (mut before, mut found) = (0, None);
        for piece in &self.pieces {
            let inside = span.start.max(piece.start)..span.end.min(piece.end);
            let is_here = inside.start < inside.end
                || span.is_empty() && piece.start <= span.start && span.start <= piece.end;
            if is_here {
                let start = before + width(Span::new(piece.start, inside.start));
                let end = before + width(Span::new(piece.start, inside.end));
                found = Some((found.map_or(start, |(first, _)| first), end.max(start)));
            }
            before += width(*piece) + DOTS.len();
        }
        found
    }
}

/// Returns the next place at or after one that is not inside a character. Text before an error is US-ASCII, so only an end can
/// be.
fn after_character(bytes: &[u8], at: usize) -> usize {
    let is_inside = |byte: &&u8| (0x80..0xC0).contains(*byte);
    at + bytes.iter().skip(at).take(3).take_while(is_inside).count()
}
