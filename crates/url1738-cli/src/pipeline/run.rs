//! Runs a command over all lines of the inputs.

use std::{
    io::Write as _,
    sync::{Mutex, PoisonError, mpsc},
    thread,
};

use rayon::prelude::*;

use super::{
    output::{Framing, Output, Writer},
    reader::{Chunk, ChunkLine, MAX_LINE, Reader},
    source,
    source::Source,
    stats::{Counter, Stats, Verdict},
};
use crate::{
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

/// The settings of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    pub(crate) threads: usize,
    /// Whether neither reports on lines nor a progress bar are written to stderr.
    pub(crate) quiet: bool,
    pub(crate) framing: Framing,
    /// Whether lines may have fragments, which are not part of their URLs.
    pub(crate) references: bool,
}

/// The result of a run over all lines.
#[derive(Debug)]
pub(crate) struct RunResult<C> {
    pub(crate) stats: Stats<C>,
    /// Whether reading an input failed.
    pub(crate) read_failed: bool,
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

/// How many bytes of output are held for each thread: what is processed side by side, and as much that is written.
const HELD: usize = 320 * 1024;

/// No output is expected to be longer than so many times its line.
const MAX_GROWTH: usize = 1024;

/// Runs `processor` over all lines of the inputs. Each thread counts with its own `new_counter()`.
pub(crate) fn run<C: Counter>(
    options: Options,
    sources: Vec<Source>,
    processor: &impl LineProcessor<C>,
    new_counter: &(impl Fn() -> C + Sync),
) -> exit::Result<RunResult<C>> {
    source::refuse_overwriting(&sources)?;
    let few = sources.iter().all(|source| matches!(source, Source::Argument(_)));
    let threads = if few { 1 } else { options.threads.max(1) };
    let progress = Progress::new(!options.quiet, source::total_len(&sources));
    let writer = Writer::new(progress.bar(), options.framing, options.quiet);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let counts: Vec<_> = (0..threads).map(|_| Mutex::new(Stats::new(new_counter()))).collect();
    let process = |chunk: &Chunk| {
        let mut out = writer.output();
        let thread = rayon::current_thread_index().and_then(|index| counts.get(index));
        if let Some(stats) = thread {
            let stats = &mut *stats.lock().unwrap_or_else(PoisonError::into_inner);
            process_chunk(chunk, options.references, processor, stats, &mut out)?;
        }
        Ok::<_, exit::Error>(out)
    };
    // When a thread ends, the next one finds its end of the channel closed, and ends too.
    let (to_process, chunks) = mpsc::sync_channel(2 * threads);
    let (to_write, outputs) = mpsc::sync_channel::<Vec<Output>>(0);
    let read_failed = thread::scope(|scope| {
        let reading = thread::Builder::new().spawn_scoped(scope, || {
            let mut reader = Reader::new(sources, progress);
            while let Some(chunk) = reader.next() {
                if to_process.send(chunk).is_err() {
                    break;
                }
            }
            drop(to_process);
            reader.read_failed()
        });
        let writing = thread::Builder::new().spawn_scoped(scope, || {
            let mut outputs = outputs.into_iter().flatten();
            outputs.try_for_each(|mut output| writer.write(&mut output))
        });
        let (reading, writing) =
            (reading.map_err(exit::Error::Thread)?, writing.map_err(exit::Error::Thread)?);
        let mut processed = Ok(());
        // How many times as long as a line its output was. Until it is known, the first chunk is a batch alone: the
        // report of a line may be a hundred times as long.
        let mut growth = MAX_GROWTH;
        while let Ok(first) = chunks.recv() {
            let mut len = first.len();
            let mut batch = vec![first];
            while len * growth < threads * HELD
                && let Ok(chunk) = chunks.try_recv()
            {
                len += chunk.len();
                batch.push(chunk);
            }
            match pool.install(|| batch.par_iter().map(process).collect::<exit::Result<Vec<_>>>()) {
                Ok(outputs) => {
                    let written = outputs.iter().map(Output::len).sum::<usize>();
                    growth = (written / len.max(1)).clamp(1, MAX_GROWTH);
                    if to_write.send(outputs).is_err() {
                        break;
                    }
                }
                Err(error) => {
                    processed = Err(error);
                    break;
                }
            }
        }
        drop((chunks, to_write));
        // What was processed before an error is written.
        let panicked = || std::io::Error::other("a thread panicked");
        writing.join().map_err(|_| panicked())??;
        processed?;
        reading.join().map_err(|_| exit::Error::from(panicked()))
    })?;
    writer.flush()?;
    let mut stats = Stats::new(new_counter());
    for part in counts {
        stats.merge(part.into_inner().unwrap_or_else(PoisonError::into_inner));
    }
    Ok(RunResult { stats, read_failed })
}

fn process_chunk<C: Counter>(
    chunk: &Chunk,
    references: bool,
    processor: &impl LineProcessor<C>,
    stats: &mut Stats<C>,
    out: &mut Output,
) -> exit::Result<()> {
    if let Some(header) = chunk.header() {
        out.record(|to| to.write_all(&header))?;
    }
    for found in chunk.lines() {
        stats.count_line(&found);
        let ChunkLine { line, too_long, .. } = found;
        if too_long || line.bytes.len() > MAX_LINE {
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
    stats.counter.end_chunk();
    Ok(())
}
