//! JSON Lines. Characters that could control a terminal are written as `\u` escapes, which every JSON reader decodes.

use std::io;

use super::{RecordWriter, exporter::Exporter, record::Record};
use crate::record_buffer::{RecordBuffer, fixed};

#[derive(Clone, Copy, Debug)]
pub(super) struct Json;

impl Exporter for Json {
    fn of(_writer: &RecordWriter) -> Self {
        Self
    }

    fn record<R: Record>(&self, record: &R, out: &mut RecordBuffer<'_>) -> io::Result<()> {
        record.to_json(out);
        fixed!(out, "\n");
        Ok(())
    }
}
