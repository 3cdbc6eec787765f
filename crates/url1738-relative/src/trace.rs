//! Where the bytes of a resolved URL come from; needed only for errors.

use alloc::vec::Vec;

use url1738_core::Span;

use crate::{
    path::{self, Segment, Stack},
    resolve::Resolved,
    slice::{At, Slice, Source},
};

/// Bytes of the result that are contiguous in one of the two texts.
#[derive(Clone, Copy, Debug)]
struct Piece {
    at: At,
    /// Length in the result.
    len: usize,
    /// Length in the text that it comes from; longer for a dot segment, of which nothing is left.
    from_len: usize,
}

/// Pieces of a result in order.
#[derive(Default)]
struct Trace {
    pieces: Vec<Piece>,
    /// Number of pieces of each segment of the path.
    segments: Vec<usize>,
}

impl Trace {
    fn add(&mut self, slice: Slice<'_>) {
        let len = slice.text.len();
        self.pieces.push(Piece { at: slice.at(0), len, from_len: len });
    }
}

impl Stack for Trace {
    fn push(&mut self, segment: Segment<'_>, text: &str) {
        let slash = segment.slash.map(|at| Piece { at, len: 1, from_len: 1 });
        let Segment { at, text: written, .. } = segment;
        let name = Piece { at, len: text.len(), from_len: written.len() };
        let before = self.pieces.len();
        self.pieces.extend(slash.into_iter().chain([name]));
        self.segments.push(self.pieces.len().saturating_sub(before));
    }

    fn pop(&mut self) {
        let count = self.segments.pop().unwrap_or_default();
        self.pieces.truncate(self.pieces.len().saturating_sub(count));
    }
}

/// Returns the bytes of the reference, or else of the base, that became the bytes `span` of the result.
pub(crate) fn origin(resolved: &Resolved<'_>, span: Span) -> (Source, Span) {
    let mut trace = Trace::default();
    resolved.head.iter().for_each(|slice| trace.add(*slice));
    let [directory, path] = resolved.merged;
    path::write(directory, path, resolved.resolution, &mut trace);
    trace.add(resolved.tail);
    let find = |source| spans(&trace.pieces, source, span.range()).reduce(hull);
    match find(Source::Reference) {
        Some(span) => (Source::Reference, span),
        None => (Source::Base, find(Source::Base).unwrap_or_default()),
    }
}

/// Returns the bytes of one text in each piece that has bytes of `range`. An empty range is also in the pieces that end or
/// begin there.
fn spans(
    pieces: &[Piece],
    source: Source,
    range: core::ops::Range<usize>,
) -> impl Iterator<Item = Span> {
    let mut start = 0_usize;
    let placed = pieces.iter().map(move |piece| {
        let from = start;
        start = start.saturating_add(piece.len);
        (from, *piece)
    });
    placed.filter(move |(_, piece)| piece.at.source == source).filter_map(move |(from, piece)| {
        let end = from.saturating_add(piece.len);
        let is_in = if range.is_empty() {
            from <= range.start && range.start <= end
        } else {
            from < range.end && range.start < end
        };
        let inside = |at: usize| at.clamp(from, end).saturating_sub(from);
        let first = inside(range.start);
        let last = if piece.len == 0 { piece.from_len } else { inside(range.end) };
        let place = |at: usize| offset(piece.at.offset.saturating_add(at));
        // The end of the reference is the place of what is missing; pieces without text are not.
        (is_in && piece.from_len > 0).then(|| Span::new(place(first), place(last)))
    })
}

fn hull(one: Span, other: Span) -> Span {
    Span::new(one.start.min(other.start), one.end.max(other.end))
}

pub(crate) fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
