//! Tab-separated values. Tabs and line breaks in a cell are escaped.

use core::fmt::Display;
use std::io::{self, Write};

use super::{
    delimited::{self, FormulaGuard, Formulas},
    exporter::Exporter,
    record::Record,
};

#[derive(Clone, Copy, Debug)]
pub(super) struct Tsv(pub(super) Formulas);

impl Exporter for Tsv {
    fn header<R: Record>(&self, out: &mut dyn Write) -> io::Result<()> {
        delimited::header::<R>("\t", out)
    }

    fn record<R: Record>(&self, record: &R, out: &mut dyn Write) -> io::Result<()> {
        delimited::record(record, "\t", self.0, out, plain)
    }
}

fn plain(cell: &dyn Display, guard: FormulaGuard, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{guard}{cell}")
}
