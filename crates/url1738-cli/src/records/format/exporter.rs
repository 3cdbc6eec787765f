//! The trait of the formats.

use std::io::{self, Write};

use super::record::Record;

/// An output format with its settings.
pub(super) trait Exporter {
    /// Writes the header row, if the format has one.
    fn header<R: Record>(&self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Writes one record, with the end of its line.
    fn record<R: Record>(&self, record: &R, out: &mut dyn Write) -> io::Result<()>;
}
