//! What each accessor returns, of a URL with all parts and of one with none; and builders that remove parts.

use url1738_gopher::{Escaped, GopherUrl, Host};

fn text(part: Option<Escaped<'_>>) -> Option<&str> {
    part.map(Escaped::as_str)
}

#[test]
fn accessors() {
    let all = GopherUrl::parse("gopher://h.dom:71/7sel%09words%09+view").unwrap();
    assert_eq!(
        (all.host().name(), all.port(), all.port_or_default()),
        (Some("h.dom"), Some(71), 71)
    );
    assert_eq!(
        (all.login().host_str(), text(all.gtype()), all.item_type().octet()),
        ("h.dom", Some("7"), b'7')
    );
    assert_eq!((text(all.selector()), text(all.search())), (Some("sel"), Some("words")));
    assert_eq!(text(all.gopher_plus_string()), Some("+view"));
    assert!(all.gopher_plus().is_some());
    let none = GopherUrl::parse("gopher://h").unwrap();
    assert_eq!((none.port(), none.port_or_default(), text(none.gtype())), (None, 70, None));
    assert_eq!(
        (none.item_type().octet(), text(none.selector()), text(none.search())),
        (b'1', None, None)
    );
    assert_eq!((text(none.gopher_plus_string()), none.gopher_plus().is_none()), (None, true));
    let built = all.to_builder().without_port().without_gopher_plus().without_search().build();
    assert_eq!(built.as_str(), "gopher://h.dom/7sel");
    assert_eq!(all.to_builder().without_item().build().as_str(), "gopher://h.dom:71");
    let built = all.to_builder().host(Host::parse("x").unwrap()).port(1).build();
    assert_eq!(built.as_str(), "gopher://x:1/7sel%09words%09+view");
}
