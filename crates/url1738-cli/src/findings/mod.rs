//! Errors and lints, one by one, in the formats of editors and of continuous integration.

mod finding;
mod github;
mod sarif;
mod short;

use std::io::{self, Write};

pub(crate) use finding::Finding;

use crate::{config::OutputFormat, diagnostics::Palette};

/// A format of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FindingFormat {
    /// The reports for reading.
    Human,
    Short,
    Github,
    Sarif,
}

impl FindingFormat {
    /// Returns the format of single findings, or `None` for a format with one record per line.
    pub(crate) const fn of(format: OutputFormat) -> Option<Self> {
        match format {
            OutputFormat::Human => Some(Self::Human),
            OutputFormat::Short => Some(Self::Short),
            OutputFormat::Github => Some(Self::Github),
            OutputFormat::Sarif => Some(Self::Sarif),
            _ => None,
        }
    }

    /// Returns what is written between two findings.
    pub(crate) const fn separator(self) -> &'static str {
        match self {
            Self::Sarif => sarif::SEPARATOR,
            Self::Human | Self::Short | Self::Github => "",
        }
    }

    /// Writes what comes before the findings.
    pub(crate) fn begin(self, out: &mut dyn Write) -> io::Result<()> {
        if self == Self::Sarif { sarif::begin(out) } else { Ok(()) }
    }

    /// Writes one finding.
    pub(crate) fn write(
        self,
        finding: &Finding<'_>,
        palette: &Palette,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match self {
            Self::Human => finding.report.write(finding.line, &finding.masked, palette, out),
            Self::Short => short::write(finding, palette, out),
            Self::Github => github::write(finding, out),
            Self::Sarif => sarif::write(finding, out),
        }
    }

    /// Writes what comes after the findings.
    pub(crate) fn end(self, out: &mut dyn Write) -> io::Result<()> {
        if self == Self::Sarif { sarif::end(out) } else { Ok(()) }
    }
}
