//! Errors and lints, one by one, in the formats of editors and of continuous integration: SARIF 2.1.0 is what code scanning
//! reads.

use std::io::{self, Write};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};
use url1738::{Redacted, Span};

use crate::{
    codes::{self, Code},
    config::OutputFormat,
    diagnostics::{Palette, Report, Sanitized},
    line::{Line, Origin},
    records::Object,
};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The page of all codes.
const CODES: &str =
    concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/crates/url1738/docs/codes.md");

/// Returns whether columns are in characters, not in bytes.
pub(crate) const fn counts_chars(format: OutputFormat) -> bool {
    matches!(format, OutputFormat::Github | OutputFormat::Sarif)
}

/// Writes what comes before the findings. A document of SARIF is written piece by piece, because a list may have millions of
/// findings.
pub(crate) fn begin(format: OutputFormat, out: &mut dyn Write) -> io::Result<()> {
    if format != OutputFormat::Sarif {
        return Ok(());
    }
    let driver = json!({
        "name": "url1738",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "informationUri": env!("CARGO_PKG_REPOSITORY"),
        "rules": codes::all().map(rule).collect::<Vec<_>>(),
    });
    writeln!(out, "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{")?;
    // Columns count code points, so that they do not depend on an encoding.
    writeln!(out, "\"columnKind\":\"unicodeCodePoints\",\"tool\":{{\"driver\":{driver}}},")?;
    writeln!(out, "\"results\":[")
}

/// Writes what comes after the findings.
pub(crate) fn end(format: OutputFormat, out: &mut dyn Write) -> io::Result<()> {
    if format == OutputFormat::Sarif { writeln!(out, "\n]}}]}}") } else { Ok(()) }
}

/// Writes one finding: an object in JSON, which texts have, or a report.
pub(crate) fn write(
    format: OutputFormat,
    finding: &Finding<'_>,
    palette: &Palette,
    out: &mut Vec<u8>,
) -> io::Result<()> {
    match format {
        OutputFormat::Short => write_short(finding, palette, out),
        OutputFormat::Github => write_github(finding, out),
        OutputFormat::Sarif => write_sarif(finding, out),
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
    /// The URL as it may be shown: the line, or a piece of it.
    pub(crate) url: Redacted<'a>,
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
        let before = self.report.cut.map_or(0, |cut| cut.chars_before);
        let start = before + chars(0, span.start) + 1;
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

fn write_json(finding: &Finding<'_>, out: &mut Vec<u8>) -> io::Result<()> {
    let Finding { line, masked, report, url, .. } = finding;
    let record = Object::new()
        .with("file", line.origin.name())
        .with("line", line.number)
        .with("column", report.column())
        .with("level", if report.is_error { "error" } else { "warning" })
        .with("code", report.code)
        .with("message", &report.title)
        .with("help", &report.help)
        .with("url", Sanitized::masked(*url))
        .with("text", Sanitized::masked(masked.slice(report.span)));
    record.write_json(out)?;
    writeln!(out)
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

fn rule(code: Code) -> Value {
    let (level, kind) = if codes::is_lint(code) { ("warning", "lint") } else { ("error", "error") };
    // The codes of the program itself are not on the page.
    let is_own = !url1738::codes::all().any(|it| it.code == code.code);
    let place = if is_own { String::new() } else { format!("#{kind}-{}", code.code) };
    let tags: Vec<_> = ["rfc1738", code.group].into_iter().filter(|tag| !tag.is_empty()).collect();
    json!({
        "id": code.code,
        "shortDescription": { "text": code.message },
        "helpUri": format!("{CODES}{place}"),
        "fullDescription": { "text": code.explanation },
        "help": { "text": format!("Bad: {}\nGood: {}\nSee {}.", code.bad, code.good, codes::cited_section(code)) },
        "properties": { "tags": tags, "section": code.section },
        "defaultConfiguration": { "level": level },
    })
}

/// Writes one result of SARIF.
fn write_sarif(finding: &Finding<'_>, out: &mut dyn Write) -> io::Result<()> {
    let report = &finding.report;
    let number = finding.line.number;
    let region = |span: Span| {
        let (start, end) = finding.char_columns(span);
        json!({ "startLine": number, "startColumn": start, "endLine": number, "endColumn": end })
    };
    // The URI reference of a file, or a text for an argument.
    let artifact = match finding.line.origin {
        Origin::Arguments => {
            json!({ "description": { "text": "an argument of the command line" } })
        }
        Origin::File(name) => json!({ "uri": uri(name) }),
    };
    let mut result = json!({
        "ruleId": report.code,
        "level": if report.is_error { "error" } else { "warning" },
        "message": { "text": finding.message() },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": artifact,
                "region": region(report.span),
            },
        }],
    });
    if let Value::Object(members) = &mut result {
        if let Some(index) = codes::all().position(|code| code.code == report.code) {
            members.insert("ruleIndex".to_owned(), json!(index));
        }
        if let Some(fix) = &report.fix {
            let change = json!({
                "artifactLocation": artifact,
                "replacements": [{
                    "deletedRegion": region(fix.span),
                    "insertedContent": { "text": fix.text },
                }],
            });
            members.insert("fixes".to_owned(), json!([{ "artifactChanges": [change] }]));
        }
    }
    write!(out, "{result}")
}

/// The bytes that are percent-encoded in the path of a URI.
const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/').remove(b':');

/// Returns the name of a file as a URI reference.
fn uri(name: &str) -> String {
    let name = name.strip_prefix("./").unwrap_or(name);
    let drive =
        matches!(name.as_bytes(), [letter, b':', b'\\' | b'/', ..] if letter.is_ascii_alphabetic());
    let start = match (drive, name.starts_with('/')) {
        (true, _) => "file:///",
        (_, true) => "file://",
        // A colon in the first segment would end a scheme.
        _ if name.split('/').next().is_some_and(|first| first.contains(':')) => "./",
        _ => "",
    };
    let slash = if drive || cfg!(windows) { "/" } else { "\\" };
    let name = name.replace('\\', slash);
    format!("{start}{}", utf8_percent_encode(&name, ENCODED))
}

#[cfg(test)]
mod tests {
    use super::{escaped, uri};

    #[test]
    fn messages_are_one_line() {
        assert_eq!(escaped("100%: a,b\r\n::set-output"), "100%25: a,b%0D%0A::set-output");
    }
    #[test]
    fn file_names_become_uri_references() {
        assert_eq!(uri("lists/urls.txt"), "lists/urls.txt");
        assert_eq!(uri("a b#c?d%.txt"), "a%20b%23c%3Fd%25.txt");
        assert_eq!(uri("caf\u{e9}.txt"), "caf%C3%A9.txt");
        assert_eq!(uri("http:x"), "./http:x");
        assert_eq!(uri("/tmp/x"), "file:///tmp/x");
        assert_eq!(uri("C:\\a\\b c"), "file:///C:/a/b%20c");
    }
}
