//! Classifies sixteen bytes at a time with SSE2.

use safe_arch::{
    bitandnot_m128i as but_not, cmp_eq_mask_i8_m128i as eq, cmp_gt_mask_i8_m128i as gt, m128i,
    move_mask_i8_m128i as upper_bits, set_splat_i8_m128i as splat,
};

use super::{
    HostMasks, LEN,
    chars::{Class, PUNCTUATION_KINDS, RANGES},
};

/// Up to 32 bytes of a text, loaded as two halves of 16 bytes.
///
/// Near the end of the text, the halves are loaded from its last bytes and overlap, so that no load reads past the end.
/// For example, in a text of 40 bytes the block at 20 loads its halves from 20 and 24: `second` is 4 and `before` is 0.
/// The block at 30 loads both from 24: `second` is 0 and `before` is 6, and the masks are shifted right by 6.
#[derive(Clone, Copy)]
pub(crate) struct Block {
    halves: [m128i; 2],
    /// Distance from the first half to the second: 16 bytes, or fewer if they overlap.
    second: u32,
    /// Number of bytes of the first half that precede the block.
    before: u32,
}

impl Block {
    /// Returns the block that begins at `at`, which must not be past the end.
    #[inline(always)]
    pub(crate) fn at(bytes: &[u8], at: usize) -> Self {
        Self::in_long(bytes, at).unwrap_or_else(|| Self::short(bytes, at))
    }

    /// Like [`at`](Self::at), but returns `None` if the text is shorter than 16 bytes.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "16 at most")]
    fn in_long(bytes: &[u8], at: usize) -> Option<Self> {
        let last = bytes.len().checked_sub(16)?;
        // `at` may be the end of the text, as after the host of `ftp://ftp.host.dom`: then the last
        // sixteen bytes are loaded, and the masks are shifted by all of them.
        let first = at.min(last);
        let second = (at + 16).min(last);
        Some(Self {
            halves: [sixteen(bytes, first), sixteen(bytes, second)],
            second: (second - first) as u32,
            before: (at - first) as u32,
        })
    }

    /// Returns the block of a text that is shorter than 16 bytes, padded with zeros.
    #[inline(never)]
    fn short(bytes: &[u8], at: usize) -> Self {
        let mut half = [0; 16];
        half.iter_mut().zip(bytes.iter().skip(at)).for_each(|(lane, byte)| *lane = *byte);
        Self { halves: [m128i::from(half), splat(0)], second: 16, before: 0 }
    }

    /// Gathers the upper bits of the lanes of both halves into one mask.
    #[inline(always)]
    fn mask(self, [first, second]: [m128i; 2]) -> u32 {
        self.placed(upper_bits(first) as u32, upper_bits(second) as u32)
    }

    /// Like [`mask`](Self::mask), but also sets the bits past the end of the text.
    #[inline(always)]
    fn mask_with_end(self, [first, second]: [m128i; 2]) -> u32 {
        // The bits from 16 on follow the last byte of the second half. If the half was moved, that
        // is the end of the text. If not, the shift by 16 drops them.
        self.placed(upper_bits(first) as u32, upper_bits(second) as u32 | !0xFFFF)
    }

    #[inline(always)]
    const fn placed(self, first: u32, second: u32) -> u32 {
        // Halves that overlap have the same bits where they do, so that `|` changes nothing: in the
        // block at 20 of 40 bytes, byte 24 is bit 4 of the first half and bit 0 of the second,
        // which is shifted by 4.
        (first | second.wrapping_shl(self.second)).wrapping_shr(self.before)
    }

    /// Returns `true` if some byte is one of `bytes`. May also return `true` for a byte before the block.
    #[inline(always)]
    pub(crate) fn has_any<const N: usize>(self, bytes: [u8; N]) -> bool {
        let [first, second] = self.halves;
        let mut found = splat(0);
        for byte in bytes {
            found |= is(first, byte) | is(second, byte);
        }
        upper_bits(found) != 0
    }

    #[inline(always)]
    pub(crate) fn are(self, byte: u8) -> u32 {
        let [first, second] = self.halves;
        self.mask([is(first, byte), is(second, byte)])
    }

    #[inline(always)]
    pub(crate) fn foreign(self, class: Class) -> u32 {
        let [first, second] = self.halves;
        self.mask([foreign(first, class), foreign(second, class)])
    }

    #[inline(always)]
    fn in_hosts(self) -> HostMasks {
        let [first, second] = self.halves;
        let outside = [outside_hosts(first), outside_hosts(second)];
        HostMasks {
            outside: self.mask_with_end(outside),
            dots: self.are(b'.'),
            hyphens: self.are(b'-'),
        }
    }
}

/// Returns the masks for the host at `at`, which must not be past the end.
#[inline(always)]
pub(crate) fn in_hosts(bytes: &[u8], at: usize) -> HostMasks {
    Block::at(bytes, at).in_hosts()
}

/// Like [`in_hosts`], but returns `None` if the text is shorter than 16 bytes.
#[inline(always)]
pub(crate) fn in_hosts_of_long(bytes: &[u8], at: usize) -> Option<HostMasks> {
    Block::in_long(bytes, at).map(Block::in_hosts)
}

