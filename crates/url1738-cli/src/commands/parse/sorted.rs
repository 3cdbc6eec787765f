//! What is written when all lines have been read: lines that are sorted or unique, or the counts of a field.

use std::{
    io,
    io::{BufWriter, Write},
};

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
    sets::{Keys, Order, Sorter},
    summary::{Names, Row, Sample, write_charts},
};

/// Runs the command: every line is sorted by its key, and then all of them are written.
pub(super) fn run(
    config: &Config,
    sources: Vec<Source>,
    lines: &Lines<'_>,
    unique: Option<Keys>,
    sort: Keys,
) -> exit::Result<Outcome> {
    config.output.header(&mut io::stdout())?;
    // If lines are unique by what they are sorted by, one sort does both.
    let (is_unique, second) = (unique.is_some(), unique.as_ref().filter(|unique| **unique != sort));
    let second = second.map(|_| &sort);
    let first = unique.as_ref().unwrap_or(&sort);
    let sorter = Sorter::new(config.threads, is_unique);
    let processor = |line: Line<'_>, stats: &mut Stats, out: &mut Output| {
        lines.choose(line, stats, out, |subject, _| {
            let (mut key, mut value) = (Vec::new(), Vec::new());
            match is_unique {
                true => first.write_unique(subject, &mut key),
                false => first.write(subject, &mut key),
            }
            if let Some(keys) = second {
                let mut second = Vec::new();
                keys.write(subject, &mut second);
                begin_with(&second, &mut value);
            }
            lines.write(subject, &mut value)?;
            sorter.push(&key, order(line), &value)
        })
    };
    let result = pipeline::run(config, Framing::default(), sources, &processor)?;
    let mut out = BufWriter::with_capacity(256 * 1024, io::stdout());
    if second.is_none() {
        sorter.finish(|_, value| Ok(out.write_all(value)?))?;
    } else {
        let again = Sorter::new(1, false);
        sorter.finish(|order, value| {
            let (key, value) = beginning(value);
            again.push(key, order, value)
        })?;
        again.finish(|_, value| Ok(out.write_all(value)?))?;
    }
    out.flush()?;
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
    let sorter = Sorter::new(config.threads, false);
    let processor = |line: Line<'_>, _: &mut Stats, _: &mut Output| {
        let mut key = Vec::new();
        by.write_unique(&lines.subject(line), &mut key);
        // Of lines with one key, those of the other list come first: the others have numbers from 1.
        sorter.push(&key, Order::default(), &key)?;
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
        lines.choose_all(line, stats, out, |subject, is_masked, _| {
            let (mut key, mut value) = (Vec::new(), Vec::new());
            by.write_unique(subject, &mut key);
            begin_with(&key, &mut value);
            value.push(is_masked.into());
            if !lines.withholds(is_masked) {
                lines.write(subject, &mut value)?;
            }
            sorter.push(&key, order(line), &value)
        })
    };
    let mut result = pipeline::run(config, Framing::default(), sources, &processor)?;
    let (chosen, mut other) = (Sorter::new(1, false), None);
    sorter.finish(|order, value| {
        if order == Order::default() {
            other = Some(value.to_vec());
            return Ok(());
        }
        let (key, text) = beginning(value);
        let Some((is_masked, text)) = text.split_first() else { return Ok(()) };
        if (other.as_deref() == Some(key)) == are_wanted {
            result.lines.masked += u64::from(*is_masked);
            chosen.push(&[], order, text)?;
        }
        Ok(())
    })?;
    let mut out = BufWriter::with_capacity(256 * 1024, io::stdout());
    chosen.finish(|_, text| Ok(out.write_all(text)?))?;
    out.flush()?;
    line_command::end(config, &result, lines.text())
}

/// Begins a value with a key, after its length.
fn begin_with(key: &[u8], value: &mut Vec<u8>) {
    value.extend_from_slice(&key.len().to_le_bytes());
    value.extend_from_slice(key);
}

/// Returns the key that a value begins with, and the rest.
fn beginning(value: &[u8]) -> (&[u8], &[u8]) {
    let Some((len, rest)) = value.split_first_chunk() else { return (&[], value) };
    // INVARIANT: the key comes after its length, which was that of a text in memory.
    rest.split_at(usize::from_le_bytes(*len))
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
            Ok(())
        });
        if let Some(value) = value {
            let ignores_case = field.ignores_case();
            let value = if ignores_case { value.to_ascii_lowercase() } else { value };
            stats.counter.add(value.as_bytes(), 1);
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
            let record = Object::default().with("name", name.as_str()).with("count", *count);
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
