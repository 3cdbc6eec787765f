//! What `Url`, the registry and generic URLs report.

use rstest::rstest;
use url1738::{FtpUrl, GenericUrl, ProsperoUrl, Url};

fn text(part: Option<url1738::Escaped<'_>>) -> Option<&str> {
    part.map(url1738::Escaped::as_str)
}

#[test]
fn other_schemes() {
    let all = GenericUrl::parse("x-db://joe:pw@h.dom:5432/db").unwrap();
    let login = all.login().unwrap();
    assert_eq!((text(login.user()), text(login.password())), (Some("joe"), Some("pw")));
    assert_eq!((login.host().name(), login.port()), (Some("h.dom"), Some(5432)));
    assert_eq!(all.scheme(), "x-db");
    assert!(GenericUrl::parse("x-db:opaque").unwrap().login().is_none());
}

#[test]
fn the_registry_names_its_schemes() {
    let schemes: Vec<_> =
        url1738::registry().schemes().map(|info| (info.name, info.port)).collect();
    let successors = [
        ("https", Some(443), cfg!(feature = "https")),
        ("ws", Some(80), cfg!(feature = "ws")),
        ("wss", Some(443), cfg!(feature = "wss")),
    ];
    for (name, port, on) in successors {
        assert_eq!(schemes.contains(&(name, port)), on, "{name}");
    }
    let expected = [
        ("ftp", Some(21)),
        ("http", Some(80)),
        ("gopher", Some(70)),
        ("mailto", None),
        ("news", Some(119)),
        ("nntp", Some(119)),
        ("telnet", Some(23)),
        ("wais", Some(210)),
        ("file", None),
        ("prospero", Some(1525)),
    ];
    let others = successors.iter().filter(|(.., on)| *on).count();
    assert_eq!(schemes.len(), expected.len() + others);
    assert!(expected.iter().all(|scheme| schemes.contains(scheme)), "{schemes:?}");
}

/// What an error says to write instead.
#[test]
fn a_fragment_is_escaped_where_a_part_has_escapes() {
    let fix = |text: &str| {
        Url::fix(text, &Url::parse(text).unwrap_err()).map(|fix| fix.text.into_owned())
    };
    assert_eq!(fix("http://h/a#b").as_deref(), Some("%23"));
    assert_eq!(fix("ht#tp://h/"), None);
}

/// The enumeration and `dyn` report what the types report.
#[test]
fn of_any_scheme() {
    let registry = url1738::registry();
    let urls = [
        ("ftp://h", Some(21)),
        ("ftp://joe:s3cret@h:2121/../a", Some(21)),
        ("nntp://h/g", Some(119)),
        ("mailto:a@h", None),
    ];
    for (text, port) in urls {
        let (url, any) = (Url::parse(text).unwrap(), registry.parse(text).unwrap());
        assert_eq!((url.default_port(), any.default_port()), (port, port));
        assert_eq!((any.as_str(), any.scheme()), (url.as_str(), url.scheme()));
        assert_eq!((any.parts(), any.normal_form()), (url.parts(), url.normal_form()));
        assert_eq!((any.lints(), any.login()), (url.lints(), url.login()));
        assert_eq!(any.plan().unwrap().to_string(), url.plan().unwrap().to_string());
    }
    let lints = Url::parse("ftp://u:p@h").unwrap().lints();
    assert!(lints.has("password-in-url") && !lints.has("port-zero") && !lints.has(""));
}

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
    assert_eq!(generic.path().map(url1738::Escaped::as_str), urlpath);
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
