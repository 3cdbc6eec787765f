//! Sixteen bytes at a time, by SSE2.

use safe_arch::{
    bitandnot_m128i as but_not, cmp_eq_mask_i8_m128i as eq, cmp_gt_mask_i8_m128i as gt, m128i,
    move_mask_i8_m128i as upper_bits, set_splat_i8_m128i as splat,
};

use super::{
    class::{Class, PUNCTUATION},
    masks::HostMasks,
};

/// Up to 32 bytes of a text.
#[derive(Clone, Copy)]
pub(crate) struct Block {
    halves: [m128i; 2],
    /// How far behind the first half the second begins: less than 16 bytes near the end of the text, whose
    /// last bytes are in both.
    second: u32,
    /// How many bytes before the block are in the first half.
    before: u32,
}

impl Block {
    /// The block that begins at `at`, which is not behind the end.
    #[inline(always)]
    pub(crate) fn at(bytes: &[u8], at: usize) -> Self {
        Self::in_long(bytes, at).unwrap_or_else(|| Self::short(bytes, at))
    }

    /// The same in a text that has a half at least.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "16 at most")]
    pub(crate) fn in_long(bytes: &[u8], at: usize) -> Option<Self> {
        let last = bytes.len().checked_sub(16)?;
        let first = at.min(last);
        let second = at.wrapping_add(16).min(last);
        Some(Self {
            halves: [sixteen(bytes, first), sixteen(bytes, second)],
            second: second.wrapping_sub(first) as u32,
            before: at.wrapping_sub(first) as u32,
        })
    }

    /// Of a text that is shorter than a half; zeros stand behind it.
    #[inline(never)]
    fn short(bytes: &[u8], at: usize) -> Self {
        let mut half = [0; 16];
        let rest = bytes.get(at..).unwrap_or_default();
        half.iter_mut().zip(rest).for_each(|(lane, byte)| *lane = *byte);
        Self { halves: [m128i::from(half), splat(0)], second: 16, before: 0 }
    }

    /// The upper bits of the lanes of both halves as they were judged.
    #[inline(always)]
    fn mask(self, [first, second]: [m128i; 2]) -> u32 {
        self.placed(upper_bits(first) as u32, upper_bits(second) as u32)
    }

    /// The same, and the bits behind the end of the text.
    #[inline(always)]
    fn mask_and_behind(self, [first, second]: [m128i; 2]) -> u32 {
        self.placed(upper_bits(first) as u32, upper_bits(second) as u32 | !0xFFFF)
    }

    #[inline(always)]
    const fn placed(self, first: u32, second: u32) -> u32 {
        (first | second.wrapping_shl(self.second)).wrapping_shr(self.before)
    }

    /// Whether some byte may be `byte`; one before the block counts too.
    #[inline(always)]
    pub(crate) fn has(self, byte: u8) -> bool {
        let [first, second] = self.halves;
        upper_bits(is(first, byte) | is(second, byte)) != 0
    }

    /// Whether some byte may be one of `bytes`; one before the block counts too.
    #[inline(always)]
    pub(crate) fn has_any<const N: usize>(self, bytes: [u8; N]) -> bool {
        let [first, second] = self.halves;
        let mut found = splat(0);
        for byte in bytes {
            found |= is(first, byte) | is(second, byte);
        }
        upper_bits(found) != 0
    }

    /// The bytes that are `byte`.
    #[inline(always)]
    pub(crate) fn are(self, byte: u8) -> u32 {
        let [first, second] = self.halves;
        self.mask([is(first, byte), is(second, byte)])
    }

    /// The bytes that do not belong to `class`.
    #[inline(always)]
    pub(crate) fn foreign(self, class: Class) -> u32 {
        let [first, second] = self.halves;
        self.mask([foreign(first, class), foreign(second, class)])
    }

