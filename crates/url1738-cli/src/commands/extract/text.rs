//! The text of an input, decoded if it is mail or HTML.

use std::{
    collections::VecDeque,
    io::{self, BufRead},
    path::Path,
};

use super::{
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

/// The decoded text of mail or HTML, piece by piece.
pub(super) struct Decoder {
    kind: Kind,
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
}

impl Decoder {
    pub(super) fn new(kind: Kind) -> Self {
        Self {
            kind,
            raw: Pending::default(),
            place: Place::default(),
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
        let len = decode::piece_len(raw);
        let raw = raw.get(..len).unwrap_or(raw);
        let mut chunk = decode::piece(raw, self.place, segment.encoding, segment.is_html);
        self.place = self.place.after(raw);
        let is_body = matches!(segment.encoding, Encoding::Base64 | Encoding::QuotedPrintable);
        if is_body && len == segment.len && !chunk.bytes.ends_with(b"\n") {
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
                let len = if self.ended { rest.len() } else { decode::piece_len(rest) };
                let is_html = self.kind == Kind::Html;
                self.ready.push_back(Segment { len, encoding: Encoding::None, is_html });
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
        let plain = |len| Segment { len, encoding: Encoding::None, is_html: false };
        let mut done = 0;
        for part in parts {
            self.ready.push_back(plain(part.range.start - done));
            self.ready.push_back(Segment {
                len: part.range.len(),
                encoding: part.encoding,
                is_html: part.is_html,
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
