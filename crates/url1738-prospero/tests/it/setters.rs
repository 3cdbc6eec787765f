//! What the setters of the builder write, and what they refuse.

use url1738_prospero::{Host, ProsperoUrl};

fn host() -> Host<'static> {
    Host::parse("h").unwrap()
}

#[test]
fn what_the_setters_write() {
    let url = ProsperoUrl::builder(host(), "a/b;c=d");
    assert_eq!(url.clone().build(), "prospero://h/a/b%3Bc%3Dd");
    let fields = url.clone().field("v", "1;").field("w=", "");
    assert_eq!(fields.clone().build(), "prospero://h/a/b%3Bc%3Dd;v=1%3B;w%3D=");
    assert_eq!(fields.without_fields().hsoname("").build(), "prospero://h/");
    assert_eq!(url.hsoname("/x").port(1).build(), "prospero://h:1//x");
}
