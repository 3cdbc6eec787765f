//! The common case of the search, looked at many bytes at once.
//!
//! Comparisons with constants over an array of fixed length, with no way out of the loop, are
//! what compilers make vector instructions of. What matters more: there is nothing for the processor to
//! guess wrong, while a loop from byte to byte ends at another place for every URL.

/// How many bytes are looked at in one go.
const LANES: usize = 16;

/// Returns how many bytes are before the first that ends the run of a URL, or may: white space, controls,
/// quotation marks, brackets of all sorts, what is outside US-ASCII, `#`, `&` and `:`. `None` if too
/// few bytes are there to look at.
#[inline]
pub(crate) fn run(bytes: &[u8]) -> Option<usize> {
    let mut width = 0_usize;
    loop {
        let both: &[u8; 2 * LANES] = bytes.get(width..)?.first_chunk()?;
        let (first, second) = (look(both.first_chunk()?), look(both.last_chunk()?));
        let (lanes, skipped) = if first == 0 { (second, LANES) } else { (first, 0) };
        if lanes != 0 {
            let lane = usize::try_from(lanes.trailing_zeros() / 8).unwrap_or_default();
            return Some(width.wrapping_add(skipped).wrapping_add(lane));
        }
        width = width.wrapping_add(2 * LANES);
    }
}

/// Returns a number with one byte for each lane, which is 1 where the run may end.
#[inline]
fn look(bytes: &[u8; LANES]) -> u128 {
    let mut lanes = [0; LANES];
    for (lane, byte) in lanes.iter_mut().zip(bytes) {
        *lane = u8::from(may_end(*byte));
    }
    u128::from_le_bytes(lanes)
}

#[inline]
const fn may_end(byte: u8) -> bool {
    // Fewer instructions than a range for each. As signed numbers, what is outside US-ASCII is below the
    // controls and the blank, and DEL as well if one is added.
    ((byte.wrapping_add(1) as i8) < b'"' as i8)
        // `"` and `#`, `&` and `'`, `(` and `)`, `<` and `>`.
        | (byte & 0xfa == b'"')
        | (byte & 0xfe == b'(')
        | (byte | 2 == b'>')
        // In both cases of ASCII: `[`, `\` and `]`, `{`, `|` and `}`, which become the least signed numbers.
        | (((byte | 0x20).wrapping_add(5) as i8) < 0x83_u8 as i8)
        | (byte == b'`')
        | (byte == b':')
}

/// Returns whether two hyphens are together among the last [`LANES`] bytes; it may err and say so though none do.
#[inline]
pub(crate) fn ends_with_dash(bytes: &[u8]) -> bool {
    const ONES: u128 = u128::from_le_bytes([1; LANES]);
    const HIGHEST: u128 = u128::from_le_bytes([0x80; LANES]);
    const HYPHENS: u128 = u128::from_le_bytes([b'-'; LANES]);
    let Some(tail) = bytes.last_chunk::<LANES>() else {
        return bytes.windows(2).any(|pair| pair == b"--");
    };
    // The lanes that are zero borrow from their highest bit, and only they have not had it.
    let others = u128::from_le_bytes(*tail) ^ HYPHENS;
    let zeros = others.wrapping_sub(ONES) & !others & HIGHEST;
    zeros & (zeros >> 8) != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::{self, class};

    #[test]
    fn the_lanes_pass_only_what_the_table_passes() {
        for byte in 0..=255 {
            let passes = matches!(class(byte), class::PLAIN | class::LIST);
            assert_eq!(passes, !may_end(byte), "{byte:#04x}");
        }
    }

    #[test]
    fn the_first_end_is_found_in_any_lane() {
        for width in 0..100 {
            let mut bytes = [b'a'; 200];
            bytes[width] = b' ';
            bytes[width + 1] = b'#';
            assert_eq!(run(&bytes), Some(width));
        }
        assert!(run(&[b'a'; 200]).is_none());
        assert!(run(b"a ").is_none());
    }

    #[test]
    fn dashes_are_seen_at_the_end() {
        assert!(ends_with_dash(b"http://h/--and") && ends_with_dash(b"--"));
        assert!(ends_with_dash(b"0123456789012345--") && ends_with_dash(b"--23456789012345"));
        assert!(!ends_with_dash(b"--0123456789012345678") && !ends_with_dash(b"a-b-c"));
        assert!(!ends_with_dash(b"0-1-2-3-4-5-6-7-8-9-0-1"));
    }
}
