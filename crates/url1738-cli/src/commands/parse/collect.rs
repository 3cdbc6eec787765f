//! Lines that are written when all have been read: sorted, or unique.

use std::io::{self, Write as _};

use super::{super::line_command, lines::Lines};
use crate::{
    config::Config,
    exit::{self, Outcome},
    line::Line,
    pipeline::{self, Counter, LineProcessor, Output, Source, Stats, Verdict},
    sets::{Arena, Keys, Record, Store},
};

/// Runs the command: every line is written with its key, and then all of them in the order of the keys.
pub(super) fn run(
    config: &Config,
    sources: Vec<Source>,
    lines: Lines<'_>,
    unique: Option<Keys>,
    sort: Keys,
) -> exit::Result<Outcome> {
    let purpose = config.purpose(lines.text());
    let counted = sources.iter().any(|source| !matches!(source, Source::Argument(_)));
    // If lines are unique by what they are sorted by, one sort does both.
    let (first, second) = match unique {
        None => (FirstKey::Sort(sort), None),
        Some(unique) if unique == sort => (FirstKey::Both(unique), None),
        Some(unique) => (FirstKey::Unique(unique), Some(sort)),
    };
    let is_unique = !matches!(first, FirstKey::Sort(_));
    let store = Store::new(config.threads, is_unique);
    let collector = Collector { lines, first, second, store: &store };
    let counter = || Collected {
        store: &store,
        arena: Arena::default(),
        chunk: 0,
        lines: 0,
        key: Vec::new(),
        value: Vec::new(),
        failure: None,
    };
    let result = pipeline::run(line_command::options(config), sources, &collector, &counter)?;
    let outcome = result.outcome();
    let Stats { lines: counts, counter: Collected { arena, failure, .. } } = result.stats;
    if let Some(failure) = failure {
        return Err(failure.into());
    }
    let sorted = store.finish(arena)?;
    let mut out = RecordOutput::default();
    if collector.second.is_none() {
        sorted.each(|record| out.write(record.value))?;
    } else {
        let store = Store::new(1, false);
        let mut arena = Arena::default();
        sorted.each(|Record { order, value, .. }| {
            let (key, value) = split(value);
            store.push(&mut arena, &Record { key, order, value }).map_err(exit::Error::from)
        })?;
        store.finish(arena)?.each(|record| out.write(record.value))?;
    }
    out.flush()?;
    if counted {
        line_command::print_counts(config, &counts);
    }
    line_command::report_passwords(config, purpose, counts.masked)?;
    Ok(outcome)
}

/// The key of the first sort.
enum FirstKey {
    Sort(Keys),
    /// Equal keys are written once, and the lines are sorted again.
    Unique(Keys),
    /// Equal keys are written once, in the order of the keys.
    Both(Keys),
}

struct Collector<'c> {
    lines: Lines<'c>,
    first: FirstKey,
    /// The keys of the second sort, if there is one.
    second: Option<Keys>,
    store: &'c Store,
}

/// The lines that a worker has read.
struct Collected<'c> {
    store: &'c Store,
    arena: Arena,
    /// The chunk of the last line, and how many lines of it were read.
    chunk: u64,
    lines: u64,
    key: Vec<u8>,
    value: Vec<u8>,
    failure: Option<crate::sets::Error>,
}

impl Counter for Collected<'_> {
    fn merge(&mut self, other: Self) {
        let result = self.store.append(&mut self.arena, &other.arena);
        self.failure = self.failure.take().or(other.failure).or(result.err());
    }
}

impl<'c> LineProcessor<Collected<'c>> for Collector<'c> {
    fn line(
        &self,
        line: Line<'_>,
        stats: &mut Stats<Collected<'c>>,
        out: &mut Output,
    ) -> exit::Result<Verdict> {
        self.lines.choose(line, stats, out, |chosen, stats, _| {
            let Collected { arena, chunk, lines, key, value, .. } = &mut stats.counter;
            *lines = if *chunk == line.chunk { *lines + 1 } else { 0 };
            *chunk = line.chunk;
            // A chunk has less than 2^26 lines.
            let order = (line.chunk << 26) | *lines;
            key.clear();
            value.clear();
            match &self.first {
                FirstKey::Sort(keys) => keys.write(&chosen.subject, key),
                FirstKey::Unique(keys) | FirstKey::Both(keys) => {
                    keys.write_unique(&chosen.subject, key);
                }
            }
            if let Some(keys) = &self.second {
                value.extend_from_slice(&[0; LEN]);
                keys.write(&chosen.subject, value);
                let len = u32::try_from(value.len() - LEN).unwrap_or(u32::MAX).to_le_bytes();
                value.splice(..LEN, len);
            }
            self.lines.write(chosen, value)?;
            self.store.push(arena, &Record { key, order, value }).map_err(exit::Error::from)
        })
    }
}

/// The bytes of the length of a second key.
const LEN: usize = size_of::<u32>();

/// Divides a value into the second key and what is written.
fn split(value: &[u8]) -> (&[u8], &[u8]) {
    let (len, rest) = value.split_first_chunk::<LEN>().unwrap_or((&[0; LEN], &[]));
    rest.split_at_checked(u32::from_le_bytes(*len) as usize).unwrap_or_default()
}

/// Stdout, to which records are written.
#[derive(Default)]
struct RecordOutput(Vec<u8>);

impl RecordOutput {
    fn write(&mut self, piece: &[u8]) -> exit::Result<()> {
        const HELD: usize = 256 * 1024;
        self.0.extend_from_slice(piece);
        if self.0.len() < HELD {
            return Ok(());
        }
        io::stdout().write_all(&self.0)?;
        self.0.clear();
        Ok(())
    }

    fn flush(&self) -> exit::Result<()> {
        let mut out = io::stdout();
        out.write_all(&self.0)?;
        Ok(out.flush()?)
    }
}
