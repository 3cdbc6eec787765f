//! Transfer encodings of mail, and character references of HTML.

use base64::{
    Engine as _,
    alphabet::STANDARD,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};

use super::{
    html,
    origins::{Chunk, Kind, Place},
    rewriter::Rewriter,
};

/// How a piece of a file is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    None,
    QuotedPrintable,
    Base64,
    /// The encoding Q of words in headers: quoted-printable with `_` for a space.
    QuotedWord,
    /// Marks that are not text.
    Dropped,
}

/// The most bytes that are decoded at once. Where each decoded character comes from can take forty times as much memory.
pub(super) const PIECE: usize = 64 * 1024;

/// Decodes a piece of a file that begins at a place.
pub(super) fn piece(raw: &[u8], from: Place, encoding: Encoding) -> Chunk {
    match encoding {
        Encoding::None => {
            let mut chunk = Chunk::default();
            chunk.begin(from, Kind::Same);
            chunk.bytes.extend_from_slice(raw);
            chunk
        }
        Encoding::QuotedPrintable => quoted_printable(raw, from),
        Encoding::Base64 => base64(raw, from),
        Encoding::QuotedWord => {
            let space = |byte: &u8| if *byte == b'_' { b' ' } else { *byte };
            quoted_printable(&raw.iter().map(space).collect::<Vec<u8>>(), from)
        }
        Encoding::Dropped => Chunk::default(),
    }
}

/// Returns the length of the longest piece of at most [`PIECE`] bytes that ends with a line, or the longest if none does.
pub(super) fn piece_len(raw: &[u8]) -> usize {
    match raw.get(..PIECE) {
        None => raw.len(),
        Some(piece) => memchr::memrchr(b'\n', piece).map_or(PIECE, |end| end + 1),
    }
}

/// `=3D`: three bytes for one.
const ESCAPES: Kind = Kind::Groups { source: 3, decoded: 1 };

/// Decodes quoted-printable (RFC 2045, section 6.7). What is not an escape is kept.
fn quoted_printable(raw: &[u8], from: Place) -> Chunk {
    let mut chunk = Chunk::default();
    chunk.begin(from, Kind::Same);
    let mut place = from;
    let mut rest = raw;
    let mut escaping = false;
    loop {
        let width = memchr::memchr(b'=', rest).unwrap_or(rest.len());
        let (plain, after) = rest.split_at(width);
        if !plain.is_empty() && escaping {
            chunk.begin(place, Kind::Same);
            escaping = false;
        }
        chunk.bytes.extend_from_slice(plain);
        place = place.after(plain);
        let len = match after {
            [] => return chunk,
            [b'=', high, low, ..] if let Some(byte) = escape(*high, *low) => {
                if !escaping {
                    chunk.begin(place, ESCAPES);
                    escaping = true;
                }
                chunk.bytes.push(byte);
                3
            }
            _ => match soft_break(after) {
                Some(len) => {
                    let (gone, _) = after.split_at(len);
                    chunk.begin(place.after(gone), Kind::Same);
                    escaping = false;
                    len
                }
                None => {
                    if escaping {
                        chunk.begin(place, Kind::Same);
                        escaping = false;
                    }
                    chunk.bytes.push(b'=');
                    1
                }
            },
        };
        let (gone, left) = after.split_at(len);
        place = place.after(gone);
        rest = left;
    }
}

fn escape(high: u8, low: u8) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    Some(digit(high)? << 4 | digit(low)?)
}

/// Returns the length of the `=` and the line break that begin a text, with the blanks between them.
fn soft_break(text: &[u8]) -> Option<usize> {
    let blanks = text.iter().skip(1).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    match text.get(1 + blanks..)? {
        [b'\r', b'\n', ..] => Some(blanks + 3),
        [b'\n', ..] => Some(blanks + 2),
        _ => None,
    }
}

/// Decodes base64 line by line (RFC 2045, section 6.8). From a line that is not base64, all is kept as it is.
fn base64(raw: &[u8], from: Place) -> Chunk {
    const FORGIVING: GeneralPurposeConfig = GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent);
    const ENGINE: GeneralPurpose = GeneralPurpose::new(&STANDARD, FORGIVING);
    let mut chunk = Chunk::default();
    let mut place = from;
    for line in raw.split_inclusive(|byte| *byte == b'\n') {
        let text = line.trim_ascii();
        match ENGINE.decode(text) {
            Ok(decoded) => {
                chunk.begin(place, Kind::Base64);
                chunk.bytes.extend_from_slice(&decoded);
            }
            Err(_) => {
                chunk.begin(place, Kind::Same);
                chunk.bytes.extend_from_slice(line);
            }
        }
        place = place.after(line);
    }
    chunk
}

