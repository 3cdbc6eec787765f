//! The summary as one JSON object.

use std::io::{self, Write};

use serde::{Serialize, Serializer, ser::SerializeMap as _};

use super::model::{Row, Section, Summary};

pub(super) fn write(summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, summary)?;
    writeln!(out)
}

impl Serialize for Summary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        let lines = &self.lines;
        fields.serialize_entry("lines", &lines.lines)?;
        for (name, count) in self.verdicts() {
            fields.serialize_entry(name, &count)?;
        }
        fields.serialize_entry("empty", &lines.empty)?;
        fields.serialize_entry("too_long", &lines.too_long)?;
        fields.serialize_entry("not_utf8", &lines.not_utf8)?;
        fields.serialize_entry("crlf", &lines.crlf)?;
        for Section { key, rows, sample, .. } in &self.sections {
            fields.serialize_entry(key, rows)?;
            if let Some(sample) = sample {
                fields.serialize_entry(&format!("{key}_sample"), sample)?;
            }
        }
        fields.end()
    }
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(Some(2))?;
        fields.serialize_entry("name", &self.name)?;
        fields.serialize_entry("count", &self.count)?;
        fields.end()
    }
}
