//! Checksums of what sessions do with thousands of scripts, and of listings: they show every change.
//!
//! `sums.tsv` has four sums for each protocol, of different scripts, and one for listings. Where one differs, all that was done
//! is written to the folder of the tests' files, so that it can be laid beside that of an older tree. `URL1738_WRITE=1` writes
//! the sums anew.

use core::fmt::Write as _;

use url1738::{
    Url,
    plan::{Answers, Question},
};
use url1738_client::{Client, Identity, Limits, Listing};

use crate::{
    play::play_with,
    seeds::{compare, seeds},
};

/// The scripts of each sum.
const SCRIPTS: usize = 400;

/// URLs of one protocol, the replies that carry most of their plans out, and what a server says instead.
struct Kind {
    name: &'static str,
    urls: &'static [&'static str],
    usual: &'static [&'static str],
    other: &'static [&'static str],
    data: &'static [&'static str],
}

const KINDS: [Kind; 5] = [
    Kind {
        name: "ftp",
        urls: &[
            "ftp://host.dom/a/b",
            "ftp://host.dom/",
            "ftp://host.dom/a;type=d",
            "ftp://joe@host.dom/x;type=a",
            "ftp://joe:hunter2@host.dom:2121/x;type=i",
            "ftp://host.dom/%2Fetc/c%FFd",
        ],
        usual: &[
            "220 ready\r\n",
            "331 who?\r\n",
            "230 in\r\n",
            "250 there\r\n",
            "200 ok\r\n",
            "229 here (|||6446|)\r\n",
            "350 from there\r\n",
            "150 Opening x (13 bytes)\r\n",
            "226 sent\r\n",
        ],
        other: &[
            "",
            "2",
            "220",
            "220-a\r\n220 b\r\n",
            "220-a\n221 b\n220-c\n220\n",
            "120 wait\r\n",
            "120 wait\r\n220 now\r\n",
            "332 account\r\n",
            "332-\r\n",
            "400 no\r\n",
            "421 bye\r\n",
            "425 x\r\n",
            "450 busy\r\n",
            "500 what?\r\n",
            "502 no\r\n",
            "530 hunter2 is not secret\r\n",
            "550 none\r\n",
            "553 name\r\n",
            "227 Entering (192,0,2,1,4,1)\r\n",
            "213 13\r\n",
            "213 20261123170000\r\n",
            "227 nowhere\r\n",
            "229 x\r\n",
            "125 go (x bytes)\r\n",
            "150 (1) (7 bytes\r\n",
            "150 a\r\n226 b\r\n",
            "226 sent\r\n250 more\r\n",
            "\u{0}\u{1}",
            "600 x\r\n",
            "099 x\r\n",
            "2200 x\r\n",
            "220\tx\r\n",
            "HTTP/1.0 200 OK\r\n",
            "IAC",
            "200 a\u{e9}\u{202e}\u{7}b\r\n",
        ],
        data: &["some octets\r\n", "", "x"],
    },
    Kind {
        name: "news",
        urls: &[
            "nntp://host.dom/comp.test/10",
            "nntp://host.dom/comp.test",
            "news:comp.test",
            "news:*",
            "news:a@b",
        ],
        usual: &[
            "200 hi\r\n",
            "200 reader\r\n",
            "211 2 1 2 comp.test\r\n",
            "220 1 <a@b>\r\nA: b\r\n\r\n..c\r\n.\r\n",
            "215 list\r\na 1 2 y\r\n.\r\n",
        ],
        other: &[
            "",
            "201 no posting\r\n",
            "205 bye\r\n",
            "220 1\r\n",
            "a\r\n.b\r\n",
            ".\r\n",
            ".",
            ".\rx\r\n",
            "x\n.\n",
            "220 1\r\nx\r\n.\r\nmore\r\n",
            "215 a\r\n.\r\n",
            "400 closing\r\n",
            "411 none\r\n",
            "420 x\r\n",
            "423 x\r\n",
            "430 x\r\n",
            "431 x\r\n",
            "480 login\r\n",
            "500 what?\r\n",
            "502 no\r\n",
            "503 x\r\n",
            "100 help\r\n",
            "211-x\r\n",
            "x\r\n",
            "\r\n",
        ],
        data: &[],
    },
    Kind {
        name: "gopher",
        urls: &[
            "gopher://host.dom/0/x",
            "gopher://host.dom/1",
            "gopher://host.dom/7/x",
            "gopher://host.dom/9/x%09find",
            "gopher://host.dom/0/x%09%09+",
            "gopher://host.dom/0/x%09%09!",
            "gopher://host.dom/0/x%09%09$",
            "gopher://host.dom/0/x%09%09?",
            "gopher://host.dom/0/x%09a%09+text",
        ],
        usual: &["+-2\r\n+ASK:\r\n Ask: a?\r\n", "", "+-1\r\nok\r\n.\r\n", ""],
        other: &[
            "",
            "a text",
            "3",
            "3no\t\th\t1\r\n",
            "3no\t\th\t1\r\n.\r\n",
            "3no\t\th\r\n.\r\n",
            "3no\t\th\t1\r\niwhy\t\th\t1\r\n.\r\n",
            "3no\t\th\t1\r\n0a\t\th\t1\r\n",
            "+",
            "+5\r\n",
            "+5\r\nhello",
            "+5\r\nhello!",
            "hell",
            "+0\r\n",
            "+-1\r\n",
            "a\n.\n",
            "+-2\r\nall",
            "+-3\r\n",
            "+x\r\n",
            "--1\r\n1 not here\r\n.\r\n",
            "--2\n\n 2 ask joe \n",
            "-\r\n",
            "-1 x",
            ".\r\n",
            "\r\n",
        ],
        data: &[],
    },
    Kind {
        name: "http",
        urls: &["http://host.dom/", "http://host.dom:8080/a?b", "http://host.dom/a%20b"],
        usual: &["HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\n", "hello"],
        other: &[
            "",
            "HTTP/1.1 200\r\n",
            "HTTP/1.0 204 x\r\n\r\n",
            "HTTP/1.0 206 x\r\n\r\n",
            "HTTP/1.0 301 x\r\n",
            "HTTP/x 200 OK\r\n",
            "HTTP/1.0  404 gone\r\n\r\n",
            "HTTP/1.0 403 no\r\n\r\n",
            "HTTP/1.0 401 no\r\n\r\n",
            "HTTP/1.0 503 no\r\n\r\n",
            "HTTP/1.0 600 x\r\n\r\n",
            "Location: http://joe:pw@h/a b\r\n",
            "location:/b\r\n",
            "Content-Length: 3\r\n",
            "content-length : 3\r\n",
            "content-length: 3\r\n 3\r\n",
            "Content-Length: x\r\n",
            "Content-Length: +1\r\n",
            "Content-Length: 0\r\n",
            "Transfer-Encoding: chunked\r\n",
            "Transfer-Encoding: identity\r\n",
            "a line\r\n",
            ": x\n",
            "\r\n",
            "\r\nhel",
            "lo and more",
            "220 ftp\r\n",
        ],
        data: &[],
    },
    Kind {
        name: "telnet",
        urls: &[
            "telnet://host.dom/",
            "telnet://joe:hunter2@host.dom:2323/",
            "telnet://joe@host.dom",
        ],
        usual: &["login: "],
        other: &["", "a hunter2 b", "IAC", "DO", "WILL", "DONT", "WONT", "SB", "SE", "x", "\r\n"],
        data: &[],
    },
];

