//! What the setters of the builder write, and what they refuse.

use url1738_ftp::{FtpBuilder, FtpUrl, Host, TypeCode};

/// What is done with a builder.
type Set<Builder> = fn(Builder) -> Builder;

fn host() -> Host<'static> {
    Host::parse("h").unwrap()
}

#[test]
fn what_the_setters_write() {
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
