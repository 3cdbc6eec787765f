//! The meaning of the options that all commands share.

use core::num::NonZeroU16;

use clap::ValueEnum;

use crate::{
    diagnostics::{Masking, Palette},
    exit,
    records::{Format, RecordWriter},
};

/// An output format, of records or of reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// Text for reading
    #[default]
    Human,
    /// JSON Lines: one object per line
    Json,
    /// Comma-separated values with a header row (RFC 4180)
    Csv,
    /// Tab-separated values with a header row
    Tsv,
    /// One line per report, for editors: `file:line:column: code: message` (`check` and `extract --check`)
    Short,
    /// Annotations of GitHub Actions (`check` and `extract --check`)
    Github,
    /// SARIF 2.1.0, for code scanning (`check` and `extract --check`)
    Sarif,
}

impl OutputFormat {
    pub(crate) const ALL: [Self; 7] =
        [Self::Human, Self::Json, Self::Csv, Self::Tsv, Self::Short, Self::Github, Self::Sarif];

    /// The formats of reports.
    pub(crate) const REPORTS: [Self; 4] = [Self::Human, Self::Short, Self::Github, Self::Sarif];

    /// The formats of records.
    pub(crate) const RECORDS: [Self; 4] = [Self::Human, Self::Json, Self::Csv, Self::Tsv];

    /// Returns the name on the command line.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::Short => "short",
            Self::Github => "github",
            Self::Sarif => "sarif",
        }
    }

    /// Returns the format of records, or `None` for a format of reports only.
    pub(crate) const fn of_records(self) -> Option<Format> {
        match self {
            Self::Human => Some(Format::Human),
            Self::Json => Some(Format::Json),
            Self::Csv => Some(Format::Csv),
            Self::Tsv => Some(Format::Tsv),
            Self::Short | Self::Github | Self::Sarif => None,
        }
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

/// The configuration of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Config {
    /// The format that the command line names.
    pub(crate) format: Option<OutputFormat>,
    /// Whether the command line says how to write cells that a spreadsheet may run.
    pub(crate) formulas_given: bool,
    /// How records are written to stdout.
    pub(crate) output: RecordWriter,
    /// The colors of stderr.
    pub(crate) stderr: Palette,
    pub(crate) masking: Masking,
    pub(crate) threads: usize,
    pub(crate) quiet: bool,
}

impl Config {
    /// Returns the number of threads to use: one per core unless given, and at most 64.
    pub(crate) fn threads(given: Option<NonZeroU16>) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        given.map_or_else(cores, |threads| threads.get().into()).clamp(1, 64)
    }

    /// Returns this configuration with another format.
    pub(crate) fn with_format(self, format: OutputFormat) -> Self {
        let output =
            RecordWriter { format: format.of_records().unwrap_or(Format::Human), ..self.output };
        Self { output, ..self }
    }

    /// Returns an error if the command line says how to write cells and the format has none.
    pub(crate) fn refuse_formulas_unless_table(&self, format: OutputFormat) -> exit::Result<()> {
        if self.formulas_given && !format.is_table() {
            let message = "--csv-formulas needs --format csv or --format tsv";
            return Err(exit::Error::Usage(message.to_owned()));
        }
        Ok(())
    }

    /// Returns whether the output is for reading, not for another program.
    pub(crate) fn is_human(&self) -> bool {
        self.output.format == Format::Human
    }
}
