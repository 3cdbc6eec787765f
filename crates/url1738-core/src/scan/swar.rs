//! Classifies eight bytes at a time, as the lanes of a word; the hot loops of the program.

/// Returns the eight bytes at `at`, or zeros if the text ends before.
#[inline]
pub(crate) fn group(bytes: &[u8], at: usize) -> &[u8; 8] {
    bytes.get(at..).and_then(<[u8]>::first_chunk).unwrap_or(&[0; 8])
}

/// Returns the eight bytes at `at` as a little-endian word. Bytes past the end are zero.
///
/// Near the end, the last eight bytes are loaded and shifted. For example, the word at 5 of `abcdefghij` is loaded from
/// 2 (`cdefghij`) and shifted by three bytes: `fghij`, and three zeros.
#[inline]
pub(crate) fn word_at(bytes: &[u8], at: usize) -> u64 {
    let Some(last) = bytes.len().checked_sub(8) else { return short_word(bytes, at) };
    let from = at.min(last);
    let word = u64::from_le_bytes(*group(bytes, from));
    // No branch on whether the load was moved: it could not be predicted.
    let shift = at - from;
    if shift < 8 { word >> (shift << 3) } else { 0 }
}

/// Returns the position of the first `byte`, which must not be NUL, at or after `at`, or the length of `bytes` if there is
/// none.
#[inline]
pub(crate) fn find(bytes: &[u8], byte: u8, mut at: usize) -> usize {
    while at < bytes.len() {
        // Lanes past the end are zero, which is not searched for: `byte` is a delimiter.
        let found = lanes_of(word_at(bytes, at), byte);
        if found != 0 {
            return at + (found.trailing_zeros() >> 3) as usize;
        }
        at += 8;
    }
    bytes.len()
}

/// Returns the up to seven bytes from `at` to the end of a short text.
///
/// Without a loop, whose number of rounds could not be predicted: `motd/x` is loaded as `motd`, and as `td/x` shifted by
/// two bytes. The bytes that both have are the same.
fn short_word(bytes: &[u8], at: usize) -> u64 {
    let left = bytes.get(at..).unwrap_or_default();
    if let (Some(head), Some(tail)) = (left.first_chunk(), left.last_chunk()) {
        let shift = (left.len() - 4) << 3;
        return u64::from(u32::from_le_bytes(*head))
            | u64::from(u32::from_le_bytes(*tail)) << shift;
    }
    match *left {
        [a, b, c, ..] => u64::from_le_bytes([a, b, c, 0, 0, 0, 0, 0]),
        [a, b] => u64::from_le_bytes([a, b, 0, 0, 0, 0, 0, 0]),
        [a] => u64::from(a),
        [] => 0,
    }
}

/// Returns a word whose eight lanes are `byte`.
pub(crate) const fn each(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

pub(crate) const HIGH: u64 = each(0x80);

/// Returns the upper bit of every lane that is `byte`.
#[inline]
pub(crate) fn lanes_of(word: u64, byte: u8) -> u64 {
    // The XOR is 0 in a lane that is `byte`, and from 1 to FF in others. Adding 7F to its lower seven bits sets the upper bit
    // if one of them is set, and never carries into the next lane. For `/` (2F): a lane `/` gives 0 + 7F = 7F, a lane `.` (2E)
    // 1 + 7F = 80. A lane AF gives 0 + 7F, too, but its upper bit is set in the XOR.
    let others = word ^ each(byte);
    !(((others & !HIGH) + each(0x7F)) | others) & HIGH
}
