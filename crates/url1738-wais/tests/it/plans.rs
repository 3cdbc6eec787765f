//! The access plans of the scheme, with `|` between endpoint and steps.

use rstest::rstest;
use url1738_wais::WaisUrl;

#[rstest]
#[case("wais://h/db", "h:210 | init | ask search | search [db] <search>")]
#[case("wais://h/db?a%20b", r#"h:210 | init | search [db] "a b""#)]
#[case("wais://h/db/TEXT/1%3Da%00", r#"h:210 | init | retrieve [db] type "TEXT" id "1=a\x00""#)]
// req: W-01, W-02
fn plans(#[case] text: &str, #[case] expected: &str) {
    let plan = WaisUrl::parse(text).unwrap().plan().unwrap();
    assert_eq!(plan.to_string().replace('\n', " | "), expected);
}

/// The plan warns with this code.
#[rstest]
#[case("wais://host.dom/db?q%0d%0ax", "escaped-control")]
fn s_01_a_plan_warns(#[case] text: &str, #[case] code: &str) {
    let plan = WaisUrl::parse(text).unwrap().plan().unwrap();
    let codes: Vec<_> = plan.warnings().iter().map(|warning| warning.info.code).collect();
    assert!(codes.contains(&code), "{text}: {codes:?}");
}
