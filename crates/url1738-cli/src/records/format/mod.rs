//! The output formats: one trait, one file each.

mod csv;
mod delimited;
mod exporter;
mod human;
mod json;
mod markdown;
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

/// Writes records in one format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecordWriter {
    pub(crate) format: OutputFormat,
    pub(crate) formulas: Formulas,
    pub(crate) palette: Palette,
}

/// Declares the output formats: those of records, each with its exporter, and after `;` those of reports only.
macro_rules! formats {
    (
        $($(#[$about:meta])* $format:ident => $exporter:ty,)*
        ; $($(#[$note:meta])* $report:ident,)*
    ) => {
        /// An output format, of records or of reports.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
        pub(crate) enum OutputFormat {
            $($(#[$about])* $format,)*
            $($(#[$note])* $report,)*
        }

        impl OutputFormat {
            /// The formats of records.
            pub(crate) const RECORDS: &'static [Self] = &[$(Self::$format),*];

            /// The formats of reports.
            pub(crate) const REPORTS: &'static [Self] = &[Self::Human, $(Self::$report),*];
        }

        impl RecordWriter {
            /// Writes the header row of records of the type `R`, if the format has one.
            pub(crate) fn header<R: Record>(&self, out: &mut RecordBuffer<'_>) {
                match self.format {
                    $(OutputFormat::$format => <$exporter>::of(self).header::<R>(out),)*
                    $(OutputFormat::$report)|* => {}
                }
            }

            /// Writes one record. Formats of reports write it as text.
            pub(crate) fn record<R: Record>(
                &self,
                record: &R,
                out: &mut RecordBuffer<'_>,
            ) -> io::Result<()> {
                match self.format {
                    $(OutputFormat::$format => <$exporter>::of(self).record(record, out),)*
                    $(OutputFormat::$report)|* => human::Human::of(self).record(record, out),
                }
            }
        }
    };
}

formats! {
    /// Text for reading
    #[default]
    Human => human::Human,
    /// JSON Lines: one object per line
    Json => json::Json,
    /// Comma-separated values with a header row (RFC 4180)
    Csv => csv::Csv,
    /// Tab-separated values with a header row
    Tsv => tsv::Tsv,
    /// A Markdown table, with cells as code
    Markdown => markdown::Markdown,
    ;
    /// One line per report, for editors: `file:line:column: code: message` (`check` and `extract --check`)
    Short,
    /// Annotations of GitHub Actions (`check` and `extract --check`)
    Github,
    /// SARIF 2.1.0, for code scanning (`check` and `extract --check`)
    Sarif,
}

impl OutputFormat {
    /// Returns the name on the command line.
    pub(crate) fn as_str(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// Returns whether the format has single errors and lints, and not a record per line.
    pub(crate) fn is_of_reports(self) -> bool {
        Self::REPORTS.contains(&self)
    }

    /// Returns whether the output is a table, whose cells a spreadsheet may run.
    pub(crate) const fn is_table(self) -> bool {
        matches!(self, Self::Csv | Self::Tsv)
    }
}

impl RecordWriter {
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