/// Returns the end of the longest run at `at` that a part of `class` may contain: plain characters and complete escapes.
/// Calls `escape` with the position of the `%` and the two digits of each escape.
///
/// Always inlined: if the compiler knows the class, the test costs one instruction for each character not in it.
#[inline(always)]
pub(crate) fn run(
    class: Class,
    bytes: &[u8],
    at: usize,
    mut escape: impl FnMut(usize, [u8; 2]),
) -> usize {
    let mut start = at;
    loop {
        let block = Block::at(bytes, start);
        let foreign = block.foreign(class);
        // Few runs contain a `%`, so that its positions are computed only after this cheaper test.
        if class.allows_escapes() && block.has_any(*b"%") {
            // A `%` after the first foreign byte belongs to a later part: as a segment, `a/%zz`
            // ends at the slash without an error.
            let percents = block.are(b'%') & below_first(foreign);
            if let Some(end) = bad_escape(bytes, start, percents, &mut escape) {
                return end;
            }
        }
        if foreign != 0 {
            return (start + foreign.trailing_zeros() as usize).min(bytes.len());
        }
        start += LEN;
        // The end could also be a bit of the mask. The branch is faster: most runs end here, and a predicted branch
        // lets the code after the run start before the mask is computed.
        if start >= bytes.len() {
            return bytes.len();
        }
    }
}

/// Returns a mask of the bits below the lowest set bit of `mask`, or of all bits if `mask` is 0.
///
/// For example, subtracting 1 from `0b1_1000` gives `0b1_0111`; without the bits of the mask that is `0b111`.
#[inline(always)]
const fn below_first(mask: u32) -> u32 {
    mask.wrapping_sub(1) & !mask
}

/// Returns the position of the first of the `percents` that is not followed by two hexadecimal digits.
#[inline]
fn bad_escape(
    bytes: &[u8],
    start: usize,
    mut percents: u32,
    escape: &mut impl FnMut(usize, [u8; 2]),
) -> Option<usize> {
    while percents != 0 {
        let at = start + percents.trailing_zeros() as usize;
        match bytes.get(at..) {
            Some([_, a, b, ..]) if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => {
                escape(at, [*a, *b]);
            }
            _ => return Some(at),
        }
        percents &= percents - 1;
    }
    None
}

#[inline(always)]
fn sixteen(bytes: &[u8], at: usize) -> m128i {
    // INVARIANT: the place is at most the length less 16, so that the zeros are not used.
    let group = bytes.get(at..).and_then(<[u8]>::first_chunk::<16>);
    m128i::from(*group.unwrap_or(&[0; 16]))
}

/// Returns the lanes that are `byte`.
#[inline(always)]
fn is(lanes: m128i, byte: u8) -> m128i {
    eq(lanes, splat(byte as i8))
}

/// Returns the lanes in `from..=to`, both from 1 to 7E (hexadecimal).
///
/// SSE2 compares signed bytes: bytes from 80 on are negative, and so below every range.
#[inline(always)]
fn within(lanes: m128i, from: u8, to: u8) -> m128i {
    // The instructions compare with greater than only, so that both bounds are moved by one.
    let (below, above) = (from - 1, to + 1);
    gt(lanes, splat(below as i8)) & gt(splat(above as i8), lanes)
}

#[inline(always)]
fn foreign(lanes: m128i, class: Class) -> m128i {
    // Setting bit 5 maps `[ \ ] ^` (5B to 5E) to `{ | } ~` (7B to 7E), so that one comparison with `z` (7A) finds all
    // eight. It also maps `_` (5F) to DEL (7F), so that `_` is excluded again. Likewise, setting bit 0 maps `"` (22) to
    // `#` (23), and setting bit 1 maps `<` (3C) to `>` (3E).
    let unsafe_above = but_not(is(lanes, b'_'), gt(lanes | splat(0x20), splat(b'z' as i8)));
    let unsafe_below = is(lanes | splat(1), b'#') | is(lanes | splat(2), b'>');
    let outside = gt(splat(b'!' as i8), lanes) | is(lanes, b'`');
    // The class is a constant where this is inlined: the loops are unrolled, and a comparison is
    // left for each kind that is not in the class. For a user those are `/`, `:` and `@`.
    let mut foreign = unsafe_above | unsafe_below | outside;
    for (kind, byte) in PUNCTUATION_KINDS {
        if !class.has_kind(kind) {
            foreign |= is(lanes, byte);
        }
    }
    for (kind, from, to) in RANGES {
        if !class.has_kind(kind) {
            foreign |= within(lanes, from, to);
        }
    }
    foreign
}

/// Returns the lanes whose bytes a host cannot contain.
#[inline(always)]
fn outside_hosts(lanes: m128i) -> m128i {
    // Setting bit 5 maps upper case to lower case: `A` is 41 and `a` is 61.
    let letters = within(lanes | splat(0x20), b'a', b'z');
    // `-`, `.`, `/` and the digits are 2D to 39 without a gap.
    let others = but_not(is(lanes, b'/'), within(lanes, b'-', b'9'));
    but_not(letters | others, splat(-1))
}
