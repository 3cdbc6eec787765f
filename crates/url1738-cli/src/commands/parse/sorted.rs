//! What is written when all lines have been read: lines that are sorted or unique, or the counts of a field.

use std::{
    io,
    io::{BufWriter, Write},
};

use foldhash::quality::RandomState;

use super::{super::line_command, lines::Lines};
use crate::{
    config::{Config, OutputFormat},
    diagnostics::{Palette, message},
    exit,
    exit::Outcome,
    fields::{Field, Subject, Value},
    line::Line,
    pipeline::{self, Output, Source, Stats, Verdict},
    records::Object,
    rows::Back,
    sets::{self, Hashes, Keys, LINE, Order, Sorter},
    summary::{Names, Row, write_charts},
};

/// Runs the command, which writes when all lines are read: sorted, or in their order if they need only be unique.
pub(super) fn run(
    config: &Config,
    sources: Vec<Source>,
    lines: &Lines<'_>,
    unique: Option<&Keys>,
    sort: Option<&Keys>,
) -> exit::Result<Outcome> {
    config.output.header(&mut io::stdout())?;
    let unique = unique.map(|by| Chosen::new(config, by));
    let sorter = Sorter::new(config.threads);
    let processor = |line: Line<'_>, stats: &mut Stats, out: &mut Output| {
        lines.choose(line, stats, out, |subject, _| {
            let mut text = Vec::with_capacity(LINE);
            let is_masked = lines.write(subject, &mut text)?;
            let key = sort.map(|sort| sort.key(subject).0).unwrap_or_default();
            match &unique {
                _ if text.is_empty() => {}
                None => sorter.push(&key, order(line), &text)?,
                Some(unique) => {
                    text.extend_from_slice(&key);
                    text.extend_from_slice(&key.len().to_le_bytes());
                    unique.push(subject, &text)?;
                }
            }
            Ok(is_masked)
        })
    };
    let result = pipeline::run(config, sources, &processor)?;
    let mut out = sets::stdout();
    if let Some(unique) = unique {
        let mut last = Vec::new();
        let is_first = |key: &[u8], _| {
            let is_first = *last != *key;
            last.clear();
            last.extend_from_slice(key);
            is_first
        };
        unique.finish(is_first, |order, text| {
            let Some((text, len)) = text.split_last_chunk() else { return Ok(()) };
            // INVARIANT: the key is before its length.
            let (text, key) = text.split_at(text.len() - usize::from_le_bytes(*len));
            match sort {
                None => Ok(out.write_all(text)?),
                Some(_) => sorter.push(key, order, text),
            }
        })?;
    }
    sorter.finish(|_, _, text| Ok(out.write_all(text)?))?;
    out.flush()?;
    line_command::end(config, &result)
}

/// Runs the command: the lines are written, in their order, whose key `by` a line of another list has if `are_wanted`, and
/// otherwise those whose key it does not have.
pub(super) fn among(
    config: &Config,
    sources: Vec<Source>,
    lines: &Lines<'_>,
    other: Source,
    by: &Keys,
    are_wanted: bool,
) -> exit::Result<Outcome> {
    config.output.header(&mut io::stdout())?;
    let chosen = Chosen::new(config, by);
    let processor = |line: Line<'_>, _: &mut Stats, _: &mut Output| {
        chosen.keys.push(&chosen.key(&lines.subject(line)), OF_OTHER, &[])?;
        Ok(Verdict::Valid)
    };
    // Rows of the other list are not written.
    let of_other = &config.with_back(Back::Nothing);
    let of_other = pipeline::run(of_other, vec![other], &processor)?;
    if of_other.read_failed {
        // Without all of the list nothing can be said.
        return Ok(Outcome::ReadFailed);
    }
    let processor = |line: Line<'_>, stats: &mut Stats, out: &mut Output| {
        lines.choose(line, stats, out, |subject, _| {
            let mut text = Vec::with_capacity(LINE);
            // Lines with a secret are counted when it is known which are written.
            let is_masked = lines.write(subject, &mut text)?;
            text.push(is_masked.into());
            chosen.push(subject, &text)?;
            Ok(false)
        })
    };
    let mut result = pipeline::run(config, sources, &processor)?;
    result.lines.lacking += of_other.lines.lacking;
    let (mut out, mut other) = (sets::stdout(), Vec::new());
    let is_wanted = |key: &[u8], order| {
        if order == OF_OTHER {
            other = key.to_vec();
        }
        (*other == *key) == are_wanted
    };
    chosen.finish(is_wanted, |_, text| {
        let Some((is_masked, text)) = text.split_last() else { return Ok(()) };
        result.lines.masked += u64::from(*is_masked);
        Ok(out.write_all(text)?)
    })?;
    out.flush()?;
    line_command::end(config, &result)
}

