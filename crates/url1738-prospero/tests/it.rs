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
use url1738_prospero::{Escaped, Host, ProsperoUrl};

// req: R-01, R-02, R-03
#[test]
fn vectors() {
    assert_vectors::<ProsperoUrl>(include_str!("data/prospero.tsv"));
}

// req: S-01, S-02
#[test]
fn answers() {
    assert_answers::<ProsperoUrl>(include_str!("data/answers.tsv"));
}

#[test]
fn codes() {
    assert_codes::<ProsperoUrl>(url1738_prospero::CODES.iter().copied());
}

fn texts<'a>(parts: impl Iterator<Item = Escaped<'a>>) -> Vec<&'a str> {
    parts.map(Escaped::as_str).collect()
}

#[test]
fn accessors() {
    let all = ProsperoUrl::parse("prospero://h.dom:1526/a/b;v=1;w=2").unwrap();
    assert_eq!(
        (all.host().name(), all.port(), all.port_or_default()),
        (Some("h.dom"), Some(1526), 1526)
    );
    assert_eq!((all.login().host_str(), all.hsoname().as_str()), ("h.dom", "a/b"));
    assert_eq!((texts(all.segments()), all.fields().count()), (vec!["a", "b"], 2));
    let none = ProsperoUrl::parse("prospero://h/a").unwrap();
    assert_eq!((none.port(), none.port_or_default(), none.fields().count()), (None, 1525, 0));
    let built =
        all.to_builder().without_fields().without_port().hsoname("c").field("x", "y").build();
    assert_eq!(built.as_str(), "prospero://h.dom/c;x=y");
    assert_eq!(
        none.to_builder().host(Host::parse("x").unwrap()).port(1).build().as_str(),
        "prospero://x:1/a"
    );
}

#[rstest]
#[case("prospero://h//pros/name", r#"h:1525/udp | resolve "/pros/name""#)]
#[case("prospero://h:1/x;VERSION=1;a%20b=c%22", r#"h:1/udp | resolve "x" VERSION="1" a b="c\"""#)]
// req: R-01, R-02, R-03
fn plan_of(#[case] text: &str, #[case] expected: &str) {
    let plan = ProsperoUrl::parse(text).unwrap().plan().unwrap();
    assert_eq!(plan.to_string().replace('\n', " | "), expected);
}

/// What would end a line, or has no method, is refused with its place.
#[rstest]
#[case("prospero://h/x%0A", "ppath", 13..17)]
#[case("prospero://h/x;a=%0D", "fieldvalue", 17..20)]
// req: S-02
fn refusals(#[case] text: &str, #[case] part: &str, #[case] range: Range<usize>) {
    let refusal = ProsperoUrl::parse(text).unwrap().plan().unwrap_err();
    assert_eq!((refusal.part.name(), refusal.span.range()), (part, range));
}

fn host() -> Host<'static> {
    Host::parse("h").unwrap()
}

#[test]
fn what_the_setters_write() {
    let url = ProsperoUrl::builder(host(), "a/b;c=d").unwrap();
    assert_eq!(url.clone().build(), "prospero://h/a/b%3Bc%3Dd");
    let fields = url.clone().field("v", "1;").field("w=", "");
    assert_eq!(fields.clone().build(), "prospero://h/a/b%3Bc%3Dd;v=1%3B;w%3D=");
    assert_eq!(fields.without_fields().hsoname("").build(), "prospero://h/");
    assert_eq!(url.hsoname("/x").port(1).build(), "prospero://h:1//x");
}
