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
use url1738_news::{Grouppart, Host, NewsUrl};

// req: N-01
#[test]
fn vectors() {
    assert_vectors::<NewsUrl>(include_str!("data/news.tsv"));
}

// req: N-02, S-01
#[test]
fn answers() {
    assert_answers::<NewsUrl>(include_str!("data/answers.tsv"));
}

#[test]
fn codes() {
    assert_codes::<NewsUrl>(url1738_news::CODES.iter().copied());
}

#[test]
fn accessors() {
    let article = NewsUrl::parse("news:a%25b@h.dom").unwrap();
    let Grouppart::Article { unique, host } = article.grouppart() else { panic!("{article}") };
    assert_eq!((unique.as_str(), host), ("a%25b", "h.dom"));
    assert!(matches!(NewsUrl::parse("news:*").unwrap().grouppart(), Grouppart::All));
    let group = NewsUrl::parse("news:comp.test").unwrap();
    assert!(matches!(group.grouppart(), Grouppart::Group("comp.test")));
}

#[rstest]
#[case("news:comp.misc", "news server:119 | MODE READER [optional] | GROUP comp.misc")]
#[case("news:*", "news server:119 | MODE READER [optional] | LIST")]
#[case("news:a%25b@host.dom", "news server:119 | MODE READER [optional] | ARTICLE <a%b@host.dom>")]
#[case("news:%7E%5B@host.dom", "news server:119 | MODE READER [optional] | ARTICLE <~[@host.dom>")]
#[case("news:password=s3cret@host.dom", "news server:119 | MODE READER [optional] | ARTICLE ***")]
// req: N-01, N-02
fn plan_of(#[case] text: &str, #[case] expected: &str) {
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
    let codes: Vec<_> = plan.warnings.iter().map(|warning| warning.info.code).collect();
    assert!(codes.contains(&code), "{text}: {codes:?}");
}

fn host() -> Host<'static> {
    Host::parse("h").unwrap()
}

#[test]
fn what_the_setters_write() {
    assert_eq!(NewsUrl::all(), "news:*");
    assert_eq!(NewsUrl::group("a.b").unwrap(), "news:a.b");
    assert_eq!(NewsUrl::group("").unwrap_err().code(), "empty");
    assert_eq!(NewsUrl::article("a%", host()).unwrap(), "news:a%25@h");
    assert_eq!(NewsUrl::article("//a", host()).unwrap(), "news:%2F/a@h");
    assert_eq!(NewsUrl::article("a", "h").unwrap(), "news:a@h");
    assert_eq!(NewsUrl::article("a", "h_").unwrap_err().span().range(), 1..2);
    let error = NewsUrl::article("", host()).unwrap_err();
    assert_eq!((error.code(), error.part().name()), ("empty", "article"));
}
