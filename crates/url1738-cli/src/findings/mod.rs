//! Errors and lints, one by one, in the formats of editors and of continuous integration.

mod sarif;

use core::{
    fmt,
    fmt::{Display, Write as _},
};
use std::{io, io::Write};

use url1738::{Redacted, Span};

use super::line::Origin;
use crate::{
    config::OutputFormat,
    diagnostics::{Palette, Report, Sanitized},
    line::{Line, LineFix},
};

/// A format of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FindingFormat {
    /// The reports for reading.
    Human,
    Short,
    Github,
    Sarif,
    /// An object for each finding, of texts.
    Json,
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

    /// Like [`of`](Self::of), for texts, which have no record per line.
    pub(crate) const fn of_texts(format: OutputFormat) -> Option<Self> {
        match format {
            OutputFormat::Json => Some(Self::Json),
            _ => Self::of(format),
        }
    }

    /// Returns what is written between two findings.
    pub(crate) const fn separator(self) -> &'static str {
        match self {
            Self::Sarif => sarif::SEPARATOR,
            Self::Human | Self::Short | Self::Github | Self::Json => "",
        }
    }

    /// Returns whether columns are in characters, not in bytes.
    pub(crate) const fn counts_chars(self) -> bool {
        matches!(self, Self::Github | Self::Sarif)
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
            Self::Short => write_short(finding, palette, out),
            Self::Github => write(finding, out),
            Self::Sarif => sarif::write(finding, out),
            Self::Json => write_json(finding, out),
        }
    }

    /// Writes what comes after the findings.
    pub(crate) fn end(self, out: &mut dyn Write) -> io::Result<()> {
        if self == Self::Sarif { sarif::end(out) } else { Ok(()) }
    }
}

/// An error or a lint in a line.
#[derive(Debug)]
pub(crate) struct Finding<'a> {
    pub(crate) line: Line<'a>,
    /// The line as it may be shown.
    pub(crate) masked: Redacted<'a>,
    pub(crate) report: Report,
    /// The URL of a text as it may be shown.
    pub(crate) url: Option<&'a str>,
    /// The fix, if it is safe and would not repeat a piece of a secret.
    pub(crate) fix: Option<LineFix>,
}

impl Finding<'_> {
    /// Returns the columns of the beginning and of the end of a span, in characters from 1. Bytes that are not UTF-8 count
    /// as a character each.
    fn char_columns(&self, span: Span) -> (usize, usize) {
        let chars = |from, to| {
            let text = Span::new(from, to).slice_bytes(self.line.bytes);
            let chunks = text.utf8_chunks();
            chunks.map(|chunk| chunk.valid().chars().count() + chunk.invalid().len()).sum::<usize>()
        };
        // Of a piece of a line, the column of the report is known.
        let at = self.report.span.start;
        let start = match self.report.cut {
            Some(cut) => cut.char_column + chars(at, span.start) - chars(span.start, at),
            None => chars(0, span.start) + 1,
        };
        (start, start + chars(span.start, span.end.max(span.start)))
    }

    /// Returns the title, and the help if there is one.
    fn message(&self) -> String {
        let Report { title, help, .. } = &self.report;
        if help.is_empty() { title.clone() } else { format!("{title}; {help}") }
    }
}

/// Writes one line per finding, as editors and `grep` users read it: `file:line:column: code: message`.
fn write_short(finding: &Finding<'_>, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
    let Palette { strong, error, warning, .. } = palette;
    let report = &finding.report;
    let style = if report.is_error { error } else { warning };
    let (file, line) = (finding.line.origin.name(), finding.line.number);
    let column = report.column();
    write!(out, "{strong}{file}:{line}:{column}:{strong:#} ")?;
    writeln!(out, "{style}{}{style:#}: {}", report.code, report.title)
}

fn write_json(finding: &Finding<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Finding { line, masked, report, url, .. } = finding;
    let level = if report.is_error { "error" } else { "warning" };
    let record = serde_json::json!({
        "file": line.origin.name(),
        "line": line.number,
        "column": report.column(),
        "level": level,
        "code": report.code,
        "message": report.title,
        "help": report.help,
        "url": url,
        "text": Sanitized::masked(masked.slice(report.span)).to_string(),
    });
    writeln!(out, "{record}")
}

fn write(finding: &Finding<'_>, out: &mut dyn Write) -> io::Result<()> {
    let report = &finding.report;
    let (name, line) = (finding.line.origin.name(), finding.line.number);
    let (start, end) = finding.char_columns(report.span);
    write!(out, "::{} ", if report.is_error { "error" } else { "warning" })?;
    // An argument of the command line is in no file.
    if let Origin::File(file) = finding.line.origin {
        let file = Escaped { text: file, property: true };
        write!(out, "file={file},line={line},endLine={line},col={start},endColumn={end},")?;
    }
    write!(out, "title=url1738::")?;
    let (column, code, message) = (report.column(), report.code, finding.message());
    let message = format!("{name}:{line}:{column}: {code}: {message}");
    writeln!(out, "{}", Escaped { text: &message, property: false })
}

/// A text in a workflow command, which is one line. The values of properties end at a comma.
struct Escaped<'t> {
    text: &'t str,
    property: bool,
}

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.chars().try_for_each(|c| match c {
            '%' => f.write_str("%25"),
            '\r' => f.write_str("%0D"),
            '\n' => f.write_str("%0A"),
            ':' if self.property => f.write_str("%3A"),
            ',' if self.property => f.write_str("%2C"),
            _ => f.write_char(c),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Escaped;

    #[test]
    fn properties_and_messages_are_escaped() {
        let text = "100%: a,b\r\n::set-output";
        let escaped = |property| Escaped { text, property }.to_string();
        assert_eq!(escaped(false), "100%25: a,b%0D%0A::set-output");
        assert_eq!(escaped(true), "100%25%3A a%2Cb%0D%0A%3A%3Aset-output");
    }
}
