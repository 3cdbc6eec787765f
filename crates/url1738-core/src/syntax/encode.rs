//! Percent-encoding: octets that a part cannot contain become `%HH`.

use alloc::{borrow::Cow, string::String, vec::Vec};

use percent_encoding::percent_encode_byte;

use super::{part::Part, span::offset};
use crate::scan::{self, Block, Class, chars::ESCAPE, lowest};

impl Part {
    /// Percent-encodes `octets` for this part: octets that it cannot contain unescaped, and those reserved in it, become
    /// `%HH`. Borrows if nothing changes.
    #[must_use]
    #[inline(always)]
    #[doc(alias = "utf8_percent_encode")]
    pub fn encode<'a>(&self, octets: &'a [u8]) -> Cow<'a, str> {
        // Inlined: classification is several times as fast if the compiler knows the class.
        let plain = self.plain();
        // Blocks, because data is often long and seldom has a foreign octet. A second way beside
        // `encode_into`, for the row `encode-5` of the benchmark, which asks for three quarters of
        // the time of percent-encoding.
        encode(octets, |at| foreign(plain, octets, at))
    }

    /// Like [`encode`](Self::encode), but appends the result to `out`, octet by octet: for short parts this is faster.
    #[doc(hidden)]
    #[inline]
    pub fn encode_bytes_into(&self, octets: &[u8], out: &mut Vec<u8>) {
        encode_into(self.plain(), octets, out);
    }

    /// Appends a name or a value of a pair: what separates pairs is percent-encoded, and the `+` that forms write for a space.
    pub(crate) fn encode_in_pair(&self, octets: &[u8], out: &mut Vec<u8>) {
        encode_into(self.plain_in_pair(), octets, out);
    }

    /// Returns the characters that are not percent-encoded.
    pub(crate) const fn plain(&self) -> Class {
        self.class.without(self.reserved).without(ESCAPE)
    }

    /// Returns the characters that are not percent-encoded in a name or a value of a pair.
    pub(crate) const fn plain_in_pair(&self) -> Class {
        // The data `R&D` becomes `R%26D`, since a raw `&` would begin the next pair. A raw `+`
        // would be read as a space.
        self.plain().without(Class::of(b"&=+"))
    }
}

/// Appends octets, percent-encoded unless they are in `plain`.
#[inline]
fn encode_into(plain: Class, octets: &[u8], out: &mut Vec<u8>) {
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

/// Returns the mask of the octets of the block at `at` that are not in `plain`. Fast only for classes known at compile
/// time.
#[inline(always)]
fn foreign(plain: Class, octets: &[u8], at: usize) -> u32 {
    // Bits past the end are unspecified. Unmasked, they would be octets that do not exist.
    let left = offset(octets.len().saturating_sub(at));
    Block::at(octets, at).foreign(plain) & lowest(left)
}

/// Percent-encodes the octets for which `foreign`, given the position of a block, returns set bits.
#[inline(always)]
#[expect(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "INVARIANT: `foreign` sets only bits of octets, from the first to the last; all others are plain, and so US-ASCII"
)]
fn encode(octets: &[u8], foreign: impl Fn(usize) -> u32) -> Cow<'_, str> {
    let mut text = Vec::new();
    // The end of the last foreign octet: everything before it is in the text.
    let mut from = 0;
    for at in (0..octets.len()).step_by(scan::LEN) {
        let mut mask = foreign(at);
        while mask != 0 {
            let place = at + mask.trailing_zeros() as usize;
            if from == 0 {
                // Room for an escape in every fourth octet.
                text.reserve(octets.len() + octets.len() / 2);
            }
            text.extend_from_slice(&octets[from..place]);
            text.extend_from_slice(percent_encode_byte(octets[place]).as_bytes());
            from = place + 1;
            mask &= mask - 1;
        }
    }
    // `from` is 0 before the first foreign octet only, because it is one more than a place.
    if from == 0 {
        return Cow::Borrowed(core::str::from_utf8(octets).expect("plain octets"));
    }
    text.extend_from_slice(&octets[from..]);
    Cow::Owned(String::from_utf8(text).expect("plain octets and escapes"))
}
