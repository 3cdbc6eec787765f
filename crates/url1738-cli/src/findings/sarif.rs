//! SARIF 2.1.0, which code scanning reads: one document with the rules, and a result per finding.
//!
//! The document is written piece by piece, because a list may have millions of findings.

use std::io::{self, Write};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};
use url1738::Span;

use super::Finding;
use crate::{
    codes::{self, Code},
    line::Origin,
};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The page of all codes.
const CODES: &str =
    concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/crates/url1738/docs/codes.md");

/// Writes the document up to the first result.
pub(super) fn begin(out: &mut dyn Write) -> io::Result<()> {
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

/// Writes the rest of the document.
pub(super) fn end(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n]}}]}}")
}

/// Returns the page that explains a code. Those of the program itself are not on it.
fn help_uri(code: Code) -> String {
    let kind = if code.is_lint() { "lint" } else { "error" };
    let is_own = !url1738::codes::ALL.iter().any(|it| it.code == code.code);
    if is_own { CODES.to_owned() } else { format!("{CODES}#{kind}-{}", code.code) }
}

fn rule(code: Code) -> Value {
    let level = if code.is_lint() { "warning" } else { "error" };
    let tags: Vec<_> = ["rfc1738", code.group].into_iter().filter(|tag| !tag.is_empty()).collect();
    json!({
        "id": code.code,
        "shortDescription": { "text": code.message },
        "helpUri": help_uri(code),
        "fullDescription": { "text": code.explanation },
        "help": { "text": format!("Bad: {}\nGood: {}\nSee {}.", code.bad, code.good, code.cited_section()) },
        "properties": { "tags": tags, "section": code.section },
        "defaultConfiguration": { "level": level },
    })
}

/// Writes one result.
pub(super) fn write(finding: &Finding<'_>, out: &mut dyn Write) -> io::Result<()> {
    let report = &finding.report;
    let number = finding.line.number;
    let region = |span: Span| {
        let (start, end) = finding.char_columns(span);
        json!({ "startLine": number, "startColumn": start, "endLine": number, "endColumn": end })
    };
    let artifact = artifact(finding.line.origin);
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
        if let Some(fix) = &finding.fix {
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

/// Returns the place of a file as a URI reference, or a description if there is no file.
fn artifact(origin: &Origin) -> Value {
    match origin {
        Origin::Arguments => {
            json!({ "description": { "text": "an argument of the command line" } })
        }
        Origin::File(name) => json!({ "uri": uri(name) }),
    }
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
    use super::uri;

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
