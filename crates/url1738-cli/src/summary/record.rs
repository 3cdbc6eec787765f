//! The summary as a table: a record per count.

use std::io::{self, Write};

use super::model::Summary;
use crate::{
    diagnostics::Palette,
    records::{Record, RecordWriter, object},
};
use serde::{Serialize, Serializer};

/// How often a name occurs.
struct Count<'s> {
    section: &'s str,
    name: &'s str,
    count: u64,
}

pub(super) fn write(
    summary: &Summary,
    writer: &RecordWriter,
    out: &mut dyn Write,
) -> io::Result<()> {
    writer.header_to::<Count<'_>>(out)?;
    for (name, count) in summary.verdicts() {
        writer.record_to(&Count { section: "lines", name, count }, out)?;
    }
    for section in &summary.sections {
        for line in &section.rows {
            let count = Count { section: section.key, name: &line.name, count: line.count };
            writer.record_to(&count, out)?;
        }
    }
    Ok(())
}

impl Record for Count<'_> {
    const COLUMNS: &'static [&'static str] = &["section", "name", "count"];

    fn human(&self, _palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        let Self { section, name, count } = self;
        writeln!(out, "{section} {name} {count}")
    }
}

impl Serialize for Count<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self { section, name, count } = *self;
        object!(to, { "section": section, "name": name, "count": count })
    }
}
