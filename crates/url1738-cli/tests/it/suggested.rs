//! What is suggested, applied: by every format, over real lists, vectors, and URLs of every scheme with random faults. A
//! suggestion is what `fix` makes of the line, so that no two commands differ.

use core::fmt::Write as _;
use std::{fs, path::PathBuf};

use serde_json::Value;
use url1738::Url;

use crate::run::{program, run, stdout};

/// Returns the lines of the real lists and of the vectors.
fn given() -> String {
    let top = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let mut lines = String::new();
    for entry in fs::read_dir(format!("{top}/tests/data/urls")).unwrap() {
        let list = fs::read(entry.unwrap().path()).unwrap();
        for line in list.split(|byte| *byte == b'\n').filter_map(|line| str::from_utf8(line).ok()) {
            let _ = writeln!(lines, "{}", line.trim_end_matches('\r'));
        }
    }
    let faults = fs::read_to_string(format!("{top}/crates/url1738/tests/data/faults.tsv")).unwrap();
    for line in faults.lines().skip(1) {
        let text = line.split('\t').next().unwrap();
        if text.contains("\\n") || text.contains("\\r") {
            continue;
        }
        let _ = writeln!(lines, "{}", text.replace("\\\\", "\\"));
    }
    lines
}

/// Returns URLs of every scheme with random faults, and texts that are nearly URLs.
fn generated(count: u32) -> String {
    const BASES: [&str; 24] = [
        "ftp://me:pw@host.dom:21/%2Fetc/motd;type=a",
        "http://host.dom:80/a/b.html?q+r",
        "gopher://host.dom/7/find%09words%09+x",
        "mailto:joe@host.dom",
        "news:comp.lang.c",
        "news:a1b2@host.dom",
        "nntp://host.dom/comp.lang.c/17",
        "telnet://me:pw@host.dom:23/",
        "wais://host.dom/db/type/path",
        "wais://host.dom/db?words",
        "file:///etc/motd",
        "file://host.dom/a/b",
        "prospero://host.dom/x/y;a=b",
        "https://me:pw@host.dom:443/a?b",
        "ws://1.2.3.4/x",
        "redis://h/0",
        "tel:+358-555",
        "x-any:opaque/text",
        "htp://host.dom/x",
        "www.host.dom/x",
        "localhost:8080/x",
        "<URL:http://h/>",
        "C:\\Users\\joe",
        "http//host.dom/x",
    ];
    const PIECES: [&str; 36] = [
        " ", "~", "|", "%", "%zz", "%4", "#", "#top", "@", ":", "::", "/", "//", "\\", "?", ";",
        "=", "\u{e9}", "\u{65e5}", "[", "]", "[::1]", "_", "..", "-", "\"", "<", ">", "{", "^",
        "`", "\u{7f}", ";type=X", "99999", "%09", "\t",
    ];
    let mut state = 0x1738_u64;
    let mut next = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    let mut lines = String::new();
    for _ in 0..count {
        let mut text = BASES[next(BASES.len())].to_owned();
        for _ in 0..=next(3) {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let at = places[next(places.len())];
            match next(4) {
                0 => drop(text.remove(at)),
                _ => text.insert_str(at, PIECES[next(PIECES.len())]),
            }
            if text.is_empty() {
                text.push('x');
            }
        }
        let _ = writeln!(lines, "{text}");
    }
    lines
}

