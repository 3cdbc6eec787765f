//! What the features of schemes change in parsing, as the README says: run it also with `--no-default-features`.

#![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

use url1738::{GenericUrl, Url};

/// A URL of each scheme, and a text that only the generic syntax accepts.
const SCHEMES: [(&str, bool, &str, &str); 13] = [
    ("ftp", cfg!(feature = "ftp"), "ftp://host.dom/a", "ftp:a"),
    ("http", cfg!(feature = "http"), "http://host.dom/a", "http:a"),
    ("gopher", cfg!(feature = "gopher"), "gopher://host.dom/", "gopher:a"),
    ("mailto", cfg!(feature = "mailto"), "mailto:joe@host.dom", "mailto:joe"),
    ("news", cfg!(feature = "news"), "news:comp.lang.c", "news:1"),
    ("nntp", cfg!(feature = "nntp"), "nntp://host.dom/a/1", "nntp:a"),
    ("telnet", cfg!(feature = "telnet"), "telnet://host.dom/", "telnet://host.dom/a"),
    ("wais", cfg!(feature = "wais"), "wais://host.dom/db", "wais:a"),
    ("file", cfg!(feature = "file"), "file:///etc/motd", "file:a"),
    ("prospero", cfg!(feature = "prospero"), "prospero://host.dom/a", "prospero:a"),
    ("https", cfg!(feature = "https"), "https://host.dom/a", "https:a"),
    ("ws", cfg!(feature = "ws"), "ws://host.dom/a", "ws:a"),
    ("wss", cfg!(feature = "wss"), "wss://host.dom/a", "wss://joe@host.dom/"),
];

#[test]
fn a_scheme_without_its_feature_is_read_by_the_generic_syntax() {
    for (name, on, valid, generic_only) in SCHEMES {
        let url = Url::parse(valid).unwrap();
        assert_eq!(matches!(url, Url::Other(_)), !on, "{valid}");
        assert_eq!(url.scheme(), name, "{valid}");
        assert!(GenericUrl::parse(generic_only).is_ok());
        assert_eq!(Url::parse(generic_only).is_err(), on, "{generic_only}");
    }
}
