//! The trait of records.

use core::fmt::Display;
use std::io::{self, Write};

use serde::Serialize;

use crate::diagnostics::Palette;

/// The output of a command for one line. JSON is its serialization.
pub(crate) trait Record: Serialize {
    /// The columns of a table.
    const COLUMNS: &'static [&'static str];

    /// Calls `cell` once per column.
    fn cells(&self, cell: &mut dyn FnMut(&dyn Display));

    /// Writes the record as text for reading. May write nothing.
    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()>;
}
