//! Character sets: which one a text is in, and the text in UTF-8.

use core::ops::Range;
use std::borrow::Cow;

use encoding_rs::{
    CoderResult, Decoder, Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252,
};

use super::{
    decode::{self, PIECE},
    meta,
    origins::{Chunk, Place},
    rewriter::Rewriter,
};

/// Labels that say nothing about the bytes over 7F.
const ASCII: [&str; 4] = ["ascii", "us-ascii", "ansi_x3.4-1968", "iso646-us"];

/// The number of bytes at the start of a file in UTF-16 by which its kind is recognized.
const SNIFFED: usize = 4096;

/// The character set of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Charset {
    /// Nothing declares it: lines in UTF-8, and the others in Windows-1252.
    Guessed,
    /// The text declares it, unless it begins with a byte order mark.
    Declared(&'static Encoding),
    /// The command line or a byte order mark decides.
    Certain(&'static Encoding),
}

impl Charset {
    /// Returns the character set that a text declares by a label of the Encoding Standard.
    pub(super) fn labelled(label: &str) -> Self {
        let label = label.trim_matches(|c: char| c.is_ascii_whitespace() || c == '"' || c == '\'');
        if ASCII.iter().any(|ascii| ascii.eq_ignore_ascii_case(label)) {
            return Self::Guessed;
        }
        Encoding::for_label_no_replacement(label.as_bytes()).map_or(Self::Guessed, Self::Declared)
    }

    /// Returns the character set of a file that begins like this, and the length of its byte order mark.
    pub(super) fn of_file(start: &[u8], chosen: Option<&'static Encoding>) -> (Self, usize) {
        let is_utf32 = start.starts_with(&[0xFF, 0xFE, 0, 0]);
        let mark = Encoding::for_bom(start).filter(|_| !is_utf32);
        match (chosen, mark) {
            (None, None) => (Self::Guessed, 0),
            (None, Some((marked, len))) => (Self::Certain(marked), len),
            // `utf-16` is either byte order.
            (Some(chosen), Some((marked, len))) if is_wide(chosen) == is_wide(marked) => {
                (Self::Certain(if is_wide(chosen) { marked } else { chosen }), len)
            }
            (Some(chosen), _) => (Self::Certain(chosen), 0),
        }
    }

    /// Returns the encoding, unless it is guessed.
    pub(super) const fn encoding(self) -> Option<&'static Encoding> {
        match self {
            Self::Guessed => None,
            Self::Declared(encoding) | Self::Certain(encoding) => Some(encoding),
        }
    }

    /// Returns whether the text is certain to be in UTF-8.
    pub(super) fn is_utf8(self) -> bool {
        self == Self::Certain(UTF_8)
    }

    /// Returns the beginning of a file as its kind is recognized by.
    pub(super) fn sniffed(self, start: &[u8]) -> Cow<'_, [u8]> {
        match self.encoding() {
            Some(encoding) if self.is_wide() => {
                let start = start.get(..SNIFFED).unwrap_or(start);
                Cow::Owned(encoding.decode_with_bom_removal(start).0.into_owned().into_bytes())
            }
            _ => Cow::Borrowed(start),
        }
    }

    /// Returns whether the units of the text are of two bytes.
    pub(super) fn is_wide(self) -> bool {
        self.encoding().is_some_and(is_wide)
    }
}

fn is_wide(encoding: &'static Encoding) -> bool {
    encoding == UTF_16LE || encoding == UTF_16BE
}

/// Converts a text to UTF-8, chunk by chunk.
pub(super) enum Converter {
    /// The text is in UTF-8, or nearly: what is not is searched as it is.
    Unchanged,
    Guess(Guess),
    From(Box<Conversion>),
}

impl Converter {
    /// Begins a text.
    pub(super) fn new(charset: Charset, start: &[u8], is_html: bool) -> Self {
        let marked = Encoding::for_bom(start).map(|(encoding, _)| encoding);
        let encoding = match charset {
            Charset::Certain(encoding) => Some(encoding),
            Charset::Declared(encoding) => Some(marked.unwrap_or(encoding)),
            Charset::Guessed if is_html => marked.or_else(|| meta::encoding(start)),
            Charset::Guessed => marked,
        };
        match encoding {
            None => Self::Guess(Guess::default()),
            Some(encoding) if encoding == UTF_8 => Self::Unchanged,
            Some(encoding) => Self::From(Box::new(Conversion::new(encoding))),
        }
    }

