//! The tests of the crate: its tables, through the checks that all schemes share, accessors and plans.

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
use url1738_core::{
    codes::CodeKind,
    dev::{assert_answers, assert_codes, assert_vectors},
};
use url1738_file::{Escaped, FileUrl, Host};

#[cfg(feature = "std")]
mod paths;

// req: L-01, L-02
#[test]
fn vectors() {
    assert_vectors::<FileUrl>(include_str!("../data/file.tsv"));
}

// req: L-02, S-01
#[test]
fn answers() {
    assert_answers::<FileUrl>(include_str!("../data/answers.tsv"));
}

#[test]
fn codes() {
    // The others are about paths, which no plan has.
    let codes = url1738_file::CODES.iter().filter(|info| {
        info.kind != CodeKind::Refusal || ["other-host", "separator-in-name"].contains(&info.code)
    });
    assert_codes::<FileUrl>(codes.copied());
}

/// Slashes before a relative path would make a host of its first directory.
#[rstest]
#[case("file:/etc/motd", Some("//"))]
#[case("file:etc/motd", None)]
#[case("file:", None)]
fn fixes(#[case] text: &str, #[case] expected: Option<&str>) {
    let fix = FileUrl::fix(text, &FileUrl::parse(text).unwrap_err());
    assert_eq!(fix.as_ref().map(|fix| &*fix.text), expected);
}

fn texts<'a>(parts: impl Iterator<Item = Escaped<'a>>) -> Vec<&'a str> {
    parts.map(Escaped::as_str).collect()
}

#[test]
fn accessors() {
    let all = FileUrl::parse("file://h.dom/a/b").unwrap();
    assert_eq!(
        (all.host_str(), all.path().as_str(), texts(all.segments())),
        (Some("h.dom"), "a/b", vec!["a", "b"])
    );
    assert!(!all.is_local());
    assert_eq!(all.to_builder().without_host().path(["c"]).build().as_str(), "file:///c");
    let none = FileUrl::parse("file:///a").unwrap();
    assert_eq!(none.to_builder().host(Host::parse("x").unwrap()).build().as_str(), "file://x/a");
}

#[rstest]
#[case("file:///etc/motd", "this machine | open /etc/motd")]
#[case("file://LocalHost/a//b%20c", "this machine | open /a//b c")]
// req: L-01, L-02
fn plan_of(#[case] text: &str, #[case] expected: &str) {
    let plan = FileUrl::parse(text).unwrap().plan().unwrap();
    assert_eq!(plan.to_string().replace('\n', " | "), expected);
}

/// What would end a line, or has no method, is refused with its place.
#[rstest]
#[case("file://host.dom/etc/motd", "host", 7..15)]
#[case("file:///a%2Fb", "fsegment", 8..13)]
#[case("file:///a%00", "fsegment", 8..12)]
// req: S-02
fn refusals(#[case] text: &str, #[case] part: &str, #[case] range: Range<usize>) {
    let refusal = FileUrl::parse(text).unwrap().plan().unwrap_err();
    assert_eq!((refusal.part.name(), refusal.span.range()), (part, range));
}
