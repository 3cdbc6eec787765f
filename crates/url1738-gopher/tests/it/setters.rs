//! What the setters of the builder write, and what they refuse.

use url1738_gopher::{Error, ErrorKind, GopherBuilder, GopherType, GopherUrl, Host, Span};

/// What is done with a builder.
type Set<Builder> = fn(Builder) -> Builder;
/// The same where it may be refused.
type Try<Builder> = fn(Builder) -> Result<Builder, Error>;

fn host() -> Host<'static> {
    Host::parse("h").unwrap()
}

/// The forms of a Gopher+ string; what is after a missing part makes it empty, not absent.
#[test]
fn what_the_setters_write() {
    let cases: &[(Set<GopherBuilder>, &str)] = &[
        (|item| item, "gopher://h/0/a"),
        (GopherBuilder::default_view, "gopher://h/0/a%09%09+"),
        (|item| item.view("text/plain", "Es_ES"), "gopher://h/0/a%09%09+text/plain%20Es_ES"),
        (GopherBuilder::ask, "gopher://h/0/a%09%09?"),
        (|item| item.item_attributes([""; 0]), "gopher://h/0/a%09%09!"),
        (|item| item.item_attributes(["+INFO", "+ASK"]), "gopher://h/0/a%09%09!+INFO%20+ASK"),
        (|item| item.directory_attributes(["+VIEWS"]), "gopher://h/0/a%09%09$+VIEWS"),
        (|item| item.plus_string(b"\t\r\n"), "gopher://h/0/a%09%09%09%0D%0A"),
        (
            |item| item.form(["Joe", ""]).unwrap(),
            "gopher://h/0/a%09%09+%091%0D%0A+-1%0D%0AJoe%0D%0A%0D%0A.%0D%0A",
        ),
        (|item| item.search("a/b c").unwrap(), "gopher://h/0/a%09a/b%20c"),
        (|item| item.search("w").unwrap().ask().without_gopher_plus(), "gopher://h/0/a%09w"),
        (|item| item.search("w").unwrap().ask().without_search(), "gopher://h/0/a"),
        (|item| item.search("w").unwrap().ask().without_item(), "gopher://h"),
        (|item| item.without_item().search("w").unwrap(), "gopher://h/1%09w"),
        (|item| item.without_item().ask(), "gopher://h/1%09%09?"),
        (|item| item.port(71), "gopher://h:71/0/a"),
    ];
    for (set, expected) in cases {
        let item = GopherUrl::builder(host()).item(GopherType::Text, "/a").unwrap();
        assert_eq!(set(item).build(), *expected);
    }
}

#[test]
fn gopher_refuses() {
    let cases: &[(Try<GopherBuilder>, &str, u32, u8)] = &[
        (|it| it.item(b'0', "a\tb"), "selector", 1, b'\t'),
        (|it| it.item(b'0', "\r"), "selector", 0, b'\r'),
        (|it| it.item(b'0', "ab\n"), "selector", 2, b'\n'),
        (|it| it.item(b'\t', "a"), "gtype", 0, b'\t'),
        (|it| it.item(b'\n', "a"), "gtype", 0, b'\n'),
        (|it| it.search("ab\t"), "search", 2, b'\t'),
        (|it| it.form(["a\r"]), "gopher+_string", 1, b'\r'),
        (|it| it.form(["\n"]), "gopher+_string", 0, b'\n'),
        (|it| it.form(["a\0"]), "gopher+_string", 1, 0),
    ];
    for (set, part, at, octet) in cases {
        let error = set(GopherUrl::builder(host())).unwrap_err();
        assert_eq!((error.part().name(), error.span()), (*part, Span::new(*at, at + 1)));
        assert_eq!(error.kind(), ErrorKind::ForbiddenOctet(*octet));
        // An escape in decoded data would be escaped again.
        assert!(!error.help().to_string().contains('%'), "{}", error.help());
    }
    let ended = GopherUrl::builder(host()).form(["ok", "."]).unwrap_err();
    assert_eq!(
        (ended.part().name(), ended.code(), ended.span()),
        ("gopher+_string", "form-end", Span::new(0, 1))
    );
    assert!(!ended.help().to_string().contains('%'));
}

/// Every octet has a type, and every type its octet.
#[test]
fn gopher_types() {
    let mut known = 0;
    for octet in 0..=255_u8 {
        let gtype = GopherType::from(octet);
        assert_eq!((gtype.octet(), u8::from(gtype)), (octet, octet));
        known += u8::from(!matches!(gtype, GopherType::Other(_)));
    }
    assert_eq!(known, 14);
    for (octet, gtype) in [
        (b'0', GopherType::Text),
        (b'1', GopherType::Directory),
        (b'2', GopherType::Cso),
        (b'3', GopherType::Error),
        (b'4', GopherType::BinHex),
        (b'5', GopherType::DosArchive),
        (b'6', GopherType::Uuencoded),
        (b'7', GopherType::Search),
        (b'8', GopherType::Telnet),
        (b'9', GopherType::Binary),
        (b'+', GopherType::Mirror),
        (b'T', GopherType::Tn3270),
        (b'g', GopherType::Gif),
        (b'I', GopherType::Image),
        (b'h', GopherType::Other(b'h')),
    ] {
        assert_eq!(GopherType::from(octet), gtype);
    }
}
