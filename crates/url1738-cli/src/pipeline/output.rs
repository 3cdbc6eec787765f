//! The output of lines, and the thread-safe end where it is written.

use core::sync::atomic::{AtomicBool, Ordering};
use std::{
    collections::BTreeMap,
    io::{self, Write},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
};

use super::{reader::CHUNK, stats::Progress};
use crate::{config::Config, diagnostics::message, exit, line::Line, signals};

/// The records and remarks about the lines of a chunk.
#[derive(Debug)]
pub(crate) struct Output {
    writer: Arc<Writer>,
    /// The sequence number of the chunk.
    chunk: u64,
    out: Vec<u8>,
    err: Vec<u8>,
    /// Where each record ends in `out`.
    ends: Vec<usize>,
}

impl Output {
    /// Adds one record to stdout.
    #[inline]
    pub(crate) fn record<E>(
        &mut self,
        write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>,
    ) -> exit::Result<()>
    where
        exit::Error: From<E>,
    {
        self.out.extend_from_slice(self.writer.separator.as_bytes());
        write(&mut self.out)?;
        self.ends.push(self.out.len());
        Ok(())
    }

    /// Adds a report on a line to stderr, unless the run is quiet.
    pub(crate) fn report(
        &mut self,
        write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
    ) -> exit::Result<()> {
        if !self.writer.is_quiet {
            write(&mut self.err)?;
        }
        Ok(())
    }

    /// Adds to stderr why a line is lost, in quiet runs too. The message may quote the line.
    pub(crate) fn loss(&mut self, line: &Line<'_>, message: &str) -> exit::Result<()> {
        let message = message::masked(&message);
        Ok(writeln!(self.err, "{}:{}: {message}", line.origin.name(), line.number)?)
    }

    pub(super) const fn len(&self) -> usize {
        self.out.len() + self.err.len()
    }

    /// Returns whether another record would be dropped.
    pub(crate) fn is_full(&self) -> bool {
        self.writer.is_full.load(Ordering::Relaxed)
    }

    /// Writes remarks and records when the chunk has its turn, and empties the output.
    pub(crate) fn write(&mut self) -> io::Result<()> {
        let writer = Arc::clone(&self.writer);
        self.write_in_turn(&mut writer.wait_while(|state| state.turn < self.chunk))
    }

    /// Writes remarks and records, and empties the output. An error of stderr is ignored.
    fn write_in_turn(&mut self, state: &mut State) -> io::Result<()> {
        let Self { writer, out, err, ends, .. } = self;
        let is_over = state.result.is_err();
        if !err.is_empty() && !is_over {
            // There is no bar if stdout is a terminal.
            let _ = writer.progress.bar.suspend(|| io::stderr().write_all(err));
        }
        let count = ends.len().min(usize::try_from(state.left).unwrap_or(usize::MAX));
        let last = count.checked_sub(1).and_then(|last| ends.get(last));
        if let Some(last) = last.filter(|_| !is_over) {
            let first = core::mem::take(&mut state.is_first);
            let start = if first { writer.separator.len() } else { 0 };
            // INVARIANT: the first record begins with a separator.
            io::stdout().write_all(out.split_at(*last).0.split_at(start).1)?;
            state.left -= count as u64;
        }
        writer.is_full.store(state.left == 0, Ordering::Relaxed);
        out.clear();
        err.clear();
        ends.clear();
        Ok(())
    }

    /// Ends the chunk, the result of which is this, and writes all that have their turn.
    pub(super) fn end(self, result: exit::Result<()>) {
        let writer = Arc::clone(&self.writer);
        let state = &mut *writer.wait_while(|state| state.turn + writer.ahead < self.chunk);
        state.ended.insert(self.chunk, (self, result));
        while let Some((mut output, result)) = state.ended.remove(&state.turn) {
            let result = result.and_then(|()| Ok(output.write_in_turn(state)?));
            if state.result.is_ok() {
                state.result = result;
            }
            state.turn += 1;
            writer.turn_ended.notify_all();
        }
    }
}

/// Standard output and standard error, in the order of the chunks: threads process them side by side, and what one holds of a
/// chunk is written when all chunks before it are.
#[derive(Debug)]
pub(crate) struct Writer {
    pub(crate) progress: Progress,
    /// What is written between two records.
    separator: &'static str,
    is_quiet: bool,
    /// How many chunks may end before their turn.
    ahead: u64,
    /// Whether all records up to the limit are written.
    is_full: AtomicBool,
    state: Mutex<State>,
    turn_ended: Condvar,
}

#[derive(Debug)]
struct State {
    /// The sequence number of the chunk that is written.
    turn: u64,
    /// The outputs of chunks that ended before their turn, with their results.
    ended: BTreeMap<u64, (Output, exit::Result<()>)>,
    /// The error that ended the run. After it, nothing more is written.
    result: exit::Result<()>,
    /// How many more records are written.
    left: u64,
    is_first: bool,
}

impl Writer {
    /// Creates the writer of a run. From now on, a signal ends the process between two records.
    pub(crate) fn new(progress: Progress, config: &Config) -> Arc<Self> {
        let (separator, left) =
            (config.output.format.separator(), config.limit.unwrap_or(u64::MAX));
        let (is_quiet, ahead) = (config.quiet, config.threads as u64);
        let ended = BTreeMap::new();
        let state = Mutex::new(State { turn: 0, ended, result: Ok(()), left, is_first: true });
        let (is_full, turn_ended) = (AtomicBool::new(left == 0), Condvar::new());
        let writer =
            Arc::new(Self { progress, separator, is_quiet, ahead, is_full, state, turn_ended });
        let seized = Arc::downgrade(&writer);
        signals::end_with(move || {
            if let Some(writer) = seized.upgrade() {
                writer.progress.bar.finish_and_clear();
            }
        });
        writer
    }

    /// Returns the output of a chunk by its sequence number.
    pub(crate) fn output(self: &Arc<Self>, chunk: u64) -> Output {
        // Most records are about as long as their lines.
        let out = Vec::with_capacity(CHUNK);
        Output { writer: Arc::clone(self), chunk, out, err: Vec::new(), ends: Vec::new() }
    }

    /// Returns whether an error ended the run.
    pub(super) fn is_over(&self) -> bool {
        self.lock().result.is_err()
    }

    /// Flushes stdout, or returns the error that ended the run. The progress is not drawn over what follows.
    pub(crate) fn finish(&self) -> exit::Result<()> {
        self.progress.bar.finish_and_clear();
        let mut state = self.lock();
        core::mem::replace(&mut state.result, Ok(()))?;
        Ok(io::stdout().flush()?)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_while(&self, is_early: impl FnMut(&mut State) -> bool) -> MutexGuard<'_, State> {
        let turn = self.turn_ended.wait_while(self.lock(), is_early);
        turn.unwrap_or_else(PoisonError::into_inner)
    }
}
