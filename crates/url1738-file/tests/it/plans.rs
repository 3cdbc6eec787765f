//! The access plans of the scheme, with `|` between endpoint and steps.

use core::ops::Range;

use rstest::rstest;
use url1738_file::FileUrl;

#[rstest]
#[case("file:///etc/motd", "this machine | open /etc/motd")]
#[case("file://LocalHost/a//b%20c", "this machine | open /a//b c")]
// req: L-01, L-02
fn plans(#[case] text: &str, #[case] expected: &str) {
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