/// Lines that are chosen by their keys when all are read. The keys are compared as hashes of 128 bits: of a billion keys, two
/// are equal by chance once in 10^20 lists.
struct Chosen<'k> {
    by: &'k Keys,
    hashes: Hashes<RandomState>,
    keys: Sorter,
    /// The texts in the order of the lines. An empty text drops the one after it.
    texts: Sorter,
}

impl<'k> Chosen<'k> {
    fn new(config: &Config, by: &'k Keys) -> Self {
        let sorter = || Sorter::new(config.threads);
        Self { by, hashes: Hashes::default(), keys: sorter(), texts: sorter() }
    }

    fn key(&self, subject: &Subject<'_>) -> [u8; 16] {
        self.hashes.of(self.by.unique_key(subject)).to_be_bytes()
    }

    /// Adds a line and its text, which is not empty.
    fn push(&self, subject: &Subject<'_>, text: &[u8]) -> exit::Result<()> {
        let order = order(subject.line);
        self.keys.push(&self.key(subject), order, &[])?;
        self.texts.push(&[], order, text)
    }

    /// Calls `is_chosen` with each key, in the order of the keys, and then `each` with the chosen lines, in their order.
    fn finish(
        self,
        mut is_chosen: impl FnMut(&[u8], Order) -> bool,
        mut each: impl FnMut(Order, &[u8]) -> exit::Result<()>,
    ) -> exit::Result<()> {
        let Self { keys, texts, .. } = self;
        keys.finish(|key, order, _| match is_chosen(key, order) || order == OF_OTHER {
            true => Ok(()),
            // No line has the place before another one: the places of lines are odd.
            false => texts.push(&[], order - 1, &[]),
        })?;
        let mut is_dropped = false;
        texts.finish(|_, order, text| match (text, core::mem::take(&mut is_dropped)) {
            ([], _) => {
                is_dropped = true;
                Ok(())
            }
            (_, true) => Ok(()),
            (text, false) => each(order, text),
        })
    }
}

/// The place of all lines of another list, before those that are written.
const OF_OTHER: Order = 0;

/// Returns the place of a line, which is an odd number.
fn order(line: Line<'_>) -> Order {
    (u128::from(line.chunk) << 64 | u128::from(line.number)) << 1 | 1
}

/// Counts the values of a field, and writes the most frequent. Lines without the field are not counted.
pub(super) fn count(
    config: &Config,
    sources: Vec<Source>,
    lines: &Lines<'_>,
    field: Field,
    most: usize,
) -> exit::Result<Outcome> {
    let processor = |line: Line<'_>, stats: &mut Stats<Names>, out: &mut Output| {
        let mut value = None;
        let verdict = lines.choose(line, stats, out, |subject, _| {
            let shown = subject.shown(field, config.passwords);
            value = shown.as_ref().map(ToString::to_string);
            Ok(matches!(shown, Some(Value::Masked(_))))
        });
        if let Some(value) = value {
            stats.counter.add(value.as_bytes(), field.row.ignores_case);
        }
        verdict
    };
    let mut result = pipeline::run(config, sources, &processor)?;
    let mut counts = result.counter.section(most);
    let digits = counts.rows.first().map_or(0, |row| row.count.to_string().len());
    let config = &config.with_columns(&["name", "count"]);
    let mut out = BufWriter::new(io::stdout());
    if config.output.format == OutputFormat::Svg {
        counts.title = field.to_string();
        // The order of years says more than how frequent they are.
        if counts.title == "year" {
            counts.rows.sort_by(|a, b| a.name.cmp(&b.name));
        }
        write_charts([&counts], &mut out)?;
    } else {
        config.output.header(&mut out)?;
        for Row { name, count, .. } in &counts.rows {
            let record = Object::new().with("name", name.as_str()).with("count", *count);
            let text = |_: &Palette, to: &mut Vec<u8>| writeln!(to, "{count:>digits$} {name}");
            config.output.record_to(&record, text, &mut out)?;
        }
    }
    out.flush()?;
    if counts.sample.is_some() {
        message::print(&counts.note);
    }
    line_command::end(config, &result)
}
