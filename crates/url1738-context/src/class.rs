//! What a byte may be to a URL that is in a text.

use url1738_core::{
    chars::{Class, XCHAR},
    part,
};

/// What the name of a scheme holds.
const NAME: Class = part::SCHEME.class();

/// Ends a URL: line ends, control octets, `<`, `>`, `"`, `|`, `\`, `` ` ``.
pub(crate) const STOP: u8 = 0;
/// Belongs to a URL.
pub(crate) const PLAIN: u8 = 1;
/// A blank or a tab; ends a URL too.
pub(crate) const BLANK: u8 = 2;
/// Opens a bracket.
pub(crate) const OPEN: u8 = 3;
/// Closes a bracket.
pub(crate) const CLOSE: u8 = 4;
/// `'`: ends a URL where such a quotation mark, or a grave accent, is before it.
pub(crate) const QUOTE: u8 = 5;
/// `,` or `;`: ends a URL where another one follows at once.
pub(crate) const LIST: u8 = 6;
/// `&`: ends a URL where it begins a character entity such as `&gt;`.
pub(crate) const ENTITY: u8 = 7;
/// `:`: before a port, which shows a pattern where it is a word.
pub(crate) const COLON: u8 = 9;
/// `#`: a fragment follows.
pub(crate) const HASH: u8 = 10;
/// Outside US-ASCII: letters are kept, all else ends a URL.
pub(crate) const FOREIGN: u8 = 8;

/// The class and, in separate bits, two more answers that are asked for often.
const NAME_BIT: u8 = 0x40;
const WRAP_BIT: u8 = 0x80;

/// What core says a URL may hold, then what is in use all the same (`~`, `^`) or what goes with
/// a URL (`%`), then the characters that are more than one thing in a text.
#[expect(clippy::indexing_slicing, reason = "const: the index runs below 256")]
#[expect(clippy::cast_possible_truncation, reason = "const: the index runs below 256")]
static CLASS: [u8; 256] = {
    let mut table = [STOP; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        table[byte] = match b {
            b' ' | b'\t' => BLANK,
            b'(' | b'[' | b'{' => OPEN,
            b')' | b']' | b'}' => CLOSE,
            b'\'' => QUOTE,
            b',' | b';' => LIST,
            b'&' => ENTITY,
            b':' => COLON,
            b'#' => HASH,
            b'%' | b'~' | b'^' => PLAIN,
            _ if XCHAR.contains(b) => PLAIN,
            _ if b >= 0x80 => FOREIGN,
            _ => STOP,
        };
        if NAME.contains(b) {
            table[byte] |= NAME_BIT;
        }
        if matches!(b, 0..=0x20 | 0x7f | b'<' | b'>' | b'&') {
            table[byte] |= WRAP_BIT;
        }
        byte += 1;
    }
    table
};

#[inline]
#[expect(clippy::indexing_slicing, reason = "256 entries, indexed by a byte")]
fn entry(byte: u8) -> u8 {
    CLASS[byte as usize]
}

/// Returns the class of a byte.
#[inline]
pub(crate) fn class(byte: u8) -> u8 {
    entry(byte) & 0x0f
}

/// Returns whether the byte may be in the name of a scheme.
#[inline]
pub(crate) fn in_name(byte: u8) -> bool {
    entry(byte) & NAME_BIT != 0
}

/// Returns whether the byte may end the unbroken content of a wrapper: white space, control octets, angle
/// brackets and what begins an entity.
#[inline]
pub(crate) fn ends_unbroken(byte: u8) -> bool {
    entry(byte) & WRAP_BIT != 0
}

/// Returns whether the byte ends a line. Old Macintosh text ends lines with CR alone.
pub(crate) const fn ends_line(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Returns whether the byte is white space of any kind.
pub(crate) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}
