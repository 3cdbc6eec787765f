//! Comma-separated values (RFC 4180).

use core::fmt::{self, Display, Write as _};
use std::io::{self, Write};

use super::{
    delimited::{self, FormulaGuard, Formulas},
    exporter::Exporter,
    record::Record,
};

#[derive(Clone, Copy, Debug)]
pub(super) struct Csv(pub(super) Formulas);

impl Exporter for Csv {
    fn header<R: Record>(&self, out: &mut dyn Write) -> io::Result<()> {
        delimited::header::<R>(",", out)
    }

    fn record<R: Record>(&self, record: &R, out: &mut dyn Write) -> io::Result<()> {
        delimited::record(record, ",", self.0, out, quoted)
    }
}

/// Writes a cell, in quotation marks if it contains a delimiter, a quotation mark or a line break.
fn quoted(cell: &dyn Display, guard: FormulaGuard, out: &mut dyn Write) -> io::Result<()> {
    let mut scan = QuoteScan(false);
    // The scan itself cannot fail.
    let _ = write!(scan, "{cell}");
    if scan.0 {
        write!(out, "\"{guard}")?;
        write!(QuoteDoubling(out), "{cell}")?;
        out.write_all(b"\"")
    } else {
        write!(out, "{guard}{cell}")
    }
}

/// Finds out whether a cell needs quotation marks. A cell may have megabytes, so it is never held whole.
struct QuoteScan(bool);

impl fmt::Write for QuoteScan {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 |= text.contains(['"', ',', '\n', '\r']);
        Ok(())
    }
}

/// Writes each quotation mark twice.
struct QuoteDoubling<'o>(&'o mut dyn Write);

impl Write for QuoteDoubling<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for piece in bytes.split_inclusive(|byte| *byte == b'"') {
            self.0.write_all(piece)?;
            if piece.ends_with(b"\"") {
                self.0.write_all(b"\"")?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
