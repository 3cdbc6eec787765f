//! A URL that is reported as valid is complete: an authority that was cut is never reported as one.

use proptest::prelude::*;
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

/// Returns whether a character ends a URL in every text, so that nothing of the URL can follow: white space, quotation
/// marks, `<` and `>`, the controls of strings and terminals, the punctuation of other scripts, drawn tables.
fn ends(found: char) -> bool {
    found.is_whitespace()
        || matches!(found, '"' | '<' | '>' | '\0' | '\x07' | '\x1b' | '\u{ab}' | '\u{bb}' | '\u{b4}')
        || matches!(found, '\u{2018}'..='\u{201f}' | '\u{2039}' | '\u{203a}' | '\u{2500}'..='\u{259f}')
        // Stops, commas and question marks of scripts from Greek to Mongolian.
        || matches!(found, '\u{37e}' | '\u{387}' | '\u{589}' | '\u{5be}' | '\u{5c0}' | '\u{5c3}' | '\u{60c}')
        || matches!(found, '\u{61b}' | '\u{61f}' | '\u{6d4}' | '\u{964}' | '\u{965}' | '\u{e2f}' | '\u{104a}')
        || matches!(found, '\u{104b}' | '\u{1361}'..='\u{1368}' | '\u{17d4}' | '\u{17d5}' | '\u{1803}')
        || matches!(found, '\u{203c}' | '\u{203d}' | '\u{2045}'..='\u{2049}')
        // Brackets, also of mathematics, and the punctuation of East Asia.
        || matches!(found, '\u{2308}'..='\u{230b}' | '\u{2329}' | '\u{232a}' | '\u{2768}'..='\u{2775}')
        || matches!(found, '\u{27e6}'..='\u{27ef}' | '\u{2983}'..='\u{2998}' | '\u{3001}'..='\u{301f}')
        || matches!(found, '\u{fe10}'..='\u{fe5e}' | '\u{ff01}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}')
        || matches!(found, '\u{ff3b}'..='\u{ff40}' | '\u{ff5b}'..='\u{ff64}')
}

/// Characters of all sorts, those more often that have cut URLs.
fn any_character() -> impl Strategy<Value = char> {
    prop_oneof![
        any::<char>(),
        proptest::char::range('\0', '\x7f'),
        proptest::char::range('\u{80}', '\u{2fff}'),
        proptest::sample::select(
            "|\\`}])({[–—‐−€£¥™©☺😀日本あ한ไ・ー、。：～…†•·′\u{200b}\u{ad}é"
                .chars()
                .collect::<Vec<_>>()
        ),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// A URL that a character shortens is not valid, or said to be cut.
    #[test]
    fn no_shortened_url_is_valid_and_whole(
        url in "(http|ftp|gopher|wais)://h\\.dom(:80)?(/[a-z]{0,3}){0,2}(/[a-z]{1,8}\\.(html|tar\\.gz|c))?",
        odd in any_character(),
        rest in "[a-z]{2,6}(/[a-z.]{0,3}[a-z])?",
        after in "( and|\n|, or|)",
    ) {
        let text = format!("see {url}{odd}{rest}{after}");
        let whole = "see ".len() + url.len() + odd.len_utf8() + rest.len();
        for found in find_iter(text.as_bytes()) {
            let shortened = found.span.start == 4 && found.span.end < whole;
            let ok = Url::parse(&found.url).is_ok() && !found.is_truncated();
            prop_assert!(!shortened || !ok || ends(odd), "{:?} gives {}", text, found.url);
        }
    }
}

/// The same for octets that are not UTF-8, but for the quotation marks and the space of Windows-1252.
#[test]
fn no_octet_shortens_a_url() {
    for octet in 0x80..=0xff_u8 {
        let text = [b"see http://h.dom/a", &[octet][..], b"bc and"].concat();
        let found = find_iter(&text).next().unwrap();
        let closes = matches!(octet, 0x91..=0x94 | 0x9b | 0xa0 | 0xab | 0xb4 | 0xbb);
        assert_eq!(found.span.end < 21 && !found.is_truncated(), closes, "{octet:#04x} {found:?}");
    }
}
