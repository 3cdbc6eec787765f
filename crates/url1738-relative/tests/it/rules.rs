//! What is decided about the schemes, with the result of each rule.

use rstest::rstest;
use url1738::{
    FileUrl, FtpUrl, GenericUrl, GopherUrl, HttpUrl, ProsperoUrl, Url, WaisUrl,
    relative::{Base, Joined, Resolution},
};

fn joined(base: &str, reference: &str, resolution: Resolution) -> String {
    let base = Url::parse(base).unwrap();
    let joined = base.join_with(reference, resolution);
    joined.map_or_else(|error| format!("! {}", error.code()), |joined| joined.url.into_string())
}

/// Both columns are results: by RFC 1808, and by RFC 3986.
#[rstest]
// Decision 64: what `?` and `;` are.
#[case("ftp://h/a?b/c", "g", "ftp://h/a?b/g", "ftp://h/g")]
#[case("ftp://h/a/b", "?y", "ftp://h/a/?y", "ftp://h/a/b?y")]
#[case("ftp://h/a/b?c", "?y", "ftp://h/a/?y", "ftp://h/a/b?y")]
#[case("ftp://h/a/b?c", "", "ftp://h/a/b?c", "ftp://h/a/b?c")]
#[case("ftp://h/a/b", "c?d/../e", "ftp://h/a/e", "ftp://h/a/c?d/../e")]
#[case("file:///a?b/c", "g", "file:///a?b/g", "file:///g")]
#[case("file:///a/b", "?y", "file:///a/?y", "file:///a/b?y")]
#[case("gopher://h/7/a?b/c", "g", "gopher://h/7/a?b/g", "gopher://h/7/g")]
#[case("gopher://h/0/a;b/c", "g", "gopher://h/0/a;b/g", "gopher://h/0/a;b/g")]
#[case("gopher://h/0/a", ";x", "gopher://h/0/;x", "gopher://h/0/;x")]
#[case("prospero://h/a?b/c", "g", "prospero://h/a?b/g", "prospero://h/g")]
#[case("http://h/a?b", "?c", "http://h/a?c", "http://h/a?c")]
#[case("wais://h/db?words", "?other", "wais://h/db?other", "wais://h/db?other")]
#[case("wais://h/db", "?words", "wais://h/db?words", "wais://h/db?words")]
// Parameters replace those of the base; a path has none of them.
#[case("ftp://h/a/b;type=i", ";type=a", "ftp://h/a/b;type=a", "ftp://h/a/;type=a")]
#[case("ftp://h/a/b;type=d", "c", "ftp://h/a/c", "ftp://h/a/c")]
#[case("ftp://h/a/b;type=d", "../c;type=a", "ftp://h/c;type=a", "ftp://h/c;type=a")]
#[case("prospero://h/a/b;v=1", ";v=2", "prospero://h/a/b;v=2", "prospero://h/a/;v=2")]
#[case("http://h/a;b/c/d", "g", "http://h/g", "http://h/a;b/c/g")]
#[case("http://h/a/b;c?d", "?e", "http://h/a/b;c?e", "http://h/a/b;c?e")]
#[case("http://h/a/b;c?d", ";", "http://h/a/b;c?d", "http://h/a/;")]
#[case("http://h/a/b;c?d", ";?e", "http://h/a/b;c?e", "http://h/a/;?e")]
// Empty components: inherited as if absent, kept if written after a path.
#[case("http://h/a/b?d", "?", "http://h/a/b?d", "http://h/a/b?")]
#[case("http://h/a/b?d", "c?", "http://h/a/c?", "http://h/a/c?")]
#[case("wais://h/db", "other?", "wais://h/other?", "wais://h/other?")]
#[case("http://h/a/b;c", "d;", "http://h/a/d;", "http://h/a/d;")]
// Empty segments and escapes stay.
#[case("http://h//a//b", "c", "http://h//a//c", "http://h//a//c")]
#[case("http://h/a", ".//c", "http://h//c", "http://h//c")]
#[case("http://h/a/b", "c//d", "http://h/a/c//d", "http://h/a/c//d")]
#[case("http://h/a//b", "../c", "http://h/a/c", "http://h/a/c")]
#[case("ftp://h/%2Fetc/a", "%2Fb", "ftp://h/%2Fetc/%2Fb", "ftp://h/%2Fetc/%2Fb")]
#[case("ftp://h/a%2fb/c", "../d", "ftp://h/d", "ftp://h/d")]
#[case("http://h/a/b", "%2E%2E/c", "http://h/a/%2E%2E/c", "http://h/a/%2E%2E/c")]
// Hosts.
#[case("http://h", "g", "http://h/g", "http://h/g")]
#[case("http://h", "?y", "http://h/?y", "! expected-delimiter")]
#[case("http://h", ";x", "http://h/;x", "http://h/;x")]
#[case("http://h", ".", "http://h/", "http://h/")]
#[case("http://h", "..", "http://h/..", "http://h/")]
#[case("http://h/a", "//i:8080/b", "http://i:8080/b", "http://i:8080/b")]
#[case("http://h/a", "//i/../b", "http://i/../b", "http://i/b")]
#[case("http://h/a/b", "///c", "http://h/c", "! empty")]
#[case("file://h/a", "///b", "file://h/b", "file:///b")]
#[case("file:///a/b", "c", "file:///a/c", "file:///a/c")]
#[case("file:///a/b", "//h/c", "file://h/c", "file://h/c")]
#[case("ftp://u:p@h:2121/a", "b", "ftp://u:p@h:2121/b", "ftp://u:p@h:2121/b")]
#[case("ftp://u?x:p;y@h/a/b", "c", "ftp://u?x:p;y@h/a/c", "ftp://u?x:p;y@h/a/c")]
#[case("HTTP://H/a", "b", "HTTP://H/b", "HTTP://H/b")]
// nntp, and results that the scheme refuses.
#[case("nntp://h/g.x/1", "2", "nntp://h/g.x/2", "nntp://h/g.x/2")]
#[case("nntp://h/g.x/1", "../g.y", "nntp://h/g.y", "nntp://h/g.y")]
#[case("nntp://h/g.x/1", "../g.y/z", "! unexpected-byte", "! unexpected-byte")]
#[case("wais://h/db/type/path", "other", "wais://h/db/type/other", "wais://h/db/type/other")]
// Absolute references.
#[case("http://h/a", "ftp://i/b/../c", "ftp://i/b/../c", "ftp://i/c")]
#[case("http://h/a", "mailto:joe@h", "mailto:joe@h", "mailto:joe@h")]
#[case("mailto:joe@h", "http://h/a", "http://h/a", "http://h/a")]
#[case("http://h/a", "this:that", "this:that", "this:that")]
#[case("http://h/a", "./this:that", "http://h/this:that", "http://h/this:that")]
#[case("http://h/a", ":b", "http://h/:b", "http://h/:b")]
// Other schemes.
#[case("https://h/a/b?c", "../d", "https://h/d", "https://h/d")]
#[case("x:/a/b", "../c", "x:/c", "x:/c")]
#[case("x:/a/b", "//h/c", "x://h/c", "x://h/c")]
#[case("x:/a/b", "..//c", "! path-as-host", "! path-as-host")]
#[case("x:/a/b", "////c", "! path-as-host", "x:////c")]
// A path without a slash before it (RFC 1808, section 4, step 6).
#[case("foo:a/b", "c/d", "foo:a/c/d", "foo:a/c/d")]
#[case("x:a/b", "c", "x:a/c", "x:a/c")]
#[case("x:a/b", "../c", "x:c", "x:/c")]
#[case("x:a/b", "..", "x:", "x:/")]
#[case("x:a/b/c", "..", "x:a/", "x:a/")]
#[case("x:a/b", "../../c", "x:../c", "x:/c")]
#[case("x:a/b", "../../../c", "x:../../c", "x:/c")]
#[case("x:a/b", "..//c", "x:/c", "! path-as-host")]
#[case("x:a/b", ".././/c", "x:/c", "! path-as-host")]
#[case("x:a/b", "..///c", "! path-as-host", "! path-as-host")]
#[case("x:a", ".", "x:", "x:")]
#[case("x:a", "./b:c", "x:b:c", "x:b:c")]
#[case("x:a", "../b", "x:../b", "x:b")]
#[case("x:../a", "../b", "x:../../b", "x:b")]
#[case("x:a/b", "/c", "x:/c", "x:/c")]
#[case("x:a/b", "//h/c", "x://h/c", "x://h/c")]
#[case("x:a/b;p?q", "?y", "x:a/b;p?y", "x:a/b;p?y")]
#[case("x:a/b;p?q", ";x", "x:a/b;x", "x:a/;x")]
#[case("tel:+358-555", "+1", "tel:+1", "tel:+1")]
#[case("tel:+358-555", "#a", "tel:+358-555", "tel:+358-555")]
#[case("x://my_host/a", "b", "x://my_host/b", "x://my_host/b")]
#[case("rsync://h?q", "b", "! opaque-base", "rsync://h/b")]
#[case("rsync://h?q/r", "?s", "! opaque-base", "rsync://h?s")]
fn both_resolutions(
    #[case] base: &str,
    #[case] reference: &str,
    #[case] rfc1808: &str,
    #[case] rfc3986: &str,
) {
    let found = |resolution| joined(base, reference, resolution);
    assert_eq!(found(Resolution::Rfc1808), rfc1808, "{base} {reference} by RFC 1808");
    assert_eq!(found(Resolution::Rfc3986), rfc3986, "{base} {reference} by RFC 3986");
}

