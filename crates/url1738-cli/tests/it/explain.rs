//! `explain`: 80 columns for any URL, the texts of parts, records, stdin, long URLs, pictures of invalid ones.

use std::{fs, process::Command};

use serde_json::Value;
use unicode_width::UnicodeWidthStr as _;

use crate::run::{program, run, stdout};

/// Real URLs, and those of the test vectors, valid and invalid.
fn lists() -> Vec<String> {
    let top = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let mut texts = Vec::new();
    for file in fs::read_dir(format!("{top}/tests/data/urls")).unwrap() {
        let text = fs::read(file.unwrap().path()).unwrap();
        texts.extend(String::from_utf8_lossy(&text).lines().map(str::to_owned));
    }
    for file in ["../url1738/tests/data/attacks.tsv", "../../tests/conformance/data/nasty.tsv"] {
        let text = fs::read(file).unwrap();
        let text = String::from_utf8_lossy(&text).into_owned();
        texts.extend(text.lines().flat_map(|line| line.split('\t')).map(str::to_owned));
    }
    texts.retain(|text| !text.is_empty());
    texts
}

/// URLs with long values in every place.
fn long_urls() -> Vec<String> {
    let x = |count: usize| "x".repeat(count);
    let mut urls = Vec::new();
    // The number of the last part has two digits, at any column.
    urls.extend((30..70).map(|count| format!("http://h/{}{}/c", "a/".repeat(8), x(count))));
    for count in [1, 30, 60, 75, 77, 78, 79, 80, 200, 3000] {
        let x = x(count);
        urls.extend([
            format!("http://host.dom/{x}?{x}"),
            format!("http://{x}.dom/"),
            format!("http://{}dom/", "a.".repeat(count)),
            format!("ftp://{x}:{x}@host.dom/{x}/{x};type=a"),
            format!("ftp://host.dom/{}", "a/".repeat(count)),
            format!("ftp://host.dom/{}", "%E6%97%A5%20".repeat(count)),
            format!("gopher://host.dom/7{x}%09{x}%09+{x}"),
            format!("mailto:{x}@host.dom"),
            format!("news:{x}"),
            format!("telnet://{x}:{x}@host.dom"),
            format!("prospero://host.dom/{x};{x}={x}"),
            format!("wais://host.dom/{x}/{x}/{x}"),
            format!("file:///{x}"),
            format!("x-{x}:{x}"),
            format!("http://host.dom/{x} {x}"),
            format!("http://host.dom/{x}\u{65e5}\u{672c}{x}"),
            format!("http://host.dom/{}", "\u{1}".repeat(count)),
            format!("http://host.dom/{}", "~".repeat(count)),
            x,
        ]);
    }
    urls
}

fn widest(text: &str) -> (usize, &str) {
    text.lines().map(|line| (line.width(), line)).max().unwrap_or_default()
}

#[test]
fn every_url_fits_80_columns() {
    let mut urls = lists();
    assert!(urls.len() > 7000, "{}", urls.len());
    urls.extend(long_urls());
    let input = urls.join("\n");
    for compare in [&[][..], &["--compare"]] {
        let text = stdout(&[&["explain", "--verbose"], compare].concat(), input.as_bytes());
        let (width, line) = widest(&text);
        assert!(width <= 80, "{width}: {line}");
        assert!(text.len() > input.len());
    }
    // A wider terminal does not make it wider, and a narrower one narrower.
    for (columns, most) in [("200", 80), ("60", 60)] {
        let url = &long_urls()[40 + 8 * 19];
        let run = program().env("COLUMNS", columns).args(["explain", "--compare", url]).output();
        let text = String::from_utf8(run.unwrap().stdout).unwrap();
        let (width, line) = widest(&text);
        assert!((most - 10..=most).contains(&width), "{columns}: {width}: {line}");
    }
    // What is written below a table is wrapped, too.
    let url = "http://h/?password=s3cret";
    let run = program().env("COLUMNS", "50").args(["explain", "--compare", url]).output();
    let text = String::from_utf8(run.unwrap().stdout).unwrap();
    assert!(text.contains("letters and digits of a possible password are\nreplaced"), "{text}");
    assert!(widest(&text).0 <= 50, "{text}");
}

/// The text of every part is in the list, as written and decoded.
#[test]
fn the_text_of_every_segment_is_shown() {
    let text = stdout(&["explain", "ftp://me@host.dom/one/t%77o//three;type=i"], b"");
    for (number, name, shown) in [
        ("1", "scheme", "ftp "),
        ("2", "user", "me "),
        ("3", "host", "host.dom "),
        ("4", "fsegment", "one "),
        ("5", "fsegment", "t%77o = two "),
        ("6", "fsegment", " "),
        ("7", "fsegment", "three "),
        ("8", "ftptype", "i "),
    ] {
        let start = format!("  {number}  {name:<8}  {shown}");
        assert!(text.lines().any(|line| line.starts_with(&start)), "{start}: {text}");
    }
}

