//! WARC files as other programs leave them: compressed as a whole or by record, cut off, with other line endings.

use std::{fs, io::Write as _, path::Path, process::Output};

use flate2::{Compression, write::GzEncoder};

use crate::run::program;

fn record(kind: &str, url: Option<&str>, body: &str) -> String {
    let url = url.map(|url| format!("WARC-Target-URI: {url}\r\n")).unwrap_or_default();
    format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 1994-01-02T03:04:05Z\r\n\
         {url}Content-Length: {}\r\n\r\n{body}\r\n\r\n",
        body.len()
    )
}

fn records() -> [String; 4] {
    [
        record("warcinfo", None, "software: x"),
        // As written by wget.
        record("response", Some("<http://a.dom/x>"), "WARC/1.0\r\n\r\n"),
        record("resource", Some("ftp://b.dom/y"), &"x".repeat(300_000)),
        record("response", Some("http://c.dom/z"), ""),
    ]
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

fn parse(folder: &Path, content: &[u8]) -> (Option<i32>, String, String) {
    fs::write(folder.join("a.warc"), content).unwrap();
    let arguments = ["parse", "--warc", "--get", "{timestamp} {url}", "a.warc"];
    let Output { status, stdout, stderr } =
        program().current_dir(folder).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code(), text(stdout), text(stderr))
}

const URLS: [&str; 3] = [
    "19940102030405 http://a.dom/x\n",
    "19940102030405 ftp://b.dom/y\n",
    "19940102030405 http://c.dom/z\n",
];

#[test]
fn files_are_plain_or_compressed_by_record_or_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let records = records();
    let by_record: Vec<u8> = records.iter().flat_map(|record| gzip(record)).collect();
    for content in [records.concat().into_bytes(), by_record, gzip(&records.concat())] {
        let counts = "3 lines = 3 ok + 0 bad + 0 skipped\n".to_owned();
        assert_eq!(parse(folder.path(), &content), (Some(0), URLS.concat(), counts));
    }
    let counts = "0 lines = 0 ok + 0 bad + 0 skipped\n".to_owned();
    assert_eq!(parse(folder.path(), b""), (Some(0), String::new(), counts));
}

#[test]
fn broken_files_are_reported_after_what_they_hold() {
    let folder = tempfile::tempdir().unwrap();
    let all = records().concat();
    let cut = |len: usize| all.as_bytes()[..len].to_vec();
    let compressed = gzip(&all);
    let header = all.rfind("WARC-Type").unwrap();
    let endless = format!("{}WARC/1.0\r\nX: {}", all, "x".repeat(3 << 20));
    for (content, urls, message) in [
        (cut(all.len() - 2), 3, "broken after 4 records: Unexpected end of body"),
        (cut(header), 2, "broken after 3 records: it ends in a header, whose lines end with CR LF"),
        (
            all.replace("\r\n", "\n").into_bytes(),
            0,
            "not a WARC file: it ends in a header, whose lines end with CR LF",
        ),
        (endless.into_bytes(), 3, "broken after 4 records: a header is longer than 1 MiB"),
        (b"WARC/1.0\r\n\r\n".to_vec(), 0, "not a WARC file: "),
        (b"http://h/\n".to_vec(), 0, "not a WARC file: it does not begin with WARC/"),
        // Cut off within the sum at the end.
        (compressed[..compressed.len() - 4].to_vec(), 3, "broken after 4 records: "),
    ] {
        let (code, stdout, stderr) = parse(folder.path(), &content);
        assert_eq!((code, stdout), (Some(2), URLS[..urls].concat()), "{message}");
        let message = format!("url1738: cannot read a.warc: {message}");
        assert!(stderr.starts_with(&message), "{message}: {stderr}");
    }
}

/// The crate that reads records panics at such a header; the records after it would be lost.
#[test]
fn headers_that_are_not_utf_8_are_invalid_urls() {
    let folder = tempfile::tempdir().unwrap();
    let content = records().concat().replace("ftp://b.dom/y", "ftp://b.dom/?").into_bytes();
    let octet = |byte: u8| if byte == b'?' { 0xE9 } else { byte };
    let content: Vec<u8> = content.into_iter().map(octet).collect();
    let (code, stdout, stderr) = parse(folder.path(), &content);
    assert_eq!((code, stdout), (Some(0), [URLS[0], URLS[2]].concat()));
    assert!(stderr.contains("ftp://b.dom/\u{fffd}") && !stderr.contains("panicked"), "{stderr}");
}
