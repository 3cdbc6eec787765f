//! The output formats by their names.

use clap::ValueEnum;

use crate::records::Format;

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