/// Returns the objects that a run writes.
fn records(arguments: &[&str], input: &[u8]) -> Vec<Value> {
    stdout(arguments, input).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// JSON has the members of `parse` with the same values, and the plan of `plan`.
#[test]
fn json_agrees_with_parse_and_plan() {
    let mut urls = lists();
    urls.retain(|url| !url.contains(['\r', '\n']));
    urls.extend(long_urls());
    let input = urls.join("\n");
    let explained = records(&["explain", "--json"], input.as_bytes());
    let parsed = records(&["parse", "--json"], input.as_bytes());
    let planned = records(&["plan", "--json"], input.as_bytes());
    assert_eq!((explained.len(), parsed.len()), (parsed.len(), planned.len()));
    let mut valid = 0;
    for ((mut explained, parsed), planned) in explained.into_iter().zip(parsed).zip(planned) {
        for (key, value) in parsed.as_object().unwrap() {
            if key == "parts" {
                for part in explained[key].as_array_mut().unwrap() {
                    let part = part.as_object_mut().unwrap();
                    for more in ["meaning", "production", "section"] {
                        assert!(part.remove(more).unwrap().is_string());
                    }
                    part.remove("decoded");
                }
            }
            assert_eq!(explained[key], *value, "{key} of {parsed}");
        }
        if parsed["ok"] == true {
            valid += 1;
            for key in ["endpoint", "steps", "warnings"] {
                assert_eq!(explained["plan"][key], planned[key], "{key} of {parsed}");
            }
            assert_eq!(explained["refused"], planned["refused"]);
            assert!(explained["about"].is_string());
        }
    }
    assert!(valid > 5000, "{valid}");
}

#[test]
fn urls_come_from_stdin_files_and_arguments() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list");
    fs::write(&list, "ftp://file.dom/\n\nnews:*\n").unwrap();
    let list = list.to_str().unwrap();
    for arguments in [&["explain"][..], &["explain", "-"]] {
        let text = stdout(arguments, b"ftp://stdin.dom/\nhttp://h/\n");
        assert!(text.contains("stdin.dom") && text.contains("http: documents by HTTP"), "{text}");
    }
    let text = stdout(&["explain", list, "mailto:a@b"], b"");
    assert!(text.contains("file.dom") && text.contains("news:*") && text.contains("mailto:a@b"));
    assert_eq!(run(&["explain", "-q", list], b"").status.code(), Some(0));
    assert_eq!(run(&["explain"], b"http://h/\nhttp://h/~\n").status.code(), Some(1));
    assert_eq!(run(&["explain"], b"").status.code(), Some(0));
}

/// Longer URLs are drawn at their start and their end, and the record has all of them.
#[test]
fn long_urls_are_explained() {
    for count in [2_000, 100_000] {
        let url =
            format!("http://host.dom/first/{}last?{}", "x/".repeat(count / 2), "q".repeat(900));
        let output = run(&["explain"], url.as_bytes());
        assert_eq!(output.status.code(), Some(0));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("http://host.dom/first/x/") && text.contains("more parts"), "{text}");
        assert!(text.contains("last") && text.contains("search"), "{text}");
        assert!(text.len() < 20_000, "{}", text.len());
        let record = &records(&["explain", "--json"], url.as_bytes())[0];
        assert_eq!(record["input"], url.as_str());
        assert_eq!(record["parts"].as_array().unwrap().len(), count / 2 + 5);
        let svg = stdout(&["explain", "--format", "svg"], url.as_bytes());
        assert!(svg.contains("more parts") && svg.len() < 60_000, "{}", svg.len());
    }
    let bad = format!("http://host.dom/{}~{}", "x".repeat(50_000), "y".repeat(50_000));
    let text = String::from_utf8(run(&["explain"], bad.as_bytes()).stdout).unwrap();
    assert!(text.contains("xxx~yyy") && text.contains("...") && text.len() < 6_000, "{text}");
    let below = text.lines().skip_while(|line| !line.contains("x~y")).collect::<Vec<_>>();
    assert_eq!(below[0].find('~'), below[1].find('^'), "{text}");
}

