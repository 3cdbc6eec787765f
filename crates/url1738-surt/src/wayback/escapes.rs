//! Escapes: decoded until there are none, and encoded once.

use alloc::vec::Vec;

/// Returns the text with its escapes decoded, again and again until there are none.
///
/// Decoding the first escape first has the same result as decoding all of them at once, since two escapes never overlap.
/// So one pass does: `%25%32%30` becomes `%`, then `%2`, then `%20`, which is replaced by a space as soon as it is whole.
pub(super) fn decoded(text: &[u8]) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::with_capacity(text.len());
    for byte in text {
        out.push(*byte);
        while let [.., b'%', high, low] = out.as_slice() {
            let (Some(high), Some(low)) = (digit(*high), digit(*low)) else { break };
            out.truncate(out.len() - 3);
            out.push(high << 4 | low);
        }
    }
    out
}

const fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    }
}

/// Returns the text with escapes for everything but graphic US-ASCII, `#` and `%`.
pub(super) fn encoded(text: Vec<u8>) -> Vec<u8> {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let is_plain = |byte: &u8| byte.is_ascii_graphic() && !matches!(byte, b'#' | b'%');
    let mut out = Vec::with_capacity(text.len());
    for byte in text {
        if is_plain(&byte) {
            out.push(byte);
        } else {
            // INVARIANT: four bits are an index below 16.
            out.extend([b'%', DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
        }
    }
    out
}
