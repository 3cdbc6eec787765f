//! What tables of values have in common.

use core::fmt::Display;
use std::io::{self, Write};

use super::Record;

/// Writes the names of the columns.
pub(super) fn head<R: Record>(delimiter: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", R::COLUMNS.join(delimiter))
}

/// Writes the cells of one record.
pub(super) fn record<R: Record>(
    record: &R,
    delimiter: &str,
    out: &mut dyn Write,
    write: fn(&dyn Display, &mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut result = Ok(());
    let mut before = "";
    record.cells(&mut |cell| {
        if result.is_ok() {
            result = out.write_all(before.as_bytes()).and_then(|()| write(cell, out));
        }
        before = delimiter;
    });
    result?;
    out.write_all(b"\n")
}
