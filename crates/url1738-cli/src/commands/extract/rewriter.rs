//! A decoded text with pieces of it replaced.

use core::{iter::Peekable, ops::Range, slice::Iter};

use super::origins::{Chunk, Place, Places, Stretch};

/// Copies a text and replaces pieces of it in order. The result knows where its bytes come from, like the text.
pub(super) struct Rewriter<'t> {
    text: &'t Chunk,
    stretches: Peekable<Iter<'t, Stretch>>,
    places: Places,
    /// The offset up to which the text is copied or replaced.
    done: usize,
    /// Whether what follows `done` does not continue the stretch before it.
    is_interrupted: bool,
    result: Chunk,
}

impl<'t> Rewriter<'t> {
    pub(super) fn new(text: &'t Chunk) -> Self {
        let mut places = Places::default();
        places.add(&text.stretches, 0);
        let stretches = text.stretches.iter().peekable();
        Self { text, stretches, places, done: 0, is_interrupted: false, result: Chunk::default() }
    }

    /// Returns the offset up to which the text is copied or replaced.
    pub(super) const fn done(&self) -> usize {
        self.done
    }

    /// Returns where a byte comes from. Offsets must ascend.
    pub(super) fn place(&mut self, at: usize) -> Place {
        self.places.count_to(at, &self.text.bytes, 0);
        self.places.from(at)
    }

    /// Replaces a piece of the text.
    pub(super) fn replace(&mut self, piece: Range<usize>, text: &str) {
        self.copy_to(piece.start);
        let from = self.place(piece.start);
        self.replace_from(from, piece.end, text);
    }

    /// Replaces what comes from the bytes of the file between a place and an offset of the text.
    pub(super) fn replace_from(&mut self, from: Place, to: usize, text: &str) {
        if !text.is_empty() {
            let end = to.checked_sub(1).map_or(from.offset, |last| self.places.end(last));
            self.result.push_group(from, end.saturating_sub(from.offset), text);
        }
        self.done = to;
        self.is_interrupted = true;
    }

    /// Copies the text up to an offset.
    pub(super) fn copy_to(&mut self, to: usize) {
        if self.done >= to {
            return;
        }
        if core::mem::take(&mut self.is_interrupted) {
            let from = self.place(self.done);
            self.result.begin(from, self.places.kind(self.done));
        }
        while let Some(stretch) = self.stretches.next_if(|stretch| stretch.decoded < to) {
            if stretch.decoded >= self.done {
                let decoded = self.result.bytes.len() + stretch.decoded - self.done;
                self.result.stretches.push(Stretch { decoded, ..*stretch });
            }
        }
        let copied = self.text.bytes.get(self.done..to).unwrap_or_default();
        self.result.bytes.extend_from_slice(copied);
        self.done = to;
    }

    /// Returns the result, with the text copied up to an offset.
    pub(super) fn finish(mut self, to: usize) -> Chunk {
        self.copy_to(to);
        self.result
    }
}
