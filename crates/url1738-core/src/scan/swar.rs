//! Eight bytes at a time, as the lanes of a word: what the reading of texts spends its time with.

/// The eight bytes at `at`, where there are as many.
#[inline]
pub(crate) fn group(bytes: &[u8], at: usize) -> &[u8; 8] {
    bytes.get(at..).and_then(<[u8]>::first_chunk).unwrap_or(&[0; 8])
}

/// The eight bytes at `at` as a word, the first lowest; zeros stand for those behind the end.
#[inline]
pub(crate) fn word_at(bytes: &[u8], at: usize) -> u64 {
    let Some(last) = bytes.len().checked_sub(8) else { return short_word(bytes, at) };
    let from = at.min(last);
    let word = u64::from_le_bytes(*group(bytes, from));
    // Without a branch: which of the two it is nobody can predict.
    let behind = at.wrapping_sub(from);
    if behind < 8 { word >> (behind << 3) } else { 0 }
}

/// Where the first `byte`, one below 80, is from `at` on; the length where there is none.
#[inline]
pub(crate) fn find(bytes: &[u8], byte: u8, mut at: usize) -> usize {
    while at < bytes.len() {
        let found = lanes_of(word_at(bytes, at), byte);
        if found != 0 {
            return at.saturating_add((found.trailing_zeros() >> 3) as usize);
        }
        at = at.saturating_add(8);
    }
    bytes.len()
}

#[cold]
fn short_word(bytes: &[u8], at: usize) -> u64 {
    let left = bytes.get(at..).unwrap_or_default();
    left.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

/// A word of eight times this byte.
pub(crate) const fn each(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// The upper bit of every lane.
pub(crate) const HIGH: u64 = each(0x80);

/// The upper bit of every lane that is `byte`, which is below 80.
#[inline]
pub(crate) fn lanes_of(word: u64, byte: u8) -> u64 {
    // The sum of a lane that is another byte below 80 reaches the upper bit, and carries no further.
    let others = ((word & !HIGH) ^ each(byte)).wrapping_add(each(0x7F));
    !others & !word & HIGH
}
