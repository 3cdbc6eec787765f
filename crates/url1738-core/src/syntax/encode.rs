//! Octets written as a part holds them: blocks are copied, and what is foreign in them becomes `%HH`.

use alloc::{borrow::Cow, string::String, vec::Vec};

use percent_encoding::percent_encode_byte;

use super::{
    chars::{Class, ESCAPE},
    part::Part,
    span::offset,
};
use crate::scan::{self, Block, lowest};

impl Part {
    /// Writes `octets` the way this part holds them: what it may not hold unescaped, and what is
    /// reserved in it, becomes `%HH`. Borrows where nothing changes.
    #[must_use]
    #[inline(always)]
    pub fn encode<'a>(&self, octets: &'a [u8]) -> Cow<'a, str> {
        // Inlined, as a class that the compiler knows is judged several times as fast.
        let plain = self.plain();
        encode(octets, |at| foreign(plain, octets, at))
    }

    /// Appends what [`encode`](Self::encode) returns.
    pub fn encode_into(&self, octets: &[u8], out: &mut String) {
        let plain = self.plain();
        out.push_str(&encode(octets, |at| foreign_one_by_one(plain, octets, at)));
    }

    /// Encodes several values and joins them with the delimiter; `None` where there are none.
    pub fn encode_joined<S: AsRef<[u8]>>(
        &self,
        values: impl IntoIterator<Item = S>,
        delimiter: char,
    ) -> Option<String> {
        let mut out: Option<String> = None;
        for value in values {
            let text = match &mut out {
                Some(text) => {
                    text.push(delimiter);
                    text
                }
                none => none.insert(String::new()),
            };
            self.encode_into(value.as_ref(), text);
        }
        out
    }

    /// The characters that stand for themselves.
    const fn plain(&self) -> Class {
        self.class().without(self.reserved()).without(ESCAPE)
    }
}

/// The octets of the block at `at` that `plain` lacks. It pays where the compiler knows the class.
#[inline(always)]
fn foreign(plain: Class, octets: &[u8], at: usize) -> u32 {
    let left = offset(octets.len().saturating_sub(at));
    Block::at(octets, at).foreign(plain) & lowest(left)
}

/// The same, one octet after the other, for any class.
#[inline]
fn foreign_one_by_one(plain: Class, octets: &[u8], at: usize) -> u32 {
    let block = octets.get(at..).unwrap_or_default().iter().take(scan::LEN);
    let bits = block.zip(0..).map(|(octet, place)| u32::from(!plain.contains(*octet)) << place);
    bits.fold(0, |mask, bit| mask | bit)
}

/// Writes the octets; `foreign` tells of a block which of its octets become escapes.
#[inline(always)]
fn encode(octets: &[u8], foreign: impl Fn(usize) -> u32) -> Cow<'_, str> {
    let mut text: Option<Vec<u8>> = None;
    for at in (0..octets.len()).step_by(scan::LEN) {
        let mask = foreign(at);
        if text.is_some() | (mask != 0) {
            let text = text.get_or_insert_with(|| begin(octets, at));
            write(text, octets.get(at..).unwrap_or_default(), mask);
        }
    }
    let Some(text) = text else {
        // All of it is US-ASCII.
        return Cow::Borrowed(core::str::from_utf8(octets).unwrap_or_default());
    };
    // All of it is US-ASCII now.
    Cow::Owned(String::from_utf8(text).unwrap_or_default())
}

/// Room for all of the octets, and those before `at`, where the first of them becomes an escape.
fn begin(octets: &[u8], at: usize) -> Vec<u8> {
    // An escape in every fourth octet, and what is copied too far.
    let room = octets.len().saturating_add(octets.len() >> 1).saturating_add(scan::LEN);
    let mut text = Vec::with_capacity(room);
    text.extend_from_slice(octets.get(..at).unwrap_or_default());
    text
}

/// Writes the block that `octets` begin with, of which those in `foreign` become escapes.
fn write(text: &mut Vec<u8>, octets: &[u8], mut foreign: u32) {
    // Behind the block as much again, so that whatever is copied has a length that the compiler knows.
    let window = octets.first_chunk().copied().unwrap_or_else(|| {
        let mut window = [0; 2 * scan::LEN];
        window.iter_mut().zip(octets).for_each(|(to, from)| *to = *from);
        window
    });
    let mut from = 0;
    while foreign != 0 {
        let at = foreign.trailing_zeros() as usize;
        copy(text, &window, from, at);
        let octet = window.get(at).copied().unwrap_or_default();
        text.extend_from_slice(percent_encode_byte(octet).as_bytes());
        from = at.wrapping_add(1);
        foreign &= foreign.wrapping_sub(1);
    }
    copy(text, &window, from, octets.len().min(scan::LEN));
}

/// Copies the octets that stand for themselves, and cuts off what comes with them.
#[inline]
fn copy(text: &mut Vec<u8>, window: &[u8; 2 * scan::LEN], from: usize, to: usize) {
    let len = text.len().wrapping_add(to.wrapping_sub(from));
    let run = window.get(from..).and_then(<[u8]>::first_chunk::<{ scan::LEN }>);
    text.extend_from_slice(run.unwrap_or(&[0; scan::LEN]));
    text.truncate(len);
}
