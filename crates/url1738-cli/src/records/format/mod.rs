//! The output formats: one trait, one file each.

mod csv;
mod delimited;
mod exporter;
mod human;
mod json;
mod record;
mod tsv;

use std::io::{self, Write};

use clap::ValueEnum;

pub(crate) use delimited::Formulas;
pub(crate) use record::Record;

use crate::diagnostics::Palette;
use exporter::Exporter as _;

/// An output format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for reading
    #[default]
    Human,
    /// JSON Lines: one object per line
    Json,
    /// Comma-separated values with a header row (RFC 4180)
    Csv,
    /// Tab-separated values with a header row
    Tsv,
}

/// Writes records in one format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecordWriter {
    pub(crate) format: Format,
    pub(crate) formulas: Formulas,
    pub(crate) palette: Palette,
}

macro_rules! with_exporter {
    ($writer:expr, $exporter:ident => $value:expr) => {{
        let RecordWriter { format, formulas, palette } = $writer;
        match format {
            Format::Human => {
                let $exporter = human::Human(palette);
                $value
            }
            Format::Json => {
                let $exporter = json::Json;
                $value
            }
            Format::Csv => {
                let $exporter = csv::Csv(*formulas);
                $value
            }
            Format::Tsv => {
                let $exporter = tsv::Tsv(*formulas);
                $value
            }
        }
    }};
}

impl RecordWriter {
    /// Writes the header row of records of the type `R`, if the format has one.
    pub(crate) fn header<R: Record>(&self, out: &mut dyn Write) -> io::Result<()> {
        with_exporter!(self, exporter => exporter.header::<R>(out))
    }

    /// Writes one record.
    pub(crate) fn record<R: Record>(&self, record: &R, out: &mut dyn Write) -> io::Result<()> {
        with_exporter!(self, exporter => exporter.record(record, out))
    }
}
