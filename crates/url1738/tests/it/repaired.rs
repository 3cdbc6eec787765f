//! The ways that a repair can go: the URL that comes of a text, or that none does. Those of each scheme are in its crate.

use url1738::{Change, Repaired, Safety, SchemeKind, Url, syntax::dev::octets};

/// A text, and the URL and the codes of the changes, or the code of the error.
const WAYS: &[(&str, &str)] = &[
    // Paths of Windows, which name no scheme, and what only looks like one.
    (r"C:\Users\joe", "! backslash"),
    (r"c:/Users/a b", "! space"),
    (r"d:name\file", "! backslash"),
    ("\"C:/Users\"", "! quote"),
    (r"<URL:C:\a>", "! unexpected-byte"),
    ("C:/Users", "C:/Users"),
    ("x://h/a b", "x://h/a%20b space"),
    ("x:a b", "x:a%20b space"),
    // A backslash after a host is a slash, because a host has no escapes.
    (r"rsync:\\h\x", "rsync://h/x backslash backslash"),
    (r"rsync://h:8\x\y", "rsync://h:8/x%5Cy backslash backslash"),
    // What surrounds a URL.
    ("URL:ftp://h/", "ftp://h/ wrapper"),
    ("<url: ftp://h/ >", "ftp://h/ wrapper wrapper"),
    ("'\"ftp://h/\"'", "ftp://h/ wrapper wrapper"),
    ("\"ftp://h/'", "! quote"),
    ("url:x", "url:x"),
    ("URL:<http://h/>", "http://h/ wrapper wrapper"),
    ("URL: \"ftp://h/\"", "ftp://h/ wrapper wrapper"),
    ("URL:<http://h/", "! unexpected-byte"),
    // A URL inside stays as it is, also where a repair would have guessed otherwise.
    ("<x-a://h:>", "x-a://h: wrapper wrapper"),
    (" mailto:/a@h", "mailto:/a@h wrapper"),
    // A line break between slashes.
    ("<ftp:/\r\n  /h/>", "ftp://h/ wrapper control wrapper"),
    ("file:/\n//a", "file:///a control"),
    ("file:/\n/C:/a", "file:///C:/a file-port"),
    ("http:\\\n/h", "http://h expected-delimiter"),
    // What follows the prefix is beyond repair, but the whole is a URL of a scheme with that name.
    ("url:mailto:x", "url:mailto:x"),
    ("x-a:b~", "x-a:b%7E tilde"),
    ("x-a:b%", "x-a:b%25 bad-escape"),
    ("x-a:b\r\nc", "x-a:bc control"),
    ("x-a://a:b:c@h/d e", "x-a://a:b%3Ac@h/d%20e unexpected-byte space"),
    ("x-a://h/a@b c", "x-a://h/a@b%20c space"),
    ("x-a:/a:b:c@h d", "x-a:/a:b:c@h%20d space"),
    ("x-a:b#c", "x-a:b fragment"),
];

fn report(text: &str) -> String {
    match Url::repair(text) {
        Ok(Repaired { url, changes, .. }) => {
            let codes = changes.iter().map(|change| change.info.code);
            [url.as_str()].into_iter().chain(codes).collect::<Vec<_>>().join(" ")
        }
        Err(error) => format!("! {}", error.code()),
    }
}

