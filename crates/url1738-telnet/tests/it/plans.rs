//! The access plans of the scheme, with `|` between endpoint and steps.

use core::ops::Range;

use rstest::rstest;
use url1738_telnet::TelnetUrl;

#[rstest]
#[case("telnet://h", "h:23 | session")]
#[case(
    "telnet://guest:s3cret@h/",
    r#"h:23 | advise user "guest" | advise password "***" | session"#
)]
#[case("telnet://@h", r#"h:23 | advise user "" | session"#)]
// req: T-01, T-02, S-03
fn plans(#[case] text: &str, #[case] expected: &str) {
    let plan = TelnetUrl::parse(text).unwrap().plan().unwrap();
    assert_eq!(plan.to_string().replace('\n', " | "), expected);
}

/// What would end a line, or has no method, is refused with its place.
#[rstest]
#[case("telnet://a%0Ab@h", "user", 9..14)]
// req: S-02
fn refusals(#[case] text: &str, #[case] part: &str, #[case] range: Range<usize>) {
    let refusal = TelnetUrl::parse(text).unwrap().plan().unwrap_err();
    assert_eq!((refusal.part.name(), refusal.span.range()), (part, range));
}

/// The plan warns with this code.
#[rstest]
#[case("telnet://-lroot@host.dom/", "option-like")]
fn s_01_a_plan_warns(#[case] text: &str, #[case] code: &str) {
    let plan = TelnetUrl::parse(text).unwrap().plan().unwrap();
    let codes: Vec<_> = plan.warnings().iter().map(|warning| warning.info.code).collect();
    assert!(codes.contains(&code), "{text}: {codes:?}");
}
