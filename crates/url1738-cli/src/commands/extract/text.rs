//! The text of a file in UTF-8, decoded if it is mail, HTML or XML, piece by piece.

use core::ops::Range;
use std::{
    collections::VecDeque,
    io::{self, BufRead},
    path::Path,
};

use mail_parser::Encoding;

use super::{
    charset::{Charset, Converter, whole_characters},
    mail::{self, EncodedPart},
    mapped::{self, Mapped},
};
use crate::{
    pipeline::content::{self, Compression},
    rows::{BOM, Quotes},
};

/// The most bytes that are decoded at once. Where a decoded byte comes from may take forty times as much memory.
pub(super) const PIECE: usize = 64 * 1024;

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
    pub(super) fn of(name: &Path, start: &[u8]) -> Self {
        let begins = |word: &[u8]| {
            let text = start.strip_prefix(BOM).unwrap_or(start).trim_ascii_start();
            text.get(..word.len()).is_some_and(|text| text.eq_ignore_ascii_case(word))
        };
        match extension(name).as_str() {
            "html" | "htm" | "xhtml" | "shtml" => Self::Html,
            _ if begins(b"<!doctype html") || begins(b"<html") || begins(b"<?xml") => Self::Html,
            _ if mail::is_mbox(start) => Self::Mbox,
            _ if mail::is_message(start) => Self::Message,
            _ => Self::Plain,
        }
    }
}

/// Returns the extension of a name, in lower case, and without that of a compression.
pub(crate) fn extension(name: &Path) -> String {
    let name = Compression::stripped(name);
    name.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}

/// Returns what reads the cells of CSV, or `None` if the name of a file is not one of it. Cells end at semicolons if the
/// first row, whose names contain no URL, has only these.
pub(in crate::commands) fn quotes(path: &Path, start: &[u8]) -> Option<Quotes> {
    let has = |byte| start.iter().take_while(|it| **it != b'\n').any(|it| *it == byte);
    let delimiter = if has(b';') && !has(b',') && !has(b':') { b';' } else { b',' };
    (extension(path) == "csv").then(|| Quotes::new(delimiter))
}

/// The decoded text of an input, piece by piece.
pub(super) struct Decoder {
    kind: Kind,
    charset: Charset,
    /// What converts the part whose first piece has been decoded.
    converter: Option<Converter>,
    /// What has been read.
    raw: Vec<u8>,
    /// How many bytes of it have been decoded.
    done: usize,
    /// The offset in the file of what has not been decoded.
    offset: usize,
    /// The parts from there on that are ready to be decoded.
    ready: VecDeque<EncodedPart>,
    ended: bool,
    /// Whether the rest begins within a message that is too long.
    in_long: bool,
    /// The offset at which a message begins that is too long, and may be encoded, until it is reported.
    pub(super) undecoded: Option<usize>,
    /// Why the input was not read to its end. The lines before that are decoded.
    pub(super) failure: Option<io::Error>,
}

impl Decoder {
    /// Creates a decoder of an input from an offset on: its beginning, or the end of its byte order mark.
    pub(super) fn new(kind: Kind, charset: Charset, offset: usize) -> Self {
        Self {
            kind,
            charset,
            // A byte order mark within a plain text is none.
            converter: (kind == Kind::Plain).then(|| Converter::new(charset, b"", false)),
            raw: Vec::new(),
            done: 0,
            offset,
            ready: VecDeque::new(),
            ended: false,
            in_long: false,
            undecoded: None,
            failure: None,
        }
    }

    /// Returns the next piece of the text, or `None` at its end, and the offsets in the file at which lines begin that it
    /// ends the line before.
    pub(super) fn next(
        &mut self,
        input: &mut dyn BufRead,
    ) -> io::Result<Option<(Mapped, Vec<usize>)>> {
        let mut part = loop {
            if let Some(part) = self.ready.pop_front() {
                break part;
            }
            if self.rest().is_empty() && self.ended {
                return Ok(None);
            }
            self.prepare(input)?;
        };
        let (_, rest) = self.raw.split_at(self.done);
        let (raw, _) = rest.split_at(part.range.len());
        // The longest piece that ends with a line, or between two characters if none does, as groups of base64 may.
        let len = raw.get(..PIECE).map_or(raw.len(), |piece| {
            let end = memchr::memrchr(b'\n', piece);
            let end = end.filter(|_| part.encoding != Some(Encoding::Base64));
            end.map_or_else(|| whole_characters(piece), |end| end + 1)
        });
        let (raw, _) = raw.split_at(len);
        let is_last = len == part.range.len();
        let is_message = matches!(self.kind, Kind::Message | Kind::Mbox);
        let is_end = is_last && (is_message || self.ended);
        // Its transfer encoding is decoded, then its character set, then the references of HTML.
        let (text, len) = mapped::piece(raw, self.offset, &part, is_last);
        let (raw, _) = raw.split_at(len);
        let begin = || Converter::new(part.charset, &text.bytes, part.is_html);
        let mut text = self.converter.get_or_insert_with(begin).convert(text, is_end);
        self.converter.take_if(|_| is_end);
        // In UTF-16 a line ends with the character U+000A, not with the byte.
        let lines = match !is_message && part.charset.is_wide() {
            true => text.line_starts(),
            false => memchr::memchr_iter(b'\n', raw).map(|end| self.offset + end + 1).collect(),
        };
        self.done += len;
        self.offset += len;
        if part.is_html {
            text = mapped::references(&text);
        }
        if part.is_flowed {
            text = mapped::flowed(&text);
        }
        let is_body = matches!(part.encoding, Some(Encoding::Base64 | Encoding::QuotedPrintable));
        if is_body && is_last && !text.bytes.ends_with(b"\n") {
            // What follows a body does not continue its last line.
            text.push(b"\n", self.offset..self.offset + 1);
        }
        part.range.start += len;
        if !is_last {
            self.ready.push_front(part);
        }
        Ok(Some((text, lines)))
    }