    /// Converts the next chunk. `is_last` ends the text.
    pub(super) fn convert(&mut self, chunk: Chunk, is_last: bool) -> Chunk {
        match self {
            Self::Unchanged => chunk,
            Self::Guess(guess) => guess.convert(chunk, is_last),
            Self::From(conversion) => conversion.convert(&chunk, is_last),
        }
    }
}

/// Converts the lines of a text that are not in UTF-8 from Windows-1252.
#[derive(Default)]
pub(super) struct Guess {
    /// The beginning of a line that is not US-ASCII.
    held: Chunk,
}

impl Guess {
    /// Returns whether the beginning of a line is held.
    pub(super) fn is_holding(&self) -> bool {
        !self.held.bytes.is_empty()
    }

    /// Returns how much of a text to convert next: the rest of the line that is held, or a piece that ends with a line.
    pub(super) fn piece_len(&self, text: &[u8]) -> usize {
        let held = if self.is_holding() { text.get(..PIECE).unwrap_or(text) } else { &[] };
        memchr::memchr(b'\n', held).map_or_else(|| decode::piece_len(text), |end| end + 1)
    }

    /// Returns the length of the beginning of a text that needs no conversion, or 0 if its first line may need one.
    pub(super) fn unchanged_len(text: &[u8]) -> usize {
        let valid = match core::str::from_utf8(text) {
            Ok(_) => text.len(),
            Err(error) => error.valid_up_to(),
        };
        let (valid, rest) = text.split_at(valid);
        let line = memchr::memrchr(b'\n', valid).map_or(0, |end| end + 1);
        let is_plain = rest.is_empty() && valid.get(line..).is_some_and(<[u8]>::is_ascii);
        if is_plain { text.len() } else { line }
    }

    /// Converts the next chunk. `is_last` ends the text.
    pub(super) fn convert(&mut self, chunk: Chunk, is_last: bool) -> Chunk {
        let mut text = if self.is_holding() {
            let mut text = core::mem::take(&mut self.held);
            text.append(&chunk);
            text
        } else {
            chunk
        };
        if !is_last {
            let line = memchr::memrchr(b'\n', &text.bytes).map_or(0, |end| end + 1);
            let tail = text.bytes.get(line..).unwrap_or_default();
            if tail.len() > PIECE {
                // A line this long is judged piece by piece, between two characters.
                let complete = match core::str::from_utf8(tail) {
                    Err(error) if error.error_len().is_none() => line + error.valid_up_to(),
                    _ => text.bytes.len(),
                };
                self.held = text.split_off(complete);
            } else if !tail.is_ascii() {
                self.held = text.split_off(line);
            }
        }
        if core::str::from_utf8(&text.bytes).is_ok() {
            return text;
        }
        let mut rewriter = Rewriter::new(&text);
        let mut conversion = Conversion::new(WINDOWS_1252);
        let mut from = 0;
        for line in text.bytes.split_inclusive(|byte| *byte == b'\n') {
            let to = from + line.len();
            if core::str::from_utf8(line).is_err() {
                conversion.run(&text, from..to, &mut rewriter);
            }
            from = to;
        }
        rewriter.finish(text.bytes.len())
    }
}

/// Converts a text from one encoding.
pub(super) struct Conversion {
    decoder: Decoder,
    /// Whether bytes of US-ASCII are always those characters.
    is_ascii: bool,
    /// Whether escape sequences choose what a byte is.
    has_escapes: bool,
    /// Where a character begins that the last chunk did not end.
    pending: Option<Place>,
}

/// The bytes of the longest text that one byte decodes to, and more.
type Decoded = [u8; 64];

impl Conversion {
    fn new(encoding: &'static Encoding) -> Self {
        Self {
            decoder: encoding.new_decoder_with_bom_removal(),
            is_ascii: encoding != ISO_2022_JP && !is_wide(encoding),
            has_escapes: encoding == ISO_2022_JP,
            pending: None,
        }
    }

    fn convert(&mut self, text: &Chunk, is_last: bool) -> Chunk {
        let mut rewriter = Rewriter::new(text);
        let len = text.bytes.len();
        let mut kept = self.run(text, 0..len, &mut rewriter);
        if is_last {
            let mut decoded: Decoded = [0; 64];
            let rest = self.decode(&[], true, &mut decoded);
            if !rest.is_empty() {
                let from = self.pending.take().unwrap_or_else(|| rewriter.place(kept));
                rewriter.replace_from(from, len, rest);
            }
            kept = len;
        }
        rewriter.finish(kept)
    }

