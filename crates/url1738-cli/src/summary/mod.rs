//! Counts of a list of URLs, and their page.
//!
//! The summary is created once, as data: sections of rows. Each format writes it.

mod counts;
mod date;
mod delimited;
mod heavy_hitters;
mod html;
mod json;
mod key;
mod model;
mod names;
mod shard;
mod table;
mod top;

use std::io::{self, Write};

pub(crate) use counts::{Counts, Shared};
pub(crate) use date::Date;
pub(crate) use html::{Run, write_page};
pub(crate) use model::Summary;

use crate::{diagnostics::Palette, records::OutputFormat};

/// Writes a summary.
pub(crate) fn write(
    summary: &Summary,
    format: OutputFormat,
    palette: &Palette,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        OutputFormat::Json => json::write(summary, out),
        OutputFormat::Csv => delimited::write(summary, ",", out),
        OutputFormat::Tsv => delimited::write(summary, "\t", out),
        _ => table::write(summary, palette, out),
    }
}
