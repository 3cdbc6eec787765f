//! The trait of the formats.

use std::io;

use super::{RecordWriter, record::Record};
use crate::record_buffer::RecordBuffer;

/// An output format with its settings.
pub(super) trait Exporter {
    /// Returns the format with the settings of a writer.
    fn of(writer: &RecordWriter) -> Self;

    /// Writes the header row, if the format has one.
    fn header<R: Record>(&self, _out: &mut RecordBuffer<'_>) {}

    /// Writes one record, with the end of its line.
    fn record<R: Record>(&self, record: &R, out: &mut RecordBuffer<'_>) -> io::Result<()>;
}
