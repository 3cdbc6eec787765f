//! What each accessor returns, of a URL with all parts and of one with none; and builders that remove parts.

use url1738_telnet::{Escaped, TelnetUrl};

fn text(part: Option<Escaped<'_>>) -> Option<&str> {
    part.map(Escaped::as_str)
}

#[test]
fn accessors() {
    let all = TelnetUrl::parse("telnet://joe:pw@h.dom:2323/").unwrap();
    assert_eq!((text(all.user()), text(all.password())), (Some("joe"), Some("pw")));
    assert_eq!(
        (all.host().name(), all.port(), all.port_or_default()),
        (Some("h.dom"), Some(2323), 2323)
    );
    assert_eq!((all.login().host_str(), all.has_slash()), ("h.dom", true));
    let none = TelnetUrl::parse("telnet://h").unwrap();
    assert_eq!((text(none.user()), text(none.password()), none.port()), (None, None, None));
    assert_eq!((none.port_or_default(), none.has_slash()), (23, false));
    assert_eq!(
        all.to_builder().without_credentials().without_port().build().as_str(),
        "telnet://h.dom/"
    );
}
