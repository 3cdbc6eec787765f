//! `extract` on archives: folders, compressed files, mail, HTML, and what is not text.

use std::{
    fs,
    io::Write as _,
    path::Path,
    process::{Command, Output},
};

use flate2::{Compression, write::GzEncoder};
use serde_json::Value;

use crate::run::{run, stdout};

const FOLDER: &str = "tests/data/archive";

/// Returns the records of a run with JSON.
fn records(arguments: &[&str], input: &[u8]) -> Vec<Value> {
    let all = [&["extract", "--json"], arguments].concat();
    stdout(&all, input).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn number(record: &Value, key: &str) -> usize {
    usize::try_from(record[key].as_u64().unwrap()).unwrap()
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// Runs the program in a folder.
fn run_in(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_url1738"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

/// The bytes of the file that a URL comes from are reported, and where they are.
#[test]
fn records_of_decoded_text_are_placed_in_the_file() {
    for (name, pieces) in [
        (
            "list.mbox",
            &[
                "gopher://gopher.host.dom:70/11/libraries/=\ncatalogs/overview",
                "http://www.host.dom/=7Ejoe/",
                "ftp://ftp.host.dom/pub/\n   catalogs.txt",
            ][..],
        ),
        (
            "links.html",
            &[
                "http://www.host.dom/get?a=1&amp;b=2",
                "http://www.host.dom/&#126;joe/",
                "ftp://ftp.host.dom/pub/",
            ],
        ),
    ] {
        let path = format!("{FOLDER}/{name}");
        let file = fs::read_to_string(&path).unwrap();
        let found = records(&[&path], b"");
        assert!(found.len() >= pieces.len(), "{name}");
        for (record, piece) in found.iter().zip(pieces) {
            let (start, end) = (number(record, "start"), number(record, "end"));
            assert_eq!(&file[start..end], *piece);
            let before = &file[..start];
            assert_eq!(number(record, "line"), before.matches('\n').count() + 1, "{piece}");
            let line_start = before.rfind('\n').map_or(0, |end| end + 1);
            assert_eq!(number(record, "column"), start - line_start + 1, "{piece}");
        }
        // Without decoding, the same places begin with what is there.
        let raw = records(&["--no-decode", &path], b"");
        assert!(
            raw[0]["url"].as_str().unwrap().starts_with("gopher:") || raw[0]["url"] == pieces[0]
        );
    }
}

/// A URL at the first byte of a document is in line 1, column 1.
#[test]
fn a_document_may_begin_with_a_url() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    for text in ["http://h.dom/x and <p>\n", "http&#58;//h.dom/x\n", "http://h.dom/x"] {
        fs::write(&page, text).unwrap();
        let found = records(&[page.to_str().unwrap()], b"");
        assert_eq!(found.len(), 1, "{text}");
        let place = ["line", "column", "start"].map(|key| number(&found[0], key));
        assert_eq!(place, [1, 1, 0], "{text}");
    }
}

/// Text is decoded in pieces of 256 KiB, which end with a line.
#[test]
fn no_end_of_a_piece_moves_a_place() {
    let mut page = String::from("<html>\n");
    for i in 0..30_000 {
        page += &format!("<a href=\"http://h.dom/{i}?a&amp;b\">&eacute; &lt;</a>\n");
    }
    let found = records(&[], page.as_bytes());
    assert_eq!(found.len(), 30_000);
    let mut from = 0;
    for (i, record) in found.iter().enumerate() {
        let written = format!("http://h.dom/{i}?a&amp;b");
        let start = from + page[from..].find(&written).unwrap();
        from = start + written.len();
        assert_eq!(record["url"], format!("http://h.dom/{i}?a&b"));
        assert_eq!((number(record, "start"), number(record, "end")), (start, from), "{i}");
        assert_eq!((number(record, "line"), number(record, "column")), (i + 2, 10), "{i}");
    }
}

/// The messages of an mbox are decoded one by one, wherever what is read of it ends.
#[test]
fn many_messages() {
    let mut mbox = String::new();
    for i in 0..5_000 {
        let encoding = if i % 3 == 0 { "quoted-printable" } else { "8bit" };
        let sign = if i % 3 == 0 { "=3D" } else { "=" };
        mbox += &format!(
            "From joe@h.dom Mon Dec  5 10:00:00 1994\nSubject: {i}\nMIME-Version: 1.0\n\
             Content-Transfer-Encoding: {encoding}\n\nsee http://h.dom/?n{sign}{i} and\n{}\n",
            "some words of a message\n".repeat(i % 7)
        );
    }
    let found = records(&[], mbox.as_bytes());
    assert_eq!(found.len(), 5_000);
    for (i, record) in found.iter().enumerate() {
        assert_eq!(record["url"], format!("http://h.dom/?n={i}"));
        let (start, end) = (number(record, "start"), number(record, "end"));
        let sign = if i % 3 == 0 { "=3D" } else { "=" };
        assert_eq!(&mbox[start..end], format!("http://h.dom/?n{sign}{i}"));
        let line = mbox[..start].matches('\n').count() + 1;
        assert_eq!((number(record, "line"), number(record, "column")), (line, 5), "{i}");
    }
}

/// A message within a message, a part of a part, and parts that are not text.
#[test]
fn parts_of_parts() {
    let message = "Subject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=a\n\n\
        --a\nContent-Type: multipart/alternative; boundary=b\n\n\
        --b\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\naHR0cDovL2guZG9tLzE=\n\
        --b\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<a href=3D\"http://h.dom/2?a&amp;b\">\n\
        --b--\n\
        --a\nContent-Type: message/rfc822\n\nSubject: y\nMIME-Version: 1.0\nContent-Transfer-Encoding: quoted-printable\n\nhttp://h.dom/=33\n\
        --a\nContent-Type: image/gif\nContent-Transfer-Encoding: base64\n\naHR0cDovL2guZG9tL2dpZg==\n--a--\n";
    let urls: Vec<String> = records(&[], message.as_bytes())
        .iter()
        .map(|it| it["url"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(urls, ["http://h.dom/1", "http://h.dom/2?a&b", "http://h.dom/3"]);
}

/// A message that is another one, whatever follows it; digests; bodies of messages that are cut off; and more levels than a stack
/// has room for.
#[test]
fn messages_of_messages() {
    let found = |mail: &str| stdout(&["extract", "--bare", "-q"], mail.as_bytes());
    let part = "Content-Transfer-Encoding: base64\n\naHR0cDovL2guZG9tLw==\n";
    let message = "Content-Type: message/rfc822\n\n";
    let start = "Subject: x\nContent-Type: multipart/mixed; boundary=a\n\n--a\n";
    let url = "http://h.dom/\n";
    let mail = format!("{start}{message}{message}{part}\r\n--a  \r\n{part}--a--\n--a\n{part}");
    // What follows the last part is not one.
    assert_eq!(found(&mail), url.repeat(2));
    let digest = start.replace("mixed", "digest");
    assert_eq!(found(&format!("{digest}\n{part}--a\n{message}{part}")), url.repeat(2));
    assert_eq!(found(&format!("{start}\nhttp://h.dom/\n--a\n{part}")), url.repeat(2));
    let within = start.replace("Subject: x\n", "").replace("=a", "=ab").replace("--a", "--ab");
    assert_eq!(found(&format!("{start}{within}{part}--abc\n--a\n{part}")), url.repeat(2));
    // A mailer may write any header first, a type without a subtype is that of text, and a soft break may be the last.
    for first in ["X-Spam", "x-received", "DKIM-Signature", "ARC-Seal", "Content-Transfer-Encoding"]
    {
        assert_eq!(found(&format!("{first}: x\nContent-Type: text\n{part}")), url, "{first}");
    }
    assert_eq!(found(&format!("Subject: x\nContent-Type: plain\n{part}")), url);
    let soft =
        part.replace("base64", "quoted-printable").replace("aHR0cDovL2guZG9tLw=", "http://h.dom/");
    assert_eq!(found(&format!("{start}{soft}--a--\n")), url);
    assert_eq!(found(&format!("Subject: x\n{}{part}", message.repeat(100_000))), url);
    assert_eq!(found(&format!("Subject: x\n{}{part}", within.repeat(64))), url);
    let deep = within.repeat(64) + &within.replace("ab", "deeper") + part;
    assert_eq!(found(&format!("Subject: x\n{deep}")), "");
    assert_eq!(found(&format!("From a\n{part}\nFrom b\n{part}")), url.repeat(2));
}

/// A group of base64 may go on in the next line, also beyond what is decoded at once. What follows the end of a body is
/// decoded by itself, or kept if it is not base64.
#[test]
fn groups_of_base64_over_lines() {
    let text = "see http://h.dom/a/b/c?d now\n".repeat(5_000);
    let encoded = data_encoding::BASE64.encode(text.as_bytes());
    for len in [1, 2, 3, 73, 74, 75, 76, 70_001] {
        let mut mail = "Subject: x\nContent-Transfer-Encoding: base64\n\n".to_owned();
        for line in encoded.as_bytes().chunks(len) {
            mail += &format!(" {}\r\n", String::from_utf8_lossy(line));
        }
        let last = mail.len();
        mail += "c2VlIGZ0cDovL2guZG9tLw==\n-- ftp://h.dom/~\nc2VlIGZ0cDovL2guZG9tLw\n";
        let found = records(&[], mail.as_bytes());
        let urls: Vec<_> = found.iter().map(|it| it["url"].as_str().unwrap()).collect();
        assert_eq!(urls[..5_000], ["http://h.dom/a/b/c?d"; 5_000], "{len}");
        assert_eq!(urls[5_000..], ["ftp://h.dom/", "ftp://h.dom/~", "ftp://h.dom/"], "{len}");
        assert_eq!(number(&found[5_000], "start"), last + 5, "{len}");
    }
    // A digit is missing, or one too many.
    for damaged in ["c2VlIGZ0cDovL2guZG9tL", "c2VlIGZ0cDovL2guZG9tLw=", "c2VlIGZ0cDovL2guZG9tLw==x"]
    {
        let mail = "Subject: x\nContent-Transfer-Encoding: base64\n\n".to_owned();
        let mail = format!("{mail}{damaged}\nc2VlIGZ0cDovL2guZG9tLyBu\nb3cgZnRwOi8vaC5kb20vCg==\n");
        let found = stdout(&["extract", "--bare", "-q"], mail.as_bytes());
        assert!(found.ends_with("ftp://h.dom/\n".repeat(2).as_str()), "{damaged}: {found}");
    }
}

/// Lines of flowed text are joined if their last space is not part of the text (RFC 3676), in the same quotation, and before a
/// signature they are not.
#[test]
fn words_that_flowed_text_divides() {
    let body = "see http://h.dom/a \nb/c \r\n d and\n\
        > http://h.dom/q \n> r \n>s\n>> http://h.dom/t \n> u\nhttp://h.dom/v  \nw \n\
        > http://h.dom/x\n> \n-- \nhttp://h.dom/y \n";
    let found = |parameters: &str| {
        let mail = format!("Subject: x\nContent-Type: text/plain; {parameters}\n\n{body}");
        let found = records(&[], mail.as_bytes());
        let found = found.iter().map(|it| {
            (it["url"].as_str().unwrap().to_owned(), number(it, "line"), number(it, "column"))
        });
        found.collect::<Vec<_>>()
    };
    let expected =
        [("ab/cd", 4, 5), ("qrs", 7, 3), ("t", 10, 4), ("v", 12, 1), ("x", 14, 3), ("y", 17, 1)];
    let expected =
        expected.map(|(path, line, column)| (format!("http://h.dom/{path}"), line, column));
    assert_eq!(found("format=flowed; delsp=yes"), expected);
    assert_eq!(found("charset=us-ascii; DelSp=\"Yes\"; Format=Flowed"), expected);
    // A space is part of the text without it.
    for other in ["format=flowed", "format=flowed; delsp=no", "delsp=yes"] {
        assert_eq!(found(other)[0].0, "http://h.dom/a", "{other}");
    }
}

/// Encoded words of headers (RFC 2047) are decoded, joined where only space is between them, and placed in the file.
/// The decoded body of a message may not end with a line break; the next line of the file is not part of it.
#[test]
fn a_body_ends_with_a_line() {
    let mail = b"From a\nSubject: x\nContent-Transfer-Encoding: base64\n\naHR0cDovL2guZG9tL2I2NA==\n\n\
        From b\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=X\n\n\
        --X\nContent-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\nhttp://h.dom/=7Eqp=\n\n\
        --X\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\n\
        PGEgaHJlZj0naHR0cDovL2guZG9tLz9hJmFtcDtiPTEn\n--X\n\nhttp://h.dom/end\n--X--\n";
    let found = records(&["-"], mail);
    let found: Vec<_> = found
        .iter()
        .map(|found| {
            (found["url"].as_str().unwrap(), number(found, "line"), number(found, "column"))
        })
        .collect();
    let expected = [
        ("http://h.dom/b64", 5, 1),
        ("http://h.dom/~qp", 15, 1),
        ("http://h.dom/?a&b=1", 21, 13),
        ("http://h.dom/end", 24, 1),
    ];
    assert_eq!(found, expected);
}

#[test]
fn words_of_headers() {
    let message = "From: =?US-ASCII?Q?Joe?= <joe@h.dom>\n\
        Subject: =?iso-8859-1?Q?see_http://h.dom/=7Ejo?=\n =?iso-8859-1?q?e=5Fb_?=\n =?utf-8?B?aHR0cDovL2guZG9tLzI=?= x\n\
        X-Other: =?utf-16?B?AGEAYg==?= =?x?Q?a b?= =?utf-8?Q?http://h.dom/3\n\
        Content-Type: multipart/mixed; boundary=a\n\n\
        --a\nContent-Description: =?utf-8?Q?http:=2F=2Fh.dom/4?=\n\nbody =?utf-8?Q?http://h.dom/=35?=\n--a--\n";
    let found = records(&[], message.as_bytes());
    let urls: Vec<&str> = found.iter().map(|it| it["url"].as_str().unwrap()).collect();
    let expected = ["http://h.dom/~joe_b", "http://h.dom/2", "http://h.dom/3", "http://h.dom/4"];
    assert_eq!(urls[..4], expected);
    // A body has no words.
    assert!(urls[4].starts_with("http://h.dom/=35"), "{urls:?}");
    let start = message.find("http://h.dom/=7E").unwrap();
    assert_eq!((number(&found[0], "start"), number(&found[0], "line")), (start, 2));
    let start = message.find("aHR0").unwrap();
    assert_eq!((number(&found[1], "start"), number(&found[1], "line")), (start, 4));
}

/// A message of more than 8 MiB is searched as it is, which is reported; those around it are decoded.
#[test]
fn a_message_that_is_too_long_is_reported() {
    let short = |number: usize| {
        format!(
            "From joe@h.dom Mon Dec  5 10:00:00 1994\nSubject: x\nMIME-Version: 1.0\n\
             Content-Transfer-Encoding: quoted-printable\n\nhttp://h.dom/?n=3D{number}\n\n"
        )
    };
    let mut mbox = short(1);
    let line = mbox.lines().count() + 1;
    mbox += &short(2);
    mbox.extend(core::iter::repeat_n("some words of a long message\n", 700_000));
    mbox += "http://h.dom/?n=3D3\n\n";
    mbox += &short(4);
    let output = run(&["extract", "--bare"], mbox.as_bytes());
    let found = String::from_utf8_lossy(&output.stdout);
    let expected = ["?n=1", "?n=3D2", "?n=3D3", "?n=4"].map(|end| format!("http://h.dom/{end}"));
    assert_eq!(found.lines().collect::<Vec<_>>(), expected);
    let said = String::from_utf8_lossy(&output.stderr);
    let report = format!("{line}: the message is longer than 8 MiB: searched without decoding it");
    assert_eq!(said.matches("searched without").count(), 1, "{said}");
    assert!(said.contains(&report), "{said}");
    // Plain text needs no decoding.
    let plain = mbox.replace("Content-Transfer-Encoding: quoted-printable", "Lines: 1");
    let output = run(&["extract", "--bare"], plain.as_bytes());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "4 URLs = 4 ok + 0 bad\n");
}

#[test]
fn compressed_files_in_several_members() {
    let text = [gzip(b"see http://h.dom/1\n"), gzip(b"and http://h.dom/2\n")].concat();
    assert_eq!(stdout(&["extract", "--bare", "-q"], &text), "http://h.dom/1\nhttp://h.dom/2\n");
    // A member may be padded with zeros, also beyond what is read at once. Nothing but a member may follow.
    let zeros = vec![0; 600_000];
    for (padding, rest, code) in [
        (&zeros[..1], &b""[..], 0),
        (&zeros, b"", 0),
        (&zeros, &text, 0),
        (&zeros, b"x", 2),
        (b"", b"x", 2),
    ] {
        let output = run(&["extract", "--bare", "-q"], &[&text, padding, rest].concat());
        let found = output.stdout.iter().filter(|byte| **byte == b'\n').count();
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        assert!(code > 0 || found == if rest.is_empty() { 2 } else { 4 }, "{output:?}");
    }
    let frame = fs::read(format!("{FOLDER}/older.txt.zst")).unwrap();
    // Between the frames is one without data.
    let skipped = [&[0x5A, 0x2A, 0x4D, 0x18, 3, 0, 0, 0][..], b"xyz"].concat();
    let text = [&frame[..], &skipped, &frame].concat();
    assert_eq!(stdout(&["extract", "--bare", "-q"], &text), "telnet://host.dom/\n".repeat(2));
    // What is compressed is mail or HTML as well.
    let mbox = gzip(&fs::read(format!("{FOLDER}/list.mbox")).unwrap());
    assert_eq!(records(&[], &mbox).len(), 5);
}

#[test]
fn a_damaged_file_is_reported_after_what_could_be_read() {
    let mut text = gzip("see http://h.dom/1\n".repeat(40_000).as_bytes());
    text.truncate(text.len() - 20);
    let output = run(&["extract", "--bare"], &text);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot read standard input: "));
    // Lines that end are searched, and one that is cut off is not: the rest may show that it has a password.
    let text =
        [&gzip(b"see http://h.dom/~1\nand ftp://joe:pw1@h.dom/\nor ftp://joe:pw2")[..], b"x"]
            .concat();
    for (arguments, found) in [
        (&["--bare", "--passwords", "keep"][..], "http://h.dom/~1\nftp://joe:pw1@h.dom/\n"),
        (&["--redact"], "see http://h.dom/~1\nand ftp://joe:***@h.dom/\n"),
        (
            &["--check", "--format", "short"],
            "standard input:1:18: tilde: unexpected `~` in path segment\n",
        ),
    ] {
        let output = run(&[&["extract"], arguments].concat(), &text);
        assert_eq!(
            (output.status.code(), &*String::from_utf8_lossy(&output.stdout)),
            (Some(2), found)
        );
        assert!(String::from_utf8_lossy(&output.stderr).contains("cannot read standard input: "));
    }
    let output = run(&["extract"], &[0x28, 0xB5, 0x2F, 0xFD, 0xFF, 0xFF]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

#[test]
fn folders_are_searched_by_name_and_what_is_skipped_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &[u8]| fs::write(folder.path().join(name), text).unwrap();
    for name in ["b", ".git", "b/.cache"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    write("c.txt", b"http://h.dom/c");
    write("a.txt", b"http://h.dom/a");
    write("b/z.txt.gz", &gzip(b"http://h.dom/z"));
    for name in [".hidden", ".git/config", "b/.cache/x"] {
        write(name, b"http://h.dom/hidden");
    }
    write("b/image.png", b"\x89PNG\r\n\x1a\nhttp://h.dom/png");
    write("b/nul", b"a\0http://h.dom/nul");
    let output = run_in(folder.path(), &["extract", "."]);
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "./a.txt:1:1: http://h.dom/a\n./b/z.txt.gz:1:1: http://h.dom/z\n./c.txt:1:1: http://h.dom/c\n"
    );
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(said, "3 URLs = 3 ok + 0 bad\nskipped in folders: 3 hidden, 2 binary\n");
    assert_eq!(output.status.code(), Some(0));
    // A hidden file or folder that is named is searched.
    let output = run_in(folder.path(), &["extract", "-q", "--bare", ".hidden", "b/.cache"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "http://h.dom/hidden\n".repeat(2));
    let output = run_in(folder.path(), &["extract", "-q", "--bare", "--text", "b"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 3);
}

/// The output may be in a folder that is searched.
#[test]
fn the_output_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.txt"), "http://h.dom/a\n").unwrap();
    let out = fs::File::create(folder.path().join("out.txt")).unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_url1738"));
    let status = program
        .args(["extract", "-q", "--bare", "."])
        .current_dir(folder.path())
        .stdout(out)
        .status();
    assert!(status.unwrap().success());
    assert_eq!(fs::read_to_string(folder.path().join("out.txt")).unwrap(), "http://h.dom/a\n");
}

#[test]
fn what_is_not_text_is_reported() {
    for (start, what) in [
        (&b"%PDF-1.4\n"[..], "is a PDF document"),
        (b"PK\x03\x04", "is a zip archive"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "is an Office document"),
        (b"\x89PNG\r\n\x1a\n", "is an image"),
        (b"\x7fELF\0", "is binary: search it with `extract --text`"),
    ] {
        let input = [start, b"\0 http://h.dom/x\n"].concat();
        let output = run(&["extract"], &input);
        assert_eq!(output.status.code(), Some(2), "{what}");
        assert!(output.stdout.is_empty(), "{what}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(what), "{output:?}");
        assert_eq!(stdout(&["extract", "--bare", "-q", "--text"], &input), "http://h.dom/x\n");
    }
}

/// A URL and the lines around it may be read at different times.
#[test]
fn context_is_complete_at_the_end_of_a_chunk() {
    for cut in [0, 1, 10, 19, 30, 55] {
        let mut text = "word word\n".repeat(30_000);
        text.truncate(256 * 1024 - cut);
        text += "\nb1\nb2 http://h.dom/x a\na1\na2\na3\n";
        let found = records(&["--context", "1"], text.as_bytes());
        assert_eq!(
            found[0]["context"],
            serde_json::json!(["b1", "b2 http://h.dom/x a", "a1"]),
            "{cut}"
        );
        let found = records(&["--context", "2"], text.as_bytes());
        assert_eq!(
            found[0]["context"].as_array().unwrap()[2..],
            ["b2 http://h.dom/x a", "a1", "a2"]
        );
    }
    let found = records(&["-C0"], b"a\nsee http://h.dom/x\r\nb");
    assert_eq!(found[0]["context"], serde_json::json!(["see http://h.dom/x"]));
    // The lines around are masked as the URL is.
    let shown = stdout(
        &["extract", "-C1"],
        b"ftp://joe:pw@h.dom/\nhttp://h.dom/\n<URL:ftp://joe:1\n 2@h.dom/>",
    );
    assert!(!shown.contains("pw") && !shown.contains(":1\n") && !shown.contains("2@"), "{shown}");
}
