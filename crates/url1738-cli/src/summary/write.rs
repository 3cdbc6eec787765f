//! The summary as a table with bars, as one object in JSON, or as a record per count.

use std::io::{self, Write};

use super::{Row, Sample, Section, Summary, html::page, write_charts};
use crate::{
    diagnostics::Palette,
    pipeline::LineCounts,
    records::{Object, OutputFormat, RecordWriter},
};

/// The width of the longest bar.
const BAR: usize = 30;
/// The width at which a name is cut.
const NAME: usize = 44;

/// Writes a summary.
pub(crate) fn write(
    summary: &Summary,
    writer: &RecordWriter,
    out: &mut dyn Write,
) -> io::Result<()> {
    let lines = Section::of_verdicts(summary);
    let sections = core::iter::once(&lines).chain(&summary.sections);
    match writer.format {
        OutputFormat::Human => {
            for section in sections {
                if !section.rows.is_empty() {
                    write_section(section, &writer.palette, out)?;
                }
            }
            writeln!(out, "{}", summary.lines)
        }
        OutputFormat::Svg => write_charts(sections, out),
        OutputFormat::Html => writeln!(out, "{}", page(summary).into_string()),
        OutputFormat::Json => writer.record_to(&record(summary), |_, _| Ok(()), out),
        _ => {
            let writer = RecordWriter { columns: &["section", "name", "count", "bad"], ..*writer };
            writer.header(out)?;
            for section in sections {
                for row in section.rows.iter().filter(|row| row.count + row.bad > 0) {
                    let record = counted(Object::new().with("section", section.key), row);
                    writer.record_to(&record, |_, _| Ok(()), out)?;
                }
            }
            Ok(())
        }
    }
}

fn write_section(section: &Section, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
    let Palette { strong, name: color, faint, .. } = palette;
    let width = |row: &Row| row.name.chars().count().min(NAME);
    let names = section.rows.iter().map(width).max().unwrap_or_default();
    let longest = section.rows.iter().map(|row| row.count).max().unwrap_or_default();
    let digits = longest.to_string().len();
    writeln!(out, "{strong}{}{strong:#}", section.title)?;
    for Row { name, count, bad, .. } in section.rows.iter().filter(|row| row.count + row.bad > 0) {
        let name: String = name.chars().take(NAME).collect();
        let bar = bar(*count, longest);
        write!(out, "  {name:<names$}  {count:>digits$}  {color}{bar}{color:#}")?;
        match bad {
            0 => writeln!(out)?,
            _ => writeln!(out, "  {faint}{bad} bad{faint:#}")?,
        }
    }
    if !section.note.is_empty() {
        writeln!(out, "  {faint}{}{faint:#}", section.note)?;
    }
    writeln!(out)
}

/// Returns a bar in eighths of a column, at least one unless `count` is zero.
fn bar(count: u64, longest: u64) -> String {
    const EIGHTHS: &str = "\u{258f}\u{258e}\u{258d}\u{258c}\u{258b}\u{258a}\u{2589}";
    if count == 0 {
        return String::new();
    }
    let eighths = u128::from(count) * (BAR as u128 * 8) / u128::from(longest.max(1));
    let eighths = usize::try_from(eighths).unwrap_or_default().max(1);
    let mut bar = "\u{2588}".repeat(eighths / 8);
    bar.extend((eighths % 8).checked_sub(1).and_then(|rest| EIGHTHS.chars().nth(rest)));
    bar
}

fn record(summary: &Summary) -> Object {
    let LineCounts { lines, empty, too_long, not_utf8, crlf, .. } = summary.lines;
    let object = Object::new().with("lines", lines);
    let object =
        summary.verdicts().into_iter().fold(object, |all, (name, count)| all.with(name, count));
    let object = object
        .with("empty", empty)
        .with("too_long", too_long)
        .with("not_utf8", not_utf8)
        .with("crlf", crlf);
    summary.sections.iter().fold(object, |all, Section { key, rows, sample, .. }| {
        let rows = rows.iter().map(|row| counted(Object::new(), row));
        let all = all.with_list(key, rows);
        let Some(Sample { all_above, too_low_by }) = *sample else { return all };
        let sample = Object::new().with("all_above", all_above).with("too_low_by", too_low_by);
        // The object is written once.
        all.with(format!("{key}_sample").leak(), sample)
    })
}

/// Adds a name, its count, and the number of invalid lines if there are any.
fn counted(record: Object, Row { name, count, bad, .. }: &Row) -> Object {
    let record = record.with("name", name.as_str()).with("count", *count);
    record.with_some("bad", (*bad > 0).then_some(*bad))
}
