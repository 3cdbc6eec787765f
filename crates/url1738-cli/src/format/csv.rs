//! Comma-separated values (RFC 4180).

use core::fmt::{self, Display, Write as _};
use std::io::{self, Write};

use super::{
    Exporter, Record,
    delimited::{self, Guard},
};
use crate::session::Session;

#[derive(Clone, Copy, Debug)]
pub(super) struct Csv;

impl Exporter for Csv {
    fn head<R: Record>(&self, out: &mut dyn Write) -> io::Result<()> {
        delimited::head::<R>(",", out)
    }

    fn record<R: Record>(
        &self,
        record: &R,
        session: &Session,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        delimited::record(record, ",", session.formulas, out, quoted)
    }
}

/// Quotes a cell that holds what means something in this format.
fn quoted(cell: &dyn Display, guard: Guard, out: &mut dyn Write) -> io::Result<()> {
    let mut special = Special(false);
    // The scan itself cannot fail.
    let _ = write!(special, "{cell}");
    if special.0 {
        write!(out, "\"{guard}")?;
        write!(Doubling(out), "{cell}")?;
        out.write_all(b"\"")
    } else {
        write!(out, "{guard}{cell}")
    }
}

/// Looks for what has to be quoted; a cell may have megabytes and is never held whole.
struct Special(bool);

impl fmt::Write for Special {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 |= text.contains(['"', ',', '\n', '\r']);
        Ok(())
    }
}

/// Writes quotation marks twice.
struct Doubling<'o>(&'o mut dyn Write);

impl Write for Doubling<'_> {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        for piece in octets.split_inclusive(|octet| *octet == b'"') {
            self.0.write_all(piece)?;
            if piece.ends_with(b"\"") {
                self.0.write_all(b"\"")?;
            }
        }
        Ok(octets.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