/// The mark is under the error, whatever is before it.
#[test]
fn the_error_of_an_invalid_url_is_marked() {
    for (url, error, parts) in [
        ("http://host.dom/~joe", "~", "scheme host hsegment"),
        ("http://host.dom/a/b c", " ", "scheme host hsegment hsegment"),
        ("ftp://me@host.dom/a<b", "<", "scheme user host fsegment"),
        ("http://h:999999/", "999999", "scheme host port"),
        ("http://\u{65e5}\u{672c}.dom/", "\u{65e5}", "scheme host"),
        ("ftp://joe:s3cret@ho_st/", "_", "scheme user password host"),
        // What is before the error may be a user or a host.
        ("ftp://joe:se~cret@h/", "***", "scheme password"),
        ("no url", " ", "scheme"),
        ("http:", " ", "scheme host"),
    ] {
        let output = run(&["explain"], url.as_bytes());
        assert_eq!(output.status.code(), Some(1), "{url}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.starts_with("error[") && text.contains(" --> standard input:1:"), "{text}");
        let lines: Vec<&str> = text.lines().collect();
        let marks = lines.iter().position(|line| line.contains('^')).unwrap();
        let start = lines[marks].chars().position(|c| c == '^').unwrap();
        let len = lines[marks].matches('^').count();
        // A space follows, since an error may be at the end.
        let (drawn, mut column, mut marked) = (format!("{} ", lines[marks - 1]), 0, String::new());
        for c in drawn.chars() {
            if (start..start + len).contains(&column) {
                marked.push(c);
            }
            column += c.to_string().width();
        }
        assert_eq!(marked, error, "{text}");
        let list = lines.iter().skip(marks).filter_map(|line| {
            let mut words = line.split_whitespace();
            words.next()?.parse::<u8>().ok()?;
            let name = words.next()?;
            name.starts_with(char::is_alphabetic).then_some(name)
        });
        assert_eq!(list.collect::<Vec<_>>().join(" "), parts, "{text}");
        assert!(text.contains("the error is here"), "{text}");
        // The SVG marks it, too.
        let svg = stdout(&["explain", "--format", "svg"], url.as_bytes());
        assert!(svg.contains("class=\"mark wrong\"") && svg.contains("the error is here"), "{svg}");
        assert!(!text.contains("s3cret") && !svg.contains("s3cret"));
    }
}

/// Options that would change nothing are errors.
#[test]
fn no_option_is_ignored() {
    for arguments in [
        &["--format", "svg", "--json", "http://h/"][..],
        &["--format", "svg", "--compare", "http://h/"],
        &["--format", "svg", "--verbose", "http://h/"],
        &["--format", "svg", "http://h/", "http://h/"],
        &["--format", "svg"],
        &["--format", "csv", "http://h/"],
        &["--json", "--verbose", "http://h/"],
    ] {
        let output = run(&[&["explain"], arguments].concat(), b"");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
    }
    let records = records(&["explain", "--json", "--compare", "http://010.0.0.1/a#b"], b"");
    assert_eq!(records[0]["readings"]["rfc1738"]["ok"], false);
    assert_eq!(records[0]["readings"]["whatwg"]["host"], "8.0.0.1");
    assert_eq!(records[0]["differences"], serde_json::json!(["acceptance", "host"]));
}

/// `--compare` splits `file` URLs as the tests of web browsers demand (WPT, `urltestdata.json`). The crate `url` has them
/// with its own tests; it fails some of them itself, and is not asked about `file` URLs.
#[test]
fn the_whatwg_column_agrees_with_the_web_platform_tests() {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let metadata = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let manifest = packages.iter().find(|package| package["name"] == "url").unwrap();
    let manifest = manifest["manifest_path"].as_str().unwrap();
    let path = manifest.replace("Cargo.toml", "tests/urltestdata.json");
    let rows: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    let is_argument = |input: &str| {
        // An argument begins with a scheme, and has no NUL.
        !input.contains('\0') && input.contains(':') && !input.starts_with('\\')
    };
    let rows: Vec<&Value> = rows.as_array().unwrap().iter().collect();
    let rows = rows.into_iter().filter(|row| row.is_object() && row["base"].is_null());
    let rows: Vec<_> = rows
        .map(|row| (row, row["input"].as_str().unwrap()))
        .filter(|(_, input)| is_argument(input))
        .collect();
    let command = ["explain", "--json", "--passwords", "keep", "--compare", "--"];
    let arguments: Vec<&str> =
        command.into_iter().chain(rows.iter().map(|(_, input)| *input)).collect();
    let records = records(&arguments, b"");
    assert_eq!(records.len(), rows.len());
    let (mut files, mut others, mut wrong) = (0, 0, Vec::new());
    for ((row, input), record) in rows.into_iter().zip(&records) {
        let is_file = input.trim_start().to_ascii_lowercase().starts_with("file:");
        let count = if is_file { &mut files } else { &mut others };
        *count += 1;
        let reading = &record["readings"]["whatwg"];
        let expected = |key: &str, delimiter: char| -> Value {
            let value = row[key].as_str().unwrap_or_default();
            value.strip_prefix(delimiter).map_or(Value::Null, Into::into)
        };
        let agrees = if row["failure"] == true {
            reading["ok"] == false
        } else {
            let host = row["hostname"].as_str().filter(|host| !host.is_empty());
            reading["ok"] == true
                && reading["host"] == host.map_or(Value::Null, Value::from)
                && reading["path"] == row["pathname"]
                // An empty query is left out of the tests' data.
                && (reading["query"] == expected("search", '?') || reading["query"] == "")
                && (reading["fragment"] == expected("hash", '#') || reading["fragment"] == "")
        };
        if !agrees {
            wrong.push(format!("{input:?}: {reading} and not {row}"));
        }
    }
    assert!(files >= 45 && others >= 300, "{files} {others}");
    let wrong_files: Vec<_> = wrong.iter().filter(|row| row.contains("file:")).collect();
    assert!(wrong_files.is_empty(), "{wrong_files:#?}");
    // What the crate `url` fails of the others, in this version or before a later edition of the tests: it does not encode
    // a space before the query of an opaque path, nor `^` in a path.
    let known = ["\"non-special:opaque", "\"foo://host/ !", "\"wss://host/ !"];
    wrong.retain(|row| !known.iter().any(|start| row.starts_with(start)));
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A host is the production that it matches (decision 17: leading zeros are decimal).
#[test]
fn an_address_is_a_hostnumber() {
    for (host, production) in [
        ("010.0.0.1", "hostnumber"),
        ("10.0.0.1", "hostnumber"),
        ("0000.00.0.1", "hostnumber"),
        ("host.dom", "hostname"),
        ("1.2.3.4a.dom", "hostname"),
        ("h", "hostname"),
    ] {
        for scheme in ["http", "ftp", "telnet", "file", "x-db"] {
            let url = format!("{scheme}://{host}/");
            let found = records(&["explain", "--json", &url], b"");
            let parts = found[0]["parts"].as_array().unwrap();
            let part = parts.iter().find(|part| part["name"] == "host").unwrap();
            assert_eq!(part["production"], production, "{url}");
            let text = stdout(&["explain", &url], b"");
            assert!(text.contains(&format!("BNF {production}")), "{text}");
        }
    }
    // The part is before the error here.
    let text = stdout(&["explain", "http://010.0.0.1/~"], b"");
    assert!(text.contains("BNF hostnumber"), "{text}");
}

/// The WHATWG standard does not know the scheme, so the host is opaque there.
#[test]
fn the_whatwg_column_keeps_the_case_of_an_opaque_host() {
    for (url, host) in [
        ("http://HOST.Dom/", "host.dom"),
        ("file://HOST.Dom/a", "host.dom"),
        ("gopher://HOST.Dom/1", "HOST.Dom"),
        ("x-db://HOST.Dom/a", "HOST.Dom"),
    ] {
        let found = records(&["explain", "--compare", "--json", url], b"");
        let readings = &found[0]["readings"];
        assert_eq!(readings["whatwg"]["host"], host, "{url}");
        assert_eq!(
            (&readings["rfc1738"]["host"], &readings["rfc3986"]["host"]),
            (&"host.dom".into(), &"host.dom".into())
        );
        let differs = found[0]["differences"].as_array().unwrap().contains(&"host".into());
        assert_eq!(differs, host != "host.dom", "{url}");
    }
}

/// Without its `#`, the line has a port that is none.
#[test]
fn the_password_of_an_invalid_line_that_a_fragment_divides_is_masked() {
    for url in ["ftp://joe:hunt#er2@host.dom/", "http://joe:hunt#er2@host.dom/"] {
        let text = stdout(&["explain", "--references", "--compare", url], b"");
        assert!(text.contains("joe:***") && !text.contains("hunt"), "{text}");
    }
}

/// A lane marks the bytes that a standard reads, and none for what it adds: a default port, the path `/`.
#[test]
fn a_lane_marks_no_bytes_of_another_component() {
    for (url, lanes) in [
        (
            "ftp://a?b@h.dom/x?y",
            ["sss   uuu hhhhhpppp", "sss   h qqqqqqqqqqq", "sss   h qqqqqqqqqqq"],
        ),
        ("ftp://h.dom/21?/", ["sss   hhhhhppppp", "sss   hhhhhppp q", "sss   hhhhhppp q"]),
        ("ftp://:pw@h:21/../a", ["sss    ww h ::ppppp", "sss    ww h ::ppppp", "sss    ww h ::"]),
    ] {
        let text = stdout(&["explain", "--compare", "--passwords", "keep", url], b"");
        let found = ["RFC 1738  ", "RFC 3986  ", "WHATWG    "].map(|name| {
            let lane = text.lines().find_map(|line| line.trim_start().strip_prefix(name));
            lane.unwrap_or_default().to_owned()
        });
        assert_eq!(found, lanes, "{text}");
    }
}
