//! Comma-separated values (RFC 4180).

use core::fmt::Display;
use std::io::{self, Write};

use super::{Exporter, Record, delimited};
use crate::session::Session;

#[derive(Clone, Copy, Debug)]
pub(super) struct Csv;

impl Exporter for Csv {
    fn head<R: Record>(&self, out: &mut dyn Write) -> io::Result<()> {
        delimited::head::<R>(",", out)
    }

    fn record<R: Record>(&self, record: &R, _: &Session, out: &mut dyn Write) -> io::Result<()> {
        delimited::record(record, ",", out, quoted)
    }
}

/// Quotes a cell that holds what means something in this format.
fn quoted(cell: &dyn Display, out: &mut dyn Write) -> io::Result<()> {
    let text = cell.to_string();
    if text.contains(['"', ',', '\n', '\r']) {
        write!(out, "\"{}\"", text.replace('"', "\"\""))
    } else {
        out.write_all(text.as_bytes())
    }
}
