//! The tests of the crate: its tables, through the checks that all schemes share, accessors, builders and plans.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::std_instead_of_core,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a test reports by panicking"
)]

use rstest::rstest;
use url1738_core::dev::{assert_answers, assert_codes, assert_vectors};
use url1738_nntp::{Host, NntpUrl};

// req: N-03
#[test]
fn vectors() {
    assert_vectors::<NntpUrl>(include_str!("data/nntp.tsv"));
}

// req: S-01, S-02
#[test]
fn answers() {
    assert_answers::<NntpUrl>(include_str!("data/answers.tsv"));
}

#[test]
fn codes() {
    assert_codes::<NntpUrl>(url1738_nntp::CODES.iter().copied());
}

#[test]
fn accessors() {
    let all = NntpUrl::parse("nntp://h.dom:120/comp.test/0042").unwrap();
    assert_eq!(
        (all.host().name(), all.port(), all.port_or_default()),
        (Some("h.dom"), Some(120), 120)
    );
    assert_eq!((all.login().host_str(), all.group()), ("h.dom", "comp.test"));
    assert_eq!((all.article(), all.article_str()), (Some(42), Some("0042")));
    let none = NntpUrl::parse("nntp://h/g").unwrap();
    assert_eq!((none.port(), none.port_or_default(), none.group()), (None, 119, "g"));
    assert_eq!((none.article(), none.article_str()), (None, None));
    assert_eq!(
        all.to_builder().without_port().without_article().build().as_str(),
        "nntp://h.dom/comp.test"
    );
    let built =
        none.to_builder().host(Host::parse("x").unwrap()).port(1).article(7).group("a.b").unwrap();
    assert_eq!(built.build().as_str(), "nntp://x:1/a.b/7");
    assert!(all.to_builder().group("?").is_err());
}

#[rstest]
#[case("nntp://Host.Dom/comp.misc", "host.dom:119 | MODE READER [optional] | GROUP comp.misc")]
#[case(
    "nntp://h:8119/comp.misc/0010",
    "h:8119 | MODE READER [optional] | GROUP comp.misc | ARTICLE 0010"
)]
// req: N-03
fn plan_of(#[case] text: &str, #[case] expected: &str) {
    let plan = NntpUrl::parse(text).unwrap().plan().unwrap();
    assert_eq!(plan.to_string().replace('\n', " | "), expected);
}
