//! Tab-separated values. No cell holds a tab or a line break: they are shown escaped.

use core::fmt::Display;
use std::io::{self, Write};

use super::{Exporter, Record, delimited};
use crate::session::Session;

#[derive(Clone, Copy, Debug)]
pub(super) struct Tsv;

impl Exporter for Tsv {
    fn head<R: Record>(&self, out: &mut dyn Write) -> io::Result<()> {
        delimited::head::<R>("\t", out)
    }

    fn record<R: Record>(&self, record: &R, _: &Session, out: &mut dyn Write) -> io::Result<()> {
        delimited::record(record, "\t", out, plain)
    }
}

fn plain(cell: &dyn Display, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{cell}")
}
