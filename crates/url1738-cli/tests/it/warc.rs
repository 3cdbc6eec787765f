//! WARC files as other programs leave them: compressed as a whole or by record, cut off, with other line endings.

use std::{
    fs,
    io::{Read as _, Write as _},
    path::Path,
    process::Output,
};

use flate2::{Compression, read::MultiGzDecoder, write::GzEncoder};

use crate::run::{program, run};

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
        (cut(header), 2, "broken after 3 records: it ends in a header"),
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

#[test]
fn records_after_a_longer_one_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let longer =
        record("resource", Some("http://a.dom/"), "text").replace("Length: 4", "Length: 1");
    let content = [longer, records().concat()].concat();
    let (code, stdout, stderr) = parse(folder.path(), content.as_bytes());
    let first = "19940102030405 http://a.dom/\n";
    assert_eq!((code, stdout), (Some(1), [first, &URLS.concat()].concat()));
    assert!(stderr.starts_with("a.warc:2: it is longer than its Content-Length"), "{stderr}");
}

/// A record without a time has none, rather than that of the year 1000.
#[test]
fn a_record_may_have_no_time() {
    let folder = tempfile::tempdir().unwrap();
    let record = records()[1].replace("WARC-Date", "Date");
    let (code, stdout, stderr) = parse(folder.path(), record.as_bytes());
    assert_eq!((code, stdout.as_str()), (Some(0), " http://a.dom/x\n"), "{stderr}");
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
    assert!(stderr.contains("ftp://b.dom/\u{e9}") && !stderr.contains("panicked"), "{stderr}");
}

const INDEX: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/index");

/// The files were made by warcio 1.8.1, and the indexes by cdxj-indexer 1.4.6 with `--sort`.
#[test]
fn indexes_are_those_of_cdxj_indexer() {
    let folder = tempfile::tempdir().unwrap();
    let compressed = fs::read(format!("{INDEX}/made.warc.gz")).unwrap();
    let mut plain = Vec::new();
    MultiGzDecoder::new(&compressed[..]).read_to_end(&mut plain).unwrap();
    for (name, content) in [("made.warc", &plain), ("made.warc.gz", &compressed)] {
        fs::write(folder.path().join(name), content).unwrap();
        let expected = fs::read_to_string(format!("{INDEX}/{name}.cdxj")).unwrap();
        let (code, out, err) = index(folder.path(), &[name]);
        assert_eq!((code, out), (Some(0), expected), "{name}: {err}");
        assert_eq!(err, "14 records = 11 indexed + 3 others\n");
    }
    let one = run(&["index", "--filename", "one.warc", "-"], records()[1].as_bytes()).stderr;
    assert_eq!(String::from_utf8_lossy(&one), "1 record = 1 indexed + 0 others\n");
    let named = run(&["index", "-q", "--filename", "made.warc.gz", "-"], &compressed).stdout;
    let expected = fs::read_to_string(format!("{INDEX}/made.warc.gz.cdxj")).unwrap();
    assert_eq!(String::from_utf8(named).unwrap(), expected);
    // Zeros after a member are padding. A place is that of the member alone.
    let start = expected.lines().next().unwrap();
    let whole = [&*compressed, &[0; 100_000]].concat();
    let twice = [&*whole, &compressed].concat();
    for (content, count) in [(&whole, 1), (&twice, 2)] {
        fs::write(folder.path().join("padded.warc.gz"), content).unwrap();
        let (code, out, err) = index(folder.path(), &["padded.warc.gz"]);
        assert_eq!((code, out.lines().count()), (Some(0), 11 * count), "{err}");
        let moved = start.replace("made", "padded");
        assert!(out.contains(&moved), "{out}");
        let place = |text: &str| -> u64 {
            text.split_once("\"offset\": \"").unwrap().1.split('"').next().unwrap().parse().unwrap()
        };
        let offset = place(start) + (count as u64 - 1) * whole.len() as u64;
        assert!(out.contains(&format!("\"offset\": \"{offset}\"")), "{out}");
    }
    fs::remove_file(folder.path().join("padded.warc.gz")).unwrap();
    // A folder has both.
    let (_, both, _) = index(folder.path(), &["."]);
    assert_eq!(both.lines().count(), 22);
    assert!(both.lines().is_sorted());
    let (_, with, _) = index(folder.path(), &["--charset", "made.warc"]);
    let charsets =
        ["iso-8859-1", "utf-8"].map(|it| with.matches(&format!("\"charset\": \"{it}\"")).count());
    assert_eq!(charsets, [1, 2]);
    // Offsets are places in one file.
    let (code, out, err) = index(folder.path(), &["--filename", "a", "."]);
    assert!(code == Some(2) && out.is_empty() && err.contains("the name of one file"), "{err}");
    // The index can be read back.
    let fields =
        ["parse", "-q", "--cdx", "--where", "cdx:status == 301", "--get", "{cdx:offset} {url}"];
    fs::write(folder.path().join("made.cdxj"), &with).unwrap();
    let found =
        program().current_dir(folder.path()).args(fields).arg("made.cdxj").output().unwrap();
    assert_eq!(String::from_utf8(found.stdout).unwrap(), "1139 http://www.host.dom/b?x=1&a=2\n");
}

