//! The outside scheme beside the ten, in one registry.

use finger_url::FingerUrl;
use url1738_core::dev::assert_vectors;

// req: G-12
#[test]
fn it_works_in_the_registry() {
    let mut registry = url1738::registry();
    registry.register::<FingerUrl>();
    let url = registry.parse("FINGER://host.dom/joe").unwrap();
    assert_eq!((url.scheme(), url.default_port()), ("finger", Some(79)));
    assert_eq!(url.downcast_ref::<FingerUrl>().unwrap().query().unwrap(), "joe");
    assert_eq!(url.plan().unwrap().to_string(), "host.dom:79\nsend \"joe\\r\\n\"");
    let error = registry.parse("finger://host.dom/~joe").unwrap_err();
    assert_eq!(error.to_string(), "unexpected `~` in query at byte 18");
    assert_eq!(registry.parse("ftp://host.dom/").unwrap().scheme(), "ftp");
}

#[test]
fn its_parts_are_edited() {
    let mut registry = url1738::registry();
    registry.register::<FingerUrl>();
    let url: FingerUrl = registry.edit("finger").set("host", ["host.dom"]).unwrap().build().unwrap();
    let edited = url.edit().set("query", ["joe d"]).unwrap().set("port", ["7979"]).unwrap();
    assert_eq!(edited.text().unwrap(), "finger://host.dom:7979/joe%20d");
}

#[test]
fn it_keeps_what_every_url_type_owes() {
    assert_vectors::<FingerUrl>(
        "finger://h:79/joe%40x\thost=h port=79 query=joe%40x\n\
         finger://h/a?b\t! unexpected-byte query 12..13\n\
         finger://u@h/\t! credentials-not-allowed host 9..11\n",
    );
}
