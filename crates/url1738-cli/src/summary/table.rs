//! The summary as a table with bars.

use std::io::{self, Write};

use super::model::{Row, Section, Summary};
use crate::diagnostics::Palette;

/// The width of the longest bar.
const BAR: usize = 30;
/// The width at which a name is cut.
const NAME: usize = 44;

pub(super) fn write(summary: &Summary, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
    let verdicts = summary.verdicts().map(|(name, count)| Row {
        name: name.to_owned(),
        count,
        about: "",
        example: None,
    });
    let lines = Section {
        key: "lines",
        title: "Lines",
        subject: "Verdict",
        unit: "lines",
        total: summary.lines.lines,
        rows: verdicts.into(),
        note: String::new(),
        sample: None,
    };
    for section in core::iter::once(&lines).chain(&summary.sections) {
        if !section.rows.is_empty() {
            write_section(section, palette, out)?;
        }
    }
    writeln!(out, "{}", summary.lines)
}

fn write_section(section: &Section, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
    let Palette { strong, name: color, faint, .. } = palette;
    let width = |row: &Row| row.name.chars().count().min(NAME);
    let names = section.rows.iter().map(width).max().unwrap_or_default();
    let longest = section.rows.iter().map(|row| row.count).max().unwrap_or_default();
    let digits = longest.to_string().len();
    writeln!(out, "{strong}{}{strong:#}", section.title)?;
    for Row { name, count, .. } in &section.rows {
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
