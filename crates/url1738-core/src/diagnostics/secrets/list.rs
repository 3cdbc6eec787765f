//! A list of secrets that needs no allocation.

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
        &self.spans[..self.len]
    }

    /// Adds `new` and merges spans that touch.
    pub(in crate::diagnostics) fn add(&mut self, mut new: Span) {
        if new.is_empty() {
            return;
        }
        let (old, mut is_added) = (*self, false);
        self.len = 0;
        for span in old.as_slice() {
            if span.end < new.start || is_added {
                self.push(*span);
            } else if new.end < span.start {
                self.push(new);
                self.push(*span);
                is_added = true;
            } else {
                new = Span::new(new.start.min(span.start), new.end.max(span.end));
            }
        }
        if !is_added {
            self.push(new);
        }
    }

    /// Appends a span that begins after the end of the last one.
    fn push(&mut self, span: Span) {
        if self.len < MOST {
            self.spans[self.len] = span;
            self.len += 1;
        } else {
            self.spans[MOST - 1].end = self.spans[MOST - 1].end.max(span.end);
        }
    }
}
