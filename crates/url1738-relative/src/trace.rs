//! The origin of the bytes of a resolved URL, for errors.

use core::ops::Range;

use url1738_core::Span;

use crate::{
    path::{Slice, Source},
    resolve::Resolved,
};

/// Returns the bytes of the reference, or else of the base, that became the bytes `span` of the result.
pub(crate) fn origin(resolved: &Resolved<'_>, span: Span) -> (Source, Span) {
    let find = |source| spans(resolved.slices(), source, span.range()).reduce(hull);
    match find(Source::Reference) {
        Some(span) => (Source::Reference, span),
        // INVARIANT: a result without text of the reference consists of text of the base, which has the bytes of `span`.
        None => (Source::Base, find(Source::Base).unwrap_or_default()),
    }
}

/// Returns the bytes of one text in each slice with bytes of `range`. An empty range is also in the slices that end or begin
/// there.
fn spans<'a>(
    slices: impl Iterator<Item = Slice<'a>>,
    source: Source,
    range: Range<usize>,
) -> impl Iterator<Item = Span> {
    let mut end = 0;
    slices.filter_map(move |slice| {
        let from = end;
        end += slice.text.len();
        let is_in = if range.is_empty() {
            from <= range.start && range.start <= end
        } else {
            from < range.end && range.start < end
        };
        let inside = |at: usize| at.clamp(from, end) - from;
        let last = if slice.text.is_empty() { slice.len } else { inside(range.end) };
        // Missing text is at the end of the reference, which has text, unlike an empty slice.
        (slice.source == source && is_in && slice.len > 0)
            .then(|| Span::from(slice.start + inside(range.start)..slice.start + last))
    })
}

fn hull(one: Span, other: Span) -> Span {
    Span::new(one.start.min(other.start), one.end.max(other.end))
}
