//! What is written when all lines have been read: lines that are sorted or unique, or the counts of a field.

use std::{
    io,
    io::{BufWriter, Write},
};

use foldhash::fast::RandomState;

use super::{super::line_command, lines::Lines};
use crate::{
    config::{Config, OutputFormat},
    diagnostics::{Palette, Purpose, message},
    exit,
    exit::Outcome,
    fields::Field,
    line::Line,
    pipeline::{self, Framing, Output, Source, Stats, Verdict},
    records::Object,
    rows::Back,
    sets::{Keys, LINE, Order, Sorter},
    summary::{Names, Row, Sample, write_charts},
};

/// Runs the command: every line is sorted by its key, and then all of them are written.
pub(super) fn run(
    config: &Config,
    sources: Vec<Source>,
    lines: &Lines<'_>,
    unique: Option<Keys>,
    sort: Keys,
    sorts_again: bool,
) -> exit::Result<Outcome> {
    config.output.header(&mut io::stdout())?;
    let (sorter, hasher) = (Sorter::new(config.threads, unique.is_some()), RandomState::default());
    let processor = |line: Line<'_>, stats: &mut Stats, out: &mut Output| {
        lines.choose(line, stats, out, |subject, _| {
            let mut value = Vec::with_capacity(LINE);
            if sorts_again {
                let key = sort.key(subject);
                value.extend_from_slice(&key.len().to_le_bytes());
                value.extend_from_slice(&key);
            }
            let before = value.len();
            let is_masked = lines.write(subject, &mut value)?;
            if value.len() > before {
                let key = match &unique {
                    None => sort.key(subject),
                    Some(unique) if sorts_again => unique.hashed_key(subject, &hasher),
                    Some(unique) => unique.unique_key(subject),
                };
                sorter.push(&key, order(line), &value)?;
            }
            Ok(is_masked)
        })
    };
    let result = pipeline::run(config, Framing::default(), sources, &processor)?;
    if sorts_again {
        let again = Sorter::new(1, false);
        sorter.finish(|_, order, value| {
            let Some((len, rest)) = value.split_first_chunk() else { return Ok(()) };
            // INVARIANT: the key comes after its length, which was that of a text in memory.
            let (key, text) = rest.split_at(usize::from_le_bytes(*len));
            again.push(key, order, text)
        })?;
        again.print()?;
    } else {
        sorter.print()?;
    }
    line_command::end(config, &result, lines.text())
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
    let (sorter, hasher) = (Sorter::new(config.threads, false), RandomState::default());
    let processor = |line: Line<'_>, _: &mut Stats, _: &mut Output| {
        // Of lines with one key, those of the other list come first: the others have numbers from 1.
        sorter.push(&by.hashed_key(&lines.subject(line), &hasher), Order::default(), &[])?;
        Ok(Verdict::Valid)
    };
    // Rows of the other list are not written.
    let of_other = &config.with_back(Back::Nothing);
    let result = pipeline::run(of_other, Framing::default(), vec![other], &processor)?;
    if result.read_failed {
        // Without all of the list nothing can be said.
        return Ok(Outcome::ReadFailed);
    }
    let processor = |line: Line<'_>, stats: &mut Stats, out: &mut Output| {
        lines.choose(line, stats, out, |subject, _| {
            let mut value = Vec::new();
            // Lines with a secret are counted when it is known which are written.
            let is_masked = lines.write(subject, &mut value)?;
            value.insert(0, is_masked.into());
            sorter.push(&by.hashed_key(subject, &hasher), order(line), &value)?;
            Ok(false)
        })
    };
    let mut result = pipeline::run(config, Framing::default(), sources, &processor)?;
    let (chosen, mut other) = (Sorter::new(1, false), None);
    sorter.finish(|key, order, value| {
        // Only lines of the other list have no value.
        let Some((is_masked, text)) = value.split_first() else {
            other = Some(key.to_vec());
            return Ok(());
        };
        if (other.as_deref() == Some(key)) == are_wanted {
            result.lines.masked += u64::from(*is_masked);
            chosen.push(&[], order, text)?;
        }
        Ok(())
    })?;
    chosen.print()?;
    line_command::end(config, &result, lines.text())
}

fn order(line: Line<'_>) -> Order {
    ((u128::from(line.chunk) << 64) | u128::from(line.number)).to_be_bytes()
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
            value = subject.shown(field, config.passwords).map(|value| value.to_string());
            Ok(subject.is_line_masked(config.passwords))
        });
        if let Some(value) = value {
            stats.counter.add(value.as_bytes(), field.row.ignores_case);
        }
        verdict
    };
    let result = pipeline::run(config, Framing::default(), sources, &processor)?;
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
    line_command::end(config, &result, Purpose::Report)
}