#[rstest]
#[case("mailto:joe@host.dom")]
#[case("news:comp.infosystems.www")]
#[case("telnet://host.dom/")]
#[case("TELNET://host.dom")]
fn schemes_that_are_never_bases(#[case] base: &str) {
    for reference in ["", "#s", "g", "/g", "//g/", "?y", ";x", ".."] {
        for resolution in [Resolution::Rfc1808, Resolution::Rfc3986] {
            assert_eq!(joined(base, reference, resolution), "! never-a-base", "{base} {reference}");
            let generic = GenericUrl::parse(base).unwrap();
            let error = Base::join_with(&generic, reference, resolution).unwrap_err();
            assert_eq!(error.code(), "never-a-base", "{base} {reference}");
        }
    }
    let url = Url::parse(base).unwrap();
    assert_eq!(url.relativize(&url), None);
}

#[rstest]
#[case("gopher://h/0/a/b", "../../1/c", true)]
#[case("gopher://h/0/a/b", "/1/c", true)]
#[case("gopher://h/0/a/b", "//i/1/c", true)]
#[case("gopher://h/0a", "g", true)]
#[case("gopher://h/0/a", "/", true)]
#[case("gopher://h/0/a", "//i", true)]
#[case("gopher://h/0/a/b", "../c", false)]
#[case("gopher://h/0/a", "/%30/b", false)]
#[case("gopher://h", "/1/b", false)]
#[case("gopher://h/1/a", "/", false)]
#[case("gopher://h/0/a", "gopher://h/1/b", false)]
#[case("gopher://h/0/a", "http://h/1/b", false)]
fn changed_item_types(#[case] base: &str, #[case] reference: &str, #[case] lint: bool) {
    let joined = Url::parse(base).unwrap().join(reference).unwrap();
    assert_eq!(joined.lints.has("gopher-type-changed"), lint, "{joined:?}");
    if let Some(at) = joined.lints.iter().next() {
        // A URL that ends before the type has the lint at the host.
        let ends = !joined.url.parts().iter().any(|at| at.part.name() == "gtype");
        assert_eq!(at.part.name(), if ends { "host" } else { "gtype" });
    }
    // A general URL of that name has the same lint.
    let general = GenericUrl::parse(base).unwrap().join(reference).unwrap();
    assert_eq!(general.lints.has("gopher-type-changed"), lint, "{general:?}");
}

