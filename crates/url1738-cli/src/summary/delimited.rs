//! The summary as CSV or TSV: section, name, count. No name contains a delimiter.

use std::io::{self, Write};

use super::model::Summary;

pub(super) fn write(summary: &Summary, delimiter: &str, out: &mut dyn Write) -> io::Result<()> {
    let mut row = |section: &str, name: &str, count: &str| {
        writeln!(out, "{section}{delimiter}{name}{delimiter}{count}")
    };
    row("section", "name", "count")?;
    for (name, count) in summary.verdicts() {
        row("lines", name, &count.to_string())?;
    }
    for section in &summary.sections {
        for line in &section.rows {
            row(section.key, &line.name, &line.count.to_string())?;
        }
    }
    Ok(())
}
