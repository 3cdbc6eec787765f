//! Addresses: local part and domain, and what is not one.

use url1738_mailto::MailtoUrl;

/// Addresses by RFC 822, and what they fall into: local part and domain.
#[test]
fn addresses() {
    for (address, local, domain) in [
        ("a@b", "a", "b"),
        ("a.b-c@d.e", "a.b-c", "d.e"),
        ("a%25b@c", "a%b", "c"),
        ("%22a%20b%22@c", "\"a b\"", "c"),
        ("%22a%40b%22.c@d", "\"a@b\".c", "d"),
        ("%22a%5C%22%22@c", "\"a\\\"\"", "c"),
        ("a@%5B1.2.3.4%5D", "a", "[1.2.3.4]"),
        ("a@%5Bx%5C%5Dy%5D", "a", "[x\\]y]"),
        ("a@1.2.3.255", "a", "1.2.3.255"),
        ("a@%62.c", "a", "b.c"),
        ("a!b/c@d", "a!b/c", "d"),
    ] {
        let text = format!("mailto:{address}");
        let url = MailtoUrl::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((&*url.local_part(), &*url.domain()), (local, domain), "{text}");
        assert_eq!(*url.address(), format!("{local}@{domain}"));
    }
    for (address, code, start, end) in [
        ("a", "not-an-addr-spec", 8, 8),
        ("@b", "not-an-addr-spec", 7, 8),
        ("a@", "mailto-domain", 9, 9),
        ("a..b@c", "not-an-addr-spec", 9, 10),
        ("a.@c", "not-an-addr-spec", 9, 10),
        ("%22a@c", "not-an-addr-spec", 13, 13),
        ("%22a%0D%22@c", "not-an-addr-spec", 11, 14),
        ("%22%80%22@c", "not-an-addr-spec", 10, 13),
        ("%22a%5C%80%22@c", "not-an-addr-spec", 14, 17),
        ("%22a%5C", "not-an-addr-spec", 14, 14),
        ("a%20b@c", "not-an-addr-spec", 8, 11),
        ("a@%5B1%5Dx", "not-an-addr-spec", 16, 17),
        ("a@%5B1%5B%5D", "not-an-addr-spec", 13, 16),
        ("a@%5B1", "not-an-addr-spec", 13, 13),
        ("a@b,c@d", "mailto-list", 10, 11),
        ("a@b%2Cc@d", "mailto-list", 10, 13),
        ("a@b?cc=d", "mailto-headers", 10, 11),
        ("a@b%3Fc", "mailto-domain", 10, 13),
        ("a@b_c", "mailto-domain", 10, 11),
        ("a@1.2.3", "mailto-domain", 9, 14),
        ("a@1.2.3.256", "mailto-domain", 9, 18),
        ("a@1.2.3.4.5", "mailto-domain", 9, 18),
        ("a@1..2.3", "mailto-domain", 9, 15),
        ("a@.1.2.3", "mailto-domain", 9, 15),
        ("a@1.2.3.", "mailto-domain", 9, 15),
        ("a@b..c", "mailto-domain", 9, 13),
        ("a@-b", "mailto-domain", 9, 11),
    ] {
        let text = format!("mailto:{address}");
        let error = MailtoUrl::parse(&text).unwrap_err();
        let span = error.span();
        assert_eq!((error.code(), span.start, span.end), (code, start, end), "{text}");
    }
}

#[test]
fn m_01_percent_is_encoded() {
    let url = MailtoUrl::parse("mailto:gorby%25kremvax@example.com").unwrap();
    assert_eq!(url.address(), "gorby%kremvax@example.com");
}