/// Returns the lines that `fix` writes.
fn fixed(options: &[&str], input: &str) -> Vec<String> {
    let output = run(&[&["fix", "-q", "--passwords", "keep"], options].concat(), input.as_bytes());
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

fn applied(line: &str, start: usize, end: usize, text: &str) -> String {
    [&line[..start], text, &line[end..]].concat()
}

/// Returns the byte offset of a column in characters from 1.
fn offset(line: &str, column: &Value) -> usize {
    let before = usize::try_from(column.as_u64().unwrap()).unwrap() - 1;
    line.char_indices().map(|(at, _)| at).nth(before).unwrap_or(line.len())
}

#[test]
fn a_suggestion_is_what_fix_makes() {
    let input = given() + &generated(6000);
    let lines: Vec<&str> = input.lines().collect();
    let (safe, all) = (fixed(&[], &input), fixed(&["--unsafe"], &input));
    assert_eq!((safe.len(), all.len()), (lines.len(), lines.len()));
    let at = |number: &Value| usize::try_from(number.as_u64().unwrap()).unwrap();

    // JSON
    let options = ["check", "-q", "--json", "--passwords", "keep"];
    let records = run(&options, input.as_bytes()).stdout;
    let (mut fixes, mut unsafe_fixes) = (0, 0);
    for record in records.split(|byte| *byte == b'\n').filter(|record| !record.is_empty()) {
        let record: Value = serde_json::from_slice(record).unwrap();
        let number = at(&record["line"]) - 1;
        let line = lines[number];
        if record["ok"] == true {
            continue;
        }
        let fix = &record["error"]["fix"];
        if fix.is_null() {
            // Nothing is repaired without a suggestion, except in very long lines.
            assert_eq!((&*safe[number], &*all[number]), (line, line), "line {number}");
            continue;
        }
        let made = applied(line, at(&fix["start"]), at(&fix["end"]), fix["text"].as_str().unwrap());
        assert!(Url::parse(&made).is_ok(), "{line} -> {made}");
        // A scheme is not guessed for what is a URL without it.
        let is_safe = fix["safe"] == true;
        assert_eq!(made, *if is_safe { &safe[number] } else { &all[number] }, "{line}: {fix}");
        assert!(is_safe || safe[number] == line, "{line}");
        fixes += 1;
        unsafe_fixes += u32::from(!is_safe);
    }
    assert!(fixes > 2500 && unsafe_fixes > 500, "{fixes} {unsafe_fixes}");

    // SARIF, which tools apply without asking: safe fixes only.
    let options = ["check", "-q", "--format", "sarif", "--passwords", "keep"];
    let document: Value = serde_json::from_slice(&run(&options, input.as_bytes()).stdout).unwrap();
    let mut edits = 0;
    for result in document["runs"][0]["results"].as_array().unwrap() {
        let Some(fix) = result.get("fixes") else { continue };
        let edit = &fix[0]["artifactChanges"][0]["replacements"][0];
        let region = &edit["deletedRegion"];
        let number = at(&region["startLine"]) - 1;
        let line = lines[number];
        let (start, end) =
            (offset(line, &region["startColumn"]), offset(line, &region["endColumn"]));
        let text = edit["insertedContent"].get("text").map_or("", |text| text.as_str().unwrap());
        assert_eq!(applied(line, start, end, text), safe[number], "{line}");
        assert!(Url::parse(&safe[number]).is_ok());
        edits += 1;
    }
    assert_eq!(edits, fixes - unsafe_fixes);

    // Reports. A URL that is too wide is shown in part.
    let reports = run(&["check", "-q", "--passwords", "keep"], input.as_bytes()).stdout;
    let reports = String::from_utf8(reports).unwrap();
    let (mut number, mut tried) = (0, 0);
    for row in reports.lines() {
        if let Some(place) = row.trim_start().strip_prefix("--> standard input:") {
            number = place.split(':').next().unwrap().parse::<usize>().unwrap() - 1;
        }
        let Some(shown) = row.trim_start().strip_prefix("= help: try '") else { continue };
        let shown = shown.strip_suffix('\'').unwrap();
        let piece = shown.strip_prefix("...").unwrap_or(shown);
        let piece = piece.strip_suffix("...").unwrap_or(piece);
        let made = if safe[number] == lines[number] { &all[number] } else { &safe[number] };
        assert!(made.contains(piece), "{}: {row}", lines[number]);
        assert!(Url::parse(made).is_ok() && (piece != shown || made == shown), "{row}");
        assert!(row.chars().count() <= 80, "{row}");
        tried += 1;
    }
    assert!(tried > 1000, "{tried}");
}

/// What `fix` writes for a line that it repaired is a URL, and `fix` leaves it as it is. The host of the line is in it.
#[test]
fn repairs_are_valid_and_final() {
    let input = given() + &generated(6000);
    for options in [&[][..], &["--unsafe"]] {
        for (line, fixed_line) in input.lines().zip(fixed(options, &input)) {
            if line == fixed_line {
                continue;
            }
            let url = Url::parse(&fixed_line).unwrap_or_else(|error| panic!("{line}: {error}"));
            if let Some(host) = url.login().map(|login| login.host().to_string()) {
                let is_known = line.contains(&host) || host.contains("xn--");
                assert!(!host.contains('%') && is_known, "{line} -> {fixed_line}");
            }
            let is_drive = line.get(1..3).is_some_and(|rest| rest == ":\\" || rest == ":/");
            assert!(!is_drive, "{line} -> {fixed_line}");
        }
        let once = fixed(options, &input).join("\n") + "\n";
        assert!(fixed(options, &once).join("\n") + "\n" == once);
    }
}

/// Returns the reports of a list, one per line.
fn short(arguments: &[&str], lines: &[&str]) -> String {
    let arguments = [&["check", "-q", "--format", "short"], arguments].concat();
    String::from_utf8(run(&arguments, lines.join("\n").as_bytes()).stdout).unwrap()
}

#[test]
fn typos_of_schemes_get_a_suggestion() {
    let cases = [
        ("htp://h/", "http"),
        ("hhtp://h/", "http"),
        ("htttp://h/", "http"),
        ("HTP://h/", "http"),
        ("ttp://h/", "http"),
        ("htps://h/", "https"),
        ("httsp://h/", "http"),
        ("fpt://h/", "ftp"),
        ("gohper://h/", "gopher"),
        ("goper://h/", "gopher"),
        ("mailtoo:joe@h", "mailto"),
        ("mialto:joe@h", "mailto"),
        ("nwes:comp.x", "news"),
        ("telent://h/", "telnet"),
        ("fiel:///x", "file"),
        ("localhost:8080", "http://"),
        ("localhost:8080/x?y", "http://"),
        ("www.host.dom:80/", "http://"),
        ("C:/Users", "file:///"),
    ];
    let urls = cases.map(|(url, _)| url);
    let said = short(&["--select", "unknown-scheme"], &urls);
    for ((url, suggestion), report) in cases.into_iter().zip(said.lines()) {
        assert!(report.contains(&format!("did you mean `{suggestion}`")), "{url}: {report}");
    }
    assert_eq!(said.lines().count(), cases.len(), "{said}");
    let others =
        ["x-http:y", "myapp:x", "localhost:80x", "localhost:99999", "h.dom:", "isbn:123", "zz:1"];
    assert_eq!(short(&["--select", "unknown-scheme"], &others), "");
}

/// A fix of a record is what `fix` makes.
#[test]
fn a_fix_of_a_record_is_what_fix_makes() {
    let fix = |line: &str| -> Value {
        let output = run(&["check", "--json", "-q"], line.as_bytes());
        serde_json::from_slice::<Value>(&output.stdout).unwrap()["error"]["fix"].clone()
    };
    for (line, start, end, text, safe) in [
        ("http://h/~", 9, 10, "%7E", true),
        ("http://h/a b~c", 10, 13, "%20b%7E", true),
        ("http://h/a#top", 10, 14, "", false),
        (r"http://h/a\b", 10, 11, "/", false),
        ("http://h/a b#top", 10, 16, "%20b", false),
        ("http:h/x", 5, 5, "//", false),
        ("www.x.com", 0, 9, "http://www.x.com/", false),
    ] {
        let wanted = serde_json::json!({ "start": start, "end": end, "text": text, "safe": safe });
        assert_eq!(fix(line), wanted, "{line}");
    }
    for line in ["http://h_h/~", "telnet:/", r"C:\Users\joe", "foo", "http://[::1]/~"] {
        assert_eq!(fix(line), Value::Null, "{line}");
    }
}

#[test]
fn the_scheme_of_a_refused_url_gets_a_suggestion() {
    for (name, known) in
        [("fpt", "ftp"), ("hhtp", "http"), ("Gophr", "gopher"), ("prospreo", "prospero")]
    {
        let said = run(&["plan", &format!("{name}://h/")], b"").stdout;
        let said = String::from_utf8(said).unwrap();
        assert!(said.contains(&format!("did you mean `{known}`?")), "{name}: {said}");
    }
    for name in ["finger", "x"] {
        let said = run(&["plan", &format!("{name}://h/")], b"").stdout;
        assert!(!String::from_utf8(said).unwrap().contains("did you mean"), "{name}");
    }
}

/// What is not text is named, with a hint how to convert it.
#[test]
fn inputs_that_are_not_text_get_a_hint() {
    let utf16 = |text: &str, to: fn(u16) -> [u8; 2]| -> Vec<u8> {
        text.encode_utf16().flat_map(to).collect()
    };
    let said = |start: &[u8]| String::from_utf8(run(&["check", "-q"], start).stderr).unwrap();
    let cases: [(&[u8], &str); 9] = [
        (b"PK\x03\x04", "zip"),
        (b"7z\xbc\xaf\x27\x1c", "7z"),
        (b"\x04\x22\x4d\x18", "lz4 -dc"),
        (b"\x1f\x9d\x90", "gzip -dc"),
        (b"%PDF-1.4\n", "pdftotext"),
        (b"\xff\xfe\0\0h\0\0\0", "UTF-32"),
        (&utf16("\u{feff}http://h/\n", u16::to_le_bytes), "UTF-16"),
        (&utf16("http://h/\n", u16::to_le_bytes), "UTF-16LE"),
        (&utf16("http://h/\n", u16::to_be_bytes), "UTF-16BE"),
    ];
    for (start, name) in cases {
        assert!(said(start).contains(name), "{name}");
    }
    let captures = b"[[\"urlkey\",\"original\"],\n[\"dom,h)/\", \"http://h.dom/\"]]\n";
    for command in ["check", "parse", "fix", "check --cdx", "check --column original"] {
        let command: Vec<&str> = command.split(' ').collect();
        let output = run(&command, captures);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && said.contains("jq -r '.[] | @csv'"), "{said}");
    }
    assert_eq!(stdout(&["extract", "--bare", "-q"], captures), "http://h.dom/\n");
    let converted = b"\"urlkey\",\"original\"\n\"dom,h)/\",\"http://h.dom/\"\n";
    let urls = stdout(&["parse", "--column", "original", "--get", "{host}"], converted);
    assert_eq!(urls, "h.dom\n");
    for text in [
        "",
        "[\n",
        "[\"\n",
        "[[h]]\n",
        "http://h/\n",
        "\u{feff}http://h/",
        "BZh9",
        "a\0b",
        "\0\0\0\0\0\0\0\0\0",
    ] {
        assert!(!said(text.as_bytes()).contains(" is "), "{text:?}");
    }
}

fn lists() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/urls");
    let mut lists: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    lists.sort();
    lists
}

#[test]
fn every_line_is_accounted_for() {
    let output = program().args(["check", "--summary", "--json"]).args(lists()).output().unwrap();
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    let count = |name: &str| value[name].as_u64().unwrap();
    let newlines = |path: &PathBuf| fs::read(path).unwrap().split(|b| *b == b'\n').count() - 1;
    assert_eq!(count("lines"), lists().iter().map(newlines).sum::<usize>() as u64);
    assert_eq!(count("ok") + count("bad") + count("skipped"), count("lines"));
    assert!(count("ok") > 11_000 && count("bad") > 1_500);
}

#[test]
fn fix_writes_valid_urls() {
    for list in lists() {
        let options = ["fix", "--quiet", "--passwords", "keep", "--only-fixed", "--unsafe"];
        let repaired = program().args(options).arg(&list).output().unwrap().stdout;
        let checked = run(&["check"], &repaired);
        assert_eq!(checked.status.code(), Some(0), "{}", list.display());
    }
}
