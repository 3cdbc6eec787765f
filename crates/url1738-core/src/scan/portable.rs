//! Classifies eight bytes at a time, as the lanes of a word.

use super::{
    HostMasks,
    chars::{self, Class, ESCAPE, PUNCTUATION_KINDS, RANGES},
    swar::{HIGH, each, lanes_of, word_at},
};

/// Up to 32 bytes of a text. Bytes past its end are zero.
#[derive(Clone, Copy)]
pub(crate) struct Block([u64; 4]);

impl Block {
    #[inline]
    pub(crate) fn at(bytes: &[u8], at: usize) -> Self {
        // Not `map`, which is a call.
        let word = |by| word_at(bytes, at + by);
        Self([word(0), word(8), word(16), word(24)])
    }

    /// Gathers the upper bit of each lane that `judge` returns into one mask.
    #[inline]
    fn mask(self, judge: impl Fn(u64) -> u64) -> u32 {
        // The last word first: each later one moves it up by eight bits, and the first byte of the
        // text ends in bit 0.
        self.0.iter().rev().fold(0, |mask, word| mask << 8 | gathered(judge(*word)))
    }

    /// Returns `true` if some byte is one of `bytes`.
    #[inline]
    pub(crate) fn has_any<const N: usize>(self, bytes: [u8; N]) -> bool {
        bytes.into_iter().any(|byte| self.are(byte) != 0)
    }

    /// Returns the mask of the bytes that are `byte`.
    #[inline]
    pub(crate) fn are(self, byte: u8) -> u32 {
        self.mask(|word| lanes_of(word, byte))
    }

    #[inline]
    pub(crate) fn foreign(self, class: Class) -> u32 {
        self.mask(|word| foreign(word, class))
    }
}

/// Returns the masks for the host at `at`.
#[inline(always)]
pub(crate) fn in_hosts(bytes: &[u8], at: usize) -> HostMasks {
    in_24(bytes, at).unwrap_or_else(|| in_short(bytes, at))
}

/// Returns the masks for the host at `at`, or `None` if the text is shorter than 24 bytes.
///
/// Nine hosts of ten end in the first 24 bytes. Near the end of the text, its last 24 bytes are loaded, and the masks are
/// shifted.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "24 at most")]
fn in_24(bytes: &[u8], at: usize) -> Option<HostMasks> {
    let first = at.min(bytes.len().checked_sub(24)?);
    let before = (at - first) as u32;
    let all = bytes.get(first..).and_then(<[u8]>::first_chunk::<24>)?;
    let (one, others) = all.split_first_chunk()?;
    let (two, three) = others.split_first_chunk()?;
    let three = three.first_chunk()?;
    let eight = |word: &[u8; 8]| eight_in_hosts(u64::from_le_bytes(*word));
    let masks = joined(joined(eight(one), eight(two), 8), eight(three), 16);
    let HostMasks { outside, dots, hyphens } = masks;
    if before == 0 {
        // Only a host of 24 characters or more needs the fourth word.
        let next = || eight_in_hosts(word_at(bytes, at + 24));
        return Some(if outside == 0 { joined(masks, next(), 24) } else { masks });
    }
    // A text with bytes before the host ends after the 24.
    Some(HostMasks {
        outside: (outside | 1 << 24).wrapping_shr(before),
        dots: dots.wrapping_shr(before),
        hyphens: hyphens.wrapping_shr(before),
    })
}

#[inline(never)]
fn in_short(bytes: &[u8], at: usize) -> HostMasks {
    let word = |by| eight_in_hosts(word_at(bytes, at + by));
    joined(joined(word(0), word(8), 8), joined(word(16), word(24), 8), 16)
}

/// Returns the masks of eight bytes.
#[inline(always)]
fn eight_in_hosts(word: u64) -> HostMasks {
    let letters = within(word | each(0x20), b'a', b'z');
    let others = within(word, b'-', b'9') & differ(word, b'/');
    HostMasks {
        outside: gathered(!(letters | others) | word),
        dots: gathered(!differ(word, b'.')),
        hyphens: gathered(!differ(word, b'-')),
    }
}

/// Returns the masks with those of the bytes from `at` on.
#[inline(always)]
const fn joined(masks: HostMasks, more: HostMasks, at: u32) -> HostMasks {
    HostMasks {
        outside: masks.outside | more.outside << at,
        dots: masks.dots | more.dots << at,
        hyphens: masks.hyphens | more.hyphens << at,
    }
}

/// Like [`in_hosts`], and never `None`: short texts need no special case in this implementation.
#[inline(always)]
#[expect(clippy::unnecessary_wraps, reason = "its twin has none for short texts")]
pub(crate) fn in_hosts_of_long(bytes: &[u8], at: usize) -> Option<HostMasks> {
    Some(in_hosts(bytes, at))
}

