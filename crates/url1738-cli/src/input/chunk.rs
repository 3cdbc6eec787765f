//! A piece of an input: whole lines.

use core::ops::Range;

use crate::{
    input::{buffer::Buffer, ends::Ends, reader::Pass},
    line::{Line, Origin},
};

/// How much is read at once by one of so many threads: all together hold little.
pub(crate) const fn chunk_len(threads: usize) -> usize {
    match 2048 * 1024 / threads {
        len @ 0x4000..0x8_0000 => len,
        0..0x4000 => 0x4000,
        _ => 0x8_0000,
    }
}

/// Lines for one worker.
#[derive(Debug)]
pub(crate) struct Chunk {
    /// Counted from 0 over all inputs.
    pub(crate) sequence: u64,
    pub(crate) origin: Origin,
    /// The number of its first line.
    pub(crate) first_line: u64,
    pub(crate) buffer: Buffer,
    pub(crate) kind: Kind,
    /// Held while a line is processed that is much longer than others.
    pub(crate) _pass: Option<Pass>,
}

/// What a chunk holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Lines, each with its end but perhaps the last of the input.
    Lines {
        /// Whether they are the first of their file.
        first: bool,
    },
    /// One argument, whatever is in it.
    Argument,
    /// A line that is too long to be held; its bytes are not here.
    TooLong,
}

/// What ends a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Newline,
    CrLf,
    /// The end of the file.
    None,
    /// The end of an argument.
    Argument,
}

/// A line and what surrounds it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece<'a> {
    pub(crate) line: Line<'a>,
    pub(crate) ending: Ending,
    /// Whether a byte order mark stood before it. It belongs to the file, not to the line.
    pub(crate) bom: bool,
    pub(crate) too_long: bool,
}

impl Chunk {
    /// Its lines in order.
    pub(crate) fn pieces(&self) -> Pieces<'_> {
        let bytes = self.buffer.bytes();
        let (mut lines, mut at) = (false, 0);
        if let Kind::Lines { first } = self.kind {
            lines = true;
            if first && self.first_line == 1 && bytes.starts_with(BOM) {
                at = BOM.len();
            }
        }
        // Once for all lines: most chunks are US-ASCII.
        let text = core::str::from_utf8(bytes).ok();
        Pieces {
            chunk: self,
            bytes,
            text,
            ends: Ends::new(bytes),
            at,
            number: self.first_line,
            lines,
            bom: at > 0,
            done: lines && bytes.is_empty(),
        }
    }
}

/// See [`Chunk::pieces`].
#[derive(Clone, Debug)]
pub(crate) struct Pieces<'a> {
    chunk: &'a Chunk,
    bytes: &'a [u8],
    /// All of the chunk, where it is UTF-8.
    text: Option<&'a str>,
    ends: Ends<'a>,
    /// Where the next line begins.
    at: usize,
    number: u64,
    /// Whether it is lines that the chunk holds.
    lines: bool,
    /// Whether a byte order mark stands before the next line.
    bom: bool,
    done: bool,
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    #[inline(always)]
    fn next(&mut self) -> Option<Piece<'a>> {
        if self.done {
            return None;
        }
        let (range, ending) = match self.lines {
            true => self.cut(),
            false => (0..self.bytes.len(), Ending::Argument),
        };
        self.done = !self.lines || self.at >= self.bytes.len();
        let start = range.start;
        let bytes = self.bytes.get(range.clone()).unwrap_or_default();
        let text = match self.text {
            Some(text) => text.get(range),
            None => core::str::from_utf8(bytes).ok(),
        };
        let Chunk { sequence, origin, kind, .. } = self.chunk;
        let line = Line { number: self.number, start, bytes, text, chunk: *sequence, origin };
        self.number += 1;
        let bom = core::mem::take(&mut self.bom);
        Some(Piece { line, ending, bom, too_long: *kind == Kind::TooLong })
    }
}

/// The byte order mark of UTF-8.
const BOM: &[u8] = b"\xEF\xBB\xBF";

impl Pieces<'_> {
    /// Takes the next line off the rest. A CR before the end of the line, or of the file, belongs to it.
    #[inline(always)]
    fn cut(&mut self) -> (Range<usize>, Ending) {
        let start = self.at;
        let (end, ending) = match self.ends.next() {
            Some(end) => (end, Ending::Newline),
            None => (self.bytes.len(), Ending::None),
        };
        self.at = end + 1;
        match (self.bytes.get(start..end), ending) {
            (Some([.., b'\r']), Ending::Newline) => (start..end - 1, Ending::CrLf),
            (Some([.., b'\r']), _) => (start..end - 1, ending),
            _ => (start..end, ending),
        }
    }
}
