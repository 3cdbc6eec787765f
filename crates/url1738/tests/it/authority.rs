//! What is wrong in an authority, and which byte is blamed for it.

use rstest::rstest;
use url1738::Url;

/// The `@` that is data is blamed, and not what follows it.
#[rstest]
#[case("ftp://a@b:secret@h/", 7, "user name", "ftp://a%40b:secret@h/")]
#[case("telnet://joe@work:21x@h/", 12, "user name", "telnet://joe%40work:21x@h/")]
#[case("ftp://a:b@c:d@h/x", 9, "password", "ftp://a:b%40c%3Ad@h/x")]
#[case("ftp://a:b@21:x@h/x", 9, "password", "ftp://a:b%4021%3Ax@h/x")]
#[case("ftp://a:b@[::1]@h/x", 9, "password", "ftp://a:b%40%5B%3A%3A1%5D@h/x")]
#[case("FTP://a@b c@h", 7, "user name", "FTP://a%40b%20c@h")]
fn a_raw_at_sign_is_blamed(
    #[case] text: &str,
    #[case] at: u32,
    #[case] part: &str,
    #[case] repaired: &str,
) {
    let error = Url::parse(text).unwrap_err();
    assert_eq!(error.message().to_string(), format!("unexpected `@` in {part}"), "{text}");
    assert_eq!(error.span().range(), at as usize..at as usize + 1, "{text}");
    assert_eq!(Url::repair(text).unwrap().url, repaired);
    if !text.contains([' ', '[']) && !text.contains("c:d") && !text.contains("21:x") {
        assert_eq!(Url::help(text, &error), "percent-encode it as `%40`");
        assert_eq!(Url::fix(text, &error).unwrap().text, "%40");
    }
}

/// An `@` after the authority is not its end. Where a second `@` itself is not valid, it is blamed.
#[rstest]
#[case("telnet://joe@work@h/", "unexpected `@` in host")]
#[case("ftp://a@b:secret/x@h", "unexpected `s` in port")]
#[case("ftp://a@h_?x@h", "unexpected `_` in host")]
#[case("ftp://a@h_#x@h", "unexpected `_` in host")]
#[case("ftp://a@h_", "unexpected `_` in host")]
#[case("ftp://a@", "host must not be empty")]
fn another_byte_is_blamed(#[case] text: &str, #[case] message: &str) {
    assert_eq!(Url::parse(text).unwrap_err().message().to_string(), message, "{text}");
}

/// The lint about opaque text in place of an authority names the reason.
#[rstest]
#[case("rsync://h:999999/", "port over 65535")]
#[case("rsync://256.0.0.1/", "not an IPv4 address")]
#[case("rsync://1.2.3/", "not an IPv4 address")]
#[case("rsync://h.1a/", "not an IPv4 address")]
#[case("rsync://a..b/", "empty label in host")]
#[case("rsync://-a.b/", "not a host name")]
#[case("rsync://h.dom?x", "no `/` after host")]
#[case("rsync://h.dom:80?x", "no `/` after host")]
#[case("rsync:///x", "no host after `//`")]
#[case("rsync://h:/", "`:` without a port")]
#[case("rsync://fe80::1/", "IPv6 address without brackets")]
#[case("rsync://joe@2001:db8::1/", "IPv6 address without brackets")]
#[case("rsync://fe80::1:8080/", "IPv6 address without brackets")]
#[case("rsync://a_b/", "character that no host name contains")]
#[case("rsync://h:x/", "port is not a number")]
#[case("kafka://h1:9092,h2:9092/x", "port is not a number")]
#[case("rsync://a@b:secret@h/", "raw `@` before the last one")]
#[case("rsync://a:b:c@h/", "not a user, host and port")]
fn opaque_text_has_a_reason(#[case] text: &str, #[case] reason: &str) {
    let lints = Url::parse(text).unwrap().lints();
    let lint = lints.iter().find(|lint| lint.code() == "not-an-authority").unwrap();
    assert!(
        lint.message().starts_with(&format!("{reason}: RFC 1738 reads opaque text")),
        "{lint:?}"
    );
}

/// IPv6 hosts are reported in every scheme, and no repair encodes them. International ones are repaired.
#[rstest]
#[case("[::1]", "ipv6-literal")]
#[case("[::1]:8080", "ipv6-literal")]
#[case("[v1.x]", "future-address")]
#[case("joe@[fe80::1%25eth0]", "ipv6-literal")]
#[case("m\u{fc}nchen.de", "international-name")]
#[case("\u{65e5}\u{672c}:80", "international-name")]
fn hosts_of_other_standards(#[case] host: &str, #[case] code: &str) {
    for scheme in ["http", "ftp", "gopher", "telnet", "wais", "nntp", "rsync", "ws", "redis", "x-y"]
    {
        for path in ["", "/", "/a b"] {
            let text = format!("{scheme}://{host}{path}");
            let error = Url::parse(&text).unwrap_err();
            let with_user = error.code() == "credentials-not-allowed" && host.contains('@');
            assert!(with_user || error.code() == code, "{text}: {}", error.code());
            // A telnet URL has no path, and one of nntp has a group.
            let plain = text.replace(host, "h.dom").replace(' ', "%20");
            let is_repaired = code == "international-name" && Url::repair(&plain).is_ok();
            assert_eq!(with_user || Url::repair(&text).is_err(), !is_repaired, "{text}");
            let has_fix = Url::fix(&text, &error).is_some_and(|_| !with_user);
            assert_eq!(has_fix, is_repaired, "{text}");
        }
    }
}