    /// Returns what has been read and not decoded.
    fn rest(&self) -> &[u8] {
        self.raw.split_at(self.done).1
    }

    /// Reads enough to decode something.
    fn prepare(&mut self, input: &mut dyn BufRead) -> io::Result<()> {
        match self.kind {
            Kind::Plain | Kind::Html => {
                // All lines that have been read, so that a slow input is searched as it arrives.
                let len = loop {
                    let is_more = self.read(input)?;
                    let rest = self.rest();
                    match memchr::memrchr(b'\n', rest) {
                        _ if !is_more => break rest.len(),
                        Some(end) => break end + 1,
                        None if rest.len() > PIECE => break whole_characters(rest),
                        None => {}
                    }
                };
                self.ready.push_back(self.plain(self.offset..self.offset + len));
            }
            Kind::Message | Kind::Mbox => {
                let (len, is_end) = self.message(input)?;
                let (message, _) = self.rest().split_at(len);
                let is_whole = is_end && !self.in_long;
                let parts = if is_whole { mail::encoded_parts(message) } else { Vec::new() };
                if !is_end && !self.in_long && mail::may_be_encoded(message) {
                    self.undecoded = Some(self.offset);
                }
                self.in_long = !is_end;
                self.divide(len, parts);
            }
        }
        Ok(())
    }

    /// Reads a message, and returns its length, and whether it ends there. Of a message that is too long, that is a part.
    fn message(&mut self, input: &mut dyn BufRead) -> io::Result<(usize, bool)> {
        let mut searched = 0;
        loop {
            let rest = self.rest();
            if self.kind == Kind::Mbox {
                let (_, from) = rest.split_at(searched);
                if let Some(end) = memchr::memmem::find(from, b"\nFrom ") {
                    return Ok((searched + end + 1, true));
                }
                // The rest may end within the line.
                searched = rest.len().saturating_sub(b"\nFrom".len());
            }
            if rest.len() > LONGEST_MESSAGE {
                // What may be the beginning of the next message is left.
                let len = memchr::memrchr(b'\n', rest).filter(|end| *end > 0);
                return Ok((len.unwrap_or(rest.len()), false));
            }
            if !self.read(input)? {
                return Ok((self.rest().len(), true));
            }
        }
    }

    /// Divides a message by its encoded parts.
    fn divide(&mut self, len: usize, parts: Vec<EncodedPart>) {
        let mut start = self.offset;
        for mut part in parts {
            part.range = self.offset + part.range.start..self.offset + part.range.end;
            if let (Charset::Declared(_) | Charset::Guessed, Charset::Certain(_)) =
                (part.charset, self.charset)
            {
                part.charset = self.charset;
            }
            let before = self.plain(start..part.range.start);
            start = part.range.end;
            self.ready.extend([before, part]);
        }
        self.ready.push_back(self.plain(start..self.offset + len));
        self.ready.retain(|part| !part.range.is_empty());
    }

    fn plain(&self, range: Range<usize>) -> EncodedPart {
        let is_html = self.kind == Kind::Html;
        let (encoding, charset) = (Some(Encoding::None), self.charset);
        EncodedPart { range, encoding, is_html, is_flowed: false, charset }
    }

    /// Reads more, and returns whether there was more.
    fn read(&mut self, input: &mut dyn BufRead) -> io::Result<bool> {
        let new = match content::filled(input) {
            Ok(new) => new,
            Err(error) => {
                // A line that is cut off may not show that it has a password.
                self.raw.truncate(self.done + content::whole_lines(self.rest()));
                (self.failure, self.ended) = (Some(error), true);
                return Ok(false);
            }
        };
        let len = new.len();
        // Linear, since more is read only if the rest is not enough: it is no longer than what was read at once, or is one
        // message, of which nothing has been decoded.
        self.raw.drain(..self.done);
        self.done = 0;
        self.raw.extend_from_slice(new);
        input.consume(len);
        self.ended |= len == 0;
        Ok(len > 0)
    }
}
