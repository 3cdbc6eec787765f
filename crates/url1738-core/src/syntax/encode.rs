//! Percent-encoding: copies a block at a time, and replaces the octets that a part cannot contain with `%HH`.

use alloc::{borrow::Cow, string::String, vec::Vec};

use percent_encoding::percent_encode_byte;

use super::{
    chars::{Class, ESCAPE},
    part::Part,
    span::offset,
};
use crate::scan::{self, Block, lowest};

impl Part {
    /// Percent-encodes `octets` for this part: octets that it cannot contain unescaped, and those reserved in it, become
    /// `%HH`. Borrows if nothing changes.
    #[must_use]
    #[inline(always)]
    pub fn encode<'a>(&self, octets: &'a [u8]) -> Cow<'a, str> {
        // Inlined: classification is several times as fast if the compiler knows the class.
        let plain = self.plain();
        encode(octets, |at| foreign(plain, octets, at))
    }

    /// Like [`encode`](Self::encode), but appends the result to `out`.
    pub fn encode_into(&self, octets: &[u8], out: &mut String) {
        let plain = self.plain();
        let mut rest = octets;
        loop {
            let foreign = rest.iter().position(|octet| !plain.contains(*octet));
            let (run, after) =
                rest.split_at_checked(foreign.unwrap_or(rest.len())).unwrap_or((rest, &[]));
            // A run holds plain characters, which are US-ASCII: the default is never used.
            out.push_str(core::str::from_utf8(run).unwrap_or_default());
            let Some((octet, after)) = after.split_first() else { return };
            out.push_str(percent_encode_byte(*octet));
            rest = after;
        }
    }

    /// Like [`encode_into`](Self::encode_into), but appends to bytes, which need no check that they are UTF-8.
    #[doc(hidden)]
    #[inline]
    pub fn encode_bytes_into(&self, octets: &[u8], out: &mut Vec<u8>) {
        let plain = self.plain();
        let mut rest = octets;
        loop {
            let foreign = rest.iter().position(|octet| !plain.contains(*octet));
            let Some((run, [octet, after @ ..])) = foreign.and_then(|at| rest.split_at_checked(at))
            else {
                return out.extend_from_slice(rest);
            };
            out.extend_from_slice(run);
            out.extend_from_slice(percent_encode_byte(*octet).as_bytes());
            rest = after;
        }
    }

    /// Percent-encodes several values and joins them with `delimiter`. Returns `None` if there are no values.
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

    /// Returns the characters that are not percent-encoded.
    const fn plain(&self) -> Class {
        self.class().without(self.reserved()).without(ESCAPE)
    }
}

/// Returns the mask of the octets of the block at `at` that are not in `plain`. Fast only for classes known at compile
/// time.
#[inline(always)]
fn foreign(plain: Class, octets: &[u8], at: usize) -> u32 {
    let left = offset(octets.len().saturating_sub(at));
    Block::at(octets, at).foreign(plain) & lowest(left)
}

/// Percent-encodes the octets for which `foreign`, given the position of a block, returns set bits.
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
        // No octet is foreign, so that all are US-ASCII: the default is never used.
        return Cow::Borrowed(core::str::from_utf8(octets).unwrap_or_default());
    };
    // Foreign octets are encoded, so that all are US-ASCII: the default is never used.
    Cow::Owned(String::from_utf8(text).unwrap_or_default())
}

/// Allocates the output and copies the octets before `at`, the first block that needs an escape.
fn begin(octets: &[u8], at: usize) -> Vec<u8> {
    // Room for an escape in every fourth octet (two more bytes each), and for what `copy` appends before truncation.
    let room = octets.len().saturating_add(octets.len() >> 1).saturating_add(scan::LEN);
    let mut text = Vec::with_capacity(room);
    text.extend_from_slice(octets.get(..at).unwrap_or_default());
    text
}

/// Writes the first block of `octets`, and percent-encodes the octets in `foreign`.
fn write(text: &mut Vec<u8>, octets: &[u8], mut foreign: u32) {
    // The window is two blocks long, so that `copy` can copy a whole block from any position in the first one: a copy of
    // constant length compiles to two moves.
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

/// Copies the octets from `from` to `to`: appends a whole block, then truncates it to the length.
#[inline]
fn copy(text: &mut Vec<u8>, window: &[u8; 2 * scan::LEN], from: usize, to: usize) {
    let len = text.len().wrapping_add(to.wrapping_sub(from));
    let run = window.get(from..).and_then(<[u8]>::first_chunk::<{ scan::LEN }>);
    text.extend_from_slice(run.unwrap_or(&[0; scan::LEN]));
    text.truncate(len);
}
