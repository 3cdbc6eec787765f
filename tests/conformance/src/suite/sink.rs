//! Where the strings of a suite go: each once, counted by the section it comes from.

use std::{
    collections::HashSet,
    hash::{DefaultHasher, Hasher as _},
};

/// Passes strings on, leaving out those that were there before.
pub struct Sink<'v> {
    visit: &'v mut dyn FnMut(&[u8]),
    buffer: Vec<u8>,
    seen: HashSet<u64>,
    sections: Vec<(&'static str, u64)>,
}

impl core::fmt::Debug for Sink<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Sink").field("sections", &self.sections).finish_non_exhaustive()
    }
}

impl<'v> Sink<'v> {
    /// Passes strings on to `visit`.
    pub fn new(visit: &'v mut dyn FnMut(&[u8])) -> Self {
        Self { visit, buffer: Vec::new(), seen: HashSet::new(), sections: Vec::new() }
    }

    /// Counts what follows under this name.
    pub fn section(&mut self, name: &'static str) {
        self.sections.push((name, 0));
    }

    /// Passes the pieces on as one string, unless that was there already.
    ///
    /// What was there is told by a hash of 64 bits. Two strings that share one by chance cost one
    /// of millions; the counts are of those passed on.
    pub fn add(&mut self, pieces: &[&[u8]]) {
        self.buffer.clear();
        pieces.iter().for_each(|piece| self.buffer.extend_from_slice(piece));
        let mut hasher = DefaultHasher::new();
        hasher.write(&self.buffer);
        if self.seen.insert(hasher.finish()) {
            if let Some((_, count)) = self.sections.last_mut() {
                *count += 1;
            }
            (self.visit)(&self.buffer);
        }
    }

    /// The sections with the numbers of strings passed on.
    #[must_use]
    pub fn into_sections(self) -> Vec<(&'static str, u64)> {
        self.sections
    }
}
