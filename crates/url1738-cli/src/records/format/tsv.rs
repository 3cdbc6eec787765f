//! Tab-separated values. Tabs and line breaks in a cell are escaped.

use std::io;

use super::{
    RecordWriter, delimited,
    exporter::Exporter,
    record::Record,
    row::{Delimiter, Formulas},
};
use crate::record_buffer::RecordBuffer;

#[derive(Clone, Copy, Debug)]
pub(super) struct Tsv(Formulas);

impl Exporter for Tsv {
    fn of(writer: &RecordWriter) -> Self {
        Self(writer.formulas)
    }

    fn header<R: Record>(&self, out: &mut RecordBuffer<'_>) {
        delimited::header::<R>(Delimiter::Tab, out);
    }

    fn record<R: Record>(&self, record: &R, out: &mut RecordBuffer<'_>) -> io::Result<()> {
        delimited::record(record, Delimiter::Tab, self.0, out);
        Ok(())
    }
}
