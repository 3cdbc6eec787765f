//! The list of the secrets of a text.

use crate::syntax::span::Span;

/// The secrets of one text: spans in order that neither overlap nor touch, none of them empty.
///
/// If there are more than [`MOST`] secrets, the last span is extended over the others. So the list needs no
/// allocation, and no secret is left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::diagnostics) struct Secrets {
    spans: [Span; MOST],
    len: usize,
}

const MOST: usize = 8;

impl Secrets {
    pub(in crate::diagnostics) fn as_slice(&self) -> &[Span] {
        self.spans.get(..self.len).unwrap_or_default()
    }

    /// Adds `new` and merges spans that touch.
    pub(in crate::diagnostics) fn add(&mut self, new: Span) {
        if new.is_empty() {
            return;
        }
        let mut merged = Self::default();
        let mut pending = Some(new);
        for span in self.as_slice() {
            pending = match pending {
                Some(new) if new.end < span.start => {
                    merged.push(new);
                    merged.push(*span);
                    None
                }
                Some(new) if span.end < new.start => {
                    merged.push(*span);
                    Some(new)
                }
                Some(new) => Some(Span::new(new.start.min(span.start), new.end.max(span.end))),
                None => {
                    merged.push(*span);
                    None
                }
            };
        }
        if let Some(new) = pending {
            merged.push(new);
        }
        *self = merged;
    }

    /// Appends a span that begins after the end of the last one.
    fn push(&mut self, span: Span) {
        if let Some(free) = self.spans.get_mut(self.len) {
            *free = span;
            self.len = self.len.saturating_add(1);
        } else if let Some(last) = self.spans.last_mut() {
            last.end = last.end.max(span.end);
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    fn spans(list: &[(u32, u32)]) -> Vec<Span> {
        list.iter().map(|(start, end)| Span::new(*start, *end)).collect()
    }

    #[test]
    fn spans_are_sorted_and_disjoint() {
        let mut secrets = Secrets::default();
        for (start, end) in [(10, 12), (2, 4), (6, 8), (4, 4)] {
            secrets.add(Span::new(start, end));
        }
        assert_eq!(secrets.as_slice(), spans(&[(2, 4), (6, 8), (10, 12)]));
        secrets.add(Span::new(8, 11));
        assert_eq!(secrets.as_slice(), spans(&[(2, 4), (6, 12)]));
        secrets.add(Span::new(0, 20));
        assert_eq!(secrets.as_slice(), spans(&[(0, 20)]));
    }

    /// No secret is left out if there are more than the list can hold.
    #[test]
    fn the_last_span_covers_what_does_not_fit() {
        let mut secrets = Secrets::default();
        for start in (0..40).rev() {
            secrets.add(Span::new(start * 10, start * 10 + 2));
        }
        assert_eq!(secrets.as_slice().len(), MOST);
        for start in 0..40 {
            let covers = |span: &&Span| span.start <= start * 10 && start * 10 + 2 <= span.end;
            assert!(secrets.as_slice().iter().any(|span| covers(&span)), "{start}");
        }
    }
}
