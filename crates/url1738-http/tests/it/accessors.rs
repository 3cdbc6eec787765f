//! What each accessor returns, of a URL with all parts and of one with none; and builders that remove parts.

use url1738_http::{Escaped, Host, HttpUrl};

fn text(part: Option<Escaped<'_>>) -> Option<&str> {
    part.map(Escaped::as_str)
}

fn texts<'a>(parts: impl Iterator<Item = Escaped<'a>>) -> Vec<&'a str> {
    parts.map(Escaped::as_str).collect()
}

#[test]
fn accessors() {
    let all = HttpUrl::parse("http://h.dom:8080/a/b?q").unwrap();
    assert_eq!(
        (all.host().name(), all.port(), all.port_or_default()),
        (Some("h.dom"), Some(8080), 8080)
    );
    assert_eq!((all.login().host_str(), text(all.path())), ("h.dom", Some("a/b")));
    assert_eq!((texts(all.segments()), text(all.search())), (vec!["a", "b"], Some("q")));
    let none = HttpUrl::parse("http://h").unwrap();
    assert_eq!((none.port(), none.port_or_default()), (None, 80));
    assert_eq!(
        (text(none.path()), texts(none.segments()), text(none.search())),
        (None, vec![], None)
    );
    assert_eq!(
        all.to_builder().without_port().without_search().build().as_str(),
        "http://h.dom/a/b"
    );
    let built =
        all.to_builder().host(Host::parse("x").unwrap()).port(1).path(["c"]).search("s").build();
    assert_eq!(built.as_str(), "http://x:1/c?s");
}
