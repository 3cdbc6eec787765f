//! Malformed URLs, and what repair makes of them.

use std::{collections::BTreeMap, fmt::Write as _};

use url1738::{Repaired, Url, syntax::dev::octets};

use crate::{held::url::applied, laws::LISTS};

/// A text, and what becomes of it; the changes are in the snapshot.
const REPAIRED: &[(&str, &str)] = &[
    // Unsafe characters and bad escapes.
    ("http://h/~joe/", "http://h/%7Ejoe/"),
    ("http://h/a b|c", "http://h/a%20b%7Cc"),
    (r#"http://h/"a"{b}[c]^`"#, "http://h/%22a%22%7Bb%7D%5Bc%5D%5E%60"),
    ("ftp://h/caf\u{e9}", "ftp://h/caf%C3%A9"),
    (r"ftp://h/caf\xE9", "ftp://h/caf%E9"),
    ("http://h/100%", "http://h/100%25"),
    ("http://h/%zz%4", "http://h/%25zz%254"),
    ("gopher://h/0/a b", "gopher://h/0/a%20b"),
    (r"gopher://h/7/find\twords", "gopher://h/7/find%09words"),
    ("ftp://joe:p~@h/", "ftp://joe:p%7E@h/"),
    ("ftp://joe:a:b@c@h/", "ftp://joe:a%3Ab%40c@h/"),
    ("ftp://joe:a#b@h/", "ftp://joe:a%23b@h/"),
    (r"http://h/a\r\nb", "http://h/ab"),
    (r"http://h/a\n  b", "http://h/ab"),
    (r"ftp://joe@h\n.dom:2\n  1/a", "ftp://joe@h.dom:21/a"),
    (r"nntp://h/comp.\ntest/", "nntp://h/comp.test"),
    (r"ftp://h/a;TY\r\n  pe=\nA", "ftp://h/a;type=A"),
    (r"ftp://h/a;type=\nb", "ftp://h/a%3Btype=b"),
    (r"http://h/a%2\nFb%\r\n\t2F", "http://h/a%2Fb%2F"),
    (r"ftp://joe:a%4\n0b%2\ng@h/", "ftp://joe:a%40b%252g@h/"),
    // Slashes.
    (r"http:\\\\h\a\b", "http://h/a/b"),
    ("http:/h/a", "http://h/a"),
    ("http:h/a", "http://h/a"),
    ("http:///h/a", "http://h/a"),
    ("http://h?q", "http://h/?q"),
    ("http://h:80?q", "http://h:80/?q"),
    ("ftp://h;type=d", "ftp://h/;type=d"),
    ("prospero://h", "prospero://h/"),
    ("prospero://h;a=b", "prospero://h/;a=b"),
    ("wais://h", "wais://h/"),
    ("telnet://h//", "telnet://h/"),
    ("nntp://h/a.b/", "nntp://h/a.b"),
    ("wais://h/db/", "wais://h/db"),
    // Hosts and ports.
    ("http://h:/a", "http://h/a"),
    ("http://[1.2.3.4]/a", "http://1.2.3.4/a"),
    ("ftp://u@[::FFFF:192.0.2.1]:21/a", "ftp://u@192.0.2.1:21/a"),
    ("http://joe:pw@h/", "http://h/"),
    // What surrounds a URL.
    ("  http://h/ ", "http://h/"),
    ("<URL:http://h/>", "http://h/"),
    ("url: ftp://h/a", "ftp://h/a"),
    ("\"<URL:URL:http://h/>\"", "http://h/"),
    ("http: //h/", "http://h/"),
    // Fragments, which are returned beside the URL.
    ("http://h/a#b", "http://h/a"),
    ("http://h#b", "http://h"),
    ("http://h/#caf\u{e9}", "http://h/"),
    // Reserved characters.
    ("http://h/a?b/c?d", "http://h/a?b%2Fc%3Fd"),
    ("ftp://h/a;b", "ftp://h/a%3Bb"),
    ("ftp://h/a;TYPE=I", "ftp://h/a;type=I"),
    ("ftp://h/a;type=x", "ftp://h/a%3Btype=x"),
    ("wais://h/db/TEXT/1=h;2=/x", "wais://h/db/TEXT/1%3Dh%3B2%3D%2Fx"),
    ("wais://h/db?a/b", "wais://h/db?a%2Fb"),
    ("prospero://h/x;a", "prospero://h/x%3Ba"),
    ("prospero://h/x;a=b=c", "prospero://h/x;a=b%3Dc"),
    // Files.
    ("file:/etc/motd", "file:///etc/motd"),
    (r"file:C:\a b", "file:///C:/a%20b"),
    ("file://C:/a", "file:///C:/a"),
    (r"file:\\\\h\a", "file://h/a"),
    ("file:///C|/a;1", "file:///C%7C/a%3B1"),
    ("file://h", "file://h/"),
    ("file://joe@h/a", "file://h/a"),
    // Addresses and message-ids.
    ("mailto:joe@h?subject=x", "mailto:joe@h"),
    ("mailto:a%b@h", "mailto:a%25b@h"),
    ("news:<a@h>", "news:a@h"),
    ("news:%3Ca@h%3e", "news:a@h"),
    ("news:a{b}@h", "news:a%7Bb%7D@h"),
    // Other schemes.
    ("x-db://joe:p w@h/a b", "x-db://joe:p%20w@h/a%20b"),
    ("x-a:{b}", "x-a:%7Bb%7D"),
];

/// Texts that no change repairs; why is in the snapshot.
const REFUSED: &[&str] = &[
    "http://h./",
    "http://my_host/",
    "http://a..b/",
    "http://-a.dom/",
    "http://h.1a/",
    "http://1.2.3/",
    "http://256.1.1.1/",
    "http://h\u{f6}..st/",
    "http://[::1]/",
    "http://[1.2.3.4]x/",
    "http://h:port/",
    "http://h:65536/",
    "http:///",
    "http://",
    "  ftp://h~/a",
    "<URL:ftp://a b/>",
    "ftp://h?a",
    "ftp://joe:a/b@h/",
    "http://joe:/b@h/",
    r"gopher://h/0a%0D%0Ab",
    "gopher://h?x",
    "mailto:joe",
    "mailto:a@b,c@d",
    "news://h/a.b",
    "news:9fans",
    "nntp://h",
    "nntp://h/a.b/1-2",
    "telnet://h/x",
    "wais://h/db/t",
    "file:etc",
    "file://h:21/x",
    "no scheme",
    "//h/a",
    r"ht\ntp://h/",
    "",
];

fn changes(repaired: &Repaired<Url>) -> String {
    let change =
        |change: &url1738::Change| format!("{} {:?} {:?}", change.code(), change.span, change.text);
    repaired.changes.iter().map(change).collect::<Vec<_>>().join(", ")
}

// req: G-05, H-02, X-01, X-02
#[test]
fn malformed_urls() {
    let mut report = String::new();
    for (text, expected) in REPAIRED {
        let text = octets(text);
        assert!(Url::parse_bytes(&text).is_err(), "{expected} needs no repair");
        let repaired = Url::repair(&text).unwrap_or_else(|error| panic!("{expected}: {error}"));
        assert_eq!(repaired.url, *expected);
        assert_eq!(applied(&text, &repaired.changes), expected.as_bytes());
        let _ = writeln!(report, "{expected} <- {}", changes(&repaired));
    }
    insta::assert_snapshot!(report, @r#"
    http://h/%7Ejoe/ <- tilde 9..10 "%7E"
    http://h/a%20b%7Cc <- space 10..11 "%20", unexpected-byte 12..13 "%7C"
    http://h/%22a%22%7Bb%7D%5Bc%5D%5E%60 <- quote 9..10 "%22", quote 11..12 "%22", braces 12..13 "%7B", braces 14..15 "%7D", brackets 15..16 "%5B", brackets 17..18 "%5D", unexpected-byte 18..20 "%5E%60"
    ftp://h/caf%C3%A9 <- non-ascii 11..13 "%C3%A9"
    ftp://h/caf%E9 <- non-ascii 11..12 "%E9"
    http://h/100%25 <- bad-escape 12..13 "%25"
    http://h/%25zz%254 <- bad-escape 9..10 "%25", bad-escape 12..13 "%25"
    gopher://h/0/a%20b <- space 14..15 "%20"
    gopher://h/7/find%09words <- control 17..18 "%09"
    ftp://joe:p%7E@h/ <- tilde 11..12 "%7E"
    ftp://joe:a%3Ab%40c@h/ <- unexpected-byte 11..12 "%3A", unexpected-byte 13..14 "%40"
    ftp://joe:a%23b@h/ <- fragment 11..12 "%23"
    http://h/ab <- control 10..12 ""
    http://h/ab <- control 10..13 ""
    ftp://joe@h.dom:21/a <- control 11..12 "", control 18..21 ""
    nntp://h/comp.test <- control 14..15 "", empty 19..20 ""
    ftp://h/a;type=A <- control 9..21 ";type=A"
    ftp://h/a%3Btype=b <- unexpected-byte 9..10 "%3B", control 15..16 ""
    http://h/a%2Fb%2F <- control 12..13 "", control 16..19 ""
    ftp://joe:a%40b%252g@h/ <- control 13..14 "", bad-escape 16..17 "%25", control 18..19 ""
    http://h/a/b <- expected-delimiter 5..7 "//", backslash 8..9 "/", backslash 10..11 "/"
    http://h/a <- expected-delimiter 5..6 "//"
    http://h/a <- expected-delimiter 5..5 "//"
    http://h/a <- expected-delimiter 5..8 "//"
    http://h/?q <- expected-delimiter 8..8 "/"
    http://h:80/?q <- expected-delimiter 11..11 "/"
    ftp://h/;type=d <- typecode-without-slash 7..7 "/"
    prospero://h/ <- expected-delimiter 12..12 "/"
    prospero://h/;a=b <- expected-delimiter 12..12 "/"
    wais://h/ <- expected-delimiter 8..8 "/"
    telnet://h/ <- telnet-path 11..12 ""
    nntp://h/a.b <- empty 12..13 ""
    wais://h/db <- expected-delimiter 11..12 ""
    http://h/a <- empty-port 8..9 ""
    http://1.2.3.4/a <- bracketed-ipv4 7..8 "", bracketed-ipv4 15..16 ""
    ftp://u@192.0.2.1:21/a <- bracketed-ipv4 8..16 "", bracketed-ipv4 25..26 ""
    http://h/ <- credentials-not-allowed 7..14 ""
    http://h/ <- wrapper 0..2 "", wrapper 11..12 ""
    http://h/ <- wrapper 0..5 "", wrapper 14..15 ""
    ftp://h/a <- wrapper 0..5 ""
    http://h/ <- wrapper 0..10 "", wrapper 19..21 ""
    http://h/ <- space 5..6 ""
    http://h/a <- fragment 10..12 ""
    http://h <- fragment 8..10 ""
    http://h/ <- fragment 9..15 ""
    http://h/a?b%2Fc%3Fd <- unexpected-byte 12..13 "%2F", unexpected-byte 14..15 "%3F"
    ftp://h/a%3Bb <- unexpected-byte 9..10 "%3B"
    ftp://h/a;type=I <- typecode-case 9..15 ";type="
    ftp://h/a%3Btype=x <- unexpected-byte 9..10 "%3B"
    wais://h/db/TEXT/1%3Dh%3B2%3D%2Fx <- unexpected-byte 18..19 "%3D", unexpected-byte 20..21 "%3B", unexpected-byte 22..24 "%3D%2F"
    wais://h/db?a%2Fb <- unexpected-byte 13..14 "%2F"
    prospero://h/x%3Ba <- expected-delimiter 14..15 "%3B"
    prospero://h/x;a=b%3Dc <- unexpected-byte 18..19 "%3D"
    file:///etc/motd <- file-without-slashes 5..6 "///"
    file:///C:/a%20b <- file-without-slashes 5..5 "///", backslash 7..8 "/", space 9..10 "%20"
    file:///C:/a <- file-port 5..7 "///"
    file://h/a <- file-without-slashes 5..7 "//", backslash 8..9 "/"
    file:///C%7C/a%3B1 <- unexpected-byte 9..10 "%7C", unexpected-byte 12..13 "%3B"
    file://h/ <- file-without-path 8..8 "/"
    file://h/a <- credentials-not-allowed 7..11 ""
    mailto:joe@h <- mailto-headers 12..22 ""
    mailto:a%25b@h <- bad-escape 8..9 "%25"
    news:a@h <- angle-brackets 5..6 "", angle-brackets 9..10 ""
    news:a@h <- angle-brackets 5..8 "", angle-brackets 11..14 ""
    news:a%7Bb%7D@h <- braces 6..7 "%7B", braces 8..9 "%7D"
    x-db://joe:p%20w@h/a%20b <- space 12..13 "%20", space 18..19 "%20"
    x-a:%7Bb%7D <- braces 4..5 "%7B", braces 6..7 "%7D"
    "#);
}

#[test]
fn what_cannot_be_repaired() {
    let mut report = String::new();
    for text in REFUSED {
        let text = octets(text);
        let error = Url::repair(&text).unwrap_err();
        assert!(error.span().end as usize <= text.len());
        let help = Url::help(&text, &error);
        let help = if help.is_empty() { help } else { format!("; {help}") };
        let _ = writeln!(report, "{} {:?} {error}{help}", error.code(), error.span());
    }
    insta::assert_snapshot!(report, @"
    empty-label 8..9 empty label in host at byte 8; remove the extra `.`: labels must not be empty
    unexpected-byte 9..10 unexpected `_` in host at byte 9; use only letters, digits, `-` and `.`
    empty-label 9..10 empty label in host at byte 9; remove the extra `.`: labels must not be empty
    label-hyphen 7..8 host label begins or ends with `-` at byte 7; begin and end each label with a letter or a digit
    top-label-digit 9..11 last label of host begins with a digit at byte 9; begin the last label with a letter
    group-count 7..12 IPv4 address without exactly four numbers at byte 7; write four numbers; inet_aton and WHATWG parsers reach 1.2.0.3
    group-out-of-range 7..10 number over 255 in IPv4 address at byte 7; write numbers from 0 to 255
    international-name 8..10 host name contains characters outside US-ASCII at byte 8; write the name in its US-ASCII form (IDNA)
    ipv6-literal 7..12 IPv6 address in host at byte 7; write a host name or an IPv4 address: IPv6 came with RFC 2732
    bracketed-ipv4 7..16 brackets around IPv4 address at byte 7; remove the brackets
    unexpected-byte 9..10 unexpected `p` in port at byte 9; write a decimal number
    port-out-of-range 9..14 port over 65535 at byte 9; write a port from 0 to 65535
    empty 8..8 host must not be empty at byte 8; write a host name or an IPv4 address
    empty 7..7 host must not be empty at byte 7; write a host name or an IPv4 address
    tilde 9..10 unexpected `~` in host at byte 9; use only letters, digits, `-` and `.`
    space 12..13 unexpected space in host at byte 12; use only letters, digits, `-` and `.`
    expected-delimiter 7..7 expected `/` after host at byte 7; write a `/` after the host
    unexpected-byte 10..11 unexpected `a` in port at byte 10; write a decimal number
    empty-port 10..11 `:` without a port at byte 10; remove the `:`
    selector-control 13..16 escaped tab, CR or LF in selector at byte 13; remove it: the octets 09, 0A and 0D end a field or the request
    expected-delimiter 10..10 expected `/` after host at byte 10; write a `/` after the host
    not-an-addr-spec 10..10 not a valid mail address (addr-spec of RFC 822) at byte 10; write one address `local@host.dom`; quote special characters
    mailto-list 10..11 more than one mail address at byte 10; write one address: lists came with RFC 6068
    news-server 5..7 news URLs cannot name a server at byte 5; write `nntp://host/group/number`: RFC 5538 allows `news://host/...`
    group-first-letter 5..6 group name begins with a digit at byte 5; begin the name with a letter: RFC 5538 also allows a digit
    expected-delimiter 8..8 expected `/` before group name at byte 8; write a group after the host: `nntp://host/group`
    unexpected-byte 14..15 unexpected `-` in article number at byte 14; write the number of an article, or remove the `/` before it
    telnet-path 11..12 unexpected text after host and port at byte 11; remove the text after the host and port
    expected-delimiter 13..13 expected `/` before document-id at byte 13; write `wais://host/db/type/document` or `wais://host/db?words`
    file-without-slashes 5..5 missing `//` before host or path at byte 5; write `file:///path`: `file:/path` came with RFC 8089
    file-port 8..9 file URLs cannot contain a port at byte 8; remove the port, or write a drive letter as in `file:///C:/path`
    space 2..3 unexpected space in scheme name at byte 2; use only letters, digits, `+`, `-` and `.`
    unexpected-byte 0..1 unexpected `/` in scheme name at byte 0; begin with a scheme, such as `http://`
    control 2..3 unexpected line break in scheme name at byte 2; use only letters, digits, `+`, `-` and `.`
    expected-delimiter 0..0 expected `:` after scheme name at byte 0; begin with a scheme, such as `http://`
    ");
}

/// Why no change can repair an HTTP URL: what is in the place of the host or port is none.
const BEYOND_REPAIR: [(&str, &str); 6] = [
    ("host", "empty"),
    ("host", "empty-label"),
    ("host", "label-hyphen"),
    ("host", "international-name"),
    ("host", "ipv6-literal"),
    ("host", "unexpected-byte"),
];

/// Of the real texts that are not URLs, how many can be repaired, and what is wrong with the others.
#[test]
fn the_share_that_is_repaired() {
    let mut report = String::new();
    for (list, text) in LISTS {
        let (mut valid, mut count, mut left) = (0, 0, BTreeMap::new());
        for line in text.lines() {
            match (Url::parse(line), Url::repair(line)) {
                (Ok(_), _) => valid += 1,
                (Err(_), Ok(repaired)) => {
                    assert!(!repaired.changes.is_empty(), "{line}");
                    count += 1;
                }
                (Err(_), Err(error)) => {
                    let info = error.info();
                    let code = if info.group.is_empty() { info.code } else { info.group };
                    *left.entry((error.part().name(), code)).or_insert(0) += 1;
                }
            }
        }
        let invalid = count + left.values().sum::<usize>();
        let _ = writeln!(report, "{list}: {valid} valid, {invalid} not, {count} of them repaired");
        for ((part, code), count) in &left {
            let _ = writeln!(report, "    {count} {code} in {part}");
            let hopeless = *part == "port" || BEYOND_REPAIR.contains(&(*part, *code));
            assert!(list != "http" || hopeless, "{code} in {part}");
        }
    }
    insta::assert_snapshot!(report, @"
    file: 757 valid, 447 not, 360 of them repaired
        12 empty-label in host
        14 file-port in host
        2 ipv6-literal in host
        2 label-hyphen in host
        57 unexpected-byte in host
    ftp: 2790 valid, 206 not, 140 of them repaired
        2 empty in host
        2 empty-label in host
        2 future-address in host
        2 international-name in host
        6 ipv6-literal in host
        4 label-hyphen in host
        42 unexpected-byte in host
        6 unexpected-byte in port
    gopher: 429 valid, 88 not, 54 of them repaired
        5 empty in host
        2 empty-label in host
        2 ipv6-literal in host
        3 ipv6-unbracketed in host
        21 unexpected-byte in host
        1 unexpected-byte in port
    gopher-from-menus: 1868 valid, 0 not, 0 of them repaired
    http: 5224 valid, 763 not, 701 of them repaired
        2 empty-label in host
        3 international-name in host
        10 ipv6-literal in host
        2 label-hyphen in host
        39 unexpected-byte in host
        6 unexpected-byte in port
    nntp: 47 valid, 41 not, 2 of them repaired
        8 unexpected-byte in digits
        2 expected-delimiter in group
        4 nntp-message-id in group
        15 unexpected-byte in group
        1 unexpected-byte in host
        9 unexpected-byte in port
    prospero: 7 valid, 8 not, 6 of them repaired
        2 unexpected-byte in port
    telnet: 97 valid, 16 not, 0 of them repaired
        9 empty in host
        5 unexpected-byte in host
        2 telnet-path in urlpath
    wais: 55 valid, 103 not, 78 of them repaired
        4 unexpected-byte in host
        5 unexpected-byte in port
        16 expected-delimiter in wtype
    ");
}

/// Every text of every list: what `fix` writes is a URL.
#[test]
fn what_is_repaired_parses_to_the_last_line() {
    for (_, list) in LISTS {
        let fixed: String = list
            .lines()
            .filter_map(|line| Url::repair(line).ok())
            .map(|repaired| repaired.url.into_string() + "\n")
            .collect();
        assert!(fixed.lines().all(|line| Url::parse(line).is_ok()));
    }
}

/// Work grows with the text, not with its square: one change for a run of what is wrong alike, and the text
/// of a change no longer than three times its span.
#[test]
fn changes_are_bounded_by_the_text() {
    for (front, piece, most) in [
        ("http://h/", "~", 1),
        ("http://h/", "~a", 5_000),
        ("http://h/", "\\", 1),
        ("http://h/?", "/", 1),
        ("ftp://h/", ";a=b", 10_000),
        ("URL:", "URL:", 1),
        ("http://h/#", "#", 1),
    ] {
        let text =
            format!("{front}{}", piece.repeat(5_000)) + if front == "URL:" { "x:~" } else { "" };
        let repaired = Url::repair(&text).unwrap();
        let written: usize = repaired.changes.iter().map(|change| change.text.len()).sum();
        assert!(repaired.changes.len() <= most + 1, "{piece}: {}", repaired.changes.len());
        assert!(written <= 3 * text.len(), "{piece}: {written}");
    }
}

/// What follows a `#` is returned beside the URL; but where a login may be, and an `@` follows, it is a password's.
#[rstest::rstest]
#[case("http://h/a#b", Some("b"))]
#[case("http://h/a#", Some(""))]
#[case("http://h/a#b#c d", Some("b#c d"))]
#[case("http://h/#caf\u{e9}", Some("caf%C3%A9"))]
#[case("http://example.com#@evil.com/", Some("@evil.com/"))]
#[case("ftp://h/a#b@c", Some("b@c"))]
#[case("ftp://joe:a#b@h/", None)]
#[case("<URL:http://h/a#b>", Some("b"))]
#[case("http://h/a", None)]
// req: X-02
fn fragments(#[case] text: &str, #[case] fragment: Option<&str>) {
    assert_eq!(Url::repair(text).unwrap().fragment.as_deref(), fragment);
}
