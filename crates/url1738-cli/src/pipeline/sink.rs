//! Puts the workers' output in the order of the input.

use core::sync::atomic::{AtomicBool, Ordering};
use std::{
    collections::BTreeMap,
    io::{self, Write},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
};

use indicatif::ProgressBar;

use crate::{
    exit,
    record_buffer::{Bytes, RecordBuffer},
    signals,
};

/// How many bytes of output a chunk may buffer before it waits for its turn and writes through, if there is one worker.
const ALLOWANCE: usize = 256 * 1024;
/// How many bytes of output all chunks together may buffer.
const BUFFERED: usize = 2 * 1024 * 1024;
/// How many bytes of finished output may wait for that of earlier chunks.
const WAITING: usize = 2 * 1024 * 1024;

/// Standard output and standard error, shared by the workers.
#[derive(Debug)]
pub(crate) struct Sink {
    /// Suspended while something is written.
    bar: ProgressBar,
    /// How many bytes one chunk may buffer.
    allowance: usize,
    /// The number of records that are written.
    limit: Option<u64>,
    /// Whether all records up to the limit are written, so that no other is needed.
    full: AtomicBool,
    state: Mutex<State>,
    turned: Condvar,
}

/// How the records of a run are put together.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Framing {
    /// The number of records that are written; the others are dropped.
    pub(crate) limit: Option<u64>,
    /// What every record begins with. The first one is written without it.
    pub(crate) separator: &'static str,
}

#[derive(Debug)]
struct State {
    /// How many more records are written.
    left: u64,
    /// How many bytes of the first record are dropped.
    separator: usize,
    /// The chunk whose turn it is.
    turn: u64,
    /// The output of later chunks that are done.
    waiting: BTreeMap<u64, Buffers>,
    waiting_bytes: usize,
    /// Empty buffers of chunks that are written, for other chunks: new memory has to be filled with zeros.
    spare: Vec<Buffers>,
    failed: bool,
}

/// Output for stdout and stderr.
#[derive(Debug, Default)]
struct Buffers {
    out: Bytes,
    err: Bytes,
    /// The ends in `out` of the records, if they are counted. What comes after the last end is the beginning of a record.
    ends: Vec<usize>,
}

impl Buffers {
    fn len(&self) -> usize {
        self.out.len() + self.err.len()
    }

    /// Writes and clears the buffers. Errors of stderr are ignored. The bar is suspended only for stderr: there is no bar
    /// if stdout is a terminal.
    fn write(&mut self, bar: &ProgressBar, state: &mut State) -> io::Result<()> {
        if !self.err.is_empty() {
            let _ = bar.suspend(|| io::stderr().write_all(self.err.as_slice()));
            self.err.clear();
        }
        if !self.out.is_empty() {
            let out = state.admit(self.out.as_slice(), &self.ends);
            io::stdout().write_all(out)?;
            self.out.clear();
            self.ends.clear();
        }
        Ok(())
    }
}

impl State {
    fn new(framing: Framing) -> Self {
        let Framing { limit, separator } = framing;
        let (left, separator) = (limit.unwrap_or(u64::MAX), separator.len());
        let (waiting, waiting_bytes, spare, failed) = (BTreeMap::new(), 0, Vec::new(), false);
        Self { left, separator, turn: 0, waiting, waiting_bytes, spare, failed }
    }

    /// Returns the piece of the output that is written: up to the limit, and without the first separator.
    fn admit<'b>(&mut self, out: &'b [u8], ends: &[usize]) -> &'b [u8] {
        let whole = ends.len() as u64;
        let out = if whole >= self.left {
            let last = usize::try_from(self.left).ok().and_then(|left| left.checked_sub(1));
            let end = last.and_then(|last| ends.get(last)).copied().unwrap_or_default();
            out.get(..end).unwrap_or_default()
        } else {
            out
        };
        self.left = self.left.saturating_sub(whole);
        let dropped = if out.is_empty() { 0 } else { core::mem::take(&mut self.separator) };
        out.get(dropped..).unwrap_or_default()
    }
}

impl Sink {
    /// Creates the sink of a run with one worker, whose progress `bar` shows. From now on, a signal ends the process
    /// between two records.
    pub(crate) fn new(bar: ProgressBar) -> Arc<Self> {
        Self::for_workers(bar, 1, Framing::default())
    }

