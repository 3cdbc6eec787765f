//! The access plans of the scheme, with `|` between endpoint and steps.

use core::ops::Range;

use rstest::rstest;
use url1738_prospero::ProsperoUrl;

#[rstest]
#[case("prospero://h//pros/name", r#"h:1525/udp | resolve "/pros/name""#)]
#[case("prospero://h:1/x;VERSION=1;a%20b=c%22", r#"h:1/udp | resolve "x" VERSION="1" a b="c\"""#)]
// req: R-01, R-02, R-03
fn plans(#[case] text: &str, #[case] expected: &str) {
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
