//! The access plans of the scheme, with `|` between endpoint and steps.

use core::ops::Range;

use rstest::rstest;
use url1738_mailto::MailtoUrl;

#[rstest]
#[case("mailto:gorby%25kremvax@host.dom", "- | compose gorby%kremvax@host.dom")]
#[case("mailto:%22J.%20Doe%22@host.dom", r#"- | compose "J. Doe"@host.dom"#)]
// req: M-02
fn plans(#[case] text: &str, #[case] expected: &str) {
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
    let codes: Vec<_> = plan.warnings().iter().map(|warning| warning.info.code).collect();
    assert!(codes.contains(&code), "{text}: {codes:?}");
}
