//! The output formats: one trait, one file each.

mod json;
mod markdown;
mod table;

use std::io::{self, Write};

use clap::ValueEnum;
use serde::Serialize;

pub(crate) use json::{Displayed, Items, object, write_json};
pub(crate) use table::{Formulas, Row};

use crate::diagnostics::Palette;

/// The output of a command for one line.
pub(crate) trait Record: Serialize {
    /// The columns of a table.
    const COLUMNS: &'static [&'static str];
    /// Whether the record may contain URLs. Then its table has a last column `masked`.
    const HAS_URLS: bool = true;

    /// Returns whether a password in the record is masked.
    fn is_masked(&self) -> bool;

    /// Adds one cell per column of [`COLUMNS`](Self::COLUMNS).
    fn cells(&self, row: &mut Row);

    /// Writes the record as text for reading. May write nothing.
    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()>;
}

/// An output format with its settings.
trait Exporter {
    /// Returns the format with the settings of a writer.
    fn of(writer: &RecordWriter) -> Self;

    /// Writes the header row, if the format has one.
    fn header<R: Record>(&self, _out: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }

    /// Writes one record, with the end of its line.
    fn record<R: Record>(&self, record: &R, out: &mut Vec<u8>) -> io::Result<()>;
}

/// Text for reading: each record writes itself.
struct Human(Palette);

impl Exporter for Human {
    fn of(writer: &RecordWriter) -> Self {
        Self(writer.palette)
    }

    fn record<R: Record>(&self, record: &R, out: &mut Vec<u8>) -> io::Result<()> {
        record.human(&self.0, out)
    }
}

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
            pub(crate) fn header<R: Record>(&self, out: &mut Vec<u8>) -> io::Result<()> {
                match self.format {
                    $(OutputFormat::$format => <$exporter>::of(self).header::<R>(out),)*
                    $(OutputFormat::$report)|* => Ok(()),
                }
            }

            /// Writes one record. Formats of reports write it as text.
            pub(crate) fn record<R: Record>(
                &self,
                record: &R,
                out: &mut Vec<u8>,
            ) -> io::Result<()> {
                match self.format {
                    $(OutputFormat::$format => <$exporter>::of(self).record(record, out),)*
                    $(OutputFormat::$report)|* => Human::of(self).record(record, out),
                }
            }
        }
    };
}

formats! {
    /// Text for reading
    #[default]
    Human => Human,
    /// JSON Lines: one object per line
    Json => json::Json,
    /// Comma-separated values with a header row (RFC 4180)
    Csv => table::Csv,
    /// Tab-separated values with a header row
    Tsv => table::Tsv,
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
        let mut out = Vec::new();
        self.header::<R>(&mut out)?;
        to.write_all(&out)
    }

    /// Writes one record to `to`, for commands without a pipeline.
    pub(crate) fn record_to<R: Record>(&self, record: &R, to: &mut dyn Write) -> io::Result<()> {
        let mut out = Vec::new();
        self.record(record, &mut out)?;
        to.write_all(&out)
    }
}
