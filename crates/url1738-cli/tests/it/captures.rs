//! Indexes of archives: `parse --cdx` and `--warc`, `--get '{surt}'` of every form of line, and the secrets in them.

use std::process::Output;

use crate::run::{run, stdout};

#[test]
fn urls_of_indexes_of_all_forms() {
    for line in [
        r#"com,example)/ 19970101000000 {"url": "http://example.com/", "mime": "text/html"}"#,
        r#"com,example)/ 19970101000000 {"url":"http://example.com/"}"#,
        r#"com,example)/ 19970101000000 {"mime": "url", "url": "http://example.com/"}"#,
        r#"com,example)/ 19970101000000 {"url": "http:\/\/example.com\u002f"}"#,
        r#"com,example)/ 19970101000000 {"url": "http://x/", "url": "http://example.com/"}"#,
        "com,example)/ 19970101000000 http://example.com/ text/html 200 SHA - - 80 1 a.warc.gz",
    ] {
        let found = stdout(&["parse", "--cdx", "--get", "{url}"], line.as_bytes());
        assert_eq!(found, "http://example.com/\n", "{line}");
    }
    for header in [" CDX N b a m s k r M S V g", "!OpenWayback-CDXJ 1.0"] {
        let output = run(&["parse", "--cdx", "--get", "{url}"], header.as_bytes());
        assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 0), "{header}");
    }
    for line in [
        "http://example.com/",
        r#"com,example)/ 19970101000000 {"mime": "text/html"}"#,
        r#"com,example)/ 19970101000000 {"url": "http://"#,
    ] {
        let output = run(&["parse", "--cdx", "--get", "{url}"], line.as_bytes());
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{line}");
    }
}

/// The lines of a WARC file say why a record is broken. Those of another file may say anything.
#[test]
fn the_fault_of_a_capture_is_safe_to_show() {
    let line = br#"- - {"fault": "at ftp://joe:pw@h/ \u001b[31mred"}"#;
    let err = run(&["parse", "-q", "--cdx", "--get", "{url}"], line).stderr;
    let wanted = "standard input:1: at ftp://joe:***@h/ \\x1B[31mred\n";
    assert_eq!(String::from_utf8_lossy(&err), wanted);
}

/// A line with other columns than those of a capture has anything in place of its time.
#[test]
fn the_time_of_a_capture_shows_no_password() {
    let get = ["parse", "-q", "--cdx", "--passwords", "mask", "--get", "{timestamp}"];
    assert_eq!(stdout(&get, b"x ftp://joe:pw@h/ http://h/\n"), "ftp://joe:***@h/\n");
    let refused =
        run(&["parse", "--cdx", "--get", "{timestamp}"], b"x ftp://joe:pw@h/ http://h/\n");
    assert_eq!((refused.status.code(), refused.stdout.len()), (Some(2), 0));
}

