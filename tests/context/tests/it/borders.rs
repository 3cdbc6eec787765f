//! A URL that is reported as valid is complete: an authority that was cut is never reported as one.

use url1738::Url;
use url1738_context::find_iter;

/// URLs of every scheme with a host, and with what may be before and after it.
const URLS: [&str; 12] = [
    "http://foo.bar.dom/x",
    "http://foo.bar.dom:8080/x",
    "http://foo.dom/",
    "ftp://joe@foo.dom/x",
    "ftp://joe:1234@foo.dom:21/x;type=i",
    "gopher://foo.dom/11/x",
    "telnet://joe:1234@foo.dom:23/",
    "wais://foo.dom/db",
    "nntp://foo.dom/a.b/1",
    "prospero://foo.dom/x",
    "file://foo.dom/x",
    "irc://joe:1234@foo.dom:6667/x",
];

/// What no authority may hold. Not among it is what closes a URL in every text: white space, `<`, `>`, `"`.
const ILLEGAL: [&str; 36] = [
    "é",
    "ß",
    "я",
    "ä",
    "み",
    "みんな",
    "你",
    "한",
    "ا",
    "ไ",
    "१",
    "ｄ",
    "²",
    "\u{301}",
    "\u{200b}",
    "\u{ad}",
    "\u{2010}",
    "·",
    "❤",
    "😀",
    "／",
    "＠",
    "_",
    "^",
    "~",
    "%",
    "%zz",
    "{",
    "}",
    "|",
    "\\",
    "[",
    "]",
    "(",
    ")",
    "\x01",
];

#[test]
fn what_is_illegal_in_an_authority_is_never_left_out() {
    let (mut tried, mut cut) = (0, Vec::new());
    for url in URLS {
        let start = url.find("//").unwrap() + 2;
        let end = start + url[start..].find('/').unwrap();
        // Before the first octet, a text has no URL at all; there is a host in front of the last place.
        for at in start + 1..end {
            for illegal in ILLEGAL {
                let written = format!("{}{illegal}{}", &url[..at], &url[at..]);
                for text in
                    [format!("see {written} and"), format!("\"{written}\""), format!("{written}\n")]
                {
                    for found in find_iter(text.as_bytes()) {
                        tried += 1;
                        // A backslash of source text is left out, and the URL is whole.
                        let whole = found.url == url;
                        if !whole && url.starts_with(&*found.url) && Url::parse(&found.url).is_ok()
                        {
                            cut.push(format!("{text:?} gives {}", found.url));
                        }
                    }
                }
            }
        }
    }
    assert!(cut.is_empty(), "{} of {tried}: {:#?}", cut.len(), &cut[..cut.len().min(20)]);
    assert!(tried > 10_000, "{tried}");
}

/// The same for hosts that end with what is illegal, so that nothing but the text follows.
#[test]
fn letters_at_the_end_of_a_host_are_never_left_out() {
    for url in ["http://foo.dom", "http://foo.dom:80", "ftp://joe:pw@foo.dom", "mailto:joe@foo.dom"]
    {
        for letter in [
            "é",
            "я",
            "み",
            "你好",
            "한",
            "ا",
            "ไ",
            "१",
            "ｄ",
            "²",
            "\u{301}",
            ".みんな",
            ".ไ",
            "-你",
        ] {
            for after in ["", " and", ".", ",", ")", "。", "\n", "/", "?", "'s", "\"", "…"] {
                let text = format!("see {url}{letter}{after}");
                for found in find_iter(text.as_bytes()) {
                    assert!(Url::parse(&found.url).is_err(), "{text:?} gives {:?}", found.url);
                }
            }
        }
    }
}

/// What closes a URL in a text closes its host as well.
#[test]
fn punctuation_closes_a_host() {
    const CLOSING: [&str; 32] = [
        " ", "\n", "\t", ".", ",", ";", ":", "!", "?", ")", "]", "}", ">", "\"", "'", "’", "”",
        "»", "›", "…", "—", "–", "。", "、", "，", "：", "！", "）", "」", "』", "】", "\u{a0}",
    ];
    for url in ["http://foo.dom", "http://foo.dom:80", "ftp://joe:pw@foo.dom", "mailto:joe@foo.dom"]
    {
        for mark in CLOSING {
            for after in ["", " and so on", "\n"] {
                let text = format!("see {url}{mark}{after}");
                let found: Vec<_> = find_iter(text.as_bytes()).map(|found| found.url).collect();
                assert_eq!(found, [url], "{text:?}");
            }
        }
    }
}
