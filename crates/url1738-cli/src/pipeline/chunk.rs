//! Chunks: whole lines of an input.

use core::ops::Range;

use super::{buffer::Buffer, gate::Pass, line_ends::LineEnds};
use crate::line::{Line, Origin};

/// Returns the number of bytes that one of `threads` threads reads at once. The threads together hold about 2 MiB.
pub(crate) const fn chunk_len(threads: usize) -> usize {
    match 2048 * 1024 / threads {
        len @ 0x4000..0x8_0000 => len,
        0..0x4000 => 0x4000,
        _ => 0x8_0000,
    }
}

/// The lines that one worker processes at a time.
#[derive(Debug)]
pub(crate) struct Chunk {
    /// The sequence number over all inputs, from 0.
    pub(crate) sequence: u64,
    pub(crate) origin: Origin,
    /// The number of the first line.
    pub(crate) first_line: u64,
    pub(crate) buffer: Buffer,
    pub(crate) kind: Kind,
    /// Held while a line longer than a chunk is processed.
    pub(crate) _pass: Option<Pass>,
}

/// The content of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Lines. Only the last line of an input may lack its ending.
    Lines {
        /// Whether they are the first lines of their file.
        first: bool,
    },
    /// One argument, which may contain line breaks.
    Argument,
    /// A line that is too long to be held. Its bytes are not in the buffer.
    TooLong,
}

/// The ending of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineEnding {
    Newline,
    CrLf,
    EndOfFile,
    EndOfArgument,
}

/// A line, and what surrounds it in its chunk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChunkLine<'a> {
    pub(crate) line: Line<'a>,
    pub(crate) ending: LineEnding,
    /// Whether a byte order mark came before the line. It belongs to the file, not to the line.
    pub(crate) bom: bool,
    pub(crate) too_long: bool,
}

impl Chunk {
    /// Returns the lines in order.
    pub(crate) fn lines(&self) -> ChunkLines<'_> {
        let bytes = self.buffer.bytes();
        let (mut lines, mut at) = (false, 0);
        if let Kind::Lines { first } = self.kind {
            lines = true;
            if first && self.first_line == 1 && bytes.starts_with(BOM) {
                at = BOM.len();
            }
        }
        // Validates all lines at once: most chunks are US-ASCII.
        let text = core::str::from_utf8(bytes).ok();
        ChunkLines {
            chunk: self,
            bytes,
            text,
            ends: LineEnds::new(bytes),
            at,
            number: self.first_line,
            lines,
            bom: at > 0,
            done: lines && bytes.is_empty(),
        }
    }
}

/// The iterator that [`Chunk::lines`] returns.
#[derive(Clone, Debug)]
pub(crate) struct ChunkLines<'a> {
    chunk: &'a Chunk,
    bytes: &'a [u8],
    /// The whole chunk if it is UTF-8.
    text: Option<&'a str>,
    ends: LineEnds<'a>,
    /// The start of the next line.
    at: usize,
    number: u64,
    /// Whether the chunk contains lines, not an argument.
    lines: bool,
    /// Whether a byte order mark comes before the next line.
    bom: bool,
    done: bool,
}

impl<'a> Iterator for ChunkLines<'a> {
    type Item = ChunkLine<'a>;

    #[inline(always)]
    fn next(&mut self) -> Option<ChunkLine<'a>> {
        if self.done {
            return None;
        }
        let (range, ending) = match self.lines {
            true => self.cut(),
            false => (0..self.bytes.len(), LineEnding::EndOfArgument),
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
        Some(ChunkLine { line, ending, bom, too_long: *kind == Kind::TooLong })
    }
}

/// The byte order mark of UTF-8.
const BOM: &[u8] = b"\xEF\xBB\xBF";

impl ChunkLines<'_> {
    /// Removes the next line from the rest. A CR before the LF or the end of the file belongs to the line ending.
    #[inline(always)]
    fn cut(&mut self) -> (Range<usize>, LineEnding) {
        let start = self.at;
        let (end, ending) = match self.ends.next() {
            Some(end) => (end, LineEnding::Newline),
            None => (self.bytes.len(), LineEnding::EndOfFile),
        };
        self.at = end + 1;
        match (self.bytes.get(start..end), ending) {
            (Some([.., b'\r']), LineEnding::Newline) => (start..end - 1, LineEnding::CrLf),
            (Some([.., b'\r']), _) => (start..end - 1, ending),
            _ => (start..end, ending),
        }
    }
}
