//! `extract` on texts in other character sets than UTF-8: URLs, and where they are in the file.

use std::fs;

use data_encoding::BASE64;
use encoding_rs::Encoding;
use serde_json::Value;
use url1738_context::find_iter;

use crate::run::{run, stdout};

/// Returns the records of a run with JSON.
fn records(arguments: &[&str], input: &[u8]) -> Vec<Value> {
    let all = [&["extract", "--json"], arguments].concat();
    stdout(&all, input).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn urls(found: &[Value]) -> Vec<&str> {
    found.iter().map(|record| record["url"].as_str().unwrap()).collect()
}

fn number(record: &Value, key: &str) -> usize {
    usize::try_from(record[key].as_u64().unwrap()).unwrap()
}

fn encoded(label: &str, text: &str) -> Vec<u8> {
    let encoding = Encoding::for_label(label.as_bytes()).unwrap();
    let (bytes, _, is_lossy) = encoding.encode(text);
    assert!(!is_lossy, "{label}: {text}");
    bytes.into_owned()
}

fn decoded(label: &str, bytes: &[u8]) -> String {
    Encoding::for_label(label.as_bytes()).unwrap().decode_without_bom_handling(bytes).0.into_owned()
}

type Order = (fn(u16) -> [u8; 2], &'static str);

const ORDERS: [Order; 2] = [(u16::to_le_bytes, "utf-16le"), (u16::to_be_bytes, "utf-16be")];

fn utf16(text: &str, to: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(to).collect()
}

/// Asserts that the bytes of the file that a record names are the URL, and that its line and column are those.
fn assert_placed(record: &Value, file: &[u8], label: &str) {
    let (start, end) = (number(record, "start"), number(record, "end"));
    assert_eq!(decoded(label, &file[start..end]), record["url"], "{label}: {record}");
    let before = &file[..start];
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let place = (number(record, "line"), number(record, "column"));
    assert_eq!(place, (line, start - line_start + 1), "{label}: {record}");
}

/// A label, a text with URLs, and these.
const TEXTS: [(&str, &str, &[&str]); 9] = [
    (
        "iso-8859-1",
        "Gr\u{fc}\u{df}e, http://www.host.de/~j\u{f6}rg/b\u{fc}cher.html und\n\
         \u{e4}\u{f6}\u{fc} \u{ab}http://h.dom/\u{bb} <URL:ftp://h.dom/\u{fc}/a>\n",
        &[
            "http://www.host.de/~j\u{f6}rg/b\u{fc}cher.html",
            "http://h.dom/",
            "ftp://h.dom/\u{fc}/a",
        ],
    ),
    (
        "koi8-r",
        "\u{43f}\u{440}\u{438}\u{432}\u{435}\u{442} http://h.dom/~\u{43f}\u{443}\u{442}\u{44c}/a \n\
         \u{441}\u{43c}. ftp://h.dom/pub/, \u{434}\u{430}",
        &["http://h.dom/~\u{43f}\u{443}\u{442}\u{44c}/a", "ftp://h.dom/pub/"],
    ),
    (
        "windows-1251",
        "\u{441}\u{43c}. http://h.dom/\u{43f}\u{443}\u{442}\u{44c}/~\n\u{44f} news:a.b",
        &["http://h.dom/\u{43f}\u{443}\u{442}\u{44c}/~", "news:a.b"],
    ),
    ("shift_jis", JAPANESE, JAPANESE_URLS),
    ("euc-jp", JAPANESE, JAPANESE_URLS),
    ("iso-2022-jp", JAPANESE, JAPANESE_URLS),
    ("gb18030", CHINESE, CHINESE_URLS),
    (
        "big5",
        "\u{8acb}\u{770b} http://h.dom/~a?b \u{7684}\n\u{9019} ftp://h.dom/c\n",
        &["http://h.dom/~a?b", "ftp://h.dom/c"],
    ),
    (
        "euc-kr",
        "\u{d55c}\u{ad6d}\u{c5b4} http://h.dom/~a\n\u{c774} ftp://h.dom/c\n",
        &["http://h.dom/~a", "ftp://h.dom/c"],
    ),
];

const JAPANESE: &str = "\u{30bd}\u{8868}\u{3001} http://h.dom/~a/b?c \u{3067}\u{3059}\u{3002}\n\
    \u{3053}\u{308c}\u{306f} <URL:ftp://h.dom/pub/x> \u{80fd}\n\nnews:fj.kanji \u{3068}\n";
const JAPANESE_URLS: &[&str] = &["http://h.dom/~a/b?c", "ftp://h.dom/pub/x", "news:fj.kanji"];
/// With a character of four bytes in GB18030.
const CHINESE: &str =
    "\u{8bf7}\u{770b} http://h.dom/~a?b \u{7684}\u{20ac}\u{1f600}\n\u{8fd9} ftp://h.dom/c\n";
const CHINESE_URLS: &[&str] = &["http://h.dom/~a?b", "ftp://h.dom/c"];

#[test]
fn the_option_names_the_character_set() {
    for (label, text, wanted) in TEXTS {
        let file = encoded(label, text);
        let found = records(&["--charset", label], &file);
        assert_eq!(urls(&found), wanted, "{label}");
        found.iter().for_each(|record| assert_placed(record, &file, label));
    }
}

#[test]
fn a_page_names_its_character_set() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("page.html");
    for (label, text, wanted) in TEXTS {
        for head in [
            format!("<html><meta charset=\"{label}\">\n"),
            format!("<meta http-equiv=Content-Type content='text/html; charset={label}'>\n<p>"),
        ] {
            let page = encoded(label, &format!("{head}{text}<p>&eacute;&amp;"));
            fs::write(&path, &page).unwrap();
            let found = records(&[path.to_str().unwrap()], b"");
            assert_eq!(urls(&found), wanted, "{head}");
            found.iter().for_each(|record| assert_placed(record, &page, label));
        }
    }
}

/// Sitemaps, feeds and lists of them.
#[test]
fn a_document_in_xml_names_its_character_set_and_has_references() {
    for (label, text, wanted) in TEXTS {
        let head =
            format!("<?xml version='1.0' encoding='{label}'?>\n<loc>http://a.dom/?b&amp;c</loc>\n");
        let document = encoded(label, &format!("{head}{text}"));
        let found = records(&[], &document);
        assert_eq!(urls(&found), [&["http://a.dom/?b&c"][..], wanted].concat(), "{head}");
        found[1..].iter().for_each(|record| assert_placed(record, &document, label));
        assert_eq!((number(&found[0], "line"), number(&found[0], "column")), (2, 6));
    }
    for start in ["<?xml version='1.0'?>", "<html>", "<!DOCTYPE html>"] {
        let document = format!("\u{feff}{start} http://a.dom/?b&amp;c");
        assert_eq!(urls(&records(&[], document.as_bytes())), ["http://a.dom/?b&c"], "{start}");
    }
}

#[test]
fn a_part_of_a_message_names_its_character_set() {
    for (label, text, wanted) in TEXTS {
        let mut mail = format!(
            "Subject: x\nMIME-Version: 1.0\nContent-Type: text/plain; charset={label}\n\
             Content-Transfer-Encoding: 8bit\n\n"
        )
        .into_bytes();
        mail.extend(encoded(label, text));
        let found = records(&[], &mail);
        assert_eq!(urls(&found), wanted, "{label}");
        found.iter().for_each(|record| assert_placed(record, &mail, label));
    }
}

fn quoted_printable(bytes: &[u8]) -> String {
    let quoted = |byte: &u8| match byte {
        b'\n' => "\n".to_owned(),
        b' '..=b'~' if *byte != b'=' => char::from(*byte).to_string(),
        _ => format!("={byte:02X}"),
    };
    bytes.iter().map(quoted).collect()
}

/// Parts in different character sets and encodings. Whatever the encoding, the bytes of the file are reported.
#[test]
fn every_part_has_its_own_character_set() {
    let mut mail =
        "From: a@b.dom\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=X\n\n"
            .to_owned();
    let mut wanted_all = Vec::new();
    for (label, text, wanted) in TEXTS {
        let bytes = encoded(label, text);
        for (encoding, body) in
            [("quoted-printable", quoted_printable(&bytes)), ("base64", BASE64.encode(&bytes))]
        {
            // Lines of base64 end within characters.
            let lines: Vec<String> = match encoding {
                "base64" => body
                    .as_bytes()
                    .chunks(28)
                    .map(|line| String::from_utf8(line.to_vec()).unwrap())
                    .collect(),
                _ => body.lines().map(ToOwned::to_owned).collect(),
            };
            mail += &format!(
                "--X\nContent-Type: text/plain; charset=\"{label}\"\n\
                 Content-Transfer-Encoding: {encoding}\n\n{}\n",
                lines.join("\n")
            );
            wanted_all.extend(wanted.iter().map(|url| (label, encoding, *url)));
        }
    }
    mail += "--X--\n";
    let found = records(&[], mail.as_bytes());
    let expected: Vec<&str> = wanted_all.iter().map(|(.., url)| *url).collect();
    assert_eq!(urls(&found), expected);
    for (record, (label, encoding, url)) in found.iter().zip(wanted_all) {
        let (start, end) = (number(record, "start"), number(record, "end"));
        let written = &mail[start..end];
        if encoding == "quoted-printable" {
            assert_eq!(written, quoted_printable(&encoded(label, url)));
        } else {
            // A group of base64 is four characters, and a URL begins or ends within one.
            let text = written.replace('\n', "");
            let len = encoded(label, url).len();
            assert!(text.len().abs_diff(len.div_ceil(3) * 4) <= 4, "{label} {url}: {text}");
        }
        let line = mail[..start].matches('\n').count() + 1;
        assert_eq!(number(record, "line"), line, "{label} {encoding} {url}");
        let line_start = mail[..start].rfind('\n').unwrap() + 1;
        assert_eq!(number(record, "column"), start - line_start + 1, "{label} {encoding} {url}");
    }
}

/// Words of headers (RFC 2047) are in the character set that they name, whatever `--charset` says.
#[test]
fn words_of_headers_have_a_character_set() {
    let word =
        |label: &str, text: &str| format!("=?{label}?B?{}?=", BASE64.encode(&encoded(label, text)));
    let mail = format!(
        "Subject: =?iso-8859-1?Q?http://h.dom/j=F6rg?=\n X: y\nX-A: {}\nX-B: {} x\n\
         X-C: =?koi8-r*ru?Q?http://h.dom/=D0=D5=D4=D8?=\nX-D: =?us-ascii?Q?http://h.dom/=C3=A9?=\nX-E: {} {} x\n\nbody\n",
        word("koi8-r", "http://h.dom/\u{43f}\u{443}\u{442}\u{44c}"),
        word("iso-2022-jp", "\u{8868} http://h.dom/~b"),
        word("utf-8", "http://h.dom/one-"),
        word("utf-8", "url"),
    );
    let wanted = [
        "http://h.dom/j\u{f6}rg",
        "http://h.dom/\u{43f}\u{443}\u{442}\u{44c}",
        "http://h.dom/~b",
        "http://h.dom/\u{43f}\u{443}\u{442}\u{44c}",
        "http://h.dom/\u{e9}",
        "http://h.dom/one-url",
    ];
    assert_eq!(urls(&records(&[], mail.as_bytes())), wanted);
    assert_eq!(urls(&records(&["--charset", "utf-8"], mail.as_bytes())), wanted);
}

/// What nothing declares is UTF-8, and the lines that are not are Windows-1252, wherever what is read of the file ends.
#[test]
fn lines_that_are_not_utf8_are_in_windows_1252() {
    let mut file = Vec::new();
    let mut wanted = Vec::new();
    for i in 0..20_000 {
        let start;
        let url = match i % 7 {
            0 => format!("http://h.dom/{i}/j\u{f6}rg/\u{161}a"),
            3 => format!("http://h.dom/{i}/\u{43f}\u{443}\u{442}\u{44c}"),
            _ => format!("http://h.dom/{i}"),
        };
        if i % 7 == 0 {
            file.extend(b"f\xFCr \x93");
            start = file.len();
            file.extend(encoded("windows-1252", &url));
            file.extend(b"\x94 \xE9\n");
        } else {
            file.extend("\u{3b1} ".repeat(i % 5).as_bytes());
            start = file.len();
            file.extend(url.as_bytes());
            file.extend(b" x\n");
        }
        wanted.push((url, start, i + 1));
    }
    for arguments in [&[][..], &["--context", "1"]] {
        let found = records(arguments, &file);
        assert_eq!(found.len(), wanted.len());
        for (record, (url, start, line)) in found.iter().zip(&wanted) {
            assert_eq!(
                (&record["url"], number(record, "line")),
                (&Value::from(url.as_str()), *line)
            );
            assert_eq!(number(record, "start"), *start, "{url}");
            let line_start = file[..*start].iter().rposition(|byte| *byte == b'\n');
            let column = start - line_start.map_or(0, |end| end + 1) + 1;
            assert_eq!(number(record, "column"), column, "{url}");
        }
    }
}

/// One text, however its bytes arrive: in chunks of the program's size that end anywhere.
#[test]
fn no_end_of_a_chunk_changes_a_character() {
    for cut in 0..12 {
        let mut text = "w".repeat(256 * 1024 - 14 - cut);
        text += " http://h.dom/\u{fc}\u{fc}\u{fc}\u{fc} x\nftp://h.dom/\u{fc}\n";
        for (label, file) in
            [("utf-8", text.clone().into_bytes()), ("windows-1252", encoded("windows-1252", &text))]
        {
            let found = records(&[], &file);
            let wanted = ["http://h.dom/\u{fc}\u{fc}\u{fc}\u{fc}", "ftp://h.dom/\u{fc}"];
            assert_eq!(urls(&found), wanted, "{label} {cut}");
            found.iter().for_each(|record| assert_placed(record, &file, label));
        }
    }
}

/// A file in UTF-16 has lines that end with U+000A, not with the byte 0A, and columns in bytes.
#[test]
fn a_byte_order_mark_names_the_character_set() {
    let mut text = String::from("\u{feff}");
    let mut wanted = Vec::new();
    for i in 0..2_000 {
        text += "\u{a05}\u{10a}\u{1f600} <";
        wanted.push((format!("http://h.dom/~{i}/\u{f6}"), 2 * text.encode_utf16().count(), i + 1));
        text += &format!("http://h.dom/~{i}/\u{f6}>\n");
    }
    for (to, label) in ORDERS {
        let file = utf16(&text, to);
        let without = utf16(text.trim_start_matches('\u{feff}'), to);
        for (arguments, file, mark) in [
            (&[][..], &file, 0),
            (&["--charset", label], &without, 2),
            (&["--charset", "utf-16"], &file, 0),
        ] {
            let found = records(arguments, file);
            assert_eq!(found.len(), wanted.len(), "{label} {arguments:?}");
            for (record, (url, start, line)) in found.iter().zip(&wanted) {
                let place = ["start", "end", "line", "column"].map(|key| number(record, key));
                let end = start + 2 * url.encode_utf16().count();
                assert_eq!(record["url"], *url);
                assert_eq!(place, [start - mark, end - mark, *line, 13], "{label} {url}");
            }
        }
    }
    // A page, recognized by how it begins.
    let page = utf16("\u{feff}<!DOCTYPE html><a href=\"http://h.dom/?a&amp;b\">", u16::to_le_bytes);
    assert_eq!(urls(&records(&[], &page)), ["http://h.dom/?a&b"]);
    let found = records(&[], "\u{feff}http://h.dom/~\n".as_bytes());
    assert_eq!((number(&found[0], "start"), number(&found[0], "column")), (3, 1));
}

/// The option overrides the mark, the mark overrides a declaration, and this a guess.
#[test]
fn what_decides_on_the_character_set() {
    let latin1 = b"<html><meta charset=koi8-r>http://h.dom/\xFC/ \n";
    assert_eq!(urls(&records(&[], latin1)), ["http://h.dom/\u{42d}/"]);
    assert_eq!(urls(&records(&["--charset", "latin1"], latin1)), ["http://h.dom/\u{fc}/"]);
    assert_eq!(urls(&records(&["--no-decode"], latin1)), ["http://h.dom/\u{fc}/"]);
    let marked = "\u{feff}<html><meta charset=koi8-r>http://h.dom/\u{e3}/ \n";
    assert_eq!(urls(&records(&[], marked.as_bytes())), ["http://h.dom/\u{e3}/"]);
    let found = records(&["--charset", "koi8-r"], marked.as_bytes());
    assert_eq!(urls(&found), [format!("http://h.dom/{}/", decoded("koi8-r", "\u{e3}".as_bytes()))]);
    let mail = |charset: &str, body: &[u8]| {
        let head = format!("Subject: x\nContent-Type: text/plain{charset}\n\n");
        [head.as_bytes(), body].concat()
    };
    for (charset, body, url) in [
        // Nothing is said of the bytes over 7F.
        ("", &b"http://h.dom/\xC3\xBC/ \n"[..], "http://h.dom/\u{fc}/"),
        ("; charset=us-ascii", b"http://h.dom/\xC3\xBC/ \n", "http://h.dom/\u{fc}/"),
        ("; charset=us-ascii", b"http://h.dom/\xFC/ \n", "http://h.dom/\u{fc}/"),
        ("; charset=x-unknown", b"http://h.dom/\xFC/ \n", "http://h.dom/\u{fc}/"),
        ("; charset=\"KOI8-R\"", b"http://h.dom/\xFC/ \n", "http://h.dom/\u{42d}/"),
    ] {
        assert_eq!(urls(&records(&[], &mail(charset, body))), [url], "{charset}");
    }
    let koi8 = mail("; charset=koi8-r", b"http://h.dom/\xFC/ \n");
    assert_eq!(urls(&records(&["--charset", "latin1"], &koi8)), ["http://h.dom/\u{fc}/"]);
}

#[test]
fn an_unknown_character_set_is_an_error() {
    let output = run(&["extract", "--charset", "latin-eleven"], b"");
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(said.contains("unknown character set: use a label such as utf-8"), "{said}");
}

/// Reports show the converted text, at its place in the file.
#[test]
fn reports_show_the_converted_line() {
    let said = stdout(&["extract", "--check"], b"f\xFCr http://h.dom/~j\xF6rg \n");
    assert!(said.contains("1 | f\u{fc}r http://h.dom/~j\u{f6}rg"), "{said}");
    assert!(said.contains("standard input:1:18\n"), "{said}");
}

/// The records of JSON give the text of a URL back, whatever characters it holds, and its error is that of `parse`.
#[test]
fn json_gives_the_text_and_its_error() {
    for url in [
        "http://h.dom/~joe",
        "http://h.dom/a\u{1}b",
        "http://h.dom/a\u{7f}\u{85}b",
        "http://h.dom/a\u{200b}\u{200d}b",
        "http://h.dom/a\u{202e}b\u{2066}c",
        "http://h.dom/a\u{ad}\u{feff}b",
        "http://h.dom/a\\x1Bb",
        "http://h.dom/a\u{e9}b",
        "http://joe:pw@h.dom/",
    ] {
        for text in [format!("see <URL:{url}>, and\n"), format!("<a href=\"{url}\">\n")] {
            let lines = stdout(&["extract", "--json", "--context", "1"], text.as_bytes());
            assert!(
                lines.bytes().all(|byte| byte == b'\n' || byte >= b' ' && byte != 0x7F)
                    && !lines.contains(['\u{85}', '\u{ad}', '\u{200b}', '\u{202e}', '\u{feff}']),
                "{lines:?}"
            );
            let found: Value = serde_json::from_str(&lines).unwrap();
            let url = find_iter(text.as_bytes()).next().unwrap().url;
            let parsed = stdout(&["parse", "--json"], format!("{url}\n").as_bytes());
            let parsed: Value = serde_json::from_str(&parsed).unwrap();
            assert_eq!(found["url"], parsed["input"], "{url:?}");
            let verdict = |record: &Value| (record["ok"].clone(), record["error"].clone());
            if found["truncated"] == true {
                // The backslash may begin an escape sequence of a string.
                assert_eq!(
                    (&found["ok"], &found["error"]["code"]),
                    (&false.into(), &"truncated".into())
                );
            } else {
                assert_eq!(verdict(&found), verdict(&parsed), "{url:?}");
            }
            let context = found["context"].as_array().unwrap();
            assert_eq!(context[0].as_str().unwrap(), text.trim_end().replace(":pw@", ":***@"));
        }
    }
    let valid = stdout(&["extract", "--json"], b"http://h.dom/a\n");
    assert!(!valid.contains("\"error\""), "{valid}");
    let repaired = stdout(&["extract", "--json", "--repair"], b"http://h.dom/~a\n");
    assert!(repaired.contains("\"ok\":true") && !repaired.contains("\"error\""), "{repaired}");
    let long = format!("http://h.dom/{}\n", "a".repeat(70_000));
    let found = &records(&[], long.as_bytes())[0];
    assert_eq!((&found["ok"], &found["error"]["code"]), (&false.into(), &"truncated".into()));
    assert_eq!(number(&found["error"], "end"), found["url"].as_str().unwrap().len());
}
