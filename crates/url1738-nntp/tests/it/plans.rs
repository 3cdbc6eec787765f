//! The access plans of the scheme, with `|` between endpoint and steps.

use rstest::rstest;
use url1738_nntp::NntpUrl;

#[rstest]
#[case("nntp://Host.Dom/comp.misc", "host.dom:119 | MODE READER [optional] | GROUP comp.misc")]
#[case(
    "nntp://h:8119/comp.misc/0010",
    "h:8119 | MODE READER [optional] | GROUP comp.misc | ARTICLE 0010"
)]
// req: N-03
fn plans(#[case] text: &str, #[case] expected: &str) {
    let plan = NntpUrl::parse(text).unwrap().plan().unwrap();
    assert_eq!(plan.to_string().replace('\n', " | "), expected);
}
