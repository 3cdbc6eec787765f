//! Puts the workers' output in the order of the input.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
};

use indicatif::ProgressBar;

use crate::{ending::Trouble, signals};

/// How much output a chunk may pile up before it waits for its turn and writes through, where there is one worker.
const ALLOWANCE: usize = 256 * 1024;
/// How much output all chunks together may pile up.
const PILED: usize = 2 * 1024 * 1024;
/// How much finished output may wait for that of earlier chunks.
const WAITING: usize = 2 * 1024 * 1024;

/// Standard output and standard error, shared by the workers.
#[derive(Debug)]
pub(crate) struct Sink {
    /// Put aside while something is written.
    bar: ProgressBar,
    /// How much one chunk may pile up.
    allowance: usize,
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
        Self::for_workers(bar, 1)
    }

    /// Like [`new`](Self::new), for so many workers, whose chunks together pile up no more than a few would.
    pub(crate) fn for_workers(bar: ProgressBar, workers: usize) -> Arc<Self> {
        let allowance = ALLOWANCE.min(PILED / workers.max(1));
        let sink =
            Arc::new(Self { bar, allowance, state: Mutex::default(), turned: Condvar::new() });
        let seized = Arc::clone(&sink);
        signals::end_with(move || {
            // A worker that writes into a full pipe holds the lock for as long as its reader likes.
            let Some(_held) = signals::lock_soon(&seized.state) else { return };
            seized.bar.finish_and_clear();
            let _ = io::stdout().flush();
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
    /// Writes one record to standard output. However long it is, it is never held whole, and an interrupt comes
    /// before it or after it.
    pub(crate) fn record(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Trouble> {
        self.through(|text| &mut text.out, write)
    }

    /// Writes one remark to standard error.
    pub(crate) fn remark(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Trouble> {
        self.through(|text| &mut text.err, write)
    }

    fn through(
        &mut self,
        into: fn(&mut Text) -> &mut Vec<u8>,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Trouble> {
        let mut through = Through { output: self, into, turn: None, trouble: None };
        let result = write(&mut through);
        let Through { turn, trouble, .. } = through;
        if let Some(trouble) = trouble {
            return Err(trouble);
        }
        result?;
        if let Some(mut state) = turn {
            // The rest of what was begun, before anything else is written or the process is interrupted.
            let result = self.text.write(&self.sink.bar);
            return self.sink.checked(&mut state, result);
        }
        if self.text.len() < self.sink.allowance { Ok(()) } else { self.write() }
    }

    /// Writes what there is, once it is this chunk's turn.
    pub(crate) fn write(&mut self) -> Result<(), Trouble> {
        let mut state = self.sink.wait(self.sequence)?;
        let result = self.text.write(&self.sink.bar);
        self.sink.checked(&mut state, result)
    }

    /// Waits for this chunk's turn, which lasts until it ends: no other chunk has it meanwhile.
    pub(crate) fn wait(&self) -> Result<(), Trouble> {
        self.sink.wait(self.sequence).map(drop)
    }

    /// Ends the chunk.
    pub(crate) fn finish(self) -> Result<(), Trouble> {
        self.sink.finish(self.sequence, self.text)
    }
}

/// Piles up what is written, and writes it through where it is too much to hold.
struct Through<'o, 's> {
    output: &'o mut Output<'s>,
    /// Where it is piled up.
    into: fn(&mut Text) -> &mut Vec<u8>,
    /// Held from the first bytes that are written through.
    turn: Option<MutexGuard<'s, State>>,
    trouble: Option<Trouble>,
}

impl Through<'_, '_> {
    fn write_through(&mut self) -> Result<(), Trouble> {
        let Output { sink, sequence, text } = &mut *self.output;
        let mut state = match self.turn.take() {
            Some(state) => state,
            None => sink.wait(*sequence)?,
        };
        let result = text.write(&sink.bar);
        sink.checked(&mut state, result)?;
        self.turn = Some(state);
        Ok(())
    }
}

impl Write for Through<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let now = bytes.len().min(self.output.sink.allowance);
        (self.into)(&mut self.output.text).extend_from_slice(bytes.get(..now).unwrap_or_default());
        if self.output.text.len() >= self.output.sink.allowance
            && let Err(trouble) = self.write_through()
        {
            self.trouble = Some(trouble);
            return Err(io::Error::other("stopped"));
        }
        Ok(now)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
