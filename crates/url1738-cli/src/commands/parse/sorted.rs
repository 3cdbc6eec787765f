//! What is written when all lines have been read: lines that are sorted or unique, or the counts of a field.

use std::{
    io,
    io::{BufWriter, Write},
};

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
    sets::{Hashes, Keys, LINE, Order, Sorter},
    summary::{Names, Row, Sample, write_charts},
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
    let (groups, sorted) = (Groups::new(config), Sorter::new(config.threads));
    let processor = |line: Line<'_>, stats: &mut Stats, out: &mut Output| {
        lines.choose(line, stats, out, |subject, _| {
            let mut text = Vec::with_capacity(LINE);
            let is_masked = lines.write(subject, &mut text)?;
            let key = sort.map(|sort| sort.key(subject)).unwrap_or_default();
            match unique {
                _ if text.is_empty() => {}
                None => sorted.push(&key, order(line), &text)?,
                Some(by) => {
                    text.extend_from_slice(&key);
                    text.extend_from_slice(&key.len().to_le_bytes());
                    groups.push(by, subject, order(line), &text)?;
                }
            }
            Ok(is_masked)
        })
    };
    let result = pipeline::run(config, sources, &processor)?;
    let mut last = Vec::new();
    groups.lines.finish(|group, order, text| {
        let Some((text, len)) = text.split_last_chunk().filter(|_| *last != *group) else {
            return Ok(());
        };
        last = group.to_vec();
        // INVARIANT: the key is before its length.
        let (text, key) = text.split_at(text.len() - usize::from_le_bytes(*len));
        sorted.push(key, order, text)
    })?;
    sorted.print()?;
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
    let groups = Groups::new(config);
    let processor = |line: Line<'_>, _: &mut Stats, _: &mut Output| {
        groups.push(by, &lines.subject(line), OF_OTHER, &[])?;
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
            groups.push(by, subject, order(line), &text)?;
            Ok(false)
        })
    };
    let mut result = pipeline::run(config, sources, &processor)?;
    result.lines.lacking += of_other.lines.lacking;
    let (sorted, mut other) = (Sorter::new(config.threads), Vec::new());
    groups.lines.finish(|group, order, text| match text.split_last() {
        Some((is_masked, text)) if (*other == *group) == are_wanted => {
            result.lines.masked += u64::from(*is_masked);
            sorted.push(&[], order, text)
        }
        Some(_) => Ok(()),
        None => {
            other = group.to_vec();
            Ok(())
        }
    })?;
    sorted.print()?;
    line_command::end(config, &result)
}

/// Lines by their keys, which are compared as hashes of 128 bits: of a billion keys, two are equal by chance once in 10^20 lists.
struct Groups {
    hashes: Hashes,
    lines: Sorter,
}

impl Groups {
    fn new(config: &Config) -> Self {
        Self { hashes: Hashes::default(), lines: Sorter::new(config.threads) }
    }

    fn push(
        &self,
        by: &Keys,
        subject: &Subject<'_>,
        order: Order,
        text: &[u8],
    ) -> exit::Result<()> {
        let group = self.hashes.of(by.unique_key(subject)).to_be_bytes();
        self.lines.push(&group, order, text)
    }
}

/// The place of all lines of another list, before those that are written. They have no text.
const OF_OTHER: Order = 0;

/// Returns the place of a line, whose number is not 0.
fn order(line: Line<'_>) -> Order {
    u128::from(line.chunk) << 64 | u128::from(line.number)
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
        if field.is_year() {
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
    if let Some(Sample { all_above, too_low_by }) = counts.sample {
        message::print(&format_args!(
            "too many values to count: those that were found more than {all_above} times are listed, and counts may \
             be up to {too_low_by} too low"
        ));
    }
    line_command::end(config, &result)
}
