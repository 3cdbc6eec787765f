//! Where errors are, and what they show.

use rstest::rstest;
use url1738::{
    Error, FtpUrl, PartSpan, Span, Url,
    codes::{CodeInfo, CodeKind},
    plan::{Plan, Refusal},
    relative::{Base, JoinError, Resolution},
    syntax::{
        ErrorKind,
        chars::UCHAR,
        impl_url,
        scheme::{Cursor, Part, Raw, Scheme},
    },
};

/// The span is what is between the marks.
#[rstest]
#[case("http://h/a/b", "c/<~>joe")]
#[case("http://h/a/b", "../../<~>joe")]
#[case("http://h/a/b", "./x/../<~>joe")]
#[case("http://h/a/b", "/<~>joe")]
#[case("http://h/a/b", "//i/<~>joe")]
#[case("http://h/a/b", "//<~>joe/")]
#[case("http://h/a/b", "http://i/<~>joe")]
#[case("http://h/a/b", "?a<~>")]
#[case("http://h/a/b", ";a<~>")]
#[case("http://h/a/b", "c?d<~>#e")]
#[case("http://h/a/b", "c<é>d")]
#[case("http://h/a/b", "<%zz>")]
#[case("http://h/a/b", "x/../a< >b")]
#[case("http://h/a/b", "< >g")]
#[case("http://h/a/b", "//i:<99999>/")]
#[case("http://h", "a/<^>")]
#[case("ftp://h/a/b;type=i", ";type=<x>")]
#[case("ftp://h", ";type=<é>I")]
#[case("nntp://h/g.x/1", "../<*>")]
#[case("nntp://h/g.x/1", "<..>")]
#[case("nntp://h/g.x/1", "../<.>")]
#[case("nntp://h/g.x/1", "./<x>")]
#[case("nntp://h/g.x/1", "g/../<x>")]
#[case("wais://h/db/t/p", "../x<>")]
#[case("wais://h/db/t/p", "a</>b")]
#[case("wais://h/db/t/p", "<..>")]
#[case("gopher://h/0/a", "b%0A")]
#[case("x-db:a/b", "../<~>joe")]
#[case("x-db:a/b", "../../c/<~>joe")]
fn spans_in_the_reference(#[case] base: &str, #[case] marked: &str) {
    let reference = marked.replace(['<', '>'], "");
    let error = Url::parse(base).unwrap().join(&reference).unwrap_err();
    let (start, end) = match (marked.find('<'), marked.find('>')) {
        (Some(start), Some(end)) => (start, end - 1),
        _ => (1, 4),
    };
    assert_eq!(error.span().range(), start..end, "{base} {reference}: {error}");
    assert!(matches!(error, JoinError::Invalid { .. }), "{error:?}");
    assert_eq!(error.error().unwrap().span(), error.span());
    assert!(error.to_string().ends_with(&format!("at byte {start} of the reference")), "{error}");
    assert_eq!(error.help(), error.error().unwrap().help().to_string());
}

#[test]
fn results_of_rfc_3986() {
    let base = Url::parse("http://h/a/b").unwrap();
    for (reference, span) in [("/../x/~y", 6..7), ("http://i/./~y", 11..12), ("//i/../~", 7..8)] {
        let error = base.join_with(reference, Resolution::Rfc3986).unwrap_err();
        assert_eq!(error.span().range(), span, "{reference}");
    }
}

/// `segment = *uchar`. Its rule is broken in the first segment, so that an inherited one can be to blame.
const SEGMENT: Part = Part::new("segment", UCHAR, b"", "x.1");

#[derive(Clone, Copy)]
pub(crate) struct CountUrl<T = String>(Raw<Count, T>);
impl_url!(CountUrl: Count);

/// A scheme whose first segment has as many letters as segments follow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Count;

impl Scheme for Count {
    const NAME: &'static str = "x-count";
    type Spans = Span;

    fn parse(cursor: &mut Cursor<'_>) -> Result<Span, Error> {
        assert!(cursor.eat(b"/"));
        let first = cursor.run(&SEGMENT);
        let mut count = 0;
        while cursor.eat(b"/") {
            cursor.run(&SEGMENT);
            count += 1;
        }
        cursor.finish(&SEGMENT)?;
        if first.len() == count {
            return Ok(first);
        }
        Err(Error::prose(&SEGMENT, ErrorKind::Empty, first))
    }

    fn parts(url: Raw<Self, &str>, each: &mut dyn FnMut(PartSpan)) {
        each(PartSpan { part: &SEGMENT, span: *url.spans() });
    }

    fn plan(url: Raw<Self, &str>) -> Result<Plan, Refusal> {
        static NO_SERVER: CodeInfo =
            CodeInfo::new(CodeKind::Refusal, "no-server", "a number has no server");
        Err(Refusal::new(&SEGMENT, *url.spans(), &NO_SERVER))
    }
}

#[test]
fn the_base_is_to_blame() {
    let base = CountUrl::parse("x-count:/aa/b/c").unwrap();
    assert_eq!(base.join("x").unwrap().url, "x-count:/aa/b/x");
    let error = base.join("x/y").unwrap_err();
    assert!(matches!(error, JoinError::InvalidInBase { .. }), "{error:?}");
    assert_eq!((error.span().range(), error.error().unwrap().span().range()), (0..3, 9..11));
    let shown = error.to_string();
    assert!(shown.ends_with(" at byte 9 of the base, which the result inherits"), "{shown}");
    assert_eq!((error.code(), error.help()), ("empty", error.error().unwrap().help().to_string()));
}

#[test]
fn another_scheme_than_that_of_the_type() {
    let error = FtpUrl::parse("ftp://h/a").unwrap().join("http://h/").unwrap_err();
    assert_eq!((error.code(), error.span().range()), ("wrong-scheme", 0..4));
}

/// Whatever the password is in.
#[rstest]
#[case("ftp://joe:s3cret@h/a", "b~")]
#[case("ftp://h/a", "//joe:s3cret@h/b~")]
#[case("ftp://h/a", "//joe:s3cret@h~/b")]
#[case("ftp://joe:s3cret@h/a", "b")]
#[case("ftp://h/a", "//joe:s3cret@h/b")]
#[case("ftp://h/a", "x#ftp://joe:s3cret@h/b")]
#[case("ftp://h/a", "x#joe:s3cret@h/b")]
#[case("ftp://h/a", "ftp://h/ftp://joe:s3#cret@h/b")]
#[case("mailto:joe@h.dom", "//joe:s3cret@h/b")]
#[case("x-db://h/a", "?password=s3cret")]
fn no_password_is_shown(#[case] base: &str, #[case] reference: &str) {
    let shown = match Url::parse(base).unwrap().join(reference) {
        Ok(joined) => format!("{joined:?} {joined:#?}"),
        Err(error) => format!("{error:?} {error} {} {error:#?}", error.help()),
    };
    assert!(!shown.contains("s3") && !shown.contains("cret"), "{shown}");
}
