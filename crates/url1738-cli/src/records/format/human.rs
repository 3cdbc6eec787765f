//! Text for reading: each record writes itself.

use std::io::{self, Write};

use super::{exporter::Exporter, record::Record};
use crate::diagnostics::Palette;

#[derive(Clone, Copy, Debug)]
pub(super) struct Human<'p>(pub(super) &'p Palette);

impl Exporter for Human<'_> {
    fn record<R: Record>(&self, record: &R, out: &mut dyn Write) -> io::Result<()> {
        record.human(self.0, out)
    }
}
