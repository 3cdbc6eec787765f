//! What each accessor returns, of a URL with all parts and of one with none; and builders that remove parts.

use url1738_prospero::{Escaped, Host, ProsperoUrl};

fn texts<'a>(parts: impl Iterator<Item = Escaped<'a>>) -> Vec<&'a str> {
    parts.map(Escaped::as_str).collect()
}

#[test]
fn accessors() {
    let all = ProsperoUrl::parse("prospero://h.dom:1526/a/b;v=1;w=2").unwrap();
    assert_eq!(
        (all.host().name(), all.port(), all.port_or_default()),
        (Some("h.dom"), Some(1526), 1526)
    );
    assert_eq!((all.login().host_str(), all.hsoname().as_str()), ("h.dom", "a/b"));
    assert_eq!((texts(all.segments()), all.fields().count()), (vec!["a", "b"], 2));
    let none = ProsperoUrl::parse("prospero://h/a").unwrap();
    assert_eq!((none.port(), none.port_or_default(), none.fields().count()), (None, 1525, 0));
    let built =
        all.to_builder().without_fields().without_port().hsoname("c").field("x", "y").build();
    assert_eq!(built.as_str(), "prospero://h.dom/c;x=y");
    assert_eq!(
        none.to_builder().host(Host::parse("x").unwrap()).port(1).build().as_str(),
        "prospero://x:1/a"
    );
}
