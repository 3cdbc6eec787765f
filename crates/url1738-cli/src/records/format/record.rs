//! The trait of records.

use std::io::{self, Write};

use super::{row::Row, to_json::ToJson};
use crate::diagnostics::Palette;

/// The output of a command for one line.
pub(crate) trait Record: ToJson {
    /// The columns of a table.
    const COLUMNS: &'static [&'static str];
    /// Whether the record may contain URLs. Then its table has a last column `masked`.
    const HAS_URLS: bool = true;

    /// Returns whether a password in the record is masked.
    fn is_masked(&self) -> bool;

    /// Writes one cell per column of [`COLUMNS`](Self::COLUMNS).
    fn cells(&self, row: &mut Row<'_, '_>);

    /// Writes the record as text for reading. May write nothing.
    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()>;
}
