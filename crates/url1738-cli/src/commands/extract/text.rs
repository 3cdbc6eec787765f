//! The text of an input in UTF-8, decoded if it is mail or HTML.

use std::{
    collections::VecDeque,
    io::{self, BufRead},
    path::Path,
};

use super::{
    charset::{self, Charset, Converter},
    decode::{self, Encoding, PIECE},
    mail::{self, EncodedPart},
    opened,
    origins::{self, Chunk, Place},
};
use crate::pipeline::Source;

/// The longest message that is decoded, in bytes; a longer one is searched as it is, and reported.
const LONGEST_MESSAGE: usize = 8 << 20;

/// What an input is, by its name and its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Plain,
    Html,
    Message,
    Mbox,
}

impl Kind {
    /// Returns whether an input is one text, and not messages.
    pub(super) const fn is_file(self) -> bool {
        matches!(self, Self::Plain | Self::Html)
    }

    /// Returns what an input is that begins like this.
    pub(super) fn of(source: &Source, start: &[u8]) -> Self {
        let name = match source {
            Source::File(path) => path.as_path(),
            _ => Path::new(""),
        };
        let compressed = ["gz", "zst"].iter().any(|known| extension(name) == *known);
        let name = if compressed { Path::new(name.file_stem().unwrap_or_default()) } else { name };
        let begins = |word: &[u8]| {
            let text = start.trim_ascii_start();
            text.get(..word.len()).is_some_and(|text| text.eq_ignore_ascii_case(word))
        };
        match extension(name).as_str() {
            "html" | "htm" | "xhtml" | "shtml" => Self::Html,
            _ if begins(b"<!doctype html") || begins(b"<html") => Self::Html,
            _ if mail::is_mbox(start) => Self::Mbox,
            _ if mail::is_message(start) => Self::Message,
            _ => Self::Plain,
        }
    }
}

/// Returns the extension of a name, in lower case.
fn extension(name: &Path) -> String {
    name.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}

/// The decoded text of an input, piece by piece.
pub(super) struct Decoder {
    kind: Kind,
    charset: Charset,
    /// What converts the segment whose first piece has been decoded.
    converter: Option<Converter>,
    /// What has been read and not decoded.
    raw: Pending,
    /// Where `raw` begins in the file.
    place: Place,
    /// The pieces at the start of `raw` that are ready to be decoded.
    ready: VecDeque<Segment>,
    ended: bool,
    /// Whether `raw` begins within a message that is too long.
    in_long: bool,
    /// The line at which a message begins that is too long, and may be encoded.
    undecoded: Option<u64>,
}

/// Bytes that are added at the end and taken from the start, in linear time.
#[derive(Default)]
struct Pending {
    bytes: Vec<u8>,
    /// How many of them are taken.
    taken: usize,
}

impl Pending {
    fn rest(&self) -> &[u8] {
        self.bytes.get(self.taken..).unwrap_or_default()
    }

    fn take(&mut self, len: usize) {
        self.taken += len;
    }

    fn push(&mut self, new: &[u8]) {
        // Each byte that is moved pays for one that was taken.
        if self.taken >= self.bytes.len() - self.taken {
            self.bytes.drain(..self.taken);
            self.taken = 0;
        }
        self.bytes.extend_from_slice(new);
    }
}

/// Bytes of the file, and how they are encoded.
#[derive(Clone, Copy, Debug)]
struct Segment {
    len: usize,
    encoding: Encoding,
    is_html: bool,
    charset: Charset,
    /// Whether the next segment is another text.
    is_whole: bool,
}

impl Decoder {
    /// Creates a decoder of an input from a place on: its beginning, or the end of its byte order mark.
    pub(super) fn new(kind: Kind, charset: Charset, place: Place) -> Self {
        Self {
            kind,
            charset,
            converter: None,
            raw: Pending::default(),
            place,
            ready: VecDeque::new(),
            ended: false,
            in_long: false,
            undecoded: None,
        }
    }

    /// Returns the line of a message that was not decoded since it is too long, once.
    pub(super) fn take_undecoded(&mut self) -> Option<u64> {
        self.undecoded.take()
    }

