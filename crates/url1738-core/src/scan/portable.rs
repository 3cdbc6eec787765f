//! Classifies eight bytes at a time, as the lanes of a word.

use super::{
    class::Class,
    masks::HostMasks,
    swar::{HIGH, each, lanes_of, word_at},
};

/// Up to 32 bytes of a text. Bytes past its end are zero.
#[derive(Clone, Copy)]
pub(crate) struct Block([u64; 4]);

impl Block {
    /// Returns the block that begins at `at`.
    #[inline]
    pub(crate) fn at(bytes: &[u8], at: usize) -> Self {
        Self([0, 8, 16, 24].map(|by| word_at(bytes, at.wrapping_add(by))))
    }

    /// Like [`at`](Self::at), and never `None`: short texts need no special case in this implementation.
    #[inline]
    #[expect(clippy::unnecessary_wraps, reason = "its twin has none for short texts")]
    pub(crate) fn in_long(bytes: &[u8], at: usize) -> Option<Self> {
        Some(Self::at(bytes, at))
    }

    /// Gathers the upper bit of each lane that `judge` returns into one mask.
    #[inline]
    fn mask(self, judge: impl Fn(u64) -> u64) -> u32 {
        self.0.iter().rev().fold(0, |mask, word| mask << 8 | gathered(judge(*word)))
    }

    /// Returns `true` if some byte is `byte`, which must be below 80 (hexadecimal).
    #[inline]
    pub(crate) fn has(self, byte: u8) -> bool {
        self.are(byte) != 0
    }

    /// Returns `true` if some byte is one of `bytes`, which must be below 80.
    #[inline]
    pub(crate) fn has_any<const N: usize>(self, bytes: [u8; N]) -> bool {
        bytes.into_iter().any(|byte| self.has(byte))
    }

    /// Returns the mask of the bytes that are `byte`, which must be below 80.
    #[inline]
    pub(crate) fn are(self, byte: u8) -> u32 {
        self.mask(|word| lanes_of(word, byte))
    }

    /// Returns the mask of the bytes that are not in `class`.
    #[inline]
    pub(crate) fn foreign(self, class: Class) -> u32 {
        let judge = |mask, byte: &u8| mask << 1 | u32::from(!class.has(*byte));
        self.0.iter().rev().fold(0, |mask, word| word.to_le_bytes().iter().rev().fold(mask, judge))
    }

    /// Returns the mask of the upper-case letters.
    #[inline]
    pub(crate) fn upper_case(self) -> u32 {
        self.mask(|word| within(word, b'A', b'Z') & !word)
    }

    /// Returns the masks for a host. Those of dots, hyphens and letters are valid only before the first byte outside.
    #[inline]
    pub(crate) fn in_hosts(self) -> HostMasks {
        let letter = |word| within(word | each(0x20), b'a', b'z');
        let inside =
            |word| (letter(word) | within(word, b'0', b'9') | within(word, b'-', b'.')) & !word;
        HostMasks {
            outside: self.mask(|word| !inside(word)),
            dots: self.are(b'.'),
            hyphens: self.are(b'-'),
            letters: self.mask(letter),
        }
    }
}

/// Returns `true` if one of `bytes` appears at or after `from`, or, if `slashed`, a slash followed by a dot or a slash.
///
/// At least one byte must precede `from`, because the pair with a slash may begin there.
#[inline]
pub(crate) fn may_have<const N: usize>(
    text: &[u8],
    from: usize,
    bytes: [u8; N],
    slashed: bool,
) -> bool {
    let (mut at, mut found) = (from, 0);
    while at < text.len() {
        let lanes = word_at(text, at);
        for byte in bytes {
            found |= lanes_of(lanes, byte);
        }
        if slashed {
            let before = lanes_of(word_at(text, at.wrapping_sub(1)), b'/');
            // `.` is 2E and `/` is 2F: setting the lowest bit maps both to `/`.
            found |= before & lanes_of(lanes | each(1), b'/');
        }
        at = at.wrapping_add(8);
    }
    found != 0
}

/// Sets the upper bit of every lane that is in `from..=to`. The other bits are noise.
///
/// The upper bits of `word` are ignored: the caller must exclude lanes from 80 on.
const fn within(word: u64, from: u8, to: u8) -> u64 {
    // The first sum sets the upper bit if the lane is at least `from`, the second if it is greater than `to`; exactly
    // one of them does in the range. For 0 to 9 (30 to 39): `5` is 35, 35 + 50 = 85 and 35 + 46 = 7B, so the upper bits
    // differ. `a` is 61: 61 + 50 = B1 and 61 + 46 = A7, so they are equal.
    let word = word & !HIGH;
    word.wrapping_add(each(0x80_u8.wrapping_sub(from)))
        ^ word.wrapping_add(each(0x7F_u8.wrapping_sub(to)))
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
