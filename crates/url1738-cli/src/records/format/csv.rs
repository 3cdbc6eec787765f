//! Comma-separated values (RFC 4180).

use std::io;

use super::{
    RecordWriter, delimited,
    exporter::Exporter,
    record::Record,
    row::{Delimiter, Formulas},
};
use crate::record_buffer::RecordBuffer;

#[derive(Clone, Copy, Debug)]
pub(super) struct Csv(Formulas);

impl Exporter for Csv {
    fn of(writer: &RecordWriter) -> Self {
        Self(writer.formulas)
    }

    fn header<R: Record>(&self, out: &mut RecordBuffer<'_>) {
        delimited::header::<R>(Delimiter::Comma, out);
    }

    fn record<R: Record>(&self, record: &R, out: &mut RecordBuffer<'_>) -> io::Result<()> {
        delimited::record(record, Delimiter::Comma, self.0, out);
        Ok(())
    }
}