/// Returns the end of the longest run at `at` that a part of `class` may contain: plain characters and complete escapes.
/// Calls `escape` with the position of the `%` and the two digits of each escape.
///
/// Whole groups of eight bytes are looked up in the table, two instructions a byte for any class. Only the group in which
/// the run ends is classified by arithmetic, which finds the byte without a branch.
#[inline(always)]
pub(crate) fn run(
    class: Class,
    bytes: &[u8],
    at: usize,
    mut escape: impl FnMut(usize, [u8; 2]),
) -> usize {
    let plain = class.without(ESCAPE);
    let mut at = at;
    loop {
        let is_plain = |group| plain.has_kinds(chars::kinds(group));
        loop {
            match bytes.get(at..).and_then(<[u8]>::first_chunk) {
                Some(group) if is_plain(group) => at += 8,
                Some(_) => break,
                // Most runs end with the text. If its last eight bytes are plain, those that are left are, too, and the end
                // is known without waiting for a mask.
                None if bytes.last_chunk().is_some_and(is_plain) => return bytes.len(),
                None => break,
            }
        }
        // A byte is foreign: one of the group, or the zero after the end of the text.
        let lanes = foreign(word_at(bytes, at), plain) & HIGH;
        // Words are little-endian: the lowest lane is the first byte, and a lane has eight bits.
        at += (lanes.trailing_zeros() >> 3) as usize;
        match bytes.get(at..) {
            Some([b'%', a, b, ..])
                if class.allows_escapes() && a.is_ascii_hexdigit() && b.is_ascii_hexdigit() =>
            {
                escape(at, [*a, *b]);
                at += 3;
            }
            _ => return at,
        }
    }
}

/// Sets the upper bit of every lane that is not in `class`. The other bits are noise.
#[inline(always)]
fn foreign(word: u64, class: Class) -> u64 {
    // As in the block of SSE2: setting bit 5 maps `[ \ ] ^` and `_` to `{ | } ~` and DEL, setting bit 0 maps `"` to `#`, and
    // setting bit 1 maps `<` to `>`.
    let above = from(word | each(0x20), b'{') & differ(word, b'_');
    let below = differ(word | each(1), b'#') & differ(word | each(2), b'>');
    let mut plain = !above & below & from(word, b'!') & differ(word, b'`');
    for (kind, byte) in PUNCTUATION_KINDS {
        if !class.has_kind(kind) {
            plain &= differ(word, byte);
        }
    }
    for (kind, first, last) in RANGES {
        if !class.has_kind(kind) {
            plain &= if first == last { differ(word, first) } else { !within(word, first, last) };
        }
    }
    !plain | word
}

/// Sets the upper bit of every lane that is at least `byte`. The other bits are noise, and lanes from 80 on are wrong.
const fn from(word: u64, byte: u8) -> u64 {
    // For `{` (7B), 5 is added: `~` (7E) becomes 83, with the upper bit, and `z` (7A) becomes 7F,
    // without it. No lane carries, because both terms are below 80 and their sum below 100.
    (word & !HIGH) + each(0x80 - byte)
}

/// Sets the upper bit of every lane that is not `byte`. The other bits are noise, and lanes from 80 on are wrong.
const fn differ(word: u64, byte: u8) -> u64 {
    // Zero only for the byte itself, as in `lanes_of`: adding 7F sets the upper bit of all others.
    ((word & !HIGH) ^ each(byte)) + each(0x7F)
}

/// Sets the upper bit of every lane that is in `from..=to`. The other bits are noise.
///
/// The upper bits of `word` are ignored: the caller must exclude lanes from 80 on.
const fn within(word: u64, from: u8, to: u8) -> u64 {
    // The first sum sets the upper bit if the lane is at least `from`, the second if it is greater than `to`; exactly
    // one of them does in the range. For 0 to 9 (30 to 39): `5` is 35, 35 + 50 = 85 and 35 + 46 = 7B, so the upper bits
    // differ. `a` is 61: 61 + 50 = B1 and 61 + 46 = A7, so they are equal.
    let word = word & !HIGH;
    (word + each(0x80 - from)) ^ (word + each(0x7F - to))
}

/// Gathers the upper bits of the eight lanes into the lowest byte.
///
/// The multiplication adds copies of the word, each shifted so that one lane's upper bit lands in the top byte. For
/// example, if only the lanes 0 and 2 are set (bits 7 and 23), bit 7 shifted by 49 becomes bit 56 and bit 23 shifted by
/// 35 becomes bit 58, so that the top byte is `0b101`. No two copies set the same bit, so that nothing carries.
const fn gathered(lanes: u64) -> u32 {
    const TO_THE_TOP: u64 = 0x0002_0408_1020_4081;
    ((lanes & HIGH).wrapping_mul(TO_THE_TOP) >> 56) as u32
}