    /// Returns the next piece of the text, or `None` at its end.
    pub(super) fn next(&mut self, input: &mut dyn BufRead) -> io::Result<Option<Chunk>> {
        while self.ready.is_empty() {
            if self.raw.rest().is_empty() && self.ended {
                return Ok(None);
            }
            self.prepare(input)?;
        }
        let Some(segment) = self.ready.pop_front() else { return Ok(None) };
        let rest = self.raw.rest();
        let raw = rest.get(..segment.len).unwrap_or(rest);
        let is_wide = self.kind.is_file() && segment.charset.is_wide();
        let len = match is_wide {
            true => charset::wide_piece_len(raw, segment.charset),
            false => decode::piece_len(raw),
        };
        let raw = raw.get(..len).unwrap_or(raw);
        let is_last = len == segment.len;
        let mut chunk = if is_wide {
            charset::wide(raw, segment.charset, &mut self.place)
        } else {
            let chunk = decode::piece(raw, self.place, segment.encoding);
            self.place = self.place.after(raw);
            let begin = || Converter::new(segment.charset, &chunk.bytes, segment.is_html);
            let mut converter = self.converter.take().unwrap_or_else(begin);
            let chunk = converter.convert(chunk, is_last && segment.is_whole);
            if !(is_last && segment.is_whole) {
                self.converter = Some(converter);
            }
            chunk
        };
        if segment.is_html {
            chunk = decode::references(&chunk);
        }
        let is_body = matches!(segment.encoding, Encoding::Base64 | Encoding::QuotedPrintable);
        if is_body && is_last && !chunk.bytes.ends_with(b"\n") {
            // What follows a body does not continue its last line.
            chunk.begin(self.place, origins::Kind::Same);
            chunk.bytes.push(b'\n');
        }
        if len < segment.len {
            self.ready.push_front(Segment { len: segment.len - len, ..segment });
        }
        self.raw.take(len);
        Ok(Some(chunk))
    }

    /// Reads enough to decode something.
    fn prepare(&mut self, input: &mut dyn BufRead) -> io::Result<()> {
        match self.kind {
            Kind::Plain | Kind::Html => {
                while self.raw.rest().len() < PIECE && self.read(input)? {}
                let rest = self.raw.rest();
                let len = match self.charset.is_wide() {
                    _ if self.ended => rest.len(),
                    true => charset::wide_piece_len(rest, self.charset),
                    false => decode::piece_len(rest),
                };
                self.ready.push_back(Segment {
                    len,
                    encoding: Encoding::None,
                    is_html: self.kind == Kind::Html,
                    charset: self.charset,
                    is_whole: self.ended,
                });
            }
            Kind::Message | Kind::Mbox => {
                let (len, is_end) = self.message(input)?;
                let message = self.raw.rest().get(..len).unwrap_or_default();
                let was_long = core::mem::replace(&mut self.in_long, !is_end);
                let parts = if was_long {
                    Vec::new()
                } else if is_end {
                    mail::encoded_parts(message)
                } else {
                    self.undecoded = mail::may_be_encoded(message).then_some(self.place.line);
                    Vec::new()
                };
                self.divide(len, &parts);
            }
        }
        Ok(())
    }

    /// Reads a message, and returns its length, and whether it ends there. Of a message that is too long, that is a part.
    fn message(&mut self, input: &mut dyn BufRead) -> io::Result<(usize, bool)> {
        let mut searched = 0;
        loop {
            if self.kind == Kind::Mbox {
                let from = self.raw.rest().get(searched..).unwrap_or_default();
                if let Some(end) = memchr::memmem::find(from, b"\nFrom ") {
                    return Ok((searched + end + 1, true));
                }
                searched = self.raw.rest().len().saturating_sub(b"\nFrom".len());
            }
            let rest = self.raw.rest();
            if rest.len() > LONGEST_MESSAGE {
                // What may be the beginning of the next message is left.
                let len = memchr::memrchr(b'\n', rest).filter(|end| *end > 0);
                return Ok((len.unwrap_or(rest.len()), false));
            }
            if !self.read(input)? {
                return Ok((self.raw.rest().len(), true));
            }
        }
    }

    /// Divides a message by its encoded parts.
    fn divide(&mut self, len: usize, parts: &[EncodedPart]) {
        let charset = self.charset;
        let plain = |len| Segment {
            len,
            encoding: Encoding::None,
            is_html: false,
            charset,
            is_whole: true,
        };
        let mut done = 0;
        for part in parts {
            self.ready.push_back(plain(part.range.start - done));
            self.ready.push_back(Segment {
                len: part.range.len(),
                encoding: part.encoding,
                is_html: part.is_html,
                charset: match (part.charset, charset) {
                    (Charset::Declared(_) | Charset::Guessed, Charset::Certain(_)) => charset,
                    (declared, _) => declared,
                },
                is_whole: true,
            });
            done = part.range.end;
        }
        self.ready.push_back(plain(len - done));
        self.ready.retain(|segment| segment.len > 0);
    }

    /// Reads more, and returns whether there was more.
    fn read(&mut self, input: &mut dyn BufRead) -> io::Result<bool> {
        let new = opened::filled(input)?;
        let len = new.len();
        self.raw.push(new);
        input.consume(len);
        self.ended |= len == 0;
        Ok(len > 0)
    }
}