/// Replaces the character references of HTML.
pub(super) fn references(text: &Chunk) -> Chunk {
    let mut rewriter = Rewriter::new(text);
    for at in memchr::memchr_iter(b'&', &text.bytes) {
        let ahead = text.bytes.get(at..).unwrap_or_default();
        if let Some((found, len)) = html::reference(ahead).filter(|_| at >= rewriter.done()) {
            rewriter.replace(at..at + len, found.encode_utf8(&mut [0; 4]));
        }
    }
    rewriter.finish(text.bytes.len())
}

#[cfg(test)]
mod tests {
    use super::{super::origins::Places, *};

    /// Decodes a text in pieces of its lines, and returns it with the place of each byte.
    fn decoded(
        raw: &str,
        encoding: Encoding,
        is_html: bool,
    ) -> (String, Vec<(usize, usize, u64, usize)>) {
        let chunk = piece(raw.as_bytes(), Place::default(), encoding);
        let chunk = if is_html { references(&chunk) } else { chunk };
        let mut places = Places::default();
        places.add(&chunk.stretches, 0);
        let each = (0..chunk.bytes.len()).map(|at| {
            places.count_to(at, &chunk.bytes, 0);
            let (line, column) = places.place(at);
            (places.offset(at), places.end(at), line, column)
        });
        let each = each.collect();
        (String::from_utf8_lossy(&chunk.bytes).into_owned(), each)
    }

    /// Returns what of the file each byte comes from, and the line and column of each, counted another way.
    fn assert_places(raw: &str, encoding: Encoding, is_html: bool, text: &str, from: &[&str]) {
        let (found, places) = decoded(raw, encoding, is_html);
        assert_eq!(found, text, "{raw:?}");
        let pieces: Vec<&str> = places.iter().map(|(start, end, ..)| &raw[*start..*end]).collect();
        assert_eq!(pieces, from, "{raw:?}");
        for (start, _, line, column) in places {
            let before = &raw[..start];
            assert_eq!(line, before.matches('\n').count() as u64 + 1, "{raw:?} {start}");
            assert_eq!(column, start - before.rfind('\n').map_or(0, |end| end + 1) + 1, "{raw:?}");
        }
    }

    #[test]
    fn every_byte_of_quoted_printable_has_its_place() {
        let quoted = Encoding::QuotedPrintable;
        assert_places("a=3Db", quoted, false, "a=b", &["a", "=3D", "b"]);
        assert_places("a=\nb\nc", quoted, false, "ab\nc", &["a", "b", "\n", "c"]);
        assert_places("=\r\n=7E= \nx", quoted, false, "~x", &["=7E", "x"]);
        assert_places("=41=42c=4", quoted, false, "ABc=4", &["=41", "=42", "c", "=", "4"]);
        assert_places("==3D=", quoted, false, "===", &["=", "=3D", "="]);
    }

    #[test]
    fn every_reference_has_its_place() {
        let none = Encoding::None;
        assert_places("a&amp;b", none, true, "a&b", &["a", "&amp;", "b"]);
        assert_places(
            "&#126;&#x7e;\n&lt;",
            none,
            true,
            "~~\n<",
            &["&#126;", "&#x7e;", "\n", "&lt;"],
        );
        assert_places(
            "a&b&;&#;&c;",
            none,
            true,
            "a&b&;&#;&c;",
            &["a", "&", "b", "&", ";", "&", "#", ";", "&", "c", ";"],
        );
    }

    #[test]
    fn references_in_quoted_printable_have_their_places() {
        let quoted = Encoding::QuotedPrintable;
        assert_places("a&am=\np;=3D", quoted, true, "a&=", &["a", "&am=\np;", "=3D"]);
        assert_places("=26amp;x\ny", quoted, true, "&x\ny", &["=26amp;", "x", "\n", "y"]);
    }

    #[test]
    fn base64_has_the_places_of_its_groups() {
        let raw = "aHR0cDovL2guZG9t\nL34=\n";
        let (text, places) = decoded(raw, Encoding::Base64, false);
        assert_eq!(text, "http://h.dom/~");
        assert_eq!(places[0], (0, 2, 1, 1));
        assert_eq!(places[12], (17, 19, 2, 1));
        let (text, _) = decoded("not base64\n", Encoding::Base64, false);
        assert_eq!(text, "not base64\n");
    }

    #[test]
    fn a_piece_ends_with_a_line() {
        let mut raw = vec![b'a'; PIECE + 10];
        assert_eq!(piece_len(&raw), PIECE);
        raw[100] = b'\n';
        assert_eq!(piece_len(&raw), 101);
        assert_eq!(piece_len(b"a"), 1);
    }
}
