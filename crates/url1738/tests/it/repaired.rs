//! The ways that a repair can go in each scheme: the URL that comes of a text, or that none does.

use url1738::{Change, Repaired, Safety, Url};

/// A text, and the URL and the codes of the changes, or the code of the error.
const WAYS: &[(&str, &str)] = &[
    // Slashes, and one at the end of what has none.
    ("telnet://h//", "telnet://h/ telnet-path"),
    ("telnet://h////", "telnet://h/ telnet-path"),
    (r"telnet:\\h\", "telnet://h/ expected-delimiter backslash"),
    ("telnet://h", "telnet://h"),
    ("telnet:h", "telnet://h expected-delimiter"),
    ("telnet://h//x", "! telnet-path"),
    ("telnet://h?", "! expected-delimiter"),
    ("telnet://h/?/", "! telnet-path"),
    // Typecodes.
    ("ftp://h;type=d", "ftp://h/;type=d typecode-without-slash"),
    ("ftp://h;x", "ftp://h/%3Bx typecode-without-slash unexpected-byte"),
    ("ftp://h/a;Type=A", "ftp://h/a;type=A typecode-case"),
    ("ftp://h/a b;type=a", "ftp://h/a%20b;type=a space"),
    ("ftp://h/a;type=", "ftp://h/a%3Btype= unexpected-byte"),
    ("ftp://h/a;type=ii", "ftp://h/a%3Btype=ii unexpected-byte"),
    ("ftp://h/;type=i;type=i", "ftp://h/%3Btype=i;type=i unexpected-byte"),
    (r"ftp:\\h\a\b", "ftp://h/a/b expected-delimiter backslash backslash"),
    ("ftp:h", "ftp://h expected-delimiter"),
    ("ftp://h?a", "! expected-delimiter"),
    ("ftp://a:b:c@d@h/", "ftp://a:b%3Ac%40d@h/ unexpected-byte unexpected-byte"),
    ("ftp://a@b@h/", "ftp://a%40b@h/ unexpected-byte"),
    ("ftp://h:/a", "ftp://h/a empty-port"),
    ("ftp://h:;type=a", "ftp://h/;type=a empty-port typecode-without-slash"),
    ("ftp://u:p@h:21\\a", "ftp://u:p@h:21/a backslash"),
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
    (r"https:\\h\x", "https://h/x backslash backslash"),
    (r"https://h:8\x\y", "https://h:8/x%5Cy backslash backslash"),
    // Users where there are none.
    ("http://u:p@h/a", "http://h/a credentials-not-allowed"),
    ("http://u@h?q", "http://h/?q credentials-not-allowed expected-delimiter"),
    ("http://u@h/a@b", "! credentials-not-allowed"),
    ("http://u@h", "http://h credentials-not-allowed"),
    ("gopher://u@h/1", "gopher://h/1 credentials-not-allowed"),
    ("nntp://u:p@h/g", "nntp://h/g credentials-not-allowed"),
    ("wais://u@h/d", "wais://h/d credentials-not-allowed"),
    ("prospero://u@h/a", "prospero://h/a credentials-not-allowed"),
    ("file://u@h/a", "file://h/a credentials-not-allowed"),
    // Searches.
    ("http://h?q", "http://h/?q expected-delimiter"),
    ("http://h/a\\b?c\\d", "http://h/a/b?c%5Cd backslash backslash"),
    ("http://h/a?b?c/d", "http://h/a?b%3Fc%2Fd unexpected-byte unexpected-byte"),
    ("http://h:80", "http://h:80"),
    ("gopher://h/7/a\tb c", "gopher://h/7/a%09b%20c control space"),
    ("gopher://h\\1a", "gopher://h/1a backslash"),
    ("gopher://h?x", "! expected-delimiter"),
    // Addresses.
    ("mailto://a@h", "mailto://a@h"),
    ("mailto://a@h?x", "mailto:a@h not-an-addr-spec mailto-headers"),
    ("mailto:a@h?subject=x", "mailto:a@h mailto-headers"),
    ("mailto:a@h?cc=b@c?d", "mailto:a@h mailto-headers"),
    ("mailto:a?b@h", "mailto:a?b@h"),
    ("mailto:a?b@h?c", "mailto:a?b@h mailto-headers"),
    ("mailto:?subject=x", "! not-an-addr-spec"),
    // Articles.
    ("news:<a@h>", "news:a@h angle-brackets angle-brackets"),
    ("news:<a@h", "news:a@h angle-brackets"),
    ("news:a@h>", "news:a@h angle-brackets"),
    ("news:%3ca@h%3E", "news:a@h angle-brackets angle-brackets"),
    ("news:<a b@h>", "news:a%20b@h angle-brackets space angle-brackets"),
    ("news:<comp.lang.c>", "! unexpected-byte"),
    // Groups and their numbers.
    ("nntp://h/a.b/", "nntp://h/a.b empty"),
    ("nntp://h//", "! unexpected-byte"),
    ("nntp://h/a/1/", "! nntp-path"),
    ("nntp://h", "! expected-delimiter"),
    (r"nntp:\\h\a.b", "nntp://h/a.b expected-delimiter backslash"),
    // Databases.
    ("wais://h", "wais://h/ expected-delimiter"),
    ("wais://h/d/", "wais://h/d expected-delimiter"),
    ("wais://h/d?a?b/", "wais://h/d?a%3Fb%2F unexpected-byte unexpected-byte"),
    ("wais://h/d/t/a/b=c", "wais://h/d/t/a%2Fb%3Dc unexpected-byte unexpected-byte"),
    ("wais://h?q", "wais://h/?q expected-delimiter"),
    // Fields.
    ("prospero://h", "prospero://h/ expected-delimiter"),
    ("prospero://h;a=b", "prospero://h/;a=b expected-delimiter"),
    ("prospero://h/a;b", "prospero://h/a%3Bb expected-delimiter"),
    ("prospero://h/a;b=c;d", "prospero://h/a;b=c%3Bd expected-delimiter"),
    ("prospero://h/a;b;c=d", "prospero://h/a%3Bb;c=d expected-delimiter"),
    ("prospero://h/a;b=c=d;e=", "prospero://h/a;b=c%3Dd;e= unexpected-byte"),
    ("prospero://h/a;=", "prospero://h/a;="),
    // Files.
    ("file:/a", "file:///a file-without-slashes"),
    (r"file:\a", "file:///a file-without-slashes"),
    ("file:a", "! file-without-slashes"),
    ("file:c:/a", "file:///c:/a file-without-slashes"),
    ("file:c|", "file:///c%7C file-without-slashes unexpected-byte"),
    ("file:c:a", "! file-without-slashes"),
    ("file:1:/a", "! file-without-slashes"),
    ("file://c:/a", "file:///c:/a file-port"),
    (r"file://c:\a", "file:///c:/a file-port backslash"),
    ("file:/c:/a", "file:///c:/a file-without-slashes"),
    ("file:///c:/a", "file:///c:/a"),
    ("file:////h/a", "file:////h/a"),
    (r"file:\\h\a", "file://h/a file-without-slashes backslash"),
    ("file://h", "file://h/ file-without-path"),
    ("file://h?a", "file://h/?a expected-delimiter"),
    // What surrounds a URL.
    ("URL:ftp://h/", "ftp://h/ wrapper"),
    ("<url: ftp://h/ >", "ftp://h/ wrapper wrapper"),
    ("'\"ftp://h/\"'", "ftp://h/ wrapper wrapper"),
    ("\"ftp://h/'", "! quote"),
    ("url:x", "url:x"),
    // What follows the prefix is beyond repair, but the whole is a URL of a scheme with that name.
    ("url:mailto:x", "url:mailto:x"),
    ("ftp: //h/", "ftp://h/ space"),
    ("x-a:b~", "x-a:b%7E tilde"),
    ("x-a:b%", "x-a:b%25 bad-escape"),
    ("x-a:b\r\nc", "x-a:bc control"),
    ("x-a://a:b:c@h/d e", "x-a://a:b%3Ac@h/d%20e unexpected-byte space"),
    ("x-a://h/a@b c", "x-a://h/a@b%20c space"),
    ("x-a:/a:b:c@h d", "x-a:/a:b:c@h%20d space"),
    ("x-a:b#c", "x-a:b fragment"),
    ("ftp://u#v@h/", "ftp://u%23v@h/ fragment"),
    ("ftp://h/a#v@h/", "ftp://h/a fragment"),
    ("http://h#v@h/", "http://h fragment"),
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

/// One vocabulary: the change at the place of an error has the code of the error. Only text around a URL, which is an
/// error of the URL for a parser, has another code.
#[test]
fn a_change_has_the_code_of_the_error_that_it_repairs() {
    // Where a repair knows better than a parser, which stops at the first byte that does not fit.
    const FINER: [&str; 3] = ["news:%3ca@h%3E", "prospero://h;a=b", "ftp: //h/"];
    let mut wrong = Vec::new();
    for (text, _) in WAYS {
        let (Err(error), Ok(Repaired { changes, .. })) = (Url::parse(text), Url::repair(text))
        else {
            continue;
        };
        let at = error.span().start;
        let here = |change: &&Change| (change.span.start..=change.span.end).contains(&at);
        let codes: Vec<_> = changes.iter().filter(here).map(|change| change.info.code).collect();
        let named = codes.contains(&error.code()) || codes.contains(&"wrapper");
        if named == FINER.contains(text) && !codes.is_empty() {
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
    (r"https:\\h\x", "--"),
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