    /// What the bytes are in a host; dots, hyphens and letters among those that it may hold.
    #[inline(always)]
    pub(crate) fn in_hosts(self) -> HostMasks {
        let [first, second] = self.halves;
        let letters = [letters(first), letters(second)];
        let [ours, theirs] = letters;
        let outside = [outside_hosts(first, ours), outside_hosts(second, theirs)];
        HostMasks {
            outside: self.mask_and_behind(outside),
            dots: self.are(b'.'),
            hyphens: self.are(b'-'),
            letters: self.mask(letters),
        }
    }
}

/// Whether from `from` on, where at least one byte stands before, there may be one of `bytes` or, where it is asked
/// for, a slash and behind it a dot or a slash. Bytes before count too, and in a short text nobody looks.
#[inline(always)]
pub(crate) fn may_have<const N: usize>(
    text: &[u8],
    from: usize,
    bytes: [u8; N],
    slashed: bool,
) -> bool {
    let mut at = from.wrapping_sub(1);
    // What is looked at begins with the byte before.
    let Some(last) = text.len().checked_sub(17) else { return true };
    let mut found = splat(0);
    loop {
        // As many as most paths have: how many rounds it takes nobody can guess.
        for by in [0, 16, 32, 48] {
            let place = at.wrapping_add(by).min(last);
            let (before, lanes) = (sixteen(text, place), sixteen(text, place.wrapping_add(1)));
            for byte in bytes {
                found |= is(lanes, byte);
            }
            if slashed {
                // A dot is a slash but for its lowest bit.
                found |= is(before, b'/') & is(lanes | splat(1), b'/');
            }
        }
        at = at.wrapping_add(64);
        if at >= last.wrapping_add(16) {
            return upper_bits(found) != 0;
        }
    }
}

/// The sixteen bytes at `at`.
#[inline(always)]
fn sixteen(bytes: &[u8], at: usize) -> m128i {
    let group = bytes.get(at..).and_then(<[u8]>::first_chunk::<16>);
    m128i::from(*group.unwrap_or(&[0; 16]))
}

/// The lanes that are `byte`.
#[inline(always)]
fn is(lanes: m128i, byte: u8) -> m128i {
    eq(lanes, splat(byte as i8))
}

/// The lanes from `from` to `to`, both from 1 to 7E. Comparisons take octets from 80 on as negative.
#[inline(always)]
fn within(lanes: m128i, from: u8, to: u8) -> m128i {
    let (below, above) = (from.wrapping_sub(1), to.wrapping_add(1));
    gt(lanes, splat(below as i8)) & gt(splat(above as i8), lanes)
}

/// The lanes whose bytes do not belong to `class`.
#[inline(always)]
fn foreign(lanes: m128i, class: Class) -> m128i {
    // Brackets, backslash and caret are braces, bar and tilde but for one bit, as `_` is DEL.
    let unsafe_above = but_not(is(lanes, b'_'), gt(lanes | splat(0x20), splat(b'z' as i8)));
    let unsafe_below = is(lanes | splat(1), b'#') | is(lanes | splat(2), b'>');
    let outside = gt(splat(b'!' as i8), lanes) | is(lanes, b'`');
    let mut foreign = unsafe_above | unsafe_below | outside;
    for byte in *PUNCTUATION {
        if !class.has(byte) {
            foreign |= is(lanes, byte);
        }
    }
    for (from, to) in [(b'a', b'z'), (b'A', b'Z'), (b'0', b'9'), (b'%', b'%')] {
        if !class.has(from) {
            foreign |= within(lanes, from, to);
        }
    }
    foreign
}

/// The lanes that are letters.
#[inline(always)]
fn letters(lanes: m128i) -> m128i {
    within(lanes | splat(0x20), b'a', b'z')
}

/// The lanes whose bytes no host holds.
#[inline(always)]
fn outside_hosts(lanes: m128i, letters: m128i) -> m128i {
    let others = but_not(is(lanes, b'/'), within(lanes, b'-', b'9'));
    but_not(letters | others, splat(-1))
}
