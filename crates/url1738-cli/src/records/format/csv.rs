//! Comma-separated values (RFC 4180).

use core::fmt::{self, Display, Write as _};
use std::io;

use super::{
    delimited::{self, Delimiter, Formulas},
    exporter::Exporter,
    record::Record,
};
use crate::record_buffer::RecordBuffer;

#[derive(Clone, Copy, Debug)]
pub(super) struct Csv(pub(super) Formulas);

impl Exporter for Csv {
    fn header<R: Record>(&self, out: &mut RecordBuffer<'_>) {
        delimited::header::<R>(Delimiter::Comma, out);
    }

    fn record<R: Record>(&self, record: &R, out: &mut RecordBuffer<'_>) -> io::Result<()> {
        delimited::record(record, Delimiter::Comma, self.0, out);
        Ok(())
    }
}

/// Returns whether a cell with this text needs quotation marks.
#[inline]
pub(super) fn needs_quotes(text: &[u8]) -> bool {
    // Without an early end, sixteen bytes are compared at once.
    let quoted = |byte: u8| (byte == b'"') | (byte == b',') | (byte == b'\n') | (byte == b'\r');
    text.iter().fold(false, |any, byte| any | quoted(*byte))
}

/// Returns whether a cell needs quotation marks. A cell may have megabytes, so it is never held whole.
pub(super) fn displays_quotes(cell: &dyn Display) -> bool {
    let mut scan = QuoteScan(false);
    // The scan itself cannot fail.
    let _ = write!(scan, "{cell}");
    scan.0
}

/// Writes the text of a cell between its quotation marks.
pub(super) fn write_quoted(cell: &dyn Display, out: &mut RecordBuffer<'_>) {
    let _ = write!(QuoteDoubling(out), "{cell}");
}

struct QuoteScan(bool);

impl fmt::Write for QuoteScan {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 |= needs_quotes(text.as_bytes());
        Ok(())
    }
}

/// Writes each quotation mark twice.
struct QuoteDoubling<'b, 'o>(&'b mut RecordBuffer<'o>);

impl fmt::Write for QuoteDoubling<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for piece in text.split_inclusive('"') {
            self.0.text(piece);
            if piece.ends_with('"') {
                self.0.text("\"");
            }
        }
        Ok(())
    }
}
