//! The summary as one JSON object.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use super::Summary;

pub(super) fn write(summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
    let tally = &summary.tally;
    let mut all = Map::new();
    for (name, count) in [
        ("lines", tally.lines),
        ("ok", tally.ok),
        ("bad", tally.bad),
        ("skipped", tally.skipped()),
        ("empty", tally.empty),
        ("too_long", tally.too_long),
        ("not_utf8", tally.not_utf8),
        ("crlf", tally.crlf),
    ] {
        all.insert(name.to_owned(), count.into());
    }
    for section in &summary.sections {
        let rows = section.rows.iter().map(|row| json!({"name": row.name, "count": row.count}));
        all.insert(section.key.to_owned(), Value::Array(rows.collect()));
    }
    serde_json::to_writer(&mut *out, &all)?;
    writeln!(out)
}