#[test]
fn every_url_type_joins() {
    fn check<B: Base>(base: &B, reference: &str) -> String
    where
        B::Url: AsRef<str>,
    {
        base.join(reference).unwrap().url.as_ref().to_owned()
    }
    assert_eq!(check(&FtpUrl::parse("ftp://h/a").unwrap(), "b"), "ftp://h/b");
    assert_eq!(check(&HttpUrl::parse("http://h/a").unwrap().to_owned(), "b"), "http://h/b");
    assert_eq!(check(&GopherUrl::parse("gopher://h/0/a").unwrap(), "b"), "gopher://h/0/b");
    assert_eq!(check(&WaisUrl::parse("wais://h/a").unwrap(), "b"), "wais://h/b");
    assert_eq!(check(&FileUrl::parse("file:///a").unwrap(), "b"), "file:///b");
    assert_eq!(check(&ProsperoUrl::parse("prospero://h/a").unwrap(), "b"), "prospero://h/b");
    assert_eq!(check(&Url::parse("x://h/a").unwrap().to_owned(), "b"), "x://h/b");
    // The result has the type of its scheme.
    let url: FtpUrl = FtpUrl::parse("ftp://h/a").unwrap().join("b;type=i").unwrap().url;
    assert_eq!(url, "ftp://h/b;type=i");
    assert_eq!(FtpUrl::parse("ftp://h/a").unwrap().relativize(&url).unwrap(), "b;type=i");
}

