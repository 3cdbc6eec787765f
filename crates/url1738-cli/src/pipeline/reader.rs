//! Reads the inputs in chunks of whole lines.

use std::{
    fs::File,
    io::{self, Read},
    sync::Arc,
    vec,
};

use super::{
    buffer::Buffer,
    chunk::{Chunk, Kind},
    gate::{Gate, Pass},
    progress::Progress,
    source::{self, Source},
    warc::WarcLines,
};
use crate::{
    diagnostics::{hint, message, sanitized},
    line::Origin,
};

/// Returns the chunks of all inputs in order.
pub(crate) struct Reader {
    sources: vec::IntoIter<Source>,
    open: Option<Open>,
    sequence: u64,
    arguments: u64,
    read_failed: bool,
    gate: Arc<Gate>,
    progress: Progress,
    /// The length of the longest line that is held.
    longest: usize,
    /// The number of bytes that are read at once.
    chunk: usize,
}

struct Open {
    origin: Origin,
    input: Box<dyn Read + Send>,
    /// The start of a line whose end has not been read.
    carry: Vec<u8>,
    next_line: u64,
}

impl Reader {
    /// Creates a reader of lines of up to `longest` bytes that reads `chunk` bytes at once.
    pub(crate) fn new(
        sources: Vec<Source>,
        progress: Progress,
        longest: usize,
        chunk: usize,
    ) -> Self {
        Self {
            sources: sources.into_iter(),
            open: None,
            sequence: 0,
            arguments: 0,
            read_failed: false,
            gate: Arc::default(),
            progress,
            longest,
            chunk,
        }
    }

    /// Returns whether reading an input failed.
    pub(crate) const fn read_failed(&self) -> bool {
        self.read_failed
    }

    /// Returns the next chunk, in `buffer`, or `None` at the end of the last input. If an input cannot be read, prints an
    /// error and goes on with the next one.
    pub(crate) fn next(&mut self, mut buffer: Buffer) -> Option<Chunk> {
        // No other chunk is held beside a long line.
        drop(self.gate.wait());
        loop {
            if let Some(open) = &mut self.open {
                match open.fill(
                    &mut buffer,
                    self.longest,
                    self.chunk,
                    &self.gate,
                    &mut self.progress,
                ) {
                    Ok(Some((kind, pass))) => return Some(self.chunk(kind, buffer, pass)),
                    Ok(None) => {}
                    Err(error) => {
                        let name = open.origin.name().to_owned();
                        self.report(&name, &error);
                    }
                }
                self.open = None;
            }
            match self.sources.next() {
                None => return None,
                Some(Source::Argument(bytes)) => {
                    self.arguments += 1;
                    return Some(Chunk {
                        sequence: self.take_sequence(),
                        origin: Origin::Arguments,
                        first_line: self.arguments,
                        buffer: Buffer::full(bytes),
                        kind: Kind::Argument,
                        _pass: None,
                    });
                }
                Some(Source::Neither { argument, suggestion }) => {
                    self.read_failed = true;
                    message::error(&source::neither(&argument, suggestion.as_deref()));
                }
                Some(Source::Warc(path)) => {
                    let name = sanitized::path(&path);
                    match WarcLines::open(path) {
                        Err(error) => self.report(&name, &error),
                        Ok(lines) => self.open = Some(Open::new(&name, lines)),
                    }
                }
                Some(Source::Stdin) => self.open = Some(Open::new("standard input", io::stdin())),
                Some(Source::File(path)) => {
                    let name = sanitized::path(&path);
                    match File::open(&path) {
                        Err(error) => self.report(&name, &error),
                        Ok(file) => self.open = Some(Open::new(&name, file)),
                    }
                }
            }
        }
    }

    fn chunk(&mut self, kind: Kind, buffer: Buffer, pass: Option<Pass>) -> Chunk {
        let sequence = self.take_sequence();
        let (origin, first_line) = match &mut self.open {
            None => (Origin::Arguments, 1),
            Some(open) => {
                let first_line = open.next_line;
                let ends = memchr::memchr_iter(b'\n', buffer.bytes()).count() as u64;
                open.next_line += if kind == Kind::TooLong { 1 } else { ends };
                (open.origin.clone(), first_line)
            }
        };
        if first_line == 1
            && let Some(hint) = hint::for_input(buffer.bytes())
        {
            message::print(&format_args!("{} {hint}", origin.name()));
        }
        Chunk { sequence, origin, first_line, buffer, kind, _pass: pass }
    }

    fn take_sequence(&mut self) -> u64 {
        self.sequence += 1;
        self.sequence - 1
    }

    fn report(&mut self, name: &str, error: &io::Error) {
        self.read_failed = true;
        message::print(&format_args!("cannot read {name}: {error}"));
    }
}

impl Open {
    fn new(name: &str, input: impl Read + Send + 'static) -> Self {
        let origin = Origin::File(name.into());
        Self { origin, input: Box::new(input), carry: Vec::new(), next_line: 1 }
    }

    /// Reads whole lines into `buffer`: as many as one read returns, so that a slow input is processed line by line.
    /// Returns `None` at the end.
    fn fill(
        &mut self,
        buffer: &mut Buffer,
        longest: usize,
        chunk: usize,
        gate: &Arc<Gate>,
        progress: &mut Progress,
    ) -> io::Result<Option<(Kind, Option<Pass>)>> {
        let kind = Kind::Lines { first: self.next_line == 1 };
        buffer.clear();
        buffer.append(&self.carry);
        self.carry.clear();
        // The rest of a read that ended a skipped line may contain whole lines.
        if let Some(end) = memchr::memrchr(b'\n', buffer.bytes()) {
            self.carry = buffer.split_off(end + 1);
            return Ok(Some((kind, None)));
        }
        let mut pass = None;
        loop {
            let fresh = buffer.bytes().len();
            let read = buffer.read(&mut self.input)?;
            progress.advance(read);
            if read == 0 {
                return Ok((!buffer.bytes().is_empty()).then_some((kind, pass)));
            }
            let new = buffer.bytes().get(fresh..).unwrap_or_default();
            if let Some(end) = memchr::memrchr(b'\n', new) {
                self.carry = buffer.split_off(fresh + end + 1);
                return Ok(Some((kind, pass)));
            }
            if fresh + read > longest {
                self.skip_line(buffer, progress)?;
                return Ok(Some((Kind::TooLong, pass)));
            }
            if fresh + read > chunk && pass.is_none() {
                pass = Some(gate.pass());
                let mut long = Buffer::for_long(longest, chunk);
                long.append(buffer.bytes());
                *buffer = long;
            }
        }
    }

    /// Reads to the end of the line and keeps only the text after it.
    fn skip_line(&mut self, buffer: &mut Buffer, progress: &mut Progress) -> io::Result<()> {
        loop {
            buffer.clear();
            let read = buffer.read(&mut self.input)?;
            progress.advance(read);
            if read == 0 {
                return Ok(());
            }
            if let Some(end) = memchr::memchr(b'\n', buffer.bytes()) {
                self.carry = buffer.split_off(end + 1);
                buffer.clear();
                return Ok(());
            }
        }
    }
}
