//! Counts of a list of URLs, and their page.
//!
//! The summary is created once, as data: sections of rows. Each format writes it.

mod counts;
mod date;
mod html;
mod json;
mod model;
mod names;
mod record;
mod table;

use std::io::{self, Write};

pub(crate) use counts::{Counts, Shared};
pub(crate) use date::Date;
pub(crate) use html::{Run, write_page};
pub(crate) use model::Summary;

use crate::records::{OutputFormat, RecordWriter};

/// Writes a summary.
pub(crate) fn write(
    summary: &Summary,
    writer: &RecordWriter,
    out: &mut dyn Write,
) -> io::Result<()> {
    match writer.format {
        OutputFormat::Human => table::write(summary, &writer.palette, out),
        OutputFormat::Json => json::write(summary, out),
        _ => record::write(summary, writer, out),
    }
}
