//! The output formats: one trait, one file each.

mod csv;
mod delimited;
mod exporter;
mod human;
mod json;
mod record;
mod row;
mod to_json;
mod tsv;

use std::io::{self, Write};

use clap::ValueEnum;

pub(crate) use record::Record;
pub(crate) use row::{Formulas, Row};
pub(crate) use to_json::{Displayed, Items, List, Plain, ToJson, escape_printable, object};

use crate::{
    diagnostics::Palette,
    record_buffer::{Bytes, RecordBuffer},
};
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
    pub(crate) fn header<R: Record>(&self, out: &mut RecordBuffer<'_>) {
        with_exporter!(self, exporter => exporter.header::<R>(out));
    }

    /// Writes one record.
    pub(crate) fn record<R: Record>(
        &self,
        record: &R,
        out: &mut RecordBuffer<'_>,
    ) -> io::Result<()> {
        with_exporter!(self, exporter => exporter.record(record, out))
    }

    /// Writes the header row to `to`, for commands without a pipeline.
    pub(crate) fn header_to<R: Record>(&self, to: &mut dyn Write) -> io::Result<()> {
        through(to, |out| {
            self.header::<R>(out);
            Ok(())
        })
    }

    /// Writes one record to `to`, for commands without a pipeline.
    pub(crate) fn record_to<R: Record>(&self, record: &R, to: &mut dyn Write) -> io::Result<()> {
        through(to, |out| self.record(record, out))
    }
}

/// Writes to `to` through a buffer.
fn through(
    to: &mut dyn Write,
    write: impl FnOnce(&mut RecordBuffer<'_>) -> io::Result<()>,
) -> io::Result<()> {
    const HELD: usize = 64 * 1024;
    let mut drain = |bytes: &mut Bytes| {
        to.write_all(bytes.as_slice())?;
        bytes.clear();
        Ok(())
    };
    let mut out = RecordBuffer::new(Bytes::default(), HELD, HELD, &mut drain);
    let result = write(&mut out);
    let (rest, drained) = out.finish();
    drained.and(result)?;
    to.write_all(rest.as_slice())
}