fn index(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = program().current_dir(folder).arg("index").args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// No record is lost without a message: those after a broken one are indexed.
#[test]
fn broken_records_are_reported_and_the_others_indexed() {
    let folder = tempfile::tempdir().unwrap();
    let whole = record("resource", Some("http://a.dom/"), "text");
    let last = record("resource", Some("http://z.dom/"), "text");
    let two = whole.replace("WARC-Date", "WARC-Target-URI: http://b.dom/\r\nWARC-Date");
    let cases = [
        ("longer than its Content-Length", whole.replace("Length: 4", "Length: 3"), 2),
        ("Unexpected end of body", whole.replace("Length: 4", "Length: 400"), 2),
        ("it has 2 WARC-Target-URIs", two, 1),
        ("it has no WARC-Target-URI", record("response", None, "x"), 1),
        ("it has no WARC-Type", whole.replace("WARC-Type", "X"), 1),
        ("it has no WARC-Date with a year", whole.replace("1994-01-02T03:04:05Z", "then"), 1),
        ("it has no WARC-Date with a year", whole.replace("WARC-Date", "Date"), 1),
    ];
    for (message, broken, indexed) in cases {
        let by_record = [gzip(&broken), gzip(&last)].concat();
        let plain = [broken.as_str(), &last].concat().into_bytes();
        for (name, content) in [("a.warc.gz", by_record), ("a.warc", plain)] {
            fs::write(folder.path().join(name), content).unwrap();
            let (code, out, err) = index(folder.path(), &[name]);
            assert!(err.contains(message), "{name}: {err}");
            // In a plain file nothing says where the next record begins, except a length that is right.
            let is_lost = message.starts_with("Unexpected") && name == "a.warc";
            let lines = if is_lost { 1 } else { indexed };
            assert_eq!(
                (code, out.lines().count()),
                (Some(1), lines),
                "{name} {message}: {err}{out}"
            );
        }
    }
    // One member for the whole file.
    fs::write(folder.path().join("a.warc.gz"), gzip(&[&*whole, &last].concat())).unwrap();
    let (code, out, err) = index(folder.path(), &["a.warc.gz"]);
    assert!(err.contains("not compressed by itself"), "{err}");
    assert_eq!((code, out.lines().count()), (Some(1), 1));
    // An empty member does not end the file.
    let by_record = [gzip(""), gzip(&whole), gzip(""), gzip(""), gzip(&last)].concat();
    fs::write(folder.path().join("a.warc.gz"), by_record).unwrap();
    let (code, out, err) = index(folder.path(), &["a.warc.gz"]);
    assert_eq!((code, out.lines().count()), (Some(0), 2), "{err}");
    // A response of HTTP without a header has no status, like that of cdxj-indexer.
    fs::write(folder.path().join("a.warc"), record("response", Some("http://a.dom/"), "x"))
        .unwrap();
    let (_, out, _) = index(folder.path(), &["a.warc"]);
    assert!(out.contains("{\"url\": \"http://a.dom/\", \"digest\""), "{out}");
    fs::write(folder.path().join("a.warc"), "http://h.dom/\n").unwrap();
    let (code, _, err) = index(folder.path(), &["a.warc"]);
    assert!(
        code == Some(2) && err.contains("not a WARC file: it does not begin with WARC/"),
        "{err}"
    );
}

#[test]
fn an_index_holds_no_password() {
    let folder = tempfile::tempdir().unwrap();
    let secret = record("resource", Some("ftp://joe:secret@a.dom/"), "text");
    fs::write(folder.path().join("a.warc"), secret).unwrap();
    for (policy, code, lines) in [("refuse", 2, 0), ("mask", 0, 1), ("keep", 0, 1)] {
        let (ended, out, err) = index(folder.path(), &["--passwords", policy, "a.warc"]);
        assert_eq!((ended, out.lines().count()), (Some(code), lines), "{policy}: {err}");
        assert_eq!(out.contains("secret"), policy == "keep", "{out}");
        assert!(!err.contains("secret"), "{err}");
    }
}
