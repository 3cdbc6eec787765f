//! The ways that a repair can go in each scheme: the URL that comes of a text, or that none does.

use url1738::{Repaired, Url};

/// A text, and the URL and the codes of the changes, or the code of the error.
const WAYS: &[(&str, &str)] = &[
    // Slashes, and one at the end of what has none.
    ("telnet://h//", "telnet://h/ slashes"),
    ("telnet://h////", "telnet://h/ slashes"),
    (r"telnet:\\h\", "telnet://h/ slashes backslash"),
    ("telnet://h", "telnet://h"),
    ("telnet:h", "telnet://h slashes"),
    ("telnet://h//x", "! telnet-path"),
    ("telnet://h?", "! expected-delimiter"),
    ("telnet://h/?/", "! telnet-path"),
    // Typecodes.
    ("ftp://h;type=d", "ftp://h/;type=d missing-slash"),
    ("ftp://h;x", "ftp://h/%3Bx missing-slash reserved"),
    ("ftp://h/a;Type=A", "ftp://h/a;type=A typecode-case"),
    ("ftp://h/a b;type=a", "ftp://h/a%20b;type=a unsafe"),
    ("ftp://h/a;type=", "ftp://h/a%3Btype= reserved"),
    ("ftp://h/a;type=ii", "ftp://h/a%3Btype=ii reserved"),
    ("ftp://h/;type=i;type=i", "ftp://h/%3Btype=i;type=i reserved"),
    (r"ftp:\\h\a\b", "ftp://h/a/b slashes backslash backslash"),
    ("ftp:h", "ftp://h slashes"),
    ("ftp://h?a", "! expected-delimiter"),
    ("ftp://a:b:c@d@h/", "ftp://a:b%3Ac%40d@h/ reserved reserved"),
    ("ftp://a@b@h/", "ftp://a%40b@h/ reserved"),
    ("ftp://h:/a", "ftp://h/a empty-port"),
    ("ftp://h:;type=a", "ftp://h/;type=a empty-port missing-slash"),
    ("ftp://u:p@h:21\\a", "ftp://u:p@h:21/a backslash"),
    // Users where there are none.
    ("http://u:p@h/a", "http://h/a credentials"),
    ("http://u@h?q", "http://h/?q credentials missing-slash"),
    ("http://u@h/a@b", "! credentials-not-allowed"),
    ("http://u@h", "http://h credentials"),
    ("gopher://u@h/1", "gopher://h/1 credentials"),
    ("nntp://u:p@h/g", "nntp://h/g credentials"),
    ("wais://u@h/d", "wais://h/d credentials"),
    ("prospero://u@h/a", "prospero://h/a credentials"),
    ("file://u@h/a", "file://h/a credentials"),
    // Searches.
    ("http://h?q", "http://h/?q missing-slash"),
    ("http://h/a\\b?c\\d", "http://h/a/b?c%5Cd backslash unsafe"),
    ("http://h/a?b?c/d", "http://h/a?b%3Fc%2Fd reserved reserved"),
    ("http://h:80", "http://h:80"),
    ("gopher://h/7/a\tb c", "gopher://h/7/a%09b%20c raw-tab unsafe"),
    ("gopher://h\\1a", "gopher://h/1a backslash"),
    ("gopher://h?x", "! expected-delimiter"),
    // Addresses.
    ("mailto://a@h", "mailto://a@h"),
    ("mailto://a@h?x", "mailto:a@h slashes mailto-headers"),
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
    ("news:<a b@h>", "news:a%20b@h angle-brackets unsafe angle-brackets"),
    ("news:<comp.lang.c>", "! unexpected-byte"),
    // Groups and their numbers.
    ("nntp://h/a.b/", "nntp://h/a.b trailing-slash"),
    ("nntp://h//", "! unexpected-byte"),
    ("nntp://h/a/1/", "! nntp-path"),
    ("nntp://h", "! expected-delimiter"),
    (r"nntp:\\h\a.b", "nntp://h/a.b slashes backslash"),
    // Databases.
    ("wais://h", "wais://h/ missing-slash"),
    ("wais://h/d/", "wais://h/d trailing-slash"),
    ("wais://h/d?a?b/", "wais://h/d?a%3Fb%2F reserved reserved"),
    ("wais://h/d/t/a/b=c", "wais://h/d/t/a%2Fb%3Dc reserved reserved"),
    ("wais://h?q", "wais://h/?q missing-slash"),
    // Fields.
    ("prospero://h", "prospero://h/ missing-slash"),
    ("prospero://h;a=b", "prospero://h/;a=b missing-slash"),
    ("prospero://h/a;b", "prospero://h/a%3Bb reserved"),
    ("prospero://h/a;b=c;d", "prospero://h/a;b=c%3Bd reserved"),
    ("prospero://h/a;b;c=d", "prospero://h/a%3Bb;c=d reserved"),
    ("prospero://h/a;b=c=d;e=", "prospero://h/a;b=c%3Dd;e= reserved"),
    ("prospero://h/a;=", "prospero://h/a;="),
    // Files.
    ("file:/a", "file:///a slashes"),
    (r"file:\a", "file:///a slashes"),
    ("file:a", "! file-without-slashes"),
    ("file:c:/a", "file:///c:/a slashes"),
    ("file:c|", "file:///c%7C slashes unsafe"),
    ("file:c:a", "! file-without-slashes"),
    ("file:1:/a", "! file-without-slashes"),
    ("file://c:/a", "file:///c:/a slashes"),
    (r"file://c:\a", "file:///c:/a slashes backslash"),
    ("file:/c:/a", "file:///c:/a slashes"),
    ("file:///c:/a", "file:///c:/a"),
    ("file:////h/a", "file:////h/a"),
    (r"file:\\h\a", "file://h/a slashes backslash"),
    ("file://h", "file://h/ missing-slash"),
    ("file://h?a", "file://h/?a missing-slash"),
    // What surrounds a URL.
    ("URL:ftp://h/", "ftp://h/ wrapper"),
    ("<url: ftp://h/ >", "ftp://h/ wrapper wrapper"),
    ("'\"ftp://h/\"'", "ftp://h/ wrapper wrapper"),
    ("\"ftp://h/'", "! unexpected-byte"),
    ("url:x", "url:x"),
    // What follows the prefix is beyond repair, but the whole is a URL of a scheme with that name.
    ("url:mailto:x", "url:mailto:x"),
    ("ftp: //h/", "ftp://h/ blank"),
    ("x-a:b~", "x-a:b%7E tilde"),
    ("x-a:b%", "x-a:b%25 bad-escape"),
    ("x-a:b\r\nc", "x-a:bc line-break"),
    ("x-a://a:b:c@h/d e", "x-a://a:b%3Ac@h/d%20e reserved unsafe"),
    ("x-a://h/a@b c", "x-a://h/a@b%20c unsafe"),
    ("x-a:/a:b:c@h d", "x-a:/a:b:c@h%20d unsafe"),
    ("x-a:b#c", "x-a:b fragment"),
    ("ftp://u#v@h/", "ftp://u%23v@h/ unsafe"),
    ("ftp://h/a#v@h/", "ftp://h/a fragment"),
    ("http://h#v@h/", "http://h fragment"),
];

fn report(text: &str) -> String {
    match Url::repair(text) {
        Ok(Repaired { url, changes, .. }) => {
            let codes = changes.iter().map(|change| change.code);
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
