//! What an error suggests: a fix leads to a URL, the help names the same escape, and else neither is offered.

use proptest::prelude::*;
use url1738::{Error, ErrorKind, Fix, Url, syntax::dev::octets};

use crate::laws::{for_all, lines, mutated};

fn applied(fix: &Fix, text: &[u8]) -> Vec<u8> {
    let mut fixed = text.to_vec();
    fixed.splice(fix.span.range(), fix.text.bytes());
    fixed
}

/// A fix, and those of the errors after it, make a URL of the text.
fn assert_suggestion(text: &[u8]) {
    let Err(error) = Url::parse_bytes(text) else { return };
    let help = Url::help(text, &error);
    let Some(fix) = Url::fix(text, &error) else {
        return assert!(!suggests_escape(&help, &error), "{}: {help}", text.escape_ascii());
    };
    if let Some(escape) = help.strip_prefix("percent-encode it as `") {
        assert_eq!(escape, format!("{}`", fix.text), "{}", text.escape_ascii());
    }
    let mut fixed = applied(&fix, text);
    let mut rounds = 0;
    while let Err(error) = Url::parse_bytes(&fixed) {
        let Some(fix) = Url::fix(&fixed, &error) else {
            panic!("{} ends at {}: {error}", text.escape_ascii(), fixed.escape_ascii());
        };
        fixed = applied(&fix, &fixed);
        rounds += 1;
        assert!(rounds <= 32, "{}: {}", text.escape_ascii(), fixed.escape_ascii());
    }
}

/// Whether a help says to percent-encode the bytes that the error marks.
fn suggests_escape(help: &str, error: &Error) -> bool {
    use ErrorKind as Kind;
    let escapes =
        matches!(error.kind(), Kind::UnexpectedByte(_) | Kind::BadEscape | Kind::Fragment);
    escapes && help.contains("`%")
}

#[test]
fn of_every_row_of_the_tables() {
    let tables = [
        include_str!("../data/faults.tsv"),
        include_str!("../data/attacks.tsv"),
        include_str!("../../../../tests/conformance/data/nasty.tsv"),
        include_str!("../../../url1738-core/tests/data/generic.tsv"),
        include_str!("../../../url1738-ftp/tests/data/ftp.tsv"),
        include_str!("../../../url1738-http/tests/data/http.tsv"),
        include_str!("../../../url1738-gopher/tests/data/gopher.tsv"),
        include_str!("../../../url1738-mailto/tests/data/mailto.tsv"),
        include_str!("../../../url1738-news/tests/data/news.tsv"),
        include_str!("../../../url1738-nntp/tests/data/nntp.tsv"),
        include_str!("../../../url1738-telnet/tests/data/telnet.tsv"),
        include_str!("../../../url1738-wais/tests/data/wais.tsv"),
        include_str!("../../../url1738-file/tests/data/file.tsv"),
        include_str!("../../../url1738-prospero/tests/data/prospero.tsv"),
    ];
    let cells = tables.iter().flat_map(|table| table.lines()).flat_map(|row| row.split('\t'));
    cells.for_each(|cell| assert_suggestion(&octets(cell)));
}

#[test]
fn of_real_texts_and_texts_near_them() {
    lines().for_each(|line| assert_suggestion(line.as_bytes()));
    for_all(&mutated(), |text| assert_suggestion(&text));
}

/// Any bytes after what a URL of each scheme begins with.
#[test]
fn of_any_bytes() {
    let fronts = [
        "ftp://",
        "ftp://h/",
        "http://",
        "http://h/",
        "gopher://h/0",
        "mailto:",
        "news:",
        "nntp://h/",
        "telnet://",
        "wais://h/",
        "file://",
        "prospero://h/",
        "x-a:",
        "x-a://",
        "x-a://h/",
    ];
    let telling = prop_oneof![
        3 => prop::sample::select(b"/;?:@&=%.~ #[]<>-_aA0\t\n\xC3\xA9\xFF".to_vec()),
        1 => any::<u8>(),
    ];
    let texts = (prop::sample::select(fronts.to_vec()), prop::collection::vec(telling, 0..12))
        .prop_map(|(front, bytes)| [front.as_bytes(), &bytes].concat());
    for_all(&texts, |text| assert_suggestion(&text));
}

