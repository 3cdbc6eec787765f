//! Eight bytes at a time, as the lanes of a word.

use super::{
    class::Class,
    masks::HostMasks,
    swar::{HIGH, each, lanes_of, word_at},
};

/// Up to 32 bytes of a text; zeros stand behind its end.
#[derive(Clone, Copy)]
pub(crate) struct Block([u64; 4]);

impl Block {
    /// The block that begins at `at`.
    #[inline]
    pub(crate) fn at(bytes: &[u8], at: usize) -> Self {
        Self([0, 8, 16, 24].map(|by| word_at(bytes, at.wrapping_add(by))))
    }

    /// The same: a short text is no different here.
    #[inline]
    #[expect(clippy::unnecessary_wraps, reason = "its twin has none for short texts")]
    pub(crate) fn in_long(bytes: &[u8], at: usize) -> Option<Self> {
        Some(Self::at(bytes, at))
    }

    /// The upper bits of the lanes as they were judged.
    #[inline]
    fn mask(self, judge: impl Fn(u64) -> u64) -> u32 {
        self.0.iter().rev().fold(0, |mask, word| mask << 8 | gathered(judge(*word)))
    }

    /// Whether some byte may be `byte`, which is below 80.
    #[inline]
    pub(crate) fn has(self, byte: u8) -> bool {
        self.are(byte) != 0
    }

    /// Whether some byte may be one of `bytes`, which are below 80.
    #[inline]
    pub(crate) fn has_any<const N: usize>(self, bytes: [u8; N]) -> bool {
        bytes.into_iter().any(|byte| self.has(byte))
    }

    /// The bytes that are `byte`, which is below 80.
    #[inline]
    pub(crate) fn are(self, byte: u8) -> u32 {
        self.mask(|word| lanes_of(word, byte))
    }

    /// The bytes that do not belong to `class`.
    #[inline]
    pub(crate) fn foreign(self, class: Class) -> u32 {
        let judge = |mask, byte: &u8| mask << 1 | u32::from(!class.has(*byte));
        self.0.iter().rev().fold(0, |mask, word| word.to_le_bytes().iter().rev().fold(mask, judge))
    }

    /// What the bytes are in a host; dots, hyphens and letters among those that it may hold.
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

/// Whether from `from` on, where at least one byte stands before, there is one of `bytes` or, where it is asked for,
/// a slash and behind it a dot or a slash.
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
            // A dot is a slash but for its lowest bit.
            found |= before & lanes_of(lanes | each(1), b'/');
        }
        at = at.wrapping_add(8);
    }
    found != 0
}

/// The upper bit of every lane in which a word, all of whose lanes are below 80, lies in `from..=to`.
/// The other bits are noise.
const fn within(word: u64, from: u8, to: u8) -> u64 {
    // A sum carries into the upper bit from the bound on; between the bounds just one of the two does.
    let word = word & !HIGH;
    word.wrapping_add(each(0x80_u8.wrapping_sub(from)))
        ^ word.wrapping_add(each(0x7F_u8.wrapping_sub(to)))
}

/// The upper bits of the lanes, side by side.
const fn gathered(lanes: u64) -> u32 {
    const TO_THE_TOP: u64 = 0x0002_0408_1020_4081;
    ((lanes & HIGH).wrapping_mul(TO_THE_TOP) >> 56) as u32
}
