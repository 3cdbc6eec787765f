//! The access plans of the scheme, with `|` between endpoint and steps.

use core::ops::Range;

use rstest::rstest;
use url1738_gopher::GopherUrl;

#[rstest]
#[case("gopher://h", r#"h:70 | send "\r\n""#)]
#[case("gopher://h/0/a%20b", r#"h:70 | send "/a b\r\n""#)]
#[case("gopher://h/7/find", r#"h:70 | ask search | send "/find\t<search>\r\n""#)]
#[case("gopher://h/7/find%3Fx", r#"h:70 | send "/find?x\r\n""#)]
#[case("gopher://h/7/find%09words", r#"h:70 | send "/find\twords\r\n""#)]
#[case("gopher://h/0a%09%09+", r#"h:70 | send "a\t\t+\r\n""#)]
#[case(
    "gopher://h/0a%09%09%3F",
    r#"h:70 | send "a\t\t!+ASK\r\n" | ask form | send "a\t+\t1\r\n+-1\r\n<form>\r\n.\r\n""#
)]
#[case(
    "gopher://h/0a%09%09+%091%0D%0A+-1%0D%0Ayes%0D%0A.%0D%0A",
    r#"h:70 | send "a\t+\t1\r\n+-1\r\nyes\r\n.\r\n""#
)]
// req: P-04, P-05, P-06, P-07
fn plans(#[case] text: &str, #[case] expected: &str) {
    let plan = GopherUrl::parse(text).unwrap().plan().unwrap();
    assert_eq!(plan.to_string().replace('\n', " | "), expected);
}

/// What would end a line, or has no method, is refused with its place.
#[rstest]
#[case("gopher://h/0a%09b%0D", "search", 16..20)]
#[case("gopher://h/0a%09%09+%0D%0A", "gopher+_string", 19..26)]
// req: S-02
fn refusals(#[case] text: &str, #[case] part: &str, #[case] range: Range<usize>) {
    let refusal = GopherUrl::parse(text).unwrap().plan().unwrap_err();
    assert_eq!((refusal.part.name(), refusal.span.range()), (part, range));
}

/// The plan warns with this code.
#[rstest]
#[case("gopher://host.dom:25/0x", "reserved-port")]
#[case("gopher://host.dom:7070/0x", "non-default-port")]
#[case("gopher://host.dom/0a%00b", "gopher-nul")]
fn s_01_a_plan_warns(#[case] text: &str, #[case] code: &str) {
    let plan = GopherUrl::parse(text).unwrap().plan().unwrap();
    let codes: Vec<_> = plan.warnings().iter().map(|warning| warning.info.code).collect();
    assert!(codes.contains(&code), "{text}: {codes:?}");
}
