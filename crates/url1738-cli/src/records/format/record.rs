//! The trait of records.

use std::io::{self, Write};

use super::{row::Row, to_json::ToJson};
use crate::diagnostics::Palette;

/// The output of a command for one line.
pub(crate) trait Record: ToJson {
    /// The columns of a table.
    const COLUMNS: &'static [&'static str];

    /// Writes one cell per column.
    fn cells(&self, row: &mut Row<'_, '_>);

    /// Writes the record as text for reading. May write nothing.
    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()>;
}
