//! Records are written without a serializer. `serde_json` and `csv` judge what is written: every row is read back, and
//! compared with what the library says about its line.

use core::ops::Range;

use data_encoding::BASE64;
use serde_json::{Value, json};
use url1738::{ErrorKind, Lint, PartSpan, Span, Url, plan::Step};

use crate::run::run;

/// Valid and invalid lines of all schemes, and lines that a format must escape. None has a secret.
fn lines() -> Vec<Vec<u8>> {
    let mut lines: Vec<Vec<u8>> = [
        "ftp://host.dom/",
        "FTP://Host.DOM:2121/%2Fetc/a,b'c(d)/motd;type=A",
        "ftp://user@h/x//;type=d",
        "http://host.dom",
        "http://h:80/a,b?c=d&e='f'",
        "http://1.02.3.4/%7ejoe/%7Ejoe",
        "gopher://h/0a%09s%09+x",
        "mailto:joe%25@h",
        "news:comp.infosystems",
        "news:*",
        "news:1@h",
        "news:a:b@h",
        "nntp://h/a.b/7",
        "telnet://joe@h:23/",
        "wais://h/d?w",
        "wais://h/d/t/1%3D2%3B",
        "file:///etc/motd",
        "file://localhost/a,b",
        "prospero://h/a/b;k=v;l=w",
        "x-db://h/=1+1",
        "-x:y",
        "+x:,",
        "=1+1",
        "@sum",
        "no url",
        "http://h/\"quoted\",comma",
        "http://h/back\\slash",
        "http://h/a\tb",
        "http://h/~",
        "http://h:0080/~",
        "\u{ff1d}cmd|' /C calc'!A0",
        "http://h/caf\u{e9}\u{202e}\u{1b}[2J",
        "<URL:http://h/a b#c,\"d\">",
        "URL:x",
        "http://h/%",
    ]
    .map(|line| line.as_bytes().to_vec())
    .into();
    lines.push(b"http://h/\xff\xfe\"".to_vec());
    // Around the lengths that are copied at once.
    lines.extend((1..70).map(|len| format!("http://h/{}", "a".repeat(len)).into_bytes()));
    lines.extend((1..40).map(|len| format!("http://h/{}\"", "a".repeat(len)).into_bytes()));
    lines.extend((1..20).map(|len| format!("gopher://{}.b/", "a".repeat(len)).into_bytes()));
    lines
}

fn output(command: &str, format: &str) -> Vec<u8> {
    let input = lines().join(&b'\n');
    let mut arguments = vec![command, "-q", "--format", format];
    if format != "json" {
        arguments.extend(["--csv-formulas", "keep"]);
    }
    if command == "fix" {
        arguments.push("--unsafe");
    }
    run(&arguments, &input).stdout
}

/// Returns the rows in JSON, with the line that each is about.
fn rows(command: &str) -> Vec<(Vec<u8>, Value)> {
    let text = String::from_utf8(output(command, "json")).unwrap();
    let values = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let rows: Vec<_> = lines().into_iter().zip(values).collect();
    assert_eq!((rows.len(), text.lines().count()), (lines().len(), lines().len()), "{command}");
    rows
}

/// Returns a text as JSON shows it: bytes that are not UTF-8 as `\xHH`.
fn shown(bytes: &[u8]) -> String {
    bytes.utf8_chunks().fold(String::new(), |mut text, chunk| {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02X}")));
        text
    })
}

/// Returns the line with other text in a range of bytes.
fn replaced(line: &[u8], range: Range<usize>, text: &str) -> Vec<u8> {
    [&line[..range.start], text.as_bytes(), &line[range.end..]].concat()
}

/// Checks that a fix makes the whole line valid: several errors may need one fix around all of them.
fn check_fix(line: &[u8], fix: &Value) {
    let offset = |name: &str| usize::try_from(fix[name].as_u64().unwrap()).unwrap();
    let fixed = replaced(line, offset("start")..offset("end"), fix["text"].as_str().unwrap());
    Url::parse_bytes(&fixed).unwrap();
}

