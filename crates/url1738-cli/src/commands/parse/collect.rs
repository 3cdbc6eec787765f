//! Lines that are written when all have been read: sorted, or unique.

use std::io::{self, Write as _};

use super::{super::line_command, lines::Lines};
use crate::{
    config::Config,
    exit::{self, Outcome},
    line::Line,
    pipeline::{self, Counter, LineProcessor, MAX_SORTED, Output, Source, Stats, Verdict},
    record_buffer::{Bytes, RecordBuffer},
    sets::{Arena, Aside, Keys, Record, Store},
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
    let aside = Aside::new();
    let collector = Collector { lines, first, second, store: &store, aside: &aside };
    let counter = || Collected {
        store: &store,
        arena: Arena::default(),
        scratch: Scratch::default(),
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
        sorted.each(|record| aside.read(record.value, |piece| out.write(piece)))?;
    } else {
        let store = Store::new(1, false);
        let mut arena = Arena::default();
        sorted.each(|Record { order, value, .. }| {
            let (key, value) = split(value);
            store.push(&mut arena, &Record { key, order, value }).map_err(exit::Error::from)
        })?;
        store.finish(arena)?.each(|record| aside.read(record.value, |piece| out.write(piece)))?;
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
    /// The records that are too long to be sorted whole.
    aside: &'c Aside,
}

/// The lines that a worker has read.
struct Collected<'c> {
    store: &'c Store,
    arena: Arena,
    scratch: Scratch,
    failure: Option<crate::sets::Error>,
}

/// Memory that is used for every line.
#[derive(Default)]
struct Scratch {
    key: Vec<u8>,
    value: Vec<u8>,
    text: Bytes,
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
        out: &mut Output<'_>,
    ) -> exit::Result<Verdict> {
        let order = (line.chunk << 26) | line.start as u64;
        self.lines.choose(line, stats, out, |chosen, stats, _| {
            let Collected { arena, scratch: Scratch { key, value, text }, .. } = &mut stats.counter;
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
            let mut written = self.aside.value();
            let mut drain = |bytes: &mut Bytes| {
                written.write(bytes.as_slice())?;
                bytes.clear();
                Ok(())
            };
            let bytes = core::mem::take(text);
            let mut buffer = RecordBuffer::new(bytes, MAX_HELD, MAX_HELD, &mut drain);
            self.lines.write(chosen, &mut buffer)?;
            let (mut bytes, result) = buffer.finish();
            let result = result.and_then(|()| written.finish(bytes.as_slice(), value));
            result.map_err(|error| exit::Error::from(self.aside.error(error)))?;
            bytes.clear();
            *text = bytes;
            let result = self.store.push(arena, &Record { key, order, value });
            // Every worker would keep what its longest line took.
            key.truncate(MAX_KEPT);
            key.shrink_to(MAX_KEPT);
            value.truncate(MAX_KEPT);
            value.shrink_to(MAX_KEPT);
            result.map_err(exit::Error::from)
        })
    }

    fn max_len(&self) -> usize {
        MAX_SORTED
    }

    fn rewrites(&self) -> bool {
        false
    }
}

/// The longest record that is sorted whole. The parts of a line of 64 KiB take 2 MB in JSON.
const MAX_HELD: usize = 16 * 1024;

/// The most memory of a scratch buffer that is kept for the next line.
const MAX_KEPT: usize = 8 * 1024;

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
