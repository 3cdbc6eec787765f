//! What each accessor returns, of a URL with all parts and of one with none; and builders that remove parts.

use url1738_wais::{Host, WaisForm, WaisUrl};

#[test]
fn accessors() {
    let document = WaisUrl::parse("wais://h.dom:211/db/TEXT/1").unwrap();
    assert_eq!(
        (document.host().name(), document.port(), document.port_or_default()),
        (Some("h.dom"), Some(211), 211)
    );
    assert_eq!((document.login().host_str(), document.database().as_str()), ("h.dom", "db"));
    assert!(matches!(document.form(), WaisForm::Document { .. }));
    let search = WaisUrl::parse("wais://h/db?words").unwrap();
    assert!(matches!(search.form(), WaisForm::Index { .. }));
    assert_eq!((search.port(), search.port_or_default()), (None, 210));
    assert_eq!(
        document.to_builder().database_only().without_port().build().as_str(),
        "wais://h.dom/db"
    );
    let built =
        search.to_builder().host(Host::parse("x").unwrap()).port(1).database("d").search("s");
    assert_eq!(built.build().as_str(), "wais://x:1/d?s");
    assert_eq!(search.to_builder().document("T", "p").build().as_str(), "wais://h/db/T/p");
}

// req: W-02
#[test]
fn w_02_a_document_id_is_opaque() {
    let text = "wais://h/db/TEXT/%31%3Dh%3B%2F..%2Fx";
    let url = WaisUrl::parse(text).unwrap();
    let WaisForm::Document { wpath, .. } = url.form() else { panic!() };
    assert_eq!(&*wpath.decode(), b"1=h;/../x");
}
