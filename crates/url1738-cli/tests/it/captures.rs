//! `parse --cdx` and `parse --warc`: lines of indexes of every form, and the secrets in them.

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
        ("ftp://joe:pw@h/ text/html 200", Some("ftp://joe:***@h/ text/html 200")),
        ("http://h/ text/html 200", None),
    ] {
        let line = format!("- 19970101000000 {json}\n");
        let arguments = ["parse", "--cdx", "--passwords", "mask", "--get", "{json}"];
        let found = stdout(&arguments, line.as_bytes());
        assert_eq!(found.trim_end(), expected.unwrap_or(json), "{line}");
    }
}
