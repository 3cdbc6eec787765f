//! Reads the inputs in large chunks of whole lines.

use std::{
    fs::File,
    io::{self, Read},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    vec,
};

use crate::{
    ending,
    input::{
        Source,
        buffer::Buffer,
        chunk::{Chunk, Kind},
    },
    line::Origin,
    progress::Progress,
    shown,
};

/// Hands out the chunks of all inputs in order.
pub(crate) struct Reader {
    sources: vec::IntoIter<Source>,
    open: Option<Open>,
    sequence: u64,
    arguments: u64,
    unread: bool,
    gate: Arc<Gate>,
    progress: Progress,
    /// The longest line that is held.
    longest: usize,
    /// How much is read at once.
    chunk: usize,
}

struct Open {
    origin: Origin,
    input: Box<dyn Read + Send>,
    /// The beginning of a line whose end has not been read.
    carry: Vec<u8>,
    next_line: u64,
}

impl Reader {
    /// Reads lines of up to `longest` bytes whole, and `chunk` bytes at once.
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
            unread: false,
            gate: Arc::default(),
            progress,
            longest,
            chunk,
        }
    }

    /// Whether an input could not be read to its end.
    pub(crate) const fn unread(&self) -> bool {
        self.unread
    }

    /// The next chunk, in `buffer`; none at the end of the last input. An input that cannot be read is named
    /// on standard error, and the next one follows.
    pub(crate) fn next(&mut self, mut buffer: Buffer) -> Option<Chunk> {
        // Nothing is held beside a long line.
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
                        self.tell(&name, &error);
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
                Some(Source::Stdin) => self.open = Some(Open::new("standard input", io::stdin())),
                Some(Source::File(path)) => {
                    let name = shown::name(&path);
                    match File::open(&path) {
                        Err(error) => self.tell(&name, &error),
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
            && let Some(hint) = super::looks_like(buffer.bytes())
        {
            ending::say(&format_args!("{} {hint}", origin.name()));
        }
        Chunk { sequence, origin, first_line, buffer, kind, _pass: pass }
    }

    fn take_sequence(&mut self) -> u64 {
        self.sequence += 1;
        self.sequence - 1
    }

    fn tell(&mut self, name: &str, error: &io::Error) {
        self.unread = true;
        ending::say(&format_args!("cannot read {name}: {error}"));
    }
}

impl Open {
    fn new(name: &str, input: impl Read + Send + 'static) -> Self {
        let origin = Origin::File(name.into());
        Self { origin, input: Box::new(input), carry: Vec::new(), next_line: 1 }
    }

    /// Reads whole lines into `buffer`: as many as one read brings, so that a slow input is answered line
    /// by line. `None` at the end.
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
        // Behind a line that was skipped there may be whole ones.
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

    /// Reads to the end of the line and keeps only what follows.
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

/// Closed while a line is held that is longer than a chunk.
#[derive(Debug, Default)]
struct Gate {
    closed: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    /// Waits until it is open.
    fn wait(&self) -> MutexGuard<'_, bool> {
        let mut closed = self.closed.lock().unwrap_or_else(PoisonError::into_inner);
        while *closed {
            closed = self.opened.wait(closed).unwrap_or_else(PoisonError::into_inner);
        }
        closed
    }

    fn pass(self: &Arc<Self>) -> Pass {
        *self.wait() = true;
        Pass(Arc::clone(self))
    }
}

/// The right to hold a long line. Whoever is done with it drops it.
#[derive(Debug)]
pub(crate) struct Pass(Arc<Gate>);

impl Drop for Pass {
    fn drop(&mut self) {
        *self.0.closed.lock().unwrap_or_else(PoisonError::into_inner) = false;
        self.0.opened.notify_one();
    }
}
