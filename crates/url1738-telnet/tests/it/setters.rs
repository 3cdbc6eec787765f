//! What the setters of the builder write, and what they refuse.

use url1738_telnet::{Host, TelnetUrl};

fn host() -> Host<'static> {
    Host::parse("h").unwrap()
}

#[test]
fn what_the_setters_write() {
    let url = TelnetUrl::builder(host());
    assert_eq!(url.clone().build(), "telnet://h/");
    assert_eq!(url.clone().user("a/b").slash(false).build(), "telnet://a%2Fb@h");
    assert_eq!(url.clone().credentials("a", "").port(24).build(), "telnet://a:@h:24/");
    assert_eq!(url.host(Host::parse("x").unwrap()).build(), "telnet://x/");
}
