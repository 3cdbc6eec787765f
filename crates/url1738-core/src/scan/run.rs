//! Finds the end of a part: of a run of plain characters and complete escapes.

use super::{LEN, block::Block, class::Class};

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
        if class.allows_escapes() && block.has(b'%') {
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