/// Returns the record of a line that is not a URL. It has no fix if one change of the repair is not enough.
fn invalid(number: usize, line: &[u8]) -> Value {
    let error = Url::parse_bytes(line).unwrap_err();
    let repaired = Url::repair(line).ok();
    let fix = repaired.and_then(|repaired| match &repaired.changes[..] {
        [only] => Some(json!({
            "start": only.span.start,
            "end": only.span.end,
            "text": only.text,
            "safe": repaired.is_safe(),
        })),
        _ => None,
    });
    let mut message = error.message().to_string();
    if let (ErrorKind::UnexpectedByte(octet), Ok(shown)) =
        (error.kind(), core::str::from_utf8(&line[error.span().range()]))
    {
        message = message.replace(&format!("non-ASCII byte 0x{octet:02X}"), &format!("`{shown}`"));
    }
    let mut row = json!({
        "file": "standard input",
        "line": number,
        "column": error.span().start + 1,
        "input": shown(line),
        "ok": false,
        "error": {
            "part": error.part().name(),
            "code": error.code(),
            "rule": error.rule().to_string(),
            "start": error.span().start,
            "end": error.span().end,
            "message": message,
            "fix": fix,
        },
    });
    let octets = &line[error.span().range()];
    if !octets.is_empty() && !octets.is_ascii() {
        let octets: Vec<String> = octets.iter().map(|octet| format!("{octet:02X}")).collect();
        row["error"]["octets"] = octets.join(" ").into();
    }
    if core::str::from_utf8(line).is_err() {
        row["input_base64"] = BASE64.encode(line).into();
    }
    row
}

fn lints(url: &Url<&str>) -> Vec<Value> {
    let lint = |lint: &Lint| {
        let Span { start, end } = lint.span;
        json!({"code": lint.code(), "start": start, "end": end, "message": lint.message()})
    };
    url.lints().iter().map(lint).collect()
}

/// Compares the rows of a command with the members that it adds for a valid URL.
fn compare(command: &str, of_valid: impl Fn(&Url<&str>) -> Value) {
    for (index, (line, mut row)) in rows(command).into_iter().enumerate() {
        if command == "parse" && row["ok"] == false {
            // The components that any text has; transcripts show them.
            let components =
                ["scheme", "user", "password", "host", "port", "path", "search", "fragment"];
            row.as_object_mut().unwrap().retain(|key, _| !components.contains(&key.as_str()));
        }
        let mut expected = match Url::parse_bytes(&line) {
            Err(_) => invalid(index + 1, &line),
            Ok(url) => {
                let mut members = of_valid(&url);
                members["file"] = "standard input".into();
                members["line"] = (index + 1).into();
                let column = members["refused"]["start"].as_u64().unwrap_or(0) + 1;
                members["column"] = column.into();
                members["input"] = url.as_str().into();
                members
            }
        };
        if expected["ok"].is_null() {
            expected["ok"] = true.into();
        }
        if expected["error"]["fix"].is_null() && !row["error"]["fix"].is_null() {
            check_fix(&line, &row["error"]["fix"]);
            expected["error"]["fix"] = row["error"]["fix"].clone();
        }
        assert_eq!(row, expected, "{command} {}", line.escape_ascii());
    }
}

#[test]
fn check_and_parse_write_what_the_library_says() {
    compare("check", |url| {
        let mut lints = lints(url);
        lints.iter_mut().for_each(|lint| lint["level"] = "warn".into());
        json!({"scheme": url.scheme(), "lints": lints})
    });
    compare("parse", |url| {
        let part = |PartSpan { part, span }| {
            let Span { start, end } = span;
            json!({"name": part.name(), "start": start, "end": end, "text": span.slice(url.as_str())})
        };
        let parts: Vec<Value> = url.parts().into_iter().map(part).collect();
        let mut members = json!({"scheme": url.scheme(), "parts": parts, "lints": lints(url)});
        let components = url.components();
        let flat = [
            ("user", url.user().map(|user| user.as_str().into())),
            ("password", url.password().map(|password| password.as_str().into())),
            ("host", url.host_str().map(Value::from)),
            ("port", url.port().map(Value::from)),
            ("effective_port", url.port_or_default().map(Value::from)),
            ("path", url.path().map(|path| path.as_str().into())),
            ("typecode", components.get("ftptype").map(Value::from)),
            ("type", components.get("gtype").map(Value::from)),
            ("selector", components.get("selector").map(Value::from)),
            ("search", components.get("search").map(Value::from)),
        ];
        for (name, value) in flat.into_iter().filter_map(|(name, value)| Some((name, value?))) {
            members[name] = value;
        }
        members
    });
}

