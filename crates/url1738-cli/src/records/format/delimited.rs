//! The common part of CSV and TSV.

use super::{
    record::Record,
    row::{Delimiter, Formulas, Row},
};
use crate::record_buffer::{RecordBuffer, fixed};

/// Writes the names of the columns.
pub(super) fn header<R: Record>(delimiter: Delimiter, out: &mut RecordBuffer<'_>) {
    out.text(&R::COLUMNS.join(delimiter.as_str()));
    if R::HAS_URLS {
        out.text(delimiter.as_str());
        out.text("masked");
    }
    fixed!(out, "\n");
}

/// Writes the cells of one record.
#[inline]
pub(super) fn record<R: Record>(
    record: &R,
    delimiter: Delimiter,
    formulas: Formulas,
    out: &mut RecordBuffer<'_>,
) {
    let mut row = Row::new(out, delimiter, formulas);
    record.cells(&mut row);
    if R::HAS_URLS {
        match record.is_masked() {
            true => row.flag(true),
            false => row.empty(),
        }
    }
    fixed!(out, "\n");
}
