//! Errors and lints, one by one, in the formats of editors and of continuous integration.

mod sarif;

use std::io::{self, Write};

use url1738::{Error, Redacted, Span};

use super::line::Origin;
use crate::{
    config::OutputFormat,
    diagnostics::{Palette, Report, Sanitized},
    line::{Line, LineFix},
    records,
};

/// Returns what is written between two findings.
pub(crate) const fn separator(format: OutputFormat) -> &'static str {
    if matches!(format, OutputFormat::Sarif) { ",\n" } else { "" }
}

/// Returns whether columns are in characters, not in bytes.
pub(crate) const fn counts_chars(format: OutputFormat) -> bool {
    matches!(format, OutputFormat::Github | OutputFormat::Sarif)
}

/// Returns the fix of an error in a line that may be shown as `masked`, if it is safe. Only SARIF has fixes, and finding one
/// takes time.
pub(crate) fn fix(format: OutputFormat, error: &Error, masked: &Redacted<'_>) -> Option<LineFix> {
    let is_sarif = format == OutputFormat::Sarif;
    let fix = is_sarif.then(|| records::fix(error, masked)).flatten();
    fix.filter(|fix| fix.is_safe)
}

/// Writes what comes before the findings.
pub(crate) fn begin(format: OutputFormat, out: &mut dyn Write) -> io::Result<()> {
    if format == OutputFormat::Sarif { sarif::begin(out) } else { Ok(()) }
}

/// Writes what comes after the findings.
pub(crate) fn end(format: OutputFormat, out: &mut dyn Write) -> io::Result<()> {
    if format == OutputFormat::Sarif { sarif::end(out) } else { Ok(()) }
}

/// Writes one finding: an object in JSON, which texts have, or a report.
pub(crate) fn write(
    format: OutputFormat,
    finding: &Finding<'_>,
    palette: &Palette,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        OutputFormat::Short => write_short(finding, palette, out),
        OutputFormat::Github => write_github(finding, out),
        OutputFormat::Sarif => sarif::write(finding, out),
        OutputFormat::Json => write_json(finding, out),
        _ => finding.report.write(finding.line, &finding.masked, palette, out),
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

/// Writes a workflow command, which is one line. The values of its properties end at a comma.
fn write_github(finding: &Finding<'_>, out: &mut dyn Write) -> io::Result<()> {
    let report = &finding.report;
    let (name, line) = (finding.line.origin.name(), finding.line.number);
    let (start, end) = finding.char_columns(report.span);
    write!(out, "::{} ", if report.is_error { "error" } else { "warning" })?;
    // An argument of the command line is in no file.
    if let Origin::File(file) = finding.line.origin {
        let file = escaped(file).replace(':', "%3A").replace(',', "%2C");
        write!(out, "file={file},line={line},endLine={line},col={start},endColumn={end},")?;
    }
    let (column, code, message) = (report.column(), report.code, finding.message());
    let message = escaped(&format!("{name}:{line}:{column}: {code}: {message}"));
    writeln!(out, "title=url1738::{message}")
}

fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn messages_are_one_line() {
        assert_eq!(escaped("100%: a,b\r\n::set-output"), "100%25: a,b%0D%0A::set-output");
    }
}