/// Octets of a Telnet connection by their names.
fn octets(text: &str) -> Vec<u8> {
    match text {
        "IAC" => vec![255],
        "DO" => vec![255, 253, 1],
        "WILL" => vec![255, 251, 3],
        "DONT" => vec![255, 254, 1],
        "WONT" => vec![255, 252],
        "SB" => vec![255, 250, 24],
        "SE" => vec![255, 240],
        text => text.as_bytes().to_vec(),
    }
}

/// A script of the usual replies, with other ones in between, and how it is played.
fn played(kind: &Kind, bytes: &[u8], report: &mut String) {
    let mut bytes = bytes.iter().map(|byte| usize::from(*byte));
    let mut number = |len: usize| bytes.next().unwrap_or_default() % len.max(1);
    let url = kind.urls[number(kind.urls.len())];
    let mut script = Vec::new();
    for reply in kind.usual {
        // Few plans have all of the steps.
        match number(8) {
            0 => script.push(octets(kind.other[number(kind.other.len())])),
            1 => {}
            2 => {
                script.push(octets(kind.other[number(kind.other.len())]));
                script.push(octets(reply));
            }
            _ => script.push(octets(reply)),
        }
    }
    for _ in 0..number(4) {
        script.push(octets(kind.other[number(kind.other.len())]));
    }
    let script: Vec<&[u8]> = script.iter().map(Vec::as_slice).collect();
    let data: Vec<&[u8]> = kind.data.iter().map(|text| text.as_bytes()).take(number(4)).collect();
    let mut answers = Answers::new();
    if number(3) > 0 {
        answers = answers
            .answer(Question::Email, b"me@host.dom")
            .unwrap()
            .answer(Question::Password, b"secret")
            .unwrap();
        answers = answers
            .answer(Question::Search, b"words")
            .unwrap()
            .form([&b"one"[..], b"two"])
            .unwrap();
    }
    let size = [1, 3, usize::MAX][number(3)];
    let offset = [0, 0, 0, 7][number(4)];
    let mut limits = Limits::default();
    limits.reply = [40, 1000][number(2)];
    limits.lines = [2, 20][number(2)];
    limits.bytes = [None, None, Some(8)][number(3)];
    let set_up = |client: Client| {
        let resumed = client.limits(limits).resume_at(offset, Identity::default());
        // Not every session can go on where one ended.
        match resumed.session(&Url::parse(url).unwrap().plan().unwrap()) {
            Ok(_) => resumed,
            Err(_) => crate::play::client(),
        }
    };
    let played = play_with(url, &answers, &script, &data, size, set_up);
    let shown: Vec<_> = script.iter().map(|reply| String::from_utf8_lossy(reply)).collect();
    let _ =
        writeln!(report, "{url} {shown:?} {} {size} {offset} {limits:?}\n\t{played:?}", data.len());
}

