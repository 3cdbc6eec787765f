//! The page of the docs that compares implementations on the 39 examples, made by running those that are Rust crates; and where
//! errors are, and what they show.

use std::{collections::BTreeMap, fmt::Write as _, fs};

use rstest::rstest;
use url1738::{
    Error, FtpUrl, GenericUrl, PartSpan, Span, Url,
    codes::{CodeInfo, CodeKind},
    plan::{Plan, Refusal},
    relative::{Base, JoinError, Resolution},
    syntax::{
        ErrorKind,
        chars::UCHAR,
        impl_url,
        scheme::{Cursor, Part, Raw, Scheme, SchemeInfo},
    },
};

use crate::rules::{BASE, FRAGMENT, rfc1808, rows, written};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/implementations.md");
const INTRODUCTION: &str = "\
## Compared with other implementations

The 39 examples of RFC 1808, section 5, with the base `http://a/b/c/d;p?q#f`. An example passes if the result is the text
of the RFC. Most of the others follow RFC 3986 or the WHATWG URL Standard, which changed some of these results on purpose:
the table shows which software resolves a reference as its author in 1995 expected. With `Resolution::Rfc3986`, this crate
passes all 42 examples of RFC 3986, section 5.4.

`fluent-uri`, `iri-string` and this crate take the base without its fragment; this crate reports that the empty reference
inherits it.

";

/// Resolves one reference; the result is written with its fragment.
type Resolve = fn(&str) -> Option<String>;

/// The Rust crates: package, what it implements, and how it resolves.
const CRATES: [(&str, &str, Resolve); 5] = [
    ("url1738-relative", "RFC 1808", ours),
    ("fluent-uri", "RFC 3986", fluent_uri),
    ("iri-string", "RFC 3986", iri_string),
    ("oxiri", "RFC 3986", oxiri),
    ("url", "WHATWG", whatwg),
];

fn ours(reference: &str) -> Option<String> {
    Some(written(&GenericUrl::parse(BASE).ok()?.join(reference).ok()?))
}

fn fluent_uri(reference: &str) -> Option<String> {
    let base = fluent_uri::Uri::parse(BASE).ok()?;
    let reference = fluent_uri::UriRef::parse(reference).ok()?;
    Some(reference.resolve_against(&base).ok()?.as_str().to_owned())
}

fn iri_string(reference: &str) -> Option<String> {
    use iri_string::types::{UriAbsoluteStr, UriReferenceStr};
    let base = UriAbsoluteStr::new(BASE).ok()?;
    Some(UriReferenceStr::new(reference).ok()?.resolve_against(base).to_string())
}

fn oxiri(reference: &str) -> Option<String> {
    let base = oxiri::Iri::parse(format!("{BASE}#{FRAGMENT}")).ok()?;
    let reference = oxiri::IriRef::parse(reference).ok()?;
    Some(base.resolve(&reference).ok()?.into_inner())
}

fn whatwg(reference: &str) -> Option<String> {
    let base = url::Url::parse(&format!("{BASE}#{FRAGMENT}")).ok()?;
    Some(base.join(reference).ok()?.into())
}

/// The version of a package in the lock file.
fn version(package: &str) -> String {
    let lock = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.lock");
    let lock = fs::read_to_string(lock).unwrap();
    let found = lock.split_once(&format!("name = \"{package}\"\nversion = \"")).unwrap().1;
    found.split_once('"').unwrap().0.to_owned()
}

/// An implementation and its results by reference.
struct Implementation {
    name: String,
    follows: &'static str,
    results: BTreeMap<&'static str, String>,
}

fn implementations() -> Vec<Implementation> {
    let of_crate = |(package, follows, resolve): (&str, &'static str, Resolve)| Implementation {
        name: match package {
            "url1738-relative" => format!("`{package}`"),
            _ => format!("`{package}` {}", version(package)),
        },
        follows,
        results: rfc1808()
            .map(|row| (row[0], resolve(row[0]).unwrap_or_else(|| "refused".to_owned())))
            .collect(),
    };
    let mut all: Vec<_> = CRATES.into_iter().map(of_crate).collect();
    for row in rows(include_str!("../data/peers.tsv")) {
        if all.last().is_none_or(|last| last.name != row[0]) {
            let follows = if row[0].starts_with("Perl") { "RFC 2396" } else { "RFC 3986" };
            all.push(Implementation { name: row[0].into(), follows, results: BTreeMap::new() });
        }
        all.last_mut().unwrap().results.insert(row[1], row[2].to_owned());
    }
    all.sort_by_key(|implementation| core::cmp::Reverse(passes(implementation)));
    all
}

fn passes(implementation: &Implementation) -> usize {
    rfc1808().filter(|row| implementation.results[row[0]] == row[1]).count()
}

fn page() -> String {
    let all = implementations();
    let date = include_str!("../data/peers.tsv").lines().next().unwrap();
    let date = date.rsplit(' ').next().unwrap().trim_end_matches('.');
    let mut page = INTRODUCTION.to_owned();
    page.push_str("| implementation | follows | passes |\n|---|---|--:|\n");
    for implementation in &all {
        let Implementation { name, follows, .. } = implementation;
        let _ = writeln!(page, "| {name} | {follows} | {} of 39 |", passes(implementation));
    }
    let _ = write!(
        page,
        "\nA test of this crate runs the Rust crates; `tests/peers/relative.sh` ran the others on {date}.\n\
         The examples that some of them fail, each with what it makes of them:\n\n\
         | reference | RFC 1808 | other results |\n|---|---|---|\n"
    );
    for row in rfc1808() {
        let mut others: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for implementation in &all {
            let result = &*implementation.results[row[0]];
            if result != row[1] {
                let name = &*implementation.name;
                let name = name.rsplit_once(' ').map_or(name, |(name, _version)| name);
                others.entry(result).or_default().push(name);
            }
        }
        if others.is_empty() {
            continue;
        }
        let cells = others.iter().map(|(result, names)| {
            let result =
                if *result == "refused" { "refused".to_owned() } else { format!("`{result}`") };
            format!("{result}: {}", names.join(", "))
        });
        let reference =
            if row[0].is_empty() { "(empty)".to_owned() } else { format!("`{}`", row[0]) };
        let _ = writeln!(
            page,
            "| {reference} | `{}` | {} |",
            row[1],
            cells.collect::<Vec<_>>().join("; ")
        );
    }
    page
}

#[test]
fn the_page_of_the_docs_is_what_the_implementations_do() {
    let page = page();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(PAGE, &page).unwrap();
    }
    let committed = fs::read_to_string(PAGE).unwrap();
    assert_eq!(committed, page, "run with UPDATE_DOCS=1 to write docs/implementations.md anew");
}

/// All examples, and the http URLs among them by the umbrella too.
#[test]
fn this_crate_passes_all() {
    assert_eq!(passes(&implementations()[0]), 39);
    let base = Url::parse(BASE).unwrap();
    assert_eq!(rfc1808().filter(|row| base.join(row[0]).is_ok()).count(), 36);
}

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
    const INFO: &'static SchemeInfo = &SchemeInfo::new("x-count");
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