/// The cases by name.
#[test]
fn by_name() {
    for (text, fix, help) in [
        ("http://h.dom/é", Some("%C3%A9"), "percent-encode it as `%C3%A9`"),
        ("http://h.dom/😀", Some("%F0%9F%98%80"), "percent-encode it as `%F0%9F%98%80`"),
        ("http://h.dom/a b~c", Some("%20"), "percent-encode it as `%20`"),
        ("http://h.dom/a%zz#x", Some("%25"), "percent-encode `%` as `%25`"),
        // A port over 65535 is noticed last, and has no fix.
        ("http://h.dom:99999/a b", None, ""),
        ("gopher://h.dom/0a b%0A", None, ""),
        ("ftp://h.dom/a b;type=x", None, ""),
        ("mailto:a b@h.dom", None, "write one address, `local@host.dom`"),
        ("mailto:a\"b@h.dom", None, "write one address, `local@host.dom`"),
        (
            "http://www.übel.de/",
            Some("www.xn--bel-goa.de"),
            "write the name in its US-ASCII form (IDNA)",
        ),
        ("http://a._x.com/", None, "use only letters, digits, `-` and `.`"),
        ("http://a.%41b.com/", None, "use only letters, digits, `-` and `.`"),
        ("http://h.1a/", None, "begin the last label with a letter"),
        ("http://1.2.3.4.5/", None, "write four numbers, separated by dots"),
        ("http://1.2.3/", None, "write four numbers; inet_aton and WHATWG parsers reach 1.2.0.3"),
        ("ftp://h:100;type=d", Some("/"), "write a `/` before `;type=`"),
        ("ftp://h;type=d", Some("/"), "write a `/` before `;type=`"),
        ("ftp://joe:pw@h;type=d", Some("/"), "write a `/` before `;type=`"),
        ("ftp://h;type=dir", None, "write a `/` before `;type=`"),
        ("ftp://h;TYPE=d", Some("/"), "write a `/` before `;type=`"),
        ("http://[1.2.3.4]/", Some("1.2.3.4"), "remove the brackets"),
        ("http://u@[::ffff:1.2.3.4]/", Some(""), "remove everything up to and including the `@`"),
        ("http://u@[::1]/", None, "remove everything up to and including the `@`"),
        ("http://h:/", Some(""), "remove the `:`"),
        ("ftp://u@h:/", Some(""), "remove the `:`"),
        ("ftp://joe:/pw@h/", None, "remove the `:`"),
        ("http://h?x", Some("/"), "write a `/` after the host"),
        // The last `@` ends the login.
        ("ftp://joe:p@ss@h/", Some("%40"), "percent-encode the `@` before it as `%40`"),
        ("ftp://joe:p@h:21@h/", Some("%40"), "percent-encode the `@` before it as `%40`"),
        ("news:a@b@h", Some("%40"), "percent-encode the `@` before it as `%40`"),
        ("ftp://joe:p@h@_h/", None, "use only letters, digits, `-` and `.`"),
        ("ftp://joe:p#s@h/", Some("%23"), "percent-encode `#` as `%23`"),
        ("http", None, "begin with a scheme, such as `http://`"),
        ("http:h", Some("//"), "write `//` before the host"),
        ("file:/a", Some("//"), "write `file:///path`: `file:/path` came with RFC 8089"),
    ] {
        let error = Url::parse(text).unwrap_err();
        assert_eq!(Url::fix(text, &error).as_ref().map(|fix| &*fix.text), fix, "{text}");
        assert_eq!(Url::help(text, &error), help, "{text}");
    }
}

/// What is written in place of another thing has its own reason.
#[test]
fn reasons() {
    for (text, code, range) in [
        ("http://www.übel.de/", "international-name", 11..13),
        ("http://a._x.com/", "unexpected-byte", 9..10),
        ("http://a.%41b.com/", "unexpected-byte", 9..10),
        ("http://a-_x.com/", "unexpected-byte", 9..10),
        ("http://1ü.de/", "international-name", 8..10),
        ("file://a.ü/x", "international-name", 9..11),
        ("news:a@b.ü", "international-name", 9..11),
        ("news:a@b.c.>", "angle-brackets", 11..12),
        ("news:a@-b>", "label-hyphen", 7..8),
        ("ftp://::1/", "ipv6-unbracketed", 6..9),
        ("ftp://joe@::1/", "ipv6-unbracketed", 10..13),
        ("http://2001:db8::1/", "ipv6-unbracketed", 7..18),
        ("http://fe80::1%eth0/", "ipv6-unbracketed", 7..19),
        ("http://1:2:3:4:5:6:7:8/", "ipv6-unbracketed", 7..22),
        ("file://::1/a", "ipv6-unbracketed", 7..10),
        ("http://a:b:c/", "unexpected-byte", 9..10),
        ("http://h::80/", "unexpected-byte", 9..10),
        ("http://[v1.x]/", "future-address", 7..13),
        ("http://[1.2.3.4]/", "bracketed-ipv4", 7..16),
        ("ftp://h:100;type=d", "typecode-without-slash", 11..11),
        ("ftp://h;type=d", "typecode-without-slash", 7..7),
        ("http://h;type=d", "unexpected-byte", 8..9),
        ("nntp://h/g/12/x", "nntp-path", 13..15),
        ("nntp://h/g/12/", "nntp-path", 13..14),
        ("nntp://h/<a@b.c>", "nntp-message-id", 9..10),
        ("nntp://h/a@b.c", "nntp-message-id", 10..11),
        ("nntp://h/g/<a@b.c>", "nntp-message-id", 11..12),
        ("nntp://h/g/a@b.c", "nntp-message-id", 11..12),
        ("nntp://h/g/12@b.c", "nntp-message-id", 13..14),
        ("nntp://h/g/x", "unexpected-byte", 11..12),
        ("nntp://h/g h", "space", 10..11),
    ] {
        let error = Url::parse(text).unwrap_err();
        assert_eq!((error.code(), error.span().range()), (code, range), "{text}");
    }
}
