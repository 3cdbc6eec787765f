//! What each accessor returns, of a URL with all parts and of one with none; and builders that remove parts.

use url1738_nntp::{Host, NntpUrl};

#[test]
fn accessors() {
    let all = NntpUrl::parse("nntp://h.dom:120/comp.test/0042").unwrap();
    assert_eq!(
        (all.host().name(), all.port(), all.port_or_default()),
        (Some("h.dom"), Some(120), 120)
    );
    assert_eq!((all.login().host_str(), all.group()), ("h.dom", "comp.test"));
    assert_eq!((all.article(), all.article_str()), (Some(42), Some("0042")));
    let none = NntpUrl::parse("nntp://h/g").unwrap();
    assert_eq!((none.port(), none.port_or_default(), none.group()), (None, 119, "g"));
    assert_eq!((none.article(), none.article_str()), (None, None));
    assert_eq!(
        all.to_builder().without_port().without_article().build().as_str(),
        "nntp://h.dom/comp.test"
    );
    let built =
        none.to_builder().host(Host::parse("x").unwrap()).port(1).article(7).group("a.b").unwrap();
    assert_eq!(built.build().as_str(), "nntp://x:1/a.b/7");
    assert!(all.to_builder().group("?").is_err());
}
