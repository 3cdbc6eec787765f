//! The common part of CSV and TSV.

use super::{
    record::Record,
    row::{Delimiter, Formulas, Row},
};
use crate::record_buffer::{RecordBuffer, fixed};

/// Writes the names of the columns.
pub(super) fn header<R: Record>(delimiter: Delimiter, out: &mut RecordBuffer<'_>) {
    out.text(&R::COLUMNS.join(delimiter.as_str()));
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
    record.cells(&mut Row::new(out, delimiter, formulas));
    fixed!(out, "\n");
}
