//! The access plans of the scheme, with `|` between endpoint and steps.

use core::ops::Range;

use rstest::rstest;
use url1738_news::NewsUrl;

#[rstest]
#[case("news:comp.misc", "news server:119 | MODE READER [optional] | GROUP comp.misc")]
#[case("news:*", "news server:119 | MODE READER [optional] | LIST")]
#[case("news:a%25b@host.dom", "news server:119 | MODE READER [optional] | ARTICLE <a%b@host.dom>")]
#[case("news:%7E%5B@host.dom", "news server:119 | MODE READER [optional] | ARTICLE <~[@host.dom>")]
// req: N-01, N-02
fn plans(#[case] text: &str, #[case] expected: &str) {
    let plan = NewsUrl::parse(text).unwrap().plan().unwrap();
    assert_eq!(plan.to_string().replace('\n', " | "), expected);
}

/// What would end a line, or has no method, is refused with its place.
#[rstest]
#[case("news:a%20b@h", "article", 5..12)]
#[case("news:a%3Eb@h", "article", 5..12)]
#[case("news:a%40b@h.dom", "article", 5..16)]
#[case("news:a%FFb@h.dom", "article", 5..16)]
#[case("news:a%C3%A9@h.dom", "article", 5..18)]
#[case("news:%7Fa@h.dom", "article", 5..15)]
// req: S-02
fn refusals(#[case] text: &str, #[case] part: &str, #[case] range: Range<usize>) {
    let refusal = NewsUrl::parse(text).unwrap().plan().unwrap_err();
    assert_eq!((refusal.part.name(), refusal.span.range()), (part, range));
}

/// The plan warns with this code.
#[rstest]
#[case("news:*", "all-groups")]
fn s_01_a_plan_warns(#[case] text: &str, #[case] code: &str) {
    let plan = NewsUrl::parse(text).unwrap().plan().unwrap();
    let codes: Vec<_> = plan.warnings().iter().map(|warning| warning.info.code).collect();
    assert!(codes.contains(&code), "{text}: {codes:?}");
}
