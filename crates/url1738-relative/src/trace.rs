//! The origin of the bytes of a resolved URL, for errors.

use alloc::vec::Vec;

use url1738_core::Span;

use crate::{
    path::{self, At, Segment, Slice, Source, Stack},
    resolve::Resolved,
};

/// Bytes of the result that were copied from one place of the two texts.
#[derive(Clone, Copy, Debug)]
struct Copied {
    at: At,
    /// Length in the result.
    len: usize,
    /// Length in the text that it comes from; longer for a dot segment, of which nothing is left.
    from_len: usize,
}

/// The copies that a result consists of, in order.
#[derive(Default)]
struct Trace {
    copied: Vec<Copied>,
    /// The number of copies of each segment of the path: with or without a slash.
    segments: Vec<usize>,
}

impl Trace {
    fn add(&mut self, slice: Slice<'_>) {
        let len = slice.text.len();
        self.copied.push(Copied { at: slice.at(0), len, from_len: len });
    }
}

impl Stack for Trace {
    fn push(&mut self, segment: Segment<'_>, text: &str) {
        let slash = segment.slash.map(|at| Copied { at, len: 1, from_len: 1 });
        let Segment { at, text: written, .. } = segment;
        let name = Copied { at, len: text.len(), from_len: written.len() };
        let before = self.copied.len();
        self.copied.extend(slash.into_iter().chain([name]));
        self.segments.push(self.copied.len() - before);
    }

    fn pop(&mut self) {
        // INVARIANT: only a segment that was pushed is popped.
        let count = self.segments.pop().unwrap_or_default();
        self.copied.truncate(self.copied.len() - count);
    }
}

/// Returns the bytes of the reference, or else of the base, that became the bytes `span` of the result.
pub(crate) fn origin(resolved: &Resolved<'_>, span: Span) -> (Source, Span) {
    let mut trace = Trace::default();
    resolved.head.iter().for_each(|slice| trace.add(*slice));
    let [directory, path] = resolved.merged;
    path::write(directory, path, resolved.resolution, &mut trace);
    trace.add(resolved.tail);
    let find = |source| spans(&trace.copied, source, span.range()).reduce(hull);
    match find(Source::Reference) {
        Some(span) => (Source::Reference, span),
        None => (Source::Base, find(Source::Base).unwrap_or_default()),
    }
}

/// Returns the bytes of one text in each copy with bytes of `range`. An empty range is also in the copies that end or begin
/// there.
fn spans(
    pieces: &[Copied],
    source: Source,
    range: core::ops::Range<usize>,
) -> impl Iterator<Item = Span> {
    let mut start = 0;
    let placed = pieces.iter().map(move |piece| {
        let from = start;
        start += piece.len;
        (from, *piece)
    });
    placed.filter(move |(_, piece)| piece.at.source == source).filter_map(move |(from, piece)| {
        let end = from + piece.len;
        let is_in = if range.is_empty() {
            from <= range.start && range.start <= end
        } else {
            from < range.end && range.start < end
        };
        let inside = |at: usize| at.clamp(from, end) - from;
        let first = inside(range.start);
        let last = if piece.len == 0 { piece.from_len } else { inside(range.end) };
        let place = |at: usize| offset(piece.at.offset + at);
        // Missing text is at the end of the reference, which has text, unlike an empty copy.
        (is_in && piece.from_len > 0).then(|| Span::new(place(first), place(last)))
    })
}

fn hull(one: Span, other: Span) -> Span {
    Span::new(one.start.min(other.start), one.end.max(other.end))
}

pub(crate) fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
