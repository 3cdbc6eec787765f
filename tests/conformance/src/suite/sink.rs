//! The destination of the strings of a suite: each is passed on once, with its section.

use std::{
    collections::HashSet,
    hash::{BuildHasherDefault, Hasher},
};

use super::Section;

/// Passes strings on, except those seen before.
pub struct Sink<'v> {
    visit: &'v mut dyn FnMut(Section, &[u8]),
    section: Section,
    buffer: Vec<u8>,
    seen: HashSet<u64, BuildHasherDefault<Hashed>>,
}

/// A hasher for values that are hashes already.
#[derive(Default)]
struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

impl core::fmt::Debug for Sink<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Sink").field("strings", &self.seen.len()).finish_non_exhaustive()
    }
}

impl<'v> Sink<'v> {
    /// Passes strings on to `visit`.
    pub fn new(visit: &'v mut dyn FnMut(Section, &[u8])) -> Self {
        Self { visit, section: Section::Transitions, buffer: Vec::new(), seen: HashSet::default() }
    }

    /// Returns the sink itself, for strings of that section.
    pub const fn at(&mut self, section: Section) -> &mut Self {
        self.section = section;
        self
    }

    /// Passes the pieces on as one string, unless it was seen before.
    ///
    /// Strings seen before are recognised by a hash of 64 bits. Two strings that share one by chance cost one
    /// of millions; the counts are of those passed on.
    pub fn add(&mut self, pieces: &[&[u8]]) {
        self.buffer.clear();
        pieces.iter().for_each(|piece| self.buffer.extend_from_slice(piece));
        if self.seen.insert(hash(&self.buffer)) {
            (self.visit)(self.section, &self.buffer);
        }
    }
}

/// Returns a hash of 64 bits: each eight bytes are multiplied in, both halves of the product kept.
fn hash(text: &[u8]) -> u64 {
    const FACTOR: u128 = 0x9E37_79B9_7F4A_7C15;
    let mix = |hash: u64, word: u64| {
        let product = u128::from(hash ^ word) * FACTOR;
        let [low, high] = [product, product >> 64].map(|half| half & u128::from(u64::MAX));
        u64::try_from(low ^ high).unwrap_or_default()
    };
    let words = text.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    words.fold(mix(0, text.len() as u64 + 1), mix)
}
