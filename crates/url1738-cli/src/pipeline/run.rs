//! Runs a command over all lines of the inputs.

use core::panic::AssertUnwindSafe;
use std::{
    io::{self, Write as _},
    panic::catch_unwind,
    sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc},
    thread,
};

use super::{
    output::{Framing, Output, Writer},
    reader::{Chunk, MAX_LINE, Reader},
    source,
    source::Source,
    stats::{Counter, LineCounts, Stats, Verdict},
};
use crate::{
    config::Config,
    exit::{self, Outcome},
    line::Line,
    pipeline::stats::Progress,
};

/// A command that works line by line, and counts `C` besides lines.
pub(crate) trait LineProcessor<C = ()>: Sync {
    /// Processes a line that is not empty, and writes its record.
    fn line(&self, line: Line<'_>, stats: &mut Stats<C>, out: &mut Output)
    -> exit::Result<Verdict>;

    /// Called for a line that is empty, in place of [`line`](Self::line).
    fn empty_line(
        &self,
        _line: Line<'_>,
        _stats: &mut Stats<C>,
        _out: &mut Output,
    ) -> exit::Result<()> {
        Ok(())
    }
}

impl<C, F> LineProcessor<C> for F
where
    F: Fn(Line<'_>, &mut Stats<C>, &mut Output) -> exit::Result<Verdict> + Sync,
{
    fn line(
        &self,
        line: Line<'_>,
        stats: &mut Stats<C>,
        out: &mut Output,
    ) -> exit::Result<Verdict> {
        self(line, stats, out)
    }
}

/// The result of a run over all lines.
#[derive(Debug)]
pub(crate) struct RunResult<C> {
    pub(crate) stats: Stats<C>,
    /// Whether reading an input failed.
    pub(crate) read_failed: bool,
    /// Whether there are lines of files. Arguments are few enough to be counted by eye.
    pub(crate) has_files: bool,
}

impl<C> RunResult<C> {
    pub(crate) fn outcome(&self) -> Outcome {
        if self.read_failed {
            Outcome::ReadFailed
        } else if self.stats.lines.lacking > 0 {
            Outcome::Lacking
        } else if self.stats.lines.fails() {
            Outcome::Invalid
        } else {
            Outcome::Valid
        }
    }
}

/// How many bytes of output a thread holds before it waits for its turn to write.
const HELD: usize = 256 * 1024;

/// The order of writing: threads process chunks side by side, and write their output in the order of the input.
#[derive(Default)]
struct Turns {
    turn: Mutex<Turn>,
    changed: Condvar,
}

struct Turn {
    /// The sequence number of the chunk that is written.
    chunk: u64,
    /// The error that ended the run. After it, nothing more is written.
    result: exit::Result<()>,
}

impl Default for Turn {
    fn default() -> Self {
        Self { chunk: 0, result: Ok(()) }
    }
}

impl Turns {
    /// Waits until all chunks before this one are written.
    fn wait_for(&self, chunk: u64) -> MutexGuard<'_, Turn> {
        let turn = self.changed.wait_while(lock(&self.turn), |turn| turn.chunk < chunk);
        turn.unwrap_or_else(PoisonError::into_inner)
    }

    fn is_over(&self) -> bool {
        lock(&self.turn).result.is_err()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `processor` over all lines of the inputs.
pub(crate) fn run<C: Counter>(
    config: &Config,
    framing: Framing,
    sources: Vec<Source>,
    processor: &impl LineProcessor<C>,
) -> exit::Result<RunResult<C>> {
    source::refuse_overwriting(&sources)?;
    let has_files = sources.iter().any(|source| !matches!(source, Source::Argument(_)));
    let threads = if has_files { config.threads.max(1) } else { 1 };
    let progress = Progress::new(!config.quiet, source::total_len(&sources));
    let writer = Writer::new(progress.bar(), framing, config.quiet);
    let (turns, all) = (Turns::default(), Mutex::new(Stats::default()));
    let (to_process, chunks) = mpsc::sync_channel::<Chunk>(2 * threads);
    let chunks = Mutex::new(chunks);
    let process = |chunk: &Chunk| {
        let (mut out, mut stats) = (writer.output(), Stats::default());
        let write = |out: &mut Output| {
            let is_over = turns.wait_for(chunk.sequence).result.is_err();
            if is_over { Ok(()) } else { writer.write(out) }
        };
        process_chunk(chunk, config.references, processor, &mut stats, &mut out, write)?;
        write(&mut out)?;
        lock(&all).merge(stats);
        Ok(())
    };
    let work = || {
        loop {
            let received = lock(&chunks).recv();
            let Ok(chunk) = received else { return };
            // Without its turn ended, the other threads would wait for one that panicked.
            let panicked = |_| Err(io::Error::other("a thread panicked").into());
            let done = catch_unwind(AssertUnwindSafe(|| process(&chunk))).unwrap_or_else(panicked);
            let mut turn = turns.wait_for(chunk.sequence);
            turn.chunk += 1;
            if turn.result.is_ok() {
                turn.result = done;
            }
            turns.changed.notify_all();
        }
    };
    let read_failed = thread::scope(|scope| {
        for _ in 0..threads {
            thread::Builder::new().spawn_scoped(scope, work).map_err(exit::Error::Thread)?;
        }
        let mut reader = Reader::new(sources, config.rows.clone(), progress);
        while let Some(chunk) = reader.next() {
            if turns.is_over() || to_process.send(chunk).is_err() {
                break;
            }
        }
        drop(to_process);
        Ok::<_, exit::Error>(reader.read_failed())
    })?;
    turns.turn.into_inner().unwrap_or_else(PoisonError::into_inner).result?;
    writer.flush()?;
    let stats = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(RunResult { stats, read_failed, has_files })
}

fn process_chunk<C: Counter>(
    chunk: &Chunk,
    references: bool,
    processor: &impl LineProcessor<C>,
    stats: &mut Stats<C>,
    out: &mut Output,
    write: impl Fn(&mut Output) -> io::Result<()>,
) -> exit::Result<()> {
    if let Some(header) = chunk.header() {
        out.record(|to| to.write_all(&header))?;
    }
    let mut counts = LineCounts::default();
    for line in chunk.lines(&mut counts) {
        if out.len() > HELD {
            write(out)?;
        }
        if chunk.is_too_long() || line.bytes.len() > MAX_LINE {
            stats.lines.too_long += 1;
            out.loss(|err| {
                let (name, number) = (line.origin.name(), line.number);
                writeln!(err, "{name}:{number}: line longer than 1 MiB skipped")
            })?;
        } else if line.bytes.is_empty() {
            stats.lines.empty += 1;
            processor.empty_line(line, stats, out)?;
        } else {
            let row = match chunk.rows().map(|rows| rows.row(line.bytes, line.number)) {
                Some(Ok(None)) => {
                    stats.count_verdict(Verdict::Ignored);
                    continue;
                }
                Some(Err(message)) => {
                    stats.lines.lacking += 1;
                    stats.count_verdict(Verdict::Invalid);
                    let (name, number) = (line.origin.name(), line.number);
                    out.loss(|err| writeln!(err, "{name}:{number}: {message}"))?;
                    continue;
                }
                Some(Ok(Some(row))) => Some(row),
                None => None,
            };
            let line = row.as_ref().map_or(line, |row| line.of_row(row));
            let line = if references { line.reference() } else { line };
            let verdict = processor.line(line, stats, out)?;
            stats.count_verdict(verdict);
        }
    }
    stats.lines.add(&counts);
    Ok(())
}