    /// Converts a piece of a text. Returns the offset up to which it is converted: a character may not have ended.
    fn run(&mut self, text: &Chunk, piece: Range<usize>, rewriter: &mut Rewriter<'_>) -> usize {
        let bytes = &text.bytes;
        let mut start = None;
        let mut at = piece.start;
        while at < piece.end {
            let rest = bytes.get(at..piece.end).unwrap_or_default();
            let is_between = start.is_none() && self.pending.is_none();
            if is_between && self.is_ascii {
                let Some(next) = rest.iter().position(|byte| !byte.is_ascii()) else { break };
                at += next;
            }
            let len = match bytes.get(at..piece.end).unwrap_or_default() {
                // An escape sequence belongs to no character.
                [0x1B, _, _, ..] if is_between && self.has_escapes => 3,
                _ => 1,
            };
            let source = bytes.get(at..at + len).unwrap_or_default();
            let mut decoded: Decoded = [0; 64];
            let found = self.decode(source, false, &mut decoded);
            if found.is_empty() && len == 3 {
                rewriter.replace(at..at + len, "");
            } else if found.is_empty() {
                start.get_or_insert(at);
            } else if !is_between || found.as_bytes() != source {
                let begin = start.take().unwrap_or(at);
                match self.pending.take() {
                    Some(from) => rewriter.replace_from(from, at + len, found),
                    None => rewriter.replace(begin..at + len, found),
                }
            }
            at += len;
        }
        match start {
            Some(start) if self.pending.is_some() => start,
            Some(start) => {
                self.pending = Some(rewriter.place(start));
                start
            }
            None => piece.end,
        }
    }

    /// Decodes bytes, and returns the characters that they end.
    fn decode<'d>(&mut self, bytes: &[u8], is_last: bool, decoded: &'d mut Decoded) -> &'d str {
        let (mut read, mut written) = (0, 0);
        loop {
            let source = bytes.get(read..).unwrap_or_default();
            let room = decoded.get_mut(written..).unwrap_or_default();
            let (result, taken, added, _) = self.decoder.decode_to_utf8(source, room, is_last);
            read += taken;
            written += added;
            if result == CoderResult::InputEmpty || taken + added == 0 {
                let text = decoded.get(..written).unwrap_or_default();
                return core::str::from_utf8(text).unwrap_or_default();
            }
        }
    }
}

/// Converts a piece of a file in UTF-16, and moves its place to its end. A line ends with the character U+000A.
pub(super) fn wide(raw: &[u8], charset: Charset, place: &mut Place) -> Chunk {
    let is_big = charset.encoding() == Some(UTF_16BE);
    let mut chunk = Chunk::default();
    let mut push = |found: char, width: usize| {
        chunk.push_group(*place, width, found.encode_utf8(&mut [0; 4]));
        place.offset += width;
        if found == '\n' {
            place.line += 1;
            place.line_start = place.offset;
        }
    };
    let (units, odd) = raw.as_chunks::<2>();
    for found in char::decode_utf16(units.iter().map(|unit| unit_of(*unit, is_big))) {
        match found {
            Ok(found) => push(found, 2 * found.len_utf16()),
            Err(_) => push(char::REPLACEMENT_CHARACTER, 2),
        }
    }
    if !odd.is_empty() {
        push(char::REPLACEMENT_CHARACTER, 1);
    }
    chunk
}

const fn unit_of(bytes: [u8; 2], is_big: bool) -> u16 {
    if is_big { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) }
}

/// Returns the length of the longest piece of a text in UTF-16, of at most [`PIECE`] bytes, that ends with a line, or
/// between two characters if none does.
pub(super) fn wide_piece_len(raw: &[u8], charset: Charset) -> usize {
    let is_big = charset.encoding() == Some(UTF_16BE);
    let Some(piece) = raw.get(..PIECE) else { return raw.len() };
    let (units, _) = piece.as_chunks::<2>();
    if let Some(line) = units.iter().rposition(|unit| unit_of(*unit, is_big) == 0x0A) {
        return 2 * line + 2;
    }
    let is_high = units.last().is_some_and(|unit| unit_of(*unit, is_big) & 0xFC00 == 0xD800);
    if is_high { PIECE - 2 } else { PIECE }
}
