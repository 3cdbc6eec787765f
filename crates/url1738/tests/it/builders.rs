//! What the setters of each builder write, and what they refuse.

use url1738::{
    Error, ErrorKind, FtpUrl, GopherUrl, Host, HttpUrl, NewsUrl, ProsperoUrl, Span, TelnetUrl,
    ftp::{FtpBuilder, TypeCode},
    gopher::{GopherBuilder, GopherType},
};

/// What is done with a builder.
type Set<Builder> = fn(Builder) -> Builder;
/// The same where it may be refused.
type Try<Builder> = fn(Builder) -> Result<Builder, Error>;

fn host() -> Host<'static> {
    Host::parse("h").unwrap()
}

#[test]
fn ftp() {
    let cases: &[(Set<FtpBuilder>, &str)] = &[
        (|ftp| ftp, "ftp://h"),
        (|ftp| ftp.cwd("a").cwd("").cwd("/b;"), "ftp://h/a//%2Fb%3B/"),
        (|ftp| ftp.cwd("x").cwds(["a", "b"]), "ftp://h/a/b/"),
        (|ftp| ftp.cwds(["a"]).name("b?c/"), "ftp://h/a/b?c%2F"),
        (|ftp| ftp.name("n"), "ftp://h/n"),
        (|ftp| ftp.cwd("x").name("y").path(["a", "b"]), "ftp://h/a/b"),
        (|ftp| ftp.name("y").path([""; 0]), "ftp://h"),
        (|ftp| ftp.typecode(TypeCode::Directory), "ftp://h/;type=d"),
        (|ftp| ftp.name("n").typecode(TypeCode::Image), "ftp://h/n;type=i"),
        (|ftp| ftp.typecode(TypeCode::Ascii).without_typecode(), "ftp://h"),
        (|ftp| ftp.user("a@b"), "ftp://a%40b@h"),
        (|ftp| ftp.credentials("a", "b:c").port(2121), "ftp://a:b%3Ac@h:2121"),
        (|ftp| ftp.credentials("a", "b").user("c"), "ftp://c@h"),
    ];
    for (set, expected) in cases {
        assert_eq!(set(FtpUrl::builder(host())).build(), *expected);
    }
}

/// The forms of a Gopher+ string; what is after a missing part makes it empty, not absent.
#[test]
fn gopher() {
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

#[test]
fn prospero() {
    let url = ProsperoUrl::builder(host(), "a/b;c=d");
    assert_eq!(url.clone().build(), "prospero://h/a/b%3Bc%3Dd");
    let fields = url.clone().field("v", "1;").field("w=", "");
    assert_eq!(fields.clone().build(), "prospero://h/a/b%3Bc%3Dd;v=1%3B;w%3D=");
    assert_eq!(fields.without_fields().hsoname("").build(), "prospero://h/");
    assert_eq!(url.hsoname("/x").port(1).build(), "prospero://h:1//x");
}

#[test]
fn telnet() {
    let url = TelnetUrl::builder(host());
    assert_eq!(url.clone().build(), "telnet://h/");
    assert_eq!(url.clone().user("a/b").slash(false).build(), "telnet://a%2Fb@h");
    assert_eq!(url.clone().credentials("a", "").port(24).build(), "telnet://a:@h:24/");
    assert_eq!(url.host(Host::parse("x").unwrap()).build(), "telnet://x/");
}

#[test]
fn news() {
    assert_eq!(NewsUrl::all(), "news:*");
    assert_eq!(NewsUrl::group("a.b").unwrap(), "news:a.b");
    assert_eq!(NewsUrl::group("").unwrap_err().code(), "empty");
    assert_eq!(NewsUrl::article("a%", host()).unwrap(), "news:a%25@h");
    assert_eq!(NewsUrl::article("//a", host()).unwrap(), "news:%2F/a@h");
    let error = NewsUrl::article("", host()).unwrap_err();
    assert_eq!((error.code(), error.part().name()), ("empty", "article"));
}

/// The Debug of a builder shows no secret, of a URL within the data neither.
#[test]
fn a_builder_shows_no_secret() {
    let nested = "ftp://joe:kanarienvogel@h.dom/";
    let shown = [
        format!("{:?}", FtpUrl::builder(host()).credentials("joe", "kanarienvogel").path([nested])),
        format!("{:#?}", FtpUrl::builder(host()).credentials("joe", "kanarienvogel")),
        format!("{:?}", HttpUrl::builder(host()).path([nested])),
        format!("{:?}", HttpUrl::builder(host()).search(format!("u={nested}"))),
        format!("{:?}", GopherUrl::builder(host()).item(b'h', format!("URL:{nested}")).unwrap()),
        format!("{:?}", url1738::WaisUrl::builder(host(), "db").document("t", nested)),
        format!("{:?}", url1738::FileUrl::builder().path(["a", nested])),
        format!("{:?}", TelnetUrl::builder(host()).credentials("joe", "kanarienvogel")),
        format!("{:?}", ProsperoUrl::builder(host(), nested).field("u", nested)),
        format!(
            "{:#?}",
            url1738::GenericUrl::builder("x-db", host()).unwrap().credentials("a", "kanarienvogel")
        ),
    ];
    for shown in shown {
        assert!(!shown.contains("kanarienvogel") && shown.contains("***"), "{shown}");
    }
}

/// A URL of over 4 GiB - 1 is an error, not a panic.
#[test]
#[ignore = "takes 9 GB of memory: `cargo xtask robustness lengths` runs it"]
fn what_is_too_long_is_an_error() {
    let piece = vec![0_u8; 1 << 20];
    let builder = HttpUrl::builder(host()).path(core::iter::repeat_n(&piece, 1366));
    let error = builder.try_build().unwrap_err();
    assert_eq!((error.kind(), error.code()), (ErrorKind::TooLong, "too-long"));
}
