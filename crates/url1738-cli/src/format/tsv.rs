//! Tab-separated values. No cell holds a tab or a line break: they are shown escaped.

use core::fmt::Display;
use std::io::{self, Write};

use super::{
    Exporter, Record,
    delimited::{self, Guard},
};
use crate::session::Session;

#[derive(Clone, Copy, Debug)]
pub(super) struct Tsv;

impl Exporter for Tsv {
    fn head<R: Record>(&self, out: &mut dyn Write) -> io::Result<()> {
        delimited::head::<R>("\t", out)
    }

    fn record<R: Record>(
        &self,
        record: &R,
        session: &Session,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        delimited::record(record, "\t", session.formulas, out, plain)
    }
}

fn plain(cell: &dyn Display, guard: Guard, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{guard}{cell}")
}