#[test]
fn secrets_of_captures_are_masked_whatever_their_escapes() {
    for (json, expected) in [
        (r#"{"url": "http://h/", "status": "200"}"#, None),
        (r#"{"url": "ftp://joe:pw@h/a", "s": 1}"#, Some(r#"{"url": "ftp://joe:***@h/a", "s": 1}"#)),
        (r#"{"url":"ftp:\/\/joe:pw@h\/"}"#, Some(r#"{"url":"ftp://joe:***@h/"}"#)),
        (r#"{"url":"ftp:\u002f\u002fjoe:pw\u0040h/"}"#, Some(r#"{"url":"ftp://joe:***@h/"}"#)),
        (
            r#"{"url":"http://h/","redirect":"ftp://joe:p\"w@h/"}"#,
            Some(r#"{"url":"http://h/","redirect":"ftp://joe:***@h/"}"#),
        ),
        (
            r#"{"url":"db://h/x?user=joe&password=pw"}"#,
            Some(r#"{"url":"db://h/x?user=joe&password=***"}"#),
        ),
        // What may not be shown is escaped as in JSON.
        ("{\"url\":\"http://h/\u{202e}\"}", Some(r#"{"url":"http://h/\u202e"}"#)),
        (
            "{\"url\":\"ftp://joe:pw@h/\u{e0001}\"}",
            Some(r#"{"url":"ftp://joe:***@h/\udb40\udc01"}"#),
        ),
        ("ftp://joe:pw@h/ text/html 200", Some("ftp://joe:***@h/ text/html 200")),
        ("http://h/ text/html 200", None),
    ] {
        let line = format!("- 19970101000000 {json}\n");
        let arguments = ["parse", "--cdx", "--passwords", "mask", "--get", "{json}"];
        let found = stdout(&arguments, line.as_bytes());
        assert_eq!(found.trim_end(), expected.unwrap_or(json), "{line}");
    }
}

/// Lines of all kinds with their keys in the package `surt` 0.3.1, or `None` if it raises an exception.
const LINES: &[(&str, Option<&str>)] = &[
    ("http://www.host.dom:80/A", Some("dom,host)/a")),
    ("http://host.dom/~joe", Some("dom,host)/~joe")),
    ("host.dom/a b", Some("dom,host)/a%20b")),
    ("http://münchen.example/", Some("example,xn--mnchen-3ya)/")),
    ("http://m%C3%BCnchen.example/", Some("example,xn--mnchen-3ya)/")),
    ("https://BÜCHER.de/x", Some("de,xn--bcher-kva)/x")),
    ("http://straße.example/", Some("example,strasse)/")),
    ("http://παράδειγμα.gr/", Some("gr,xn--hxajbheg2az3al)/")),
    ("http://例え。テスト/", Some("xn--zckzah,xn--r8jz45g)/")),
    ("http://m%FCnchen.example/", Some("example,mnchen)/")),
    ("http://a..ü.dom/", Some("dom,%c3%bc,a)/")),
    ("http://[2001:db8::1]:8080/", Some("2001:db8::1:8080)/")),
    ("http://joe:s3cret@host.dom/", Some("dom,host)/")),
    ("dns:host.dom", Some("dns:host.dom")),
    ("urn:isbn:0451450523", Some("urn:isbn:0451450523")),
    ("mailto:joe@host.dom", Some("mailto:joe@host.dom")),
    ("http://host.dom:port/", None),
    ("http://host.dom:99999/", None),
    ("x-db://host.dom:port/", None),
];

/// Returns the lines as a list.
fn list() -> String {
    LINES.iter().map(|(line, _)| format!("{line}\n")).collect()
}

/// Returns the lines as an index.
fn index() -> String {
    let line = |(at, (url, _)): (usize, &(&str, _))| {
        let object = serde_json::json!({ "url": url, "status": "200" });
        format!("- {} {object}\n", 19_970_101_000_000 + at)
    };
    LINES.iter().enumerate().map(line).collect()
}

/// A list and an index of the same lines have the same keys, and a message for each line without one.
#[test]
fn every_line_has_a_key_or_a_message() {
    let expected: Vec<&str> = LINES.iter().filter_map(|(_, key)| *key).collect();
    let plain = ["parse", "--get", "{surt}"];
    let cdx = ["parse", "--cdx", "--get", "{surt}"];
    for (arguments, input) in [(&plain[..], list()), (&cdx, index())] {
        let output = run(arguments, input.as_bytes());
        let stdout = String::from_utf8(output.stdout).unwrap();
        assert_eq!(stdout.lines().collect::<Vec<_>>(), expected, "{arguments:?}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        let without = LINES.iter().zip(1..).filter(|((_, key), _)| key.is_none());
        for (_, number) in without.clone() {
            let message = format!(":{number}: no key: the port is not a number from 0 to 65535");
            assert!(stderr.contains(&message), "{message}: {stderr}");
        }
        assert_eq!(stderr.matches("no key").count(), without.count(), "{stderr}");
        assert_eq!(output.status.code(), Some(1));
        assert!(!stdout.contains("s3cret") && !stderr.contains("s3cret"));
    }
}

/// With a field that only URLs have, an invalid line is reported; with one about the verdict, every line is written.
#[test]
fn keys_beside_other_fields() {
    let counts = |template: &str| {
        let output = run(&["parse", "--get", template], list().as_bytes());
        let count = |text: &[u8], piece: &str| String::from_utf8_lossy(text).matches(piece).count();
        let Output { stdout, stderr, .. } = &output;
        [count(stdout, "\n"), count(stderr, "error["), count(stderr, "no key")]
    };
    let all = LINES.len();
    let invalid = LINES.iter().filter(|(line, _)| url1738::Url::parse(line).is_err()).count();
    let without = LINES.iter().filter(|(_, key)| key.is_none()).count();
    // `x-db://host.dom:port/` is a URL without a key.
    assert_eq!(counts("{surt} {scheme}"), [all - invalid - 1, invalid, 1]);
    assert_eq!(counts("{surt} {exact:surt}"), [all - invalid - 1, invalid, 1]);
    assert_eq!(counts("{exact:surt}"), [all - invalid, invalid, 0]);
    assert_eq!(counts("{surt} {line}"), [all - without, 0, without]);
    assert_eq!(counts("{valid} {surt}"), [all, 0, without]);
    assert_eq!(counts("{input}"), [all - invalid, invalid, 0]);
}

/// Sorted by their keys, all lines are there.
#[test]
fn lines_are_sorted_by_their_keys() {
    let output = run(&["parse", "--sort", "surt", "--get", "{surt}"], list().as_bytes());
    let keys = String::from_utf8(output.stdout).unwrap();
    let mut sorted: Vec<&str> = LINES.iter().filter_map(|(_, key)| *key).collect();
    sorted.sort_unstable();
    assert_eq!(keys.lines().collect::<Vec<_>>(), sorted);
}

/// Lines of one key are one, whether they are valid or not; lines without a key stay.
#[test]
fn lines_are_unique_by_their_keys() {
    let lines =
        "http://h.dom/%7Ejoe\nhttp://h.dom/~joe\nh.dom/~Joe/\nhttp://h.dom:x/\nhttp://h.dom:x/\n";
    for unique in ["--unique=surt", "--unique=wayback:surt"] {
        let output = run(&["parse", unique, "--get", "{surt}"], lines.as_bytes());
        assert_eq!(String::from_utf8(output.stdout).unwrap(), "dom,h)/~joe\n");
        assert_eq!(String::from_utf8_lossy(&output.stderr).matches("no key").count(), 2);
    }
}

/// Lines that are not URLs are unique, and found in a list, by what they have of the line.
#[test]
fn captures_are_unique_by_their_digests() {
    let captures = "dom,h)/~a 1994 {\"url\": \"http://h.dom/~a\", \"digest\": \"A\"}\n\
        dom,h)/~b 1995 {\"url\": \"http://h.dom/~b\", \"digest\": \"A\"}\n\
        dom,h)/c 1996 {\"url\": \"http://h.dom/c\", \"digest\": \"A\"}\n\
        dom,h)/~d 1997 {\"url\": \"http://h.dom/~d\", \"digest\": \"B\"}\n\
        dom,h)/~e 1998 {\"url\": \"http://h.dom/~e\"}\ndom,h)/~f 1999 {\"url\": \"http://h.dom/~f\"}\n";
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("old.cdxj");
    std::fs::write(&old, captures.lines().nth(3).unwrap()).unwrap();
    let old = old.to_str().unwrap();
    for (options, expected) in [
        (&["--unique=cdx:digest"][..], "1994 1997 1998 1999 "),
        (&["--unique=cdx:digest", "--error-rate", "0.001"], "1994 1997 1998 1999 "),
        (&["--not-in", old, "--by", "cdx:digest"], "1994 1995 1996 1998 1999 "),
        (&["--in", old, "--by", "row:digest"], "1997 "),
        (&["--unique=code,valid", "--sort", "-line"], "1996 1994 "),
    ] {
        let command = ["parse", "-q", "--cdx", "--get", "{timestamp}"];
        let output = run(&[&command, options].concat(), captures.as_bytes());
        let found = String::from_utf8(output.stdout).unwrap().replace('\n', " ");
        assert_eq!(found, expected, "{options:?}");
    }
}

/// The values of a capture, by their names or, in CDX, by the letters of the legend.
#[test]
fn legends_and_objects_name_the_values_of_captures() {
    let eleven = "dom,h)/a 1994 http://h.dom/a text/html 200 SHA - - 80 17 a.warc.gz";
    let legend = " CDX A e a b m s k V v g\n";
    let other = "h.dom/b 192.0.2.1 http://h.dom/b 1995 text/plain 404 SHB 18 19 b.arc.gz";
    let object = r#"dom,h)/c 1996 {"url": "http://h.dom/c", "status": "301", "mime": null, "offset": 20, "x": [1, "2"]}"#;
    let template = "{cdx:urlkey}|{timestamp}|{cdx:status}|{cdx:mime}|{cdx:offset}|{row:length}|{cdx:filename}|{url}";
    for (lines, expected) in [
        (eleven.to_owned(), "dom,h)/a|1994|200|text/html|17|80|a.warc.gz|http://h.dom/a\n"),
        (
            format!(" CDX N b a m s k r M S V g\n{eleven}\n{legend}{other}"),
            "dom,h)/a|1994|200|text/html|17|80|a.warc.gz|http://h.dom/a\n\
             h.dom/b|1995|404|text/plain|18||b.arc.gz|http://h.dom/b\n",
        ),
        (format!("{legend}{other}"), "h.dom/b|1995|404|text/plain|18||b.arc.gz|http://h.dom/b\n"),
        (object.to_owned(), "dom,h)/c|1996|301||20|||http://h.dom/c\n"),
        (
            "dom,h)/d 1997 http://h.dom/d text/html 200 SHD 512".to_owned(),
            "dom,h)/d|1997|200|text/html||512||http://h.dom/d\n",
        ),
        // A legend after a byte order mark, of other delimiters, of fewer columns than three.
        ("\u{feff} CDX e b a\n192.0.2.1 1994 http://h/".to_owned(), "|1994||||||http://h/\n"),
        ("\tCDX\tb\ta\ts\n1994\thttp://h/\t200".to_owned(), "|1994|200|||||http://h/\n"),
        (" CDX a\nhttp://h/\n".to_owned(), "|||||||http://h/\n"),
    ] {
        let found = stdout(&["parse", "-q", "--cdx", "--get", template], lines.as_bytes());
        assert_eq!(found, expected, "{lines}");
    }
    let by_letter = stdout(
        &["parse", "-q", "--cdx", "--get", "{cdx:e} {cdx:v} {cdx:r}{json}"],
        format!("{legend}{other}\n").as_bytes(),
    );
    assert_eq!(by_letter, "192.0.2.1 19 text/plain 404 SHB 18 19 b.arc.gz\n");
    assert_eq!(
        stdout(&["parse", "-q", "--cdx", "--get", "{cdx:x}"], object.as_bytes()),
        "[1, \"2\"]\n"
    );

    let all = format!("{eleven}\n{legend}{other}\n");
    let urls = |condition| {
        stdout(&["parse", "-q", "--cdx", "--where", condition, "--get", "{url}"], all.as_bytes())
    };
    assert_eq!(urls("cdx:status == 404"), "http://h.dom/b\n");
    assert_eq!(urls("cdx:offset < 18 && cdx:mime begins \"text/\""), "http://h.dom/a\n");
    assert_eq!(
        stdout(&["parse", "-q", "--cdx", "--count", "cdx:status"], all.as_bytes()),
        "1 200\n1 404\n"
    );

    // What is not a number is not a year.
    let lines = "k 1994 {\"url\": \"http://h/\"}\nk then {\"url\": \"http://h/\"}\n";
    let summary = stdout(&["check", "--summary", "--cdx", "--json"], lines.as_bytes());
    assert!(summary.contains(r#""years":[{"name":"1994","count":1}]"#), "{summary}");

    // Neither a legend nor a capture, and an object that is cut off.
    let output = run(&["parse", "--cdx"], b" dom,h)/ 1994\ndom,h)/ 1994 {\"url\": \"http://h/\"\n");
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("input:2: not a line of a CDXJ file: after the time"), "{message}");
    assert!(message.contains("2 lines = 0 ok + 2 bad + 0 skipped"), "{message}");

    let output = run(&["parse", "--cdx"], b" CDX N b m\ndom,h)/ 1994 text/html\n");
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("no column `a`") && output.status.code() == Some(1), "{message}");
}

/// A legend in the middle of a long file holds from there, wherever a chunk ends.
#[test]
fn many_legends() {
    let (mut lines, mut expected) = (String::new(), String::new());
    for i in 0..20_000 {
        match i % 7 {
            0 => lines += " CDX a b N\n",
            3 => lines += " CDX b N a\n",
            _ => {}
        }
        let url = format!("http://h.dom/{i}");
        lines += &match i % 7 {
            0..3 => format!("{url} 1994 dom,h)/{i}\n"),
            _ => format!("1994 dom,h)/{i} {url}\n"),
        };
        expected += &format!("{url}\n");
    }
    let found = stdout(&["parse", "-q", "--cdx", "--get", "{url}"], lines.as_bytes());
    assert!(found == expected);
}
