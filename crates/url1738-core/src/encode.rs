//! Octets written as a part holds them: blocks are copied, and what is foreign in them becomes `%HH`.

use alloc::{borrow::Cow, string::String, vec::Vec};
use core::ops::Range;

use percent_encoding::percent_encode_byte;

use crate::{
    block::{self, Block, lowest},
    chars::Class,
    span::offset,
};

/// The octets of the block at `at` that `plain` lacks.
#[inline(always)]
pub(crate) fn foreign(plain: Class, octets: &[u8], at: usize) -> u32 {
    let left = offset(octets.len().saturating_sub(at));
    Block::at(octets, at).foreign(plain) & lowest(left)
}

/// Writes the octets; `foreign` tells of a block which of its octets become escapes.
#[inline]
pub(crate) fn encode(octets: &[u8], foreign: impl Fn(usize) -> u32) -> Cow<'_, str> {
    let mut blocks = (0..octets.len()).step_by(block::LEN);
    let first = blocks.find_map(|at| match foreign(at) {
        0 => None,
        mask => Some((at, mask)),
    });
    let Some((at, mask)) = first else {
        // All of it is US-ASCII.
        return Cow::Borrowed(core::str::from_utf8(octets).unwrap_or_default());
    };
    let mut out = Escapes::with_room_for(octets);
    out.copy(0..at);
    out.write(at, mask);
    blocks.for_each(|at| out.write(at, foreign(at)));
    Cow::Owned(out.finish())
}

/// A text that is written from octets of which some become escapes.
struct Escapes<'a> {
    octets: &'a [u8],
    /// Zeros stand where nothing is written yet, so that blocks can be copied whole.
    text: Vec<u8>,
    written: usize,
}

impl<'a> Escapes<'a> {
    /// Room for an escape in every fourth octet, and for a block in which every octet becomes one.
    fn with_room_for(octets: &'a [u8]) -> Self {
        let room = octets.len().saturating_add(octets.len() >> 1);
        Self { octets, text: alloc::vec![0; room.saturating_add(Self::BLOCK)], written: 0 }
    }

    /// What a block can become, and one that is copied whole behind it.
    const BLOCK: usize = 4 * block::LEN;

    /// Copies octets that stand for themselves.
    #[inline]
    fn copy(&mut self, range: Range<usize>) {
        let len = range.len();
        let behind = self.written.saturating_add(len);
        if self.text.len() < behind {
            self.text
                .resize(behind.saturating_add(self.octets.len()).saturating_add(Self::BLOCK), 0);
        }
        let from = self.octets.get(range.start..).unwrap_or_default();
        let to = self.text.get_mut(self.written..).unwrap_or_default();
        match (from.first_chunk::<{ block::LEN }>(), to.first_chunk_mut::<{ block::LEN }>()) {
            // Of a length that the compiler knows; what is too much is written over.
            (Some(from), Some(to)) if len <= block::LEN => *to = *from,
            _ => to.iter_mut().zip(from).take(len).for_each(|(to, from)| *to = *from),
        }
        self.written = behind;
    }

    /// Writes the block at `at`, of which the octets in `foreign` become escapes.
    #[inline]
    fn write(&mut self, at: usize, mut foreign: u32) {
        if self.text.len() < self.written.saturating_add(Self::BLOCK) {
            self.text.resize(self.text.len().saturating_mul(2), 0);
        }
        let mut from = at;
        while foreign != 0 {
            let octet = at.saturating_add(foreign.trailing_zeros() as usize);
            self.copy(from..octet);
            let escape = self.octets.get(octet).map_or("", |octet| percent_encode_byte(*octet));
            let to = self.text.get_mut(self.written..).and_then(<[u8]>::first_chunk_mut::<3>);
            if let (Some(to), Some(escape)) = (to, escape.as_bytes().first_chunk()) {
                *to = *escape;
            }
            self.written = self.written.saturating_add(3);
            from = octet.saturating_add(1);
            foreign &= foreign.wrapping_sub(1);
        }
        self.copy(from..at.saturating_add(block::LEN).min(self.octets.len()));
    }

    fn finish(mut self) -> String {
        self.text.truncate(self.written);
        // All of it is US-ASCII now.
        String::from_utf8(self.text).unwrap_or_default()
    }
}