/// The reference to a target begins with what differs, and leaves as many directories as it has to.
#[rstest]
#[case("http://h/a/b", "http://h/a/b", Some(""))]
#[case("ftp://h/a;type=a", "ftp://h/a;type=i", Some("a;type=i"))]
#[case("http://h/a/b?x", "http://h/a/b?y", Some("?y"))]
#[case("http://h/a/b", "http://h/a/b?y", Some("?y"))]
#[case("http://h/a/b?x", "http://h/a/b", Some("b"))]
#[case("http://h/a/b", "http://i/a/b", Some("//i/a/b"))]
#[case("http://h/a/b/c/d", "http://h/x", Some("../../../x"))]
#[case("http://h/a/b", "http://h/a/c", Some("c"))]
#[case("http://h/a/b", "http://h/c", Some("../c"))]
#[case("http://h/a/b/c", "http://h/a/d/e", Some("../d/e"))]
#[case("http://h/a/b", "http://h/a/x:y", Some("./x:y"))]
#[case("http://h/a/b", "http://h/a/", Some("./"))]
#[case("http://h/a", "ftp://h/a", None)]
fn references_to_targets(
    #[case] base: &str,
    #[case] target: &str,
    #[case] reference: Option<&str>,
) {
    let [base, target] = [base, target].map(|text| Url::parse(text).unwrap());
    assert_eq!(base.relativize_with(&target, Resolution::Rfc3986).as_deref(), reference);
}

/// By RFC 1808, the parameters are a component.
#[rstest]
#[case("http://h/a;p", "http://h/a;r", ";r")]
#[case("http://h/a;p?q", "http://h/a;p", ";p")]
#[case("http://h/a;p?q", "http://h/a;p?r", "?r")]
#[case("http://h/a;p?q", "http://h/a?r", "a?r")]
#[case("http://h/a;p?q", "http://h/b;p?r", "b;p?r")]
#[case("http://h/a;p?q", "http://i/a;p?r", "//i/a;p?r")]
#[case("ftp://h/a;type=a", "ftp://h/a;type=i", ";type=i")]
#[case("ftp://h/a;type=a", "ftp://h/a", "a")]
#[case("x-db://h/a", "x-db://i;p?q", "//i;p?q")]
fn references_with_parameters(#[case] base: &str, #[case] target: &str, #[case] reference: &str) {
    let [base, target] = [base, target].map(|text| Url::parse(text).unwrap());
    assert_eq!(base.relativize_with(&target, Resolution::Rfc1808).as_deref(), Some(reference));
}