    /// Like [`new`](Self::new), but for several workers, whose chunks share a limit.
    pub(crate) fn for_workers(bar: ProgressBar, workers: usize, framing: Framing) -> Arc<Self> {
        let sink = Arc::new(Self {
            bar,
            allowance: ALLOWANCE.min(BUFFERED / workers.max(1)),
            limit: framing.limit,
            full: AtomicBool::new(framing.limit == Some(0)),
            state: Mutex::new(State::new(framing)),
            turned: Condvar::new(),
        });
        let seized = Arc::clone(&sink);
        signals::end_with(move || {
            // A worker that writes to a full pipe holds the lock until the pipe is read.
            let Some(_held) = signals::lock_within_a_second(&seized.state) else { return };
            seized.bar.finish_and_clear();
            let _ = io::stdout().flush();
        });
        sink
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the output of the chunk with this sequence number.
    pub(crate) fn output(&self, sequence: u64) -> Output<'_> {
        let buffers = self.lock().spare.pop().unwrap_or_default();
        Output { sink: self, sequence, buffers }
    }

    /// Waits for the turn of a chunk.
    fn wait(&self, sequence: u64) -> exit::Result<MutexGuard<'_, State>> {
        let mut state = self.lock();
        while state.turn != sequence && !state.failed {
            state = self.turned.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.failed { Err(exit::Error::Stopped) } else { Ok(state) }
    }

    /// Hands in the rest of a chunk's output.
    fn finish(&self, sequence: u64, buffers: Buffers) -> exit::Result<()> {
        let mut state = self.lock();
        while state.turn != sequence
            && !state.failed
            && state.waiting_bytes + buffers.len() > WAITING
        {
            state = self.turned.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.failed {
            return Err(exit::Error::Stopped);
        }
        state.waiting_bytes += buffers.len();
        state.waiting.insert(sequence, buffers);
        loop {
            let turn = state.turn;
            let Some(mut buffers) = state.waiting.remove(&turn) else { break };
            state.waiting_bytes -= buffers.len();
            let written = buffers.write(&self.bar, &mut state);
            self.checked(&mut state, written)?;
            state.turn += 1;
            buffers.ends.clear();
            state.spare.push(buffers);
        }
        drop(state);
        self.turned.notify_all();
        Ok(())
    }

    /// Stops all workers.
    pub(crate) fn fail(&self) {
        self.lock().failed = true;
        self.turned.notify_all();
    }

    /// Stops all workers if writing to stdout failed.
    fn checked(&self, state: &mut State, result: io::Result<()>) -> exit::Result<()> {
        if state.left == 0 {
            self.full.store(true, Ordering::Relaxed);
        }
        if result.is_err() {
            state.failed = true;
            self.turned.notify_all();
        }
        result.map_err(exit::Error::from)
    }

    /// Flushes stdout.
    pub(crate) fn flush(&self) -> exit::Result<()> {
        Ok(io::stdout().flush()?)
    }
}

/// The output of one chunk.
#[derive(Debug)]
pub(crate) struct Output<'s> {
    sink: &'s Sink,
    sequence: u64,
    buffers: Buffers,
}

