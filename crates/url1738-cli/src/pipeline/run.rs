//! Runs a command over all lines of the inputs.

use core::{iter, panic::AssertUnwindSafe};
use std::{
    io::{self, Write as _},
    panic::catch_unwind,
};

use rayon::{
    ThreadPoolBuilder,
    iter::{ParallelBridge as _, ParallelIterator as _},
};

use super::{
    output::{Output, Writer},
    reader::{Chunk, MAX_LINE, Reader},
    source,
    source::Source,
    stats::{Counter, LineCounts, Progress, Stats, Verdict},
};
use crate::{config::Config, exit, line::Line};

/// A command that works line by line, and counts `C` besides lines: it processes a line, and writes its record. As an
/// object, since the threads and their chunks would be compiled anew for each.
pub(crate) type LineProcessor<'p, C = ()> =
    dyn Fn(Line<'_>, &mut Stats<C>, &mut Output) -> exit::Result<Verdict> + Sync + 'p;

/// How many bytes of output a thread holds before it waits for its turn to write.
const HELD: usize = 512 * 1024;

/// Runs `processor` over all lines of the inputs: each thread takes the next chunk when it is done with the last one.
pub(crate) fn run<C: Counter>(
    config: &Config,
    sources: Vec<Source>,
    processor: &LineProcessor<'_, C>,
) -> exit::Result<Stats<C>> {
    let has_files = sources.iter().any(|source| !matches!(source, Source::Argument(_)));
    let threads = if has_files { config.threads.max(1) } else { 1 };
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| exit::Error::Thread(io::Error::other(error)))?;
    let progress = Progress::new(!config.quiet, || source::total_len(&sources));
    let writer = Writer::new(progress.clone(), config);
    let mut reader = Reader::new(sources, config.rows.clone(), progress);
    let process = |mut stats: Stats<C>, chunk: Chunk| {
        let mut out = writer.output(chunk.sequence);
        let lines = || process_chunk(&chunk, config, processor, &mut stats, &mut out);
        // Without its turn ended, the other threads would wait for one that panicked.
        let panicked = |_| Err(io::Error::other("a thread panicked").into());
        let result = catch_unwind(AssertUnwindSafe(lines)).unwrap_or_else(panicked);
        out.end(result);
        stats
    };
    let merge = |mut all: Stats<C>, other| {
        all.merge(other);
        all
    };
    let chunks = iter::from_fn(|| if writer.is_over() { None } else { reader.next() });
    let of_threads = || chunks.par_bridge().fold(Stats::default, process);
    let mut stats = pool.install(|| of_threads().reduce(Stats::default, merge));
    (stats.has_files, stats.read_failed) = (has_files, reader.read_failed);
    writer.finish()?;
    Ok(stats)
}

fn process_chunk<C: Counter>(
    chunk: &Chunk,
    config: &Config,
    processor: &LineProcessor<'_, C>,
    stats: &mut Stats<C>,
    out: &mut Output,
) -> exit::Result<()> {
    if let Some(header) = chunk.header() {
        out.record(|to| to.write_all(&header))?;
    }
    let process = |line: Line<'_>, stats: &mut Stats<C>, out: &mut Output| {
        let line = if config.references { line.reference() } else { line };
        let verdict = processor(line, stats, out)?;
        stats.count_verdict(verdict);
        exit::Result::Ok(())
    };
    let mut counts = LineCounts::default();
    for line in chunk.lines(&mut counts) {
        if out.len() > HELD {
            out.write()?;
        }
        if line.bytes.len() > MAX_LINE {
            stats.lines.too_long += 1;
            out.loss(&line, "line longer than 1 MiB skipped")?;
        } else if line.bytes.is_empty() {
            stats.lines.empty += 1;
            let row = || chunk.rows.as_ref()?.without_url(line.bytes, config.passwords);
            if config.empty_lines {
                processor(line, stats, out)?;
            } else if let Some((row, _)) = row() {
                out.record(|to| to.write_all(&row))?;
            }
        } else if let Some(rows) = &chunk.rows {
            match rows.row(line.bytes, line.number) {
                Ok(Some(row)) => {
                    process(line.of_row(&row), stats, out)?;
                    if let Some(fault) = row.fault.get() {
                        return exit::usage(format!("{}: {fault}", line.origin.name()));
                    }
                }
                Ok(None) => stats.count_verdict(Verdict::Ignored),
                Err(message) => {
                    stats.lines.lacking += 1;
                    stats.count_verdict(Verdict::Invalid);
                    out.loss(&line, &message)?;
                    if let Some((row, has_secret)) = rows.without_url(line.bytes, config.passwords)
                    {
                        stats.lines.masked += u64::from(has_secret);
                        if !(has_secret && config.withholds()) {
                            out.record(|to| to.write_all(&row))?;
                        }
                    }
                }
            }
        } else {
            process(line, stats, out)?;
        }
    }
    stats.lines.add(&counts);
    Ok(())
}
