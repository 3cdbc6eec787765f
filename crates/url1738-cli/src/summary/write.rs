//! The summary as a table with bars, as one object in JSON, or as a record per count.

use std::io::{self, Write};

use serde::{Serialize, Serializer, ser::SerializeMap as _};

use super::{Row, Run, Section, Summary, html::page, write_charts};
use crate::{
    diagnostics::Palette,
    records::{Object, OutputFormat, RecordWriter, write_json},
};

/// The width of the longest bar.
const BAR: usize = 30;
/// The width at which a name is cut.
const NAME: usize = 44;

/// Writes a summary.
pub(crate) fn write(
    summary: &Summary,
    run: &Run,
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
        OutputFormat::Html => writeln!(out, "{}", page(summary, run).into_string()),
        OutputFormat::Json => {
            let mut object = Vec::new();
            write_json(summary, &mut object)?;
            object.push(b'\n');
            out.write_all(&object)
        }
        _ => {
            let writer = RecordWriter { columns: &["section", "name", "count"], ..*writer };
            writer.header(out)?;
            for section in sections {
                for Row { name, count, .. } in section.rows.iter().filter(|row| row.count > 0) {
                    let record = Object::default().with("section", section.key);
                    let record = record.with("name", name.as_str()).with("count", *count);
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
    for Row { name, count, .. } in section.rows.iter().filter(|row| row.count > 0) {
        let name: String = name.chars().take(NAME).collect();
        let bar = bar(*count, longest);
        writeln!(out, "  {name:<names$}  {count:>digits$}  {color}{bar}{color:#}")?;
    }
    if !section.note.is_empty() {
        writeln!(out, "  {faint}{}{faint:#}", section.note)?;
    }
    writeln!(out)
}

/// Returns a bar in eighths of a column, at least one unless `count` is zero.
fn bar(count: u64, longest: u64) -> String {
    const EIGHTHS: [char; 8] = [
        '\u{258f}', '\u{258e}', '\u{258d}', '\u{258c}', '\u{258b}', '\u{258a}', '\u{2589}',
        '\u{2588}',
    ];
    if count == 0 {
        return String::new();
    }
    let eighths = u128::from(count) * (BAR as u128 * 8) / u128::from(longest.max(1));
    let eighths = usize::try_from(eighths).unwrap_or_default().max(1);
    let mut bar = "\u{2588}".repeat(eighths / 8);
    bar.extend((eighths % 8).checked_sub(1).and_then(|rest| EIGHTHS.get(rest)));
    bar
}

impl Serialize for Summary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        let lines = &self.lines;
        object.serialize_entry("lines", &lines.lines)?;
        for (name, count) in self.verdicts() {
            object.serialize_entry(name, &count)?;
        }
        object.serialize_entry("empty", &lines.empty)?;
        object.serialize_entry("too_long", &lines.too_long)?;
        object.serialize_entry("not_utf8", &lines.not_utf8)?;
        object.serialize_entry("crlf", &lines.crlf)?;
        for Section { key, rows, sample, .. } in &self.sections {
            object.serialize_entry(key, rows)?;
            if let Some(sample) = sample {
                object.serialize_entry(&format!("{key}_sample"), sample)?;
            }
        }
        object.end()
    }
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let bad = (self.bad > 0).then_some(self.bad);
        let row = Object::default().with("name", self.name.as_str()).with("count", self.count);
        row.with_some("bad", bad).serialize(to)
    }
}
