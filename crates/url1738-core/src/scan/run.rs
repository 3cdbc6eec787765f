//! How far a part goes: plain characters and whole escapes.

use super::{
    block::Block,
    class::Class,
    masks::{LEN, below_first},
};

/// Where the longest run ends that begins at `at` and that a part of `class` may hold: plain characters and
/// whole escapes, which it tells: where the `%` stands, and the two digits.
///
/// Inlined, as a class that the compiler knows costs an instruction for each character it lacks.
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
        // Few runs hold any: where they stand is asked only then.
        if class.allows_escapes() && block.has(b'%') {
            let percents = block.are(b'%') & below_first(foreign);
            if let Some(end) = bad_escape(bytes, start, percents, &mut escape) {
                return end;
            }
        }
        if foreign != 0 {
            return start.wrapping_add(foreign.trailing_zeros() as usize).min(bytes.len());
        }
        start = start.wrapping_add(LEN);
        // A branch, although the end could have a bit in the mask: most runs end here, and what comes next
        // need not wait for the mask.
        if start >= bytes.len() {
            return bytes.len();
        }
    }
}

/// The first of the `percents` that two hexadecimal digits do not follow.
#[inline]
fn bad_escape(
    bytes: &[u8],
    start: usize,
    mut percents: u32,
    escape: &mut impl FnMut(usize, [u8; 2]),
) -> Option<usize> {
    while percents != 0 {
        let at = start.wrapping_add(percents.trailing_zeros() as usize);
        match bytes.get(at..) {
            Some([_, a, b, ..]) if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => {
                escape(at, [*a, *b]);
            }
            _ => return Some(at),
        }
        percents &= percents.wrapping_sub(1);
    }
    None
}

impl Class {
    /// How many of the first `bytes` such a part may hold: plain characters and whole escapes.
    ///
    /// It ends before the first byte that does not belong, a `%` without two hexadecimal digits included.
    #[must_use]
    pub fn run(self, bytes: &[u8]) -> usize {
        run(self, bytes, 0, |_, _| ())
    }
}
