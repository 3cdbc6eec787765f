//! Runs a command over all lines of the inputs.

use std::{
    sync::{Mutex, PoisonError, mpsc},
    thread,
};

use super::{
    chunk,
    processor::LineProcessor,
    progress::Progress,
    reader::Reader,
    sink::{Framing, Sink},
    source::{self, Source},
    stats::{Counter, Stats},
    worker::Worker,
};
use crate::exit::{self, Outcome};

/// The settings of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    pub(crate) threads: usize,
    /// Whether to draw a progress bar if stderr is a terminal.
    pub(crate) progress_bar: bool,
    pub(crate) framing: Framing,
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
        } else if self.stats.lines.fails() {
            Outcome::Invalid
        } else {
            Outcome::Valid
        }
    }
}

/// Runs `processor` over all lines of the inputs. Each worker counts with its own `new_counter()`.
pub(crate) fn run<C: Counter>(
    options: Options,
    sources: Vec<Source>,
    processor: &impl LineProcessor<C>,
    new_counter: &(impl Fn() -> C + Sync),
) -> exit::Result<RunResult<C>> {
    source::refuse_overwriting(&sources, &[])?;
    let few = sources.iter().all(|source| matches!(source, Source::Argument(_)));
    let threads = if few { 1 } else { options.threads };
    let progress = Progress::new(options.progress_bar, source::total_len(&sources));
    let sink = Sink::for_workers(progress.bar(), threads, options.framing);
    let chunk_len = chunk::chunk_len(threads);
    let reader = Mutex::new(Reader::new(sources, progress, processor.max_len(), chunk_len));
    let worker = Worker { reader, chunk_len, sink: &sink, processor, new_counter };
    let all_stats = match threads.saturating_sub(1) {
        0 => vec![worker.work(None)],
        others => {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(others).build()?;
            let all_stats = Mutex::new(Vec::new());
            let add = |stats| all_stats.lock().unwrap_or_else(PoisonError::into_inner).push(stats);
            thread::scope(|threads| {
                let lane = match processor.rewrites().then(mpsc::channel) {
                    Some((lane, jobs)) => {
                        let process = || worker.process_long_lines(jobs);
                        thread::Builder::new().spawn_scoped(threads, process)?;
                        Some(lane)
                    }
                    None => None,
                };
                // This thread works like the others: one thread less to wake up.
                pool.in_place_scope(|scope| {
                    scope.spawn_broadcast(|_, _| add(worker.work(lane.as_ref())));
                    add(worker.work(lane.as_ref()));
                });
                Ok(())
            })
            .map_err(exit::Error::Thread)?;
            all_stats.into_inner().unwrap_or_else(PoisonError::into_inner)
        }
    };
    let mut stats = Stats::new(new_counter());
    let mut failure = None;
    for result in all_stats {
        match result {
            Ok(part) => stats.merge(part),
            // The error of the worker that stopped the others is the one to report.
            Err(exit::Error::Stopped) => {}
            Err(error) => failure = Some(error),
        }
    }
    if let Some(error) = failure {
        return Err(error);
    }
    sink.flush()?;
    let reader = worker.reader.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(RunResult { stats, read_failed: reader.read_failed() })
}
