//! The examples of both RFCs.

use url1738::{
    GenericUrl, Url,
    relative::{Base, Joined, Resolution},
};

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