/// By RFC 1808, a path that is written from its root keeps its dot segments.
#[rstest]
#[case("http://h/a/./c", "/a/./c")]
#[case("http://h/a/../c", "/a/../c")]
#[case("http://h/a/./b", "/a/./b")]
#[case("http://i/a/./c", "//i/a/./c")]
fn references_to_targets_with_dot_segments(#[case] target: &str, #[case] reference: &str) {
    let base = Url::parse("http://h/a/b").unwrap();
    let target = Url::parse(target).unwrap();
    let by = |resolution| base.relativize_with(&target, resolution);
    assert_eq!(by(Resolution::Rfc1808).as_deref(), Some(reference));
    assert_eq!(by(Resolution::Rfc3986), None);
}

/// Without an authority, no path begins with two slashes once its dot segments are removed.
#[rstest]
#[case("x-db:/.//a", "! path-as-host")]
#[case("x-db:/b/..//a", "! path-as-host")]
#[case("x-db://h/.//a", "x-db://h//a")]
fn paths_that_would_be_read_as_hosts(#[case] reference: &str, #[case] result: &str) {
    assert_eq!(joined("http://h/a/b", reference, Resolution::Rfc3986), result);
}

/// Debug shows what was joined, and no password.
#[test]
fn what_was_joined_is_shown() {
    let joined = Url::parse("ftp://joe:s3cret@h/a").unwrap().join("b#c").unwrap();
    let shown = format!("{joined:?}");
    assert!(shown.contains("ftp://joe:***@h/b") && !shown.contains("s3cret"), "{shown}");
}

pub(crate) const BASE: &str = "http://a/b/c/d;p?q";
/// Fragment of the base of RFC 1808, which is not part of the URL.
pub(crate) const FRAGMENT: &str = "f";

/// Returns the columns of the lines of a file of vectors.
pub(crate) fn rows(file: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    file.lines().filter(|line| !line.starts_with("# ")).map(|line| line.split('\t').collect())
}

pub(crate) fn rfc1808() -> impl Iterator<Item = Vec<&'static str>> {
    rows(include_str!("../data/rfc1808.tsv"))
}

/// The result as the RFC writes it, with its fragment.
pub(crate) fn written<U: AsRef<str>>(joined: &Joined<U>) -> String {
    let inherited = joined.inherits_fragment.then_some(FRAGMENT);
    match joined.fragment.as_deref().or(inherited) {
        Some(fragment) => format!("{}#{fragment}", joined.url.as_ref()),
        None => joined.url.as_ref().to_owned(),
    }
}

#[test]
fn all_of_rfc_1808() {
    let base = GenericUrl::parse(BASE).unwrap();
    let mut count = 0;
    for row in rfc1808() {
        let joined = base.join(row[0]).unwrap_or_else(|error| panic!("{row:?}: {error}"));
        assert_eq!(written(&joined), row[1], "{row:?}");
        count += 1;
    }
    assert_eq!(count, 39);
}

/// Three of the results are not valid http URLs: RFC 1738 has neither `/` in a search nor `http:` without `//`.
#[test]
fn those_of_rfc_1808_that_are_valid_by_rfc_1738() {
    let base = Url::parse(BASE).unwrap();
    let mut valid = 0;
    for row in rfc1808() {
        let found = match base.join(row[0]) {
            Ok(joined) => {
                assert_eq!(written(&joined), row[1], "{row:?}");
                valid += 1;
                "ok".to_owned()
            }
            Err(error) => format!("! {} {:?}", error.code(), error.span()),
        };
        assert_eq!(found, row[2], "{row:?}");
    }
    assert_eq!(valid, 36);
}

#[test]
fn all_of_rfc_3986() {
    let base = GenericUrl::parse(BASE).unwrap();
    let mut count = 0;
    for row in rows(include_str!("../data/rfc3986.tsv")) {
        let joined = base.join_with(row[0], Resolution::Rfc3986).unwrap();
        assert_eq!(written(&joined), row[1], "{row:?}");
        count += 1;
    }
    assert_eq!(count, 42);
}