/// What the lines of directories and menus are made of.
const LINES: [&str; 24] = [
    "a.txt",
    "pub/b c",
    "/x/",
    ".",
    "..",
    "",
    "/",
    "d\u{e9}\u{7}",
    "\u{0}IAC",
    "i",
    "iinfo\t\tnull\t0",
    "0a\t/a\th\t70",
    "1m\t/m\th.dom\t7070",
    "3no\t\th\t1",
    "7find\t/f\th\t70\t+",
    "8t\tx\th\t23",
    "Tt\tx\th\t24",
    "2c\tx\th\t105",
    "hw\tURL:http://h/\th\t70",
    "hw\tURL:x\th\t70",
    "9b\t/b\t-\t70",
    "9b\t/b\th\t99999",
    "0a\t/a\th",
    "0a\t/a b\t h \t 70 ",
];

fn listed(bytes: &[u8], report: &mut String) {
    const URLS: [&str; 9] = [
        "ftp://host.dom/",
        "ftp://host.dom",
        "ftp://joe:pw@host.dom/a/",
        "ftp://host.dom/a;type=d",
        "ftp://host.dom/a",
        "gopher://host.dom/1/x",
        "gopher://host.dom/7/x%09find",
        "gopher://host.dom/0/x",
        "gopher://host.dom/1/x%09%09+",
    ];
    let mut bytes = bytes.iter().map(|byte| usize::from(*byte));
    let mut number = |len: usize| bytes.next().unwrap_or_default() % len;
    let url = URLS[number(URLS.len())];
    let mut content = String::new();
    for _ in 0..number(6) {
        content.push_str(LINES[number(LINES.len())]);
        content.push_str(["\r\n", "\r\n", "\n", "\r\n.\r\n"][number(4)]);
    }
    let parsed = Url::parse(url).unwrap();
    // The answer to a search may also be a text.
    let is_listing = !url.contains("/7/") || Listing::is_menu(content.as_bytes());
    let mut listing = Listing::new(&parsed).filter(|_| is_listing);
    let _ = writeln!(report, "{url} {content:?} {}", Listing::new(&parsed).is_some());
    let mut rows: Vec<_> =
        listing.iter_mut().flat_map(|listing| listing.read(content.as_bytes())).collect();
    rows.extend(listing.and_then(Listing::end));
    for row in rows.into_iter().flatten() {
        let url = row.url.as_ref().map(Url::as_str);
        let _ = writeln!(report, "\t{:?} {} {url:?}", row.name, row.kind.name());
    }
}

#[test]
fn nothing_is_done_otherwise() {
    let mut reports: Vec<(String, String)> = Vec::new();
    for kind in &KINDS {
        for row in 0..4_u64 {
            let mut report = String::new();
            for bytes in seeds(0x1738 + row).take(SCRIPTS) {
                played(kind, &bytes, &mut report);
            }
            reports.push((format!("{}\t{row}", kind.name), report));
        }
    }
    let mut report = String::new();
    seeds(0x1738).take(SCRIPTS).for_each(|bytes| listed(&bytes, &mut report));
    reports.push(("listings\t0".to_owned(), report));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/sums.tsv");
    compare(&reports, path, env!("CARGO_TARGET_TMPDIR"));
}
