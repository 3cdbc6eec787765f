//! The list of lints, and those of paths.

use url1738_core::{
    Error, GenericUrl, Lints, PartSpan, Span,
    codes::{CodeInfo, CodeKind},
    part::{FSEGMENT, GROUP, SCHEMEPART},
    plan::{Plan, Refusal},
    scheme::{Cursor, Raw, Scheme},
};

/// `t:` and a path, every part of which is checked.
struct Path;

impl Scheme for Path {
    const NAME: &'static str = "t";
    type Spans = ();

    fn parse(cursor: &mut Cursor<'_>) -> Result<(), Error> {
        cursor.run(&SCHEMEPART);
        cursor.finish(&SCHEMEPART)
    }

    fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
        Span::to_end(2, url.as_str())
            .split(url.as_str(), b'/')
            .for_each(|span| each(PartSpan { part: &FSEGMENT, span }));
    }

    fn plan(_url: Raw<Self, &str>) -> Result<Plan, Refusal> {
        unreachable!("lints need no plan")
    }
}

/// Every path of up to five pieces has the lint of its empty segments, and no other path has it.
#[test]
fn empty_segments_are_found_in_every_path() {
    const PIECES: [&str; 9] = ["/", ".", "-", "?", "a", "%2E", "%2f", "%C0%AE", "%00"];
    for number in 0..9_usize.pow(5) {
        let digits = [1, 9, 81, 729, 6561].map(|place| number / place % 9);
        let mut text = String::from("t:");
        digits.iter().for_each(|digit| text.push_str(PIECES[*digit]));
        let url = Raw::<Path, &str>::parse(&text).unwrap();
        let has_empty = text.contains("//") || text.starts_with("t:/");
        assert_eq!(url.lints().has("empty-segment"), has_empty, "{text}");
    }
}

static A: CodeInfo = CodeInfo::new(CodeKind::Lint, "a", "");
static B: CodeInfo = CodeInfo::new(CodeKind::Lint, "b", "");
const MOST: usize = Lints::MOST_OF_A_CODE;

fn pushed(codes: &[(&'static CodeInfo, usize)]) -> Lints {
    let mut lints = Lints::default();
    for (info, count) in codes {
        for at in 0..u32::try_from(*count).unwrap() {
            lints.push(PartSpan { part: &GROUP, span: Span::new(at, at) }, info);
        }
    }
    lints
}

#[test]
fn lints_of_a_code_are_bounded_and_other_codes_are_not_left_out() {
    for (of_a, of_b) in
        [(1, 1), (MOST, 1), (MOST + 1, 1), (MOST - 1, 2), (MOST - 1, MOST), (9000, 9000)]
    {
        let lints = pushed(&[(&A, of_a), (&B, of_b), (&A, 1)]);
        let count = |info: &CodeInfo| lints.iter().filter(|lint| lint.info == info).count();
        assert_eq!((count(&A), count(&B)), ((of_a + 1).min(MOST), of_b.min(MOST)));
    }
}

/// After a list that was full, a code has room again.
#[test]
fn a_list_that_is_used_again_is_empty() {
    let full = format!("x-db://host.dom{}", "/".repeat(MOST + 2));
    let one = format!("x-db://host.dom{}", "/".repeat(MOST));
    let mut lints = Lints::default();
    for (text, count) in [(&full, MOST), (&one, MOST - 1), (&full, MOST)] {
        let url = GenericUrl::parse(text).unwrap();
        url.lints_into(&mut lints);
        assert_eq!((lints.len(), lints.is_empty()), (count, false));
        assert_eq!(lints, url.lints());
        assert!(lints.iter().map(|lint| lint.span.start).is_sorted());
    }
}

#[test]
fn lints_are_equal_if_they_are_the_same() {
    assert_eq!(pushed(&[(&A, 2)]), pushed(&[(&A, 2)]));
    assert_ne!(pushed(&[(&A, 2)]), pushed(&[(&A, 1)]));
    assert_ne!(pushed(&[(&A, 1)]), pushed(&[(&B, 1)]));
    // Lists that differ only in which codes are full are equal.
    assert_eq!(pushed(&[(&A, MOST)]), pushed(&[(&A, MOST + 1)]));
}
