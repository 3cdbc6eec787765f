//! A URL as columns, by the general syntax, and as an endpoint.

use rstest::rstest;
use url1738::{FtpUrl, GenericUrl, ProsperoUrl, Url};

#[test]
fn parts_have_names() {
    let url = FtpUrl::parse("ftp://joe:s3cret@h/a/b;type=i").unwrap();
    let parts = url.components();
    assert_eq!((parts.get("scheme"), parts.get("ftptype")), (Some("ftp"), Some("i")));
    assert!(parts.all("fsegment").eq(["a", "b"]));
    assert_eq!(parts.get("port"), None);
    assert!(!format!("{parts:?}").contains("s3cret"));
}

/// The general syntax finds the same login in the schemes that have one.
#[rstest]
#[case("ftp://joe:pw@h:2121/a;type=i", Some("a;type=i"))]
#[case("http://h?", None)]
#[case("http://h/a?b", Some("a?b"))]
#[case("gopher://h/7x%09y", Some("7x%09y"))]
#[case("prospero://h/x;a=1", Some("x;a=1"))]
#[case("mailto:a@h", None)]
#[case("news:*", None)]
fn every_url_is_a_generic_one(#[case] text: &str, #[case] urlpath: Option<&str>) {
    let Ok(url) = Url::parse(text) else { return assert_eq!(urlpath, None) };
    let generic = url.into_generic();
    assert_eq!(generic, GenericUrl::parse(text).unwrap());
    assert_eq!(generic.login(), url.login());
    assert_eq!(generic.urlpath().map(url1738::Escaped::as_str), urlpath);
}

#[test]
fn a_typed_url_converts_both_ways() {
    let ftp: FtpUrl = "ftp://h/x".parse().unwrap();
    let any = Url::from(ftp.clone());
    assert_eq!(FtpUrl::try_from(any.clone()).unwrap(), ftp);
    assert!(ProsperoUrl::try_from(any).is_err());
    assert_eq!(GenericUrl::from(ftp).scheme(), "ftp");
}

#[cfg(feature = "std")]
#[test]
fn an_endpoint_has_addresses() {
    use std::net::ToSocketAddrs as _;
    let addresses = |text: &str| Url::parse(text).unwrap().to_socket_addrs().map(Vec::from_iter);
    assert_eq!(addresses("ftp://127.0.0.1/").unwrap(), ["127.0.0.1:21".parse().unwrap()]);
    assert_eq!(addresses("x-db://127.0.0.1:5432/").unwrap(), ["127.0.0.1:5432".parse().unwrap()]);
    assert!(addresses("mailto:a@h").is_err());
    assert!(addresses("x-db://127.0.0.1/").is_err());
}
