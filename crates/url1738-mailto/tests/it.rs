//! The tests of the crate: its tables, through the checks that all schemes share, accessors, builders and plans.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::std_instead_of_core,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a test reports by panicking"
)]

use core::ops::Range;

use rstest::rstest;
use url1738_core::dev::{assert_answers, assert_codes, assert_vectors};
use url1738_mailto::MailtoUrl;

// req: M-01
#[test]
fn vectors() {
    assert_vectors::<MailtoUrl>(include_str!("data/mailto.tsv"));
}

/// The groups of an address have any number of zeros before them, so a domain may be longer than a name.
#[test]
fn an_address_may_be_longer_than_a_name() {
    let zeros = "0".repeat(300);
    assert!(MailtoUrl::parse(&format!("mailto:joe@{zeros}1.2.3.4")).is_ok());
    assert!(MailtoUrl::parse(&format!("mailto:joe@{zeros}1.2.3.400")).is_err());
    assert!(MailtoUrl::parse(&format!("mailto:joe@{}", "a".repeat(300))).is_err());
}

// req: M-02, S-01
#[test]
fn answers() {
    assert_answers::<MailtoUrl>(include_str!("data/answers.tsv"));
}

#[test]
fn codes() {
    assert_codes::<MailtoUrl>(url1738_mailto::CODES.iter().copied());
}

#[test]
fn accessors() {
    let url = MailtoUrl::parse("mailto:a%25b@h.dom").unwrap();
    assert_eq!((url.encoded_address().as_str(), &*url.address()), ("a%25b@h.dom", "a%b@h.dom"));
    assert_eq!((&*url.local_part(), &*url.domain()), ("a%b", "h.dom"));
    assert_eq!(MailtoUrl::to("c@d").unwrap(), "mailto:c@d");
    assert!(MailtoUrl::to("c").is_err());
    // Where the argument is wrong, not its escaped form.
    let span = |address| MailtoUrl::to(address).unwrap_err().span().range();
    assert_eq!((span("a b@c"), span("\"a b\"@c?x"), span("\"é\"@h_")), (1..2, 7..8, 1..3));
}

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

#[rstest]
#[case("mailto:gorby%25kremvax@host.dom", "- | compose gorby%kremvax@host.dom")]
#[case("mailto:%22J.%20Doe%22@host.dom", r#"- | compose "J. Doe"@host.dom"#)]
// req: M-02
fn plan_of(#[case] text: &str, #[case] expected: &str) {
    let plan = MailtoUrl::parse(text).unwrap().plan().unwrap();
    assert_eq!(plan.to_string().replace('\n', " | "), expected);
}

/// What would end a line, or has no method, is refused with its place.
#[rstest]
#[case("mailto:%22a%0Ab%22@host.dom", "encoded822addr", 7..27)]
// req: S-02
fn refusals(#[case] text: &str, #[case] part: &str, #[case] range: Range<usize>) {
    let refusal = MailtoUrl::parse(text).unwrap().plan().unwrap_err();
    assert_eq!((refusal.part.name(), refusal.span.range()), (part, range));
}

/// The plan warns with this code.
#[rstest]
#[case("mailto:-oQ/tmp@h", "option-like")]
fn s_01_a_plan_warns(#[case] text: &str, #[case] code: &str) {
    let plan = MailtoUrl::parse(text).unwrap().plan().unwrap();
    let codes: Vec<_> = plan.warnings.iter().map(|warning| warning.info.code).collect();
    assert!(codes.contains(&code), "{text}: {codes:?}");
}
