//! A piece of an input: whole lines.

use crate::{
    input::reader::Pass,
    line::{Line, Origin},
};

/// How much is read at once.
pub(crate) const CHUNK: usize = 256 * 1024;

/// The longest line that is held. The program stays below 64 MiB with it; a longer line, which only its end
/// would tell from one of 1 GB, is passed over.
pub(crate) const MAX_LINE: usize = 48 * 1024 * 1024;

/// Lines for one worker.
#[derive(Debug)]
pub(crate) struct Chunk {
    /// Counted from 0 over all inputs.
    pub(crate) sequence: u64,
    pub(crate) origin: Origin,
    /// The number of its first line.
    pub(crate) first_line: u64,
    pub(crate) bytes: Vec<u8>,
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
    /// The capacity above which a buffer is given back.
    pub(crate) const KEPT: usize = 2 * CHUNK;

    /// Its lines in order.
    pub(crate) fn pieces(&self) -> Pieces<'_> {
        let done = matches!(self.kind, Kind::Lines { .. }) && self.bytes.is_empty();
        Pieces { chunk: self, rest: &self.bytes, number: self.first_line, done }
    }
}

/// See [`Chunk::pieces`].
#[derive(Clone, Debug)]
pub(crate) struct Pieces<'a> {
    chunk: &'a Chunk,
    rest: &'a [u8],
    number: u64,
    done: bool,
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        if self.done {
            return None;
        }
        let (mut bytes, mut ending, mut bom) = (self.rest, Ending::Argument, false);
        if let Kind::Lines { first } = self.chunk.kind {
            (bytes, ending) = self.cut();
            if first && self.number == 1 {
                let cut = bytes.strip_prefix(b"\xEF\xBB\xBF");
                bom = cut.is_some();
                bytes = cut.unwrap_or(bytes);
            }
            self.done = self.rest.is_empty();
        } else {
            self.done = true;
        }
        let line = Line { number: self.number, bytes, origin: &self.chunk.origin };
        self.number += 1;
        Some(Piece { line, ending, bom, too_long: self.chunk.kind == Kind::TooLong })
    }
}

impl<'a> Pieces<'a> {
    /// Takes the next line off the rest. A CR before the end of the line, or of the file, belongs to it.
    fn cut(&mut self) -> (&'a [u8], Ending) {
        let (line, ending) = match memchr::memchr(b'\n', self.rest) {
            Some(end) => {
                let (line, rest) = self.rest.split_at(end);
                self.rest = rest.get(1..).unwrap_or_default();
                (line, Ending::Newline)
            }
            None => (core::mem::take(&mut self.rest), Ending::None),
        };
        match (line.strip_suffix(b"\r"), ending) {
            (Some(line), Ending::Newline) => (line, Ending::CrLf),
            (Some(line), _) => (line, ending),
            (None, _) => (line, ending),
        }
    }
}
