//! Character sets: which one a text is in, and the text in UTF-8.

use core::ops::Range;
use std::borrow::Cow;

use encoding_rs::{Decoder, Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::{
    mapped::{Mapped, through},
    text::PIECE,
};
use crate::pipeline::content::whole_lines;

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

/// Converts a text to UTF-8, piece by piece.
pub(super) enum Converter {
    /// The text is in UTF-8, or nearly: what is not is searched as it is.
    Unchanged,
    /// Lines in UTF-8, and others in Windows-1252. Held is the beginning of a line that is not US-ASCII.
    Guess(Mapped),
    From(Box<Conversion>),
}

impl Converter {
    /// Begins a text.
    pub(super) fn new(charset: Charset, start: &[u8], is_html: bool) -> Self {
        let marked = Encoding::for_bom(start).map(|(encoding, _)| encoding);
        let encoding = match charset {
            Charset::Certain(encoding) => Some(encoding),
            Charset::Declared(encoding) => Some(marked.unwrap_or(encoding)),
            Charset::Guessed if is_html => marked.or_else(|| encoding(start)),
            Charset::Guessed => marked,
        };
        match encoding {
            None => Self::Guess(Mapped::default()),
            Some(encoding) if encoding == UTF_8 => Self::Unchanged,
            Some(encoding) => Self::From(Box::new(Conversion::new(encoding))),
        }
    }

    /// Converts the next piece. `is_last` ends the text.
    pub(super) fn convert(&mut self, text: Mapped, is_last: bool) -> Mapped {
        match self {
            Self::Unchanged => text,
            Self::Guess(held) => guess(held, &text, is_last),
            Self::From(conversion) => {
                let mut converted = Mapped::default();
                conversion.run(text.iter(0..text.bytes.len()), &mut converted);
                if is_last {
                    conversion.end(&mut converted);
                }
                converted
            }
        }
    }
}

/// Converts the lines that are not in UTF-8 from Windows-1252.
fn guess(held: &mut Mapped, piece: &Mapped, is_last: bool) -> Mapped {
    let mut text = core::mem::take(held);
    text.extend(piece, 0..piece.bytes.len());
    if core::str::from_utf8(&text.bytes).is_ok() {
        return text;
    }
    let line = whole_lines(&text.bytes);
    let (_, tail) = text.bytes.split_at(line);
    if !is_last && !tail.is_ascii() {
        // A line this long is judged piece by piece, between two characters.
        let end = if tail.len() > PIECE { whole_characters(&text.bytes) } else { line };
        *held = text.split_off(end);
    }
    let mut converted = Mapped::default();
    let mut conversion = Conversion::new(WINDOWS_1252);
    let mut from = 0;
    for line in text.bytes.split_inclusive(|byte| *byte == b'\n') {
        let to = from + line.len();
        match core::str::from_utf8(line) {
            Ok(_) => converted.extend(&text, from..to),
            Err(_) => conversion.run(text.iter(from..to), &mut converted),
        }
        from = to;
    }
    converted
}

/// Returns the length of a text without a character of UTF-8 that is cut off at its end.
pub(super) fn whole_characters(text: &[u8]) -> usize {
    // Without one that is invalid there, too: it is as well the beginning of what follows.
    text.len() - text.utf8_chunks().last().map_or(0, |chunk| chunk.invalid().len())
}

/// Converts a text from one encoding.
pub(super) struct Conversion {
    decoder: Decoder,
    /// The bytes of an escape sequence of ISO-2022-JP that are left. They belong to no character.
    escape: u8,
    /// Where a character begins that has not ended.
    pending: Option<Range<usize>>,
}

impl Conversion {
    fn new(encoding: &'static Encoding) -> Self {
        Self { decoder: encoding.new_decoder_with_bom_removal(), escape: 0, pending: None }
    }

    /// Converts a piece of the text byte by byte, because each has its own place.
    fn run(&mut self, text: impl Iterator<Item = (u8, Range<usize>)>, converted: &mut Mapped) {
        let encoding = self.decoder.encoding();
        for (byte, source) in text {
            if self.pending.is_none() && encoding.is_ascii_compatible() && byte.is_ascii() {
                converted.push(&[byte], source);
                continue;
            }
            if self.pending.is_none() && encoding == ISO_2022_JP && byte == 0x1B {
                self.escape = 3;
            }
            let found = self.decode(&[byte], false);
            if !found.is_empty() {
                let first = self.pending.take().unwrap_or_else(|| source.clone());
                converted.push(found.as_bytes(), through(&first, &source));
                self.escape = 0;
            } else if self.escape > 0 {
                self.escape -= 1;
            } else {
                self.pending.get_or_insert(source);
            }
        }
    }

    /// Converts a character that the end of the text cuts off.
    fn end(&mut self, converted: &mut Mapped) {
        let found = self.decode(&[], true);
        if let Some(first) = self.pending.take() {
            converted.push(found.as_bytes(), first);
        }
    }

    /// Decodes a byte or the end, and returns the characters that it ends.
    fn decode(&mut self, bytes: &[u8], is_last: bool) -> String {
        // More than a byte can end.
        let mut found = String::with_capacity(64);
        let _ = self.decoder.decode_to_string(bytes, &mut found, is_last);
        found
    }
}

/// Returns the encoding that the first `<meta charset>`, `<meta http-equiv=content-type>` or XML declaration names before
/// the body of a document. A document that has one in US-ASCII is not in UTF-16, whatever it says.
fn encoding(start: &[u8]) -> Option<&'static Encoding> {
    let start = String::from_utf8_lossy(start).to_ascii_lowercase();
    let declaration = start.trim_ascii_start().strip_prefix("<?xml");
    let mut rests = start.split("<!--");
    let first = rests.next().into_iter();
    let uncommented = first.chain(rests.filter_map(|rest| Some(rest.split_once("-->")?.1)));
    let head = uncommented.collect::<String>();
    let head = head.split_once("<body").map_or(&*head, |(head, _)| head);
    let is_end = |c: char| c.is_ascii_whitespace() || c == '/';
    let mut metas = head.split("<meta").skip(1).filter(|tag| tag.starts_with(is_end));
    let label = declaration
        .and_then(|tag| label(tag, "encoding"))
        .or_else(|| metas.find_map(|tag| label(tag, "charset")))?;
    Some(Encoding::for_label_no_replacement(label.as_bytes())?.output_encoding())
}

/// Returns the value of an attribute of the tag that begins a text in lower case, or of a parameter in the value of the
/// attribute `content`: `<meta http-equiv=content-type content="text/html; charset=koi8-r">`.
fn label<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let (tag, _) = text.split_once('>')?;
    tag.match_indices(name).find_map(|(at, _)| {
        let (before, rest) = tag.split_at(at);
        let is_quoted = before.matches(['"', '\'']).count() % 2 == 1;
        let value = assigned(rest.strip_prefix(name)?)?;
        (!is_quoted || tag.contains("content-type")).then_some(value)
    })
}

/// Returns the parameter `charset` of a type of content: `text/html; charset=koi8-r`.
pub(in crate::commands) fn parameter(content: &str) -> Option<&str> {
    const NAME: &str = "charset";
    let at = content.to_ascii_lowercase().find(NAME)?;
    assigned(content.get(at + NAME.len()..)?)
}

/// Returns the value after `=`, without its quotation marks.
fn assigned(text: &str) -> Option<&str> {
    let value = text.trim_ascii_start().strip_prefix('=')?;
    let value = value.trim_ascii_start().trim_start_matches(['"', '\'']);
    value.split(|c: char| c.is_ascii_whitespace() || "\"';".contains(c)).next()
}
