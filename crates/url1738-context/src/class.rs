//! Classes of bytes in a text, by their role in a URL.

use url1738_core::chars::XCHAR;

/// The role of a byte in a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Octet {
    /// Belongs to the URL: what core says that a URL may contain, and `%`, `~` and `^`, which are in use.
    Plain,
    /// `,` or `;`: ends a URL if another one follows at once.
    List,
    /// `:`: precedes a port, which makes a pattern if it is a word.
    Colon,
    /// `#`: a fragment follows.
    Hash,
    /// `&`: ends a URL if it begins a character reference such as `&gt;`.
    Ampersand,
    /// `'`: ends a URL after such a quotation mark or a grave accent.
    Quote,
    /// Opens a bracket.
    Open,
    /// Closes a bracket.
    Close,
    /// A space or tab, which ends a URL.
    Blank,
    /// A line end, control character, `<`, `>`, `"`, `|`, `\` or `` ` ``, which ends a URL.
    Stop,
    /// Outside US-ASCII: a letter belongs to the URL, other characters may end it.
    Foreign,
}

#[expect(clippy::cast_possible_truncation, reason = "const: the index runs below 256")]
static OCTETS: [Octet; 256] = {
    let mut table = [Octet::Stop; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' | b'\t' => Octet::Blank,
            b'(' | b'[' | b'{' => Octet::Open,
            b')' | b']' | b'}' => Octet::Close,
            b'\'' => Octet::Quote,
            b',' | b';' => Octet::List,
            b'&' => Octet::Ampersand,
            b':' => Octet::Colon,
            b'#' => Octet::Hash,
            b'%' | b'~' | b'^' => Octet::Plain,
            0x80.. => Octet::Foreign,
            other if XCHAR.contains(other) => Octet::Plain,
            _ => Octet::Stop,
        };
        byte += 1;
    }
    table
};

/// Returns the role of a byte in a URL.
#[inline]
pub(crate) fn octet(byte: u8) -> Octet {
    OCTETS[usize::from(byte)]
}

/// How many bytes are looked at in one go, as the compiler makes vector instructions of it.
const LANES: usize = 16;

/// Returns how many bytes at the beginning are [`Octet::Plain`] or [`Octet::List`].
///
/// A loop from byte to byte ends at another place for each URL, which is predicted wrongly: with it, extract-dense of the
/// benchmark takes 1.09 times as long, and misses its bar.
#[inline]
pub(crate) fn plain_run(bytes: &[u8]) -> usize {
    let mut width = 0;
    while let Some(lanes) = bytes[width..].first_chunk::<LANES>() {
        // One byte for each lane, which is 1 if the run ends there: for `h/a b...` they are 0, 0, 0, 1, 0, ...
        let ends = u128::from_le_bytes(lanes.map(|byte| u8::from(ends_run(byte))));
        if ends != 0 {
            return width + ends.trailing_zeros() as usize / 8;
        }
        width += LANES;
    }
    let rest = &bytes[width..];
    width + rest.iter().position(|byte| ends_run(*byte)).unwrap_or(rest.len())
}

/// Returns whether a byte is neither [`Octet::Plain`] nor [`Octet::List`].
///
/// It takes fewer instructions than a comparison for each: as signed numbers, bytes outside US-ASCII are below controls and
/// the space, and DEL is if one is added.
#[inline]
const fn ends_run(byte: u8) -> bool {
    ((byte.wrapping_add(1) as i8) < b'"' as i8)
        // `"` and `#`, `&` and `'`, `(` and `)`, `<` and `>`.
        | (byte & 0xfa == b'"')
        | (byte & 0xfe == b'(')
        | (byte | 2 == b'>')
        // `[` to `]`, and `{` to `}`, which are these less 0x20: added to 5, they are the least signed numbers.
        | (((byte | 0x20).wrapping_add(5) as i8) < 0x83_u8 as i8)
        | (byte == b'`')
        | (byte == b':')
}

/// Returns whether the byte is a space or tab.
#[inline]
pub(crate) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Returns whether the byte ends a line. Old Macintosh text ends lines with CR alone.
#[inline]
pub(crate) const fn ends_line(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Returns whether the byte is white space of any kind.
#[inline]
pub(crate) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Returns whether a word is in a list whose words have spaces between them, in any case.
pub(crate) fn is_listed(word: &[u8], list: &str) -> bool {
    list.split(' ').any(|listed| listed.as_bytes().eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_what_the_table_passes() {
        for byte in 0..=255 {
            let passes = matches!(octet(byte), Octet::Plain | Octet::List);
            for width in [0, 1, 15, 16, 40] {
                let mut bytes = [b'a'; 80];
                bytes[width] = byte;
                bytes[70] = b' ';
                assert_eq!(plain_run(&bytes), if passes { 70 } else { width }, "{byte:#04x}");
            }
        }
    }
}
