//! What each accessor returns, of a URL with all parts and of one with none; and builders that remove parts.

use url1738_file::{Escaped, FileHost, FileUrl, Host};

fn texts<'a>(parts: impl Iterator<Item = Escaped<'a>>) -> Vec<&'a str> {
    parts.map(Escaped::as_str).collect()
}

#[test]
fn accessors() {
    let all = FileUrl::parse("file://h.dom/a/b").unwrap();
    assert_eq!(
        (all.host_str(), all.path().as_str(), texts(all.segments())),
        (Some("h.dom"), "a/b", vec!["a", "b"])
    );
    assert!(matches!(all.file_host(), FileHost::Remote(host) if host.name() == Some("h.dom")));
    assert_eq!(all.to_builder().without_host().path(["c"]).build().as_str(), "file:///c");
    let none = FileUrl::parse("file:///a").unwrap();
    assert_eq!(none.to_builder().host(Host::parse("x").unwrap()).build().as_str(), "file://x/a");
}
