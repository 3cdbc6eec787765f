//! The common case of the search, looked at many bytes at once.
//!
//! Comparisons with constants over an array of fixed length, with no way out of the loop, are
//! what compilers make vector instructions of. What matters more: there is nothing for the processor to
//! guess wrong, while a loop from byte to byte ends at another place for every URL.

/// How many bytes are looked at in one go.
const LANES: usize = 16;

/// How many bytes stand before the first that ends the run of a URL, or may: white space, controls,
/// quotation marks, brackets of all sorts, what is outside US-ASCII, `#`, `&`, and a colon that no port
/// follows. `None` where too few bytes are there to look at.
pub(crate) fn run(bytes: &[u8]) -> Option<usize> {
    let mut width = 0_usize;
    loop {
        let first = look(bytes, width)?;
        let second = look(bytes, width.saturating_add(LANES))?;
        let (lanes, skipped) = if first == 0 { (second, LANES) } else { (first, 0) };
        if lanes != 0 {
            let lane = usize::try_from(lanes.trailing_zeros() / 8).unwrap_or_default();
            return Some(width.saturating_add(skipped).saturating_add(lane));
        }
        width = width.saturating_add(2 * LANES);
    }
}

/// A number with one byte for each lane, which is 1 where the run may end.
#[inline]
fn look(bytes: &[u8], at: usize) -> Option<u128> {
    let here: &[u8; LANES] = bytes.get(at..)?.first_chunk()?;
    let next: &[u8; LANES] = bytes.get(at.saturating_add(1)..)?.first_chunk()?;
    let mut lanes = [0; LANES];
    for (lane, (byte, next)) in lanes.iter_mut().zip(here.iter().zip(next)) {
        *lane = u8::from(may_end(*byte, *next));
    }
    Some(u128::from_le_bytes(lanes))
}

#[inline]
const fn may_end(byte: u8, next: u8) -> bool {
    // Counted from the first graphic character, all that is not one is large: blank, controls, DEL and
    // what is outside US-ASCII.
    (byte.wrapping_sub(b'!') > b'~' - b'!')
        // `"` and `#`, `&`, `(` and `)`, `<` and `>`.
        | (byte & 0xfe == b'"')
        | (byte == b'&')
        | (byte & 0xfe == b'(')
        | (byte | 2 == b'>')
        // In both cases of ASCII: `[`, `\` and `]`, `{`, `|` and `}`.
        | matches!(byte & 0xdf, b'['..=b']')
        | (byte == b'`')
        | ((byte == b':') & !next.is_ascii_digit())
}

/// Whether two hyphens stand together among the last bytes.
#[inline]
pub(crate) fn ends_with_dash(bytes: &[u8]) -> bool {
    const TAIL: usize = LANES + 1;
    let Some(tail) = bytes.last_chunk::<TAIL>() else {
        return bytes.windows(2).any(|pair| pair == b"--");
    };
    let (here, next) = (tail.first_chunk::<LANES>(), tail.last_chunk::<LANES>());
    let (Some(here), Some(next)) = (here, next) else { return false };
    here.iter().zip(next).fold(false, |dash, (a, b)| dash | ((*a == b'-') & (*b == b'-')))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::{self, class};

    #[test]
    fn the_lanes_pass_only_what_the_table_passes() {
        for byte in 0..=255 {
            let passes = matches!(class(byte), class::PLAIN | class::QUOTE | class::LIST);
            assert_eq!(passes, !may_end(byte, b'x'), "{byte:#04x}");
        }
        assert!(!may_end(b':', b'8'));
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
        assert!(ends_with_dash(b"0123456789012345--") && ends_with_dash(b"01--56789012345678"));
        assert!(!ends_with_dash(b"--0123456789012345678") && !ends_with_dash(b"a-b-c"));
    }
}