impl Output<'_> {
    /// Writes one record to stdout. A long record is never held whole, and a signal never ends the process within it.
    #[inline]
    pub(crate) fn record(
        &mut self,
        write: impl FnOnce(&mut RecordBuffer<'_>) -> io::Result<()>,
    ) -> exit::Result<()> {
        self.through(|buffers| &mut buffers.out, true, write)
    }

    /// Returns whether another record of this chunk would be dropped.
    pub(crate) fn is_full(&self) -> bool {
        let Some(limit) = self.sink.limit else { return false };
        self.buffers.ends.len() as u64 >= limit || self.sink.full.load(Ordering::Relaxed)
    }

    /// Writes one remark to stderr.
    pub(crate) fn remark(
        &mut self,
        write: impl FnOnce(&mut RecordBuffer<'_>) -> io::Result<()>,
    ) -> exit::Result<()> {
        self.through(|buffers| &mut buffers.err, false, write)
    }

    #[inline]
    fn through(
        &mut self,
        into: fn(&mut Buffers) -> &mut Bytes,
        is_record: bool,
        write: impl FnOnce(&mut RecordBuffer<'_>) -> io::Result<()>,
    ) -> exit::Result<()> {
        let Self { sink, sequence, buffers } = self;
        let allowance = sink.allowance;
        let bytes = core::mem::take(into(buffers));
        // Both buffers together are below the allowance.
        let limit = allowance.saturating_sub(buffers.len());
        // Held from the first drain on.
        let mut turn = None;
        let mut failure = None;
        let mut drain = |bytes: &mut Bytes| {
            core::mem::swap(into(buffers), bytes);
            let drained = write_through(sink, *sequence, buffers, &mut turn);
            core::mem::swap(into(buffers), bytes);
            drained.map_err(|error| {
                failure = Some(error);
                io::Error::other("stopped")
            })
        };
        let mut buffer = RecordBuffer::new(bytes, limit, allowance, &mut drain);
        let result = write(&mut buffer);
        let (bytes, drained) = buffer.finish();
        *into(buffers) = bytes;
        if let Some(error) = failure {
            return Err(error);
        }
        drained.and(result)?;
        if is_record && self.sink.limit.is_some() {
            self.buffers.ends.push(self.buffers.out.len());
        }
        if let Some(mut state) = turn {
            // The rest of the record must follow before anything else is written or a signal ends the process.
            let result = self.buffers.write(&self.sink.bar, &mut state);
            return self.sink.checked(&mut state, result);
        }
        if self.buffers.len() < allowance { Ok(()) } else { self.write() }
    }

    /// Waits for this chunk's turn and writes what is buffered.
    pub(crate) fn write(&mut self) -> exit::Result<()> {
        let mut state = self.sink.wait(self.sequence)?;
        let result = self.buffers.write(&self.sink.bar, &mut state);
        self.sink.checked(&mut state, result)
    }

    /// Waits for this chunk's turn, which lasts until [`finish`](Self::finish).
    pub(crate) fn wait(&self) -> exit::Result<()> {
        self.sink.wait(self.sequence).map(drop)
    }

    /// Ends the chunk.
    pub(crate) fn finish(self) -> exit::Result<()> {
        self.sink.finish(self.sequence, self.buffers)
    }
}

/// Writes what is buffered in the middle of a record, in the turn of its chunk, which is held from then on.
#[cold]
fn write_through<'s>(
    sink: &'s Sink,
    sequence: u64,
    buffers: &mut Buffers,
    turn: &mut Option<MutexGuard<'s, State>>,
) -> exit::Result<()> {
    let mut state = match turn.take() {
        Some(state) => state,
        None => sink.wait(sequence)?,
    };
    let result = buffers.write(&sink.bar, &mut state);
    sink.checked(&mut state, result)?;
    *turn = Some(state);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what is written of pieces of output, each with the ends of its records.
    fn admitted(
        limit: Option<u64>,
        separator: &'static str,
        pieces: &[(&str, &[usize])],
    ) -> String {
        let mut state = State::new(Framing { limit, separator });
        let mut admit = |(out, ends): &(&str, &[usize])| {
            core::str::from_utf8(state.admit(out.as_bytes(), ends)).unwrap().to_owned()
        };
        pieces.iter().map(&mut admit).collect()
    }

    #[test]
    fn records_over_the_limit_are_dropped() {
        let pieces: [(&str, &[usize]); 3] = [("aabb", &[2, 4]), ("", &[]), ("ccdd", &[2, 4])];
        let up_to = |limit| admitted(Some(limit), "", &pieces);
        assert_eq!(
            [0, 1, 2, 3, 4, 5].map(up_to),
            ["", "aa", "aabb", "aabbcc", "aabbccdd", "aabbccdd"]
        );
        assert_eq!(admitted(None, "", &[("aabb", &[]), ("cc", &[])]), "aabbcc");
    }

    /// A record that is written in pieces is written whole or not at all.
    #[test]
    fn a_record_in_pieces_counts_once() {
        let pieces: [(&str, &[usize]); 4] =
            [("aab", &[2]), ("b", &[]), ("bcc", &[1, 3]), ("dd", &[2])];
        let up_to = |limit| admitted(Some(limit), "", &pieces);
        assert_eq!([0, 1, 2, 3, 4].map(up_to), ["", "aa", "aabbb", "aabbbcc", "aabbbccdd"]);
    }

    #[test]
    fn the_first_record_has_no_separator() {
        let pieces: [(&str, &[usize]); 3] = [("", &[]), (",a,b", &[2, 4]), (",c", &[2])];
        assert_eq!(admitted(None, ",", &pieces), "a,b,c");
        assert_eq!(admitted(Some(2), ",", &pieces), "a,b");
        assert_eq!(admitted(Some(0), ",", &pieces), "");
    }
}
