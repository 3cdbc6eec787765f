//! Puts the workers' output in the order of the input.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
};

use indicatif::ProgressBar;

use crate::ending::Trouble;

/// The exit code after an interrupt, as shells have it.
const INTERRUPTED: i32 = 130;

/// How much output a chunk may pile up before it waits for its turn and writes through.
const ALLOWANCE: usize = 256 * 1024;
/// The longest line whose record is made in memory: a record may be a hundred times as long.
const HELD: usize = 8 * 1024;
/// How much finished output may wait for that of earlier chunks.
const WAITING: usize = 2 * 1024 * 1024;

/// Standard output and standard error, shared by the workers.
#[derive(Debug)]
pub(crate) struct Sink {
    /// Put aside while something is written.
    bar: ProgressBar,
    state: Mutex<State>,
    turned: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// The chunk whose turn it is.
    turn: u64,
    /// The output of later chunks that are done.
    waiting: BTreeMap<u64, Text>,
    waiting_bytes: usize,
    failed: bool,
}

/// What goes to standard output and to standard error.
#[derive(Debug, Default)]
struct Text {
    out: Vec<u8>,
    err: Vec<u8>,
}

impl Text {
    fn len(&self) -> usize {
        self.out.len() + self.err.len()
    }

    /// Writes what there is. Reports that nobody can read are no reason to stop. The bar is put aside for what goes
    /// to its terminal: there is none where standard output is one.
    fn write(&mut self, bar: &ProgressBar) -> io::Result<()> {
        if !self.err.is_empty() {
            let _ = bar.suspend(|| io::stderr().write_all(&self.err));
            self.err.clear();
        }
        if !self.out.is_empty() {
            io::stdout().write_all(&self.out)?;
            self.out.clear();
        }
        Ok(())
    }
}

impl Sink {
    /// For the output of a run that `bar` shows the progress of. An interrupt ends the process between two
    /// records from now on.
    pub(crate) fn new(bar: ProgressBar) -> Arc<Self> {
        let sink = Arc::new(Self { bar, state: Mutex::default(), turned: Condvar::new() });
        let seized = Arc::clone(&sink);
        // Without a handler an interrupt ends the process too, if not as tidily.
        let _ = ctrlc::set_handler(move || {
            let _held = seized.lock();
            let _ = io::stdout().flush();
            std::process::exit(INTERRUPTED);
        });
        sink
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The output of the chunk of this number.
    pub(crate) fn output(&self, sequence: u64) -> Output<'_> {
        Output { sink: self, sequence, text: Text::default() }
    }

    /// Waits for the turn of a chunk.
    fn wait(&self, sequence: u64) -> Result<MutexGuard<'_, State>, Trouble> {
        let mut state = self.lock();
        while state.turn != sequence && !state.failed {
            state = self.turned.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.failed { Err(Trouble::Stopped) } else { Ok(state) }
    }

    /// Hands in the whole rest of a chunk's output.
    fn finish(&self, sequence: u64, text: Text) -> Result<(), Trouble> {
        let mut state = self.lock();
        while state.turn != sequence && !state.failed && state.waiting_bytes + text.len() > WAITING
        {
            state = self.turned.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.failed {
            return Err(Trouble::Stopped);
        }
        state.waiting_bytes += text.len();
        state.waiting.insert(sequence, text);
        loop {
            let turn = state.turn;
            let Some(mut text) = state.waiting.remove(&turn) else { break };
            state.waiting_bytes -= text.len();
            let written = text.write(&self.bar);
            self.checked(&mut state, written)?;
            state.turn += 1;
        }
        drop(state);
        self.turned.notify_all();
        Ok(())
    }

    /// Stops everybody.
    pub(crate) fn fail(&self) {
        self.lock().failed = true;
        self.turned.notify_all();
    }

    /// Stops everybody where standard output failed.
    fn checked(&self, state: &mut State, result: io::Result<()>) -> Result<(), Trouble> {
        if result.is_err() {
            state.failed = true;
            self.turned.notify_all();
        }
        result.map_err(Trouble::from)
    }

    /// Writes what standard output still holds.
    pub(crate) fn flush(&self) -> Result<(), Trouble> {
        Ok(io::stdout().flush()?)
    }
}

/// The output of one chunk.
#[derive(Debug)]
pub(crate) struct Output<'s> {
    sink: &'s Sink,
    sequence: u64,
    text: Text,
}

impl Output<'_> {
    /// Writes one record, of a line of `line_len` bytes, to standard output.
    pub(crate) fn record(
        &mut self,
        line_len: usize,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Trouble> {
        if line_len <= HELD {
            write(&mut self.text.out)?;
            return self.spill();
        }
        // A record of a huge line is never held whole.
        let mut state = self.sink.wait(self.sequence)?;
        let result = self.text.write(&self.sink.bar).and_then(|()| {
            let mut out = io::BufWriter::with_capacity(ALLOWANCE, io::stdout().lock());
            write(&mut out).and_then(|()| out.flush())
        });
        self.sink.checked(&mut state, result)
    }

    /// Writes one remark to standard error.
    pub(crate) fn remark(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Trouble> {
        write(&mut self.text.err)?;
        self.spill()
    }

    fn spill(&mut self) -> Result<(), Trouble> {
        if self.text.len() < ALLOWANCE { Ok(()) } else { self.write() }
    }

    /// Writes what there is, once it is this chunk's turn.
    pub(crate) fn write(&mut self) -> Result<(), Trouble> {
        let mut state = self.sink.wait(self.sequence)?;
        let result = self.text.write(&self.sink.bar);
        self.sink.checked(&mut state, result)
    }

    /// Ends the chunk.
    pub(crate) fn finish(self) -> Result<(), Trouble> {
        self.sink.finish(self.sequence, self.text)
    }
}