#[test]
fn each_way_ends_where_it_should() {
    let wrong: Vec<_> = WAYS
        .iter()
        .map(|(text, expected)| (text, report(text), expected))
        .filter(|(_, report, expected)| report != *expected)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// An attempt that leads to no URL is not reported.
#[test]
fn changes_are_those_of_the_result() {
    for text in ["url:mailto:x", "url:mailto:x#y"] {
        let mut changes = Vec::new();
        let repaired = Url::repair_reference(text.as_bytes(), &mut |change| changes.push(change));
        assert_eq!((repaired.unwrap().url.as_str(), changes), ("url:mailto:x", Vec::new()));
    }
}

/// One vocabulary: the change at the place of an error has the code of the error. Only text around a URL, which is an
/// error of the URL for a parser, has another code.
#[test]
fn a_change_has_the_code_of_the_error_that_it_repairs() {
    // Where a repair knows better than a parser, which stops at the first byte that does not fit.
    const FINER: [&str; 8] = [
        "mailto:<a@h>",
        "mailto:<a@h>?subject=x",
        "news:%3ca@h%3E",
        "news:%3Ca@h%3e",
        "prospero://h;a=b",
        "ftp: //h/",
        "file:/\n//a",
        "file:/\n/C:/a",
    ];
    let mut wrong = Vec::new();
    let schemes = SchemeKind::STANDARD_NAMES.iter().flat_map(|scheme| {
        let path =
            format!("{}/../url1738-{scheme}/tests/data/answers.tsv", env!("CARGO_MANIFEST_DIR"));
        let table = std::fs::read_to_string(path).unwrap();
        let texts = table.lines().filter(|line| line.contains("\trepair\t"));
        let texts = texts.map(|line| octets(line.split('\t').next().unwrap()));
        texts.map(|text| String::from_utf8(text).unwrap()).collect::<Vec<_>>()
    });
    let own = WAYS.iter().map(|(text, _)| (*text).to_owned());
    for text in own.chain(schemes) {
        let text = text.as_str();
        let (Err(error), Ok(Repaired { changes, .. })) = (Url::parse(text), Url::repair(text))
        else {
            continue;
        };
        let at = error.span().start;
        let here = |change: &&Change| (change.span.start..=change.span.end).contains(&at);
        let codes: Vec<_> = changes.iter().filter(here).map(|change| change.info.code).collect();
        let named = codes.contains(&error.code()) || codes.contains(&"wrapper");
        if named == FINER.contains(&text) && !codes.is_empty() {
            wrong.push(format!("{text}: {codes:?} for {}", error.code()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What no change repairs is reported at its place in the original text.
#[test]
fn where_a_text_is_beyond_repair() {
    let report = |text: &str| {
        let span = Url::repair(text).unwrap_err().span();
        (span.start, span.end)
    };
    for (text, start, end) in [
        ("news: ~", 6, 7),
        ("<URL:http://h_/>", 13, 14),
        (r"http:\\h_/", 8, 9),
        ("http:h_", 6, 7),
        ("URL: ftp://a b@c~/", 16, 17),
        ("ftp://a~b:~~@c~/", 14, 15),
        ("http://u@h_/", 10, 11),
        (" http://h:99999 ", 10, 15),
    ] {
        assert_eq!(report(text), (start, end), "{text}");
    }
}

/// A text, and which of its changes are safe: `+` for a safe one, `-` for an unsafe one.
const SAFETY: &[(&str, &str)] = &[
    ("http://h/~a b%", "+++"),
    ("http://h/caf\u{e9}", "+"),
    (" <URL:http://h/> ", "++"),
    ("\"http://h/a\"", "++"),
    ("http://h?q", "+"),
    ("ftp://h;type=a", "+"),
    ("http://h:/", "+"),
    ("http://[127.0.0.1]/", "++"),
    ("news:<a@h>", "++"),
    ("gopher://h/7/a\tb", "+"),
    ("ftp://a:b#c@h/", "+"),
    ("http://h/a#b", "-"),
    ("http://h/a b#c", "+-"),
    (r"http:\\h\a\b", "---"),
    ("http:/h/", "-"),
    ("http:h", "-"),
    ("http:///h/", "-"),
    ("http: //h/", "-"),
    ("http://u@h/", "-"),
    ("mailto:a@h?x", "-"),
    ("mailto://a@h?x", "--"),
    ("file:/a", "-"),
    ("file:C:\\a", "--"),
    ("ftp://h/a;TYPE=a", "-"),
    ("http://h/a\nb", "-"),
    (r"rsync:\\h\x", "--"),
];

#[test]
fn what_must_be_encoded_is_safe_and_what_is_guessed_is_not() {
    for (text, expected) in SAFETY {
        let repaired = Url::repair(text).unwrap();
        let marks: String = repaired
            .changes
            .iter()
            .map(|change| if change.safety == Safety::Safe { '+' } else { '-' })
            .collect();
        assert_eq!(marks, *expected, "{text:?}: {:?}", repaired.changes);
        assert_eq!(repaired.is_safe(), !expected.contains('-'), "{text:?}");
    }
}

/// The host of a repaired URL is the one of the text: no change percent-encodes it.
#[test]
fn hosts_are_never_percent_encoded() {
    let hosts = [
        "[::1]",
        "my host",
        "\u{65e5}\u{672c}",
        "a^b",
        "a|b",
        "a\"b",
        "h%",
        "{h}",
        r"h\x",
        "h`",
        "::1",
    ];
    for scheme in [
        "http", "https", "ftp", "ws", "x-db", "gopher", "telnet", "wais", "nntp", "prospero",
        "file",
    ] {
        for host in hosts {
            for (slashes, rest) in [
                ("//", "/"),
                ("//", "/a b"),
                ("//", ""),
                (r"\\", "/"),
                ("//u:p@", "/"),
                ("//", ":80/a b"),
                ("//", "?a b"),
            ] {
                let text = format!("{scheme}:{slashes}{host}{rest}");
                let Ok(Repaired { url, .. }) = Url::repair(&text) else { continue };
                let after = url.as_str().split("//").nth(1).unwrap_or_default();
                let authority = after.split(['/', '?']).next().unwrap_or_default();
                let written = authority.rsplit('@').next().unwrap_or_default();
                assert!(!written.contains('%') || host.contains('%'), "{text} -> {url}");
            }
        }
    }
}
