//! Text for reading: each record writes itself.

use std::io;

use super::{RecordWriter, exporter::Exporter, record::Record};
use crate::{diagnostics::Palette, record_buffer::RecordBuffer};

#[derive(Clone, Copy, Debug)]
pub(super) struct Human(Palette);

impl Exporter for Human {
    fn of(writer: &RecordWriter) -> Self {
        Self(writer.palette)
    }

    fn record<R: Record>(&self, record: &R, out: &mut RecordBuffer<'_>) -> io::Result<()> {
        record.human(&self.0, out)
    }
}