/// Bytes that are not UTF-8 are not encoded in a host either, and the error names the original byte.
#[rstest]
#[case(b"rsync://m\xfcnchen.de/", "international-name", 9..10)]
#[case(b"rsync://joe@m\xfcn.de:80/", "international-name", 13..14)]
#[case(b"x-y://\xff/a b", "international-name", 6..7)]
#[case(b"http://m\xfcnchen.de/~", "international-name", 8..9)]
#[case(b"ftp://h.d\xf6m", "international-name", 9..10)]
#[case(b"news:m\xfcnchen", "non-ascii", 6..7)]
#[case("news:m\u{fc}nchen".as_bytes(), "non-ascii", 6..8)]
#[case(b"\xff", "non-ascii", 0..1)]
fn bytes_of_hosts_are_not_encoded(
    #[case] text: &[u8],
    #[case] code: &str,
    #[case] span: core::ops::Range<usize>,
) {
    let [parsed, repaired] = [Url::parse_bytes(text).unwrap_err(), Url::repair(text).unwrap_err()];
    for error in [parsed, repaired] {
        assert_eq!((error.code(), error.span().range()), (code, span.clone()), "{error}");
    }
    assert_eq!(repaired.message().to_string(), parsed.message().to_string());
    assert_eq!(Url::fix(text, &parsed), None);
}

/// A host without the slashes before it is not encoded either: what is missing are the slashes.
#[rstest]
#[case("rsync:", "m\u{fc}nchen.de", "/")]
#[case("rsync:/", "m\u{fc}nchen.de", "/a b?c")]
#[case("rsync:joe@", "m\u{fc}nchen.de", ":8080/")]
#[case("x-y:", "m\u{fc}nchen", ":80")]
#[case("sip:j%C3%B6rg@", "\u{65e5}\u{672c}.dom", "")]
fn bare_hosts_are_not_encoded(#[case] before: &str, #[case] host: &str, #[case] after: &str) {
    let text = [before, host, after].concat();
    let error = Url::parse(&text).unwrap_err();
    assert!(Url::repair(&text).is_err(), "{text}");
    assert_eq!(Url::fix(&text, &error), None, "{text}");
    assert_eq!(Url::help(&text, &error), "write a host name in its US-ASCII form (IDNA)", "{text}");
}

#[rstest]
#[case("urn:x:m\u{fc}nchen", "urn:x:m%C3%BCnchen")]
#[case("x-y:m\u{fc}nchen", "x-y:m%C3%BCnchen")]
#[case("data:text/plain,m\u{fc}nchen.de", "data:text/plain,m%C3%BCnchen.de")]
#[case("x-y:a.b/m\u{fc}nchen.de", "x-y:a.b/m%C3%BCnchen.de")]
#[case("x-y:///m\u{fc}nchen.de", "x-y:///m%C3%BCnchen.de")]
#[case("sip:j\u{f6}rg@h.dom", "sip:j%C3%B6rg@h.dom")]
#[case("x-y:a.b c", "x-y:a.b%20c")]
fn other_opaque_text_is_encoded(#[case] text: &str, #[case] repaired: &str) {
    assert_eq!(Url::repair(text).unwrap().url.as_str(), repaired);
}

/// Only a letter names a drive, and only the text after a colon without slashes is a host without slashes.
#[rstest]
#[case(r"1:\a", Some("%5C"))]
#[case("http://h/m\u{fc}nchen.de", Some("%C3%BC"))]
#[case("rsync:m\u{fc}nchen.de/", None)]
fn what_is_not_a_drive_nor_a_bare_host_is_encoded(#[case] text: &str, #[case] fix: Option<&str>) {
    let error = Url::parse(text).unwrap_err();
    assert_eq!(Url::fix(text, &error).as_ref().map(|fix| &*fix.text), fix);
}

/// A text of 64 KiB gets a fix, a longer one gets none.
#[test]
fn the_longest_text_with_a_fix() {
    let text = format!("http://h/~{}", "a".repeat(64 * 1024 - 10));
    assert_eq!(Url::fix(&text, &Url::parse(&text).unwrap_err()).unwrap().text, "%7E");
    let text = format!("{text}a");
    assert_eq!(Url::fix(&text, &Url::parse(&text).unwrap_err()), None);
}

/// The messages about a scheme name it.
#[test]
fn messages_name_the_scheme() {
    let error = Url::parse("http://u@h/").unwrap_err();
    assert_eq!(error.message().to_string(), "http URLs cannot contain a user or password");
    let error = url1738::FtpUrl::parse("http://h/").unwrap_err();
    assert_eq!(error.message().to_string(), "expected the scheme `ftp`");
}

/// The letter of a drive is not a scheme: nothing is encoded in a path of Windows.
#[rstest]
#[case(r"C:\Users\joe")]
#[case(r"c:\~x#y")]
#[case("C:/Users/joe smith")]
#[case(r"d:name\a b")]
#[case(r"\\server\share\a b")]
fn paths_of_windows_are_not_repaired(#[case] text: &str) {
    let error = Url::parse(text).unwrap_err();
    assert_eq!(Url::fix(text, &error), None);
    assert_eq!(
        Url::help(text, &error),
        "write a path of Windows as a file URL, as in `file:///C:/dir/name`"
    );
    assert!(Url::repair(text).is_err());
}
