//! Texts that every format writes as they are.

/// Returns whether a text contains only graphic US-ASCII characters and spaces, and neither `"` nor `\`. So it cannot
/// control a terminal, and needs no escape in JSON.
///
/// It reads eight bytes at once, and the last eight of a longer text again: `abcdefghij` is read as `abcdefgh` and
/// `cdefghij`.
#[inline]
pub(crate) fn is_plain(text: &[u8]) -> bool {
    let Some(last) = text.last_chunk() else { return is_short_plain(text) };
    let (words, _) = text.as_chunks();
    let found = words.iter().fold(0, |found, word| found | not_plain(u64::from_le_bytes(*word)));
    found | not_plain(u64::from_le_bytes(*last)) == 0
}

/// Like [`is_plain`], for less than eight bytes.
#[inline]
fn is_short_plain(text: &[u8]) -> bool {
    let found = match (text.first_chunk::<4>(), text.last_chunk::<4>()) {
        (Some(first), Some(last)) => {
            let [first, last] = [first, last].map(|half| u32::from_le_bytes(*half));
            not_plain(u64::from(first) << 32 | u64::from(last))
        }
        _ => text.iter().fold(0, |found, byte| found | not_plain(u64::from(*byte) | SPACES)),
    };
    found == 0
}

/// Seven spaces, and a place for one more byte.
const SPACES: u64 = 0x2020_2020_2020_2000;

/// Returns a word with the highest bit of some byte set if a byte of `word` is not plain, else 0.
#[inline]
const fn not_plain(word: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x80 * ONES;
    // A byte below n borrows from its highest bit: 1F - 20 is FF, 20 - 20 is 00. A byte of 80 and above is found by its
    // own bit, so what it hides or pretends does not matter.
    let control = word.wrapping_sub(0x20 * ONES);
    // 7F + 1 is 80.
    let delete = word.wrapping_add(ONES);
    let quote = (word ^ (0x22 * ONES)).wrapping_sub(ONES);
    let backslash = (word ^ (0x5C * ONES)).wrapping_sub(ONES);
    (word | control | delete | quote | backslash) & HIGH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_at_every_place() {
        for len in 0..40 {
            assert!(is_plain(&vec![b'a'; len]));
            for place in 0..len {
                for byte in 0..=255_u8 {
                    for around in *b" !#[]~" {
                        let mut text = vec![around; len];
                        text[place] = byte;
                        let plain = matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\';
                        assert_eq!(is_plain(&text), plain, "{len} {place} {byte} {around}");
                    }
                }
            }
        }
    }
}
