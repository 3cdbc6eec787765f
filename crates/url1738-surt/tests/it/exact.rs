//! The profile `exact`.

use std::{collections::HashMap, fs};

use rstest::rstest;
use url1738::{AnyUrl, Url, surt::Profile};
use url1738_surt::Surt as _;

fn key(text: &str) -> String {
    Url::parse(text).unwrap().surt(Profile::Exact).unwrap()
}

#[rstest]
#[case("ftp://joe:pw@host.dom:21/a/%2Fetc;type=a", "dom,host)ftp://joe@/a/%2Fetc;type=a")]
#[case("ftp://joe:@host.dom", "dom,host)ftp://joe@")]
#[case("ftp://:pw@Host.DOM:2121/", "dom,host)ftp://@:2121/")]
#[case("http://www.host.dom", "dom,host,www)http:///")]
#[case("gopher://host.dom/1", "dom,host)gopher:///1")]
#[case("mailto:Joe%25x@Host.dom", "dom,host)mailto:Joe%25x@")]
#[case("mailto:joe@%5B192.0.2.7%5D", ")mailto:joe@%5B192.0.2.7%5D")]
#[case("news:*", ")news:*")]
#[case("news:1994%3C@Host.dom", "dom,host)news:1994%3C@")]
#[case("nntp://host.dom/comp.lang.c/42", "dom,host)nntp:///comp.lang.c/42")]
#[case("telnet://me:pw@host.dom:23/", "dom,host)telnet://me@/")]
#[case("wais://host.dom/db?words", "dom,host)wais:///db?words")]
#[case("file://host.dom/etc/motd", "dom,host)file:///etc/motd")]
#[case("file://localhost/etc/motd", "localhost)file:///etc/motd")]
#[case("prospero://host.dom/obj;version=1", "dom,host)prospero:///obj;version=1")]
#[case("http://192.0.2.7:8080/a", "192.0.2.7)http://:8080/a")]
#[case("x-db://joe:pw@host.dom/db", "dom,host)x-db://joe@/db")]
#[case("urn:isbn:0451450523", ")urn:isbn:0451450523")]
fn keys_of_all_schemes(#[case] url: &str, #[case] expected: &str) {
    assert_eq!(key(url).as_str(), expected, "{url}");
    let boxed: Box<dyn AnyUrl> = url1738::registry().parse(url).unwrap();
    assert_eq!(boxed.surt(Profile::Exact).as_deref(), Ok(expected), "{url}");
}

/// All URLs of a host are neighbors, and its subdomains follow.
#[test]
fn keys_sort_by_host() {
    let urls = [
        "news:comp.lang.c",
        "http://192.0.2.7/",
        "http://192.0.2.8/",
        "ftp://host.dom/",
        "gopher://host.dom:7070/1",
        "http://host.dom/",
        "mailto:joe@host.dom",
        "http://a.host.dom/",
        "http://b.host.dom/",
        "http://host-2.dom/",
        "http://host2.dom/",
    ];
    let mut keys: Vec<String> = urls.iter().map(|url| key(url)).collect();
    let before = keys.clone();
    keys.sort();
    assert_eq!(keys, before);
}

/// Equivalent URLs have one key, and others have different ones, passwords aside.
#[test]
fn keys_are_equal_if_the_urls_are_equivalent() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/urls");
    let mut forms: HashMap<String, String> = HashMap::new();
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        for line in String::from_utf8_lossy(&fs::read(entry.unwrap().path()).unwrap()).lines() {
            let Ok(url) = Url::parse(line) else { continue };
            let key = url.surt(Profile::Exact).unwrap();
            let normal = url.normalize();
            assert_eq!(normal.surt(Profile::Exact).as_deref(), Ok(key.as_str()), "{line}");
            // A URL is compared without its password.
            let mut form = normal.redacted().to_string();
            if let Some(login) = normal.login().filter(|login| login.password().is_some()) {
                form = form.replace(":***@", "@");
                assert!(login.user().is_some());
            }
            assert_eq!(*forms.entry(key).or_insert(form.clone()), form, "{line}");
            count += 1;
        }
    }
    assert!(count > 5000, "{count}");
}

/// Only the host of an address or a message-id is without case; opaque text is as written.
#[test]
fn opaque_text_keeps_its_case() {
    for (text, kept) in [("x-a:b@C.D", true), ("mailto:b@C.D", false), ("news:b@C.D", false)] {
        let key = Url::parse(text).unwrap().surt(Profile::Exact).unwrap();
        assert_eq!(key.contains("C.D"), kept, "{key}");
    }
}

/// The path of a URL with a host is not a login, whatever it looks like. A URL in it may have one.
#[rstest]
#[case("http://h/12:30/14:30@noon", "h)http:///12:30/14:30@noon")]
#[case("http://h/12:30/14:31@noon", "h)http:///12:30/14:31@noon")]
#[case("ftp://joe:pw@h.dom:2121/a:b@c", "dom,h)ftp://joe@:2121/a:b@c")]
#[case("ftp://joe%3Apw@h.dom/a:b@c", "dom,h)ftp://joe%3A***@/a:b@c")]
#[case("http://h/a?u=ftp:%2F%2Fjoe:pw@i%2F", "h)http:///a?u=ftp:%2F%2Fjoe:***@i%2F")]
#[case("http://h//joe:pw@i/", "h)http:////joe:***@i/")]
#[case("http://h/a?password=pw", "h)http:///a?password=***")]
#[case("x-db:/h/12:30@noon", ")x-db:/h/12:***@noon")]
fn paths_are_not_logins(#[case] url: &str, #[case] expected: &str) {
    assert_eq!(key(url), expected, "{url}");
}
