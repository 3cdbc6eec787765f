//! What each accessor returns, of a URL with all parts and of one with none; and builders that remove parts.

use url1738_ftp::{Escaped, FtpUrl, Host, TypeCode};

fn text(part: Option<Escaped<'_>>) -> Option<&str> {
    part.map(Escaped::as_str)
}

fn texts<'a>(parts: impl Iterator<Item = Escaped<'a>>) -> Vec<&'a str> {
    parts.map(Escaped::as_str).collect()
}

// req: F-01
#[test]
fn accessors() {
    let all = FtpUrl::parse("ftp://joe:pw@h.dom:2121/a/b/c;type=i").unwrap();
    assert_eq!((text(all.user()), text(all.password())), (Some("joe"), Some("pw")));
    assert_eq!(
        (all.host().name(), all.port(), all.port_or_default()),
        (Some("h.dom"), Some(2121), 2121)
    );
    assert_eq!((text(all.path()), texts(all.segments())), (Some("a/b/c"), vec!["a", "b", "c"]));
    assert_eq!((texts(all.cwds()), text(all.name())), (vec!["a", "b"], Some("c")));
    assert_eq!(all.typecode(), Some(TypeCode::Image));
    let login = all.login();
    assert_eq!((text(login.user()), text(login.password())), (Some("joe"), Some("pw")));
    assert_eq!(
        (login.host_str(), login.port(), login.port_str()),
        ("h.dom", Some(2121), Some("2121"))
    );

    let none = FtpUrl::parse("ftp://h").unwrap();
    assert_eq!((text(none.user()), text(none.password()), none.port()), (None, None, None));
    assert_eq!((none.port_or_default(), text(none.path()), text(none.name())), (21, None, None));
    assert_eq!((texts(none.segments()), texts(none.cwds())), (vec![], vec![]));
    assert_eq!((none.typecode(), none.login().port_str()), (None, None));

    let built = all.to_builder().without_credentials().without_port().without_typecode().build();
    assert_eq!(built.as_str(), "ftp://h.dom/a/b/c");
    let host = Host::parse("x").unwrap();
    let built = all.to_builder().host(host).user("ann").port(1).path(["d", "e"]).build();
    assert_eq!(built.as_str(), "ftp://ann@x:1/d/e;type=i");
}