#[test]
fn normalize_and_plan_write_what_the_library_says() {
    compare("normalize", |url| {
        let normal = url.normalize();
        json!({"normal": normal.as_str(), "changed": normal.as_str() != url.as_str()})
    });
    compare("plan", |url| match url.plan() {
        Ok(plan) => json!({
            "endpoint": plan.endpoint.to_string(),
            "steps": plan.steps.iter().map(Step::to_string).collect::<Vec<_>>(),
            "warnings": plan.warnings.iter()
                .map(|warning| json!({"code": warning.code(), "message": warning.message()}))
                .collect::<Vec<_>>(),
        }),
        Err(refusal) => json!({"ok": false, "refused": {
            "part": refusal.part.name(),
            "code": refusal.code(),
            "start": refusal.span.start,
            "end": refusal.span.end,
            "message": refusal.reason(),
        }}),
    });
}

#[test]
fn fix_writes_what_the_library_says() {
    for (index, (line, row)) in rows("fix").into_iter().enumerate() {
        let expected = match Url::repair(&line) {
            Err(error) => {
                assert_eq!(row["error"]["code"], error.code());
                continue;
            }
            Ok(repaired) => {
                let change = |change: &url1738::Change| {
                    json!({
                        "start": change.span.start,
                        "end": change.span.end,
                        "text": change.text,
                        "part": change.part.name(),
                        "rule": change.rule.to_string(),
                        "code": change.code(),
                        "reason": change.reason(),
                        "safe": change.safety == url1738::Safety::Safe,
                    })
                };
                let changes: Vec<Value> = repaired.changes.iter().map(change).collect();
                let mut row = json!({
                    "file": "standard input",
                    "line": index + 1,
                    "column": 1,
                    "input": shown(&line),
                    "ok": true,
                    "url": repaired.url.as_str(),
                    "changes": changes,
                    "fragment": repaired.fragment,
                });
                if core::str::from_utf8(&line).is_err() {
                    row["input_base64"] = BASE64.encode(&line).into();
                }
                row
            }
        };
        assert_eq!(row, expected, "{}", line.escape_ascii());
    }
}

/// The cells of both tables, read back, are the members of the JSON. Cells escape what could control a terminal.
#[test]
fn tables_hold_what_json_holds() {
    for command in ["check", "parse", "normalize", "fix", "plan"] {
        let rows = rows(command);
        for (format, delimiter) in [("csv", b','), ("tsv", b'\t')] {
            let text = output(command, format);
            let mut reader = csv::ReaderBuilder::new()
                .delimiter(delimiter)
                .quoting(format == "csv")
                .from_reader(&*text);
            let headers = reader.headers().unwrap().clone();
            let records: Vec<csv::StringRecord> =
                reader.records().collect::<Result<_, _>>().unwrap();
            assert_eq!(records.len(), rows.len(), "{command} {format}");
            for (record, (line, row)) in records.iter().zip(&rows) {
                let context = format!("{command} {format} {}", line.escape_ascii());
                assert_eq!(&record[0], "standard input", "{context}");
                for (name, cell) in headers.iter().zip(record).skip(1) {
                    let expected = match &row[name] {
                        Value::String(text) if text.chars().all(|c| matches!(c, ' '..='~')) => {
                            text.clone()
                        }
                        Value::Bool(flag) => flag.to_string(),
                        Value::Number(number) => number.to_string(),
                        _ => continue,
                    };
                    assert_eq!(cell, expected, "{context}: {name}");
                }
                let part = |name: &str| {
                    let parts = row["parts"].as_array().into_iter().flatten();
                    parts.filter(|part| part["name"] == name).map(|part| &part["text"]).next()
                };
                for (name, cell) in headers.iter().zip(record) {
                    if command == "parse" && matches!(name, "user" | "host" | "port") {
                        let known = part(name).and_then(Value::as_str);
                        assert!(
                            cell.is_empty() || known.is_none_or(|text| text == cell),
                            "{context}: {name}"
                        );
                    }
                }
            }
        }
    }
}
