//! The outside scheme beside the ten, in one registry: it has what they have.

use finger_url::FingerUrl;
use serde::de::DeserializeSeed as _;
use url1738::{AnyUrl, Registry, Safety, context};
use url1738_core::dev::assert_vectors;
use url1738_picture::{Page, Picture};

fn registry() -> Registry {
    let mut registry = url1738::registry();
    registry.register::<FingerUrl>();
    registry
}

fn parsed(text: &str) -> Box<dyn AnyUrl> {
    registry().parse(text).unwrap()
}

// req: G-12
#[test]
fn it_is_parsed() {
    let url = parsed("FINGER://host.dom/joe");
    assert_eq!((url.scheme(), url.default_port()), ("finger", Some(79)));
    assert_eq!(url.downcast_ref::<FingerUrl>().unwrap().query().unwrap(), "joe");
    let error = registry().parse("finger://host.dom/~joe").unwrap_err();
    assert_eq!(error.to_string(), "unexpected `~` in query at byte 18");
    assert_eq!(parsed("ftp://host.dom/").scheme(), "ftp");
}

#[test]
fn it_is_built_and_edited() {
    let url: FingerUrl =
        registry().edit("finger").set("host", ["host.dom"]).unwrap().build().unwrap();
    assert_eq!(url, "finger://host.dom");
    let edited = url.edit().set("query", ["joe d"]).unwrap().set("port", ["7979"]).unwrap();
    assert_eq!(edited.text().unwrap(), "finger://host.dom:7979/joe%20d");
}

#[test]
fn it_has_a_normal_form_and_lints() {
    let url = parsed("FINGER://Host.dom:79/%6Aoe");
    assert_eq!(url.normal_form(), "finger://host.dom/joe");
    assert!(parsed("finger://host.dom/").lints().has("all-users"));
    assert!(parsed("finger://host.dom:0/joe").lints().has("port-zero"));
}

#[test]
fn its_errors_have_verified_fixes() {
    let text = "finger://host.dom/~joe";
    let error = registry().parse(text).unwrap_err();
    assert_eq!(registry().fix(text, &error).unwrap().text, "%7E");
    assert_eq!(registry().help(text, &error), "percent-encode it as `%7E`");
}

#[test]
fn it_is_repaired() {
    for (text, expected, safety) in [
        ("<finger://host.dom/a b>", "finger://host.dom/a%20b", Safety::Safe),
        ("finger:joe@host.dom", "finger://host.dom/joe", Safety::Unsafe),
    ] {
        let repaired = registry().repair(text).unwrap();
        assert_eq!(repaired.url.as_str(), expected);
        assert_eq!(repaired.changes.iter().map(|it| it.safety).max(), Some(safety), "{text}");
    }
}

#[test]
fn it_has_a_plan() {
    let plan = parsed("finger://host.dom/joe").plan().unwrap();
    assert_eq!(plan.to_string(), "host.dom:79\nsend \"joe\\r\\n\"");
    assert_eq!(plan.scheme.name, "finger");
    assert_eq!(parsed("finger://h/a%0D%0Ab").plan().unwrap_err().code(), "line-end");
}

#[test]
fn it_is_explained() {
    let url = parsed("finger://host.dom/joe");
    let picture = Picture::of_url(&*url, url.lints(), false);
    assert_eq!(picture.about, "finger: information on users (RFC 1288)");
    let mut text = String::new();
    picture.write_text(&Page::default(), &mut text).unwrap();
    assert!(text.contains("the user to ask about"), "{text}");
    assert!(text.contains("joe"), "{text}");
}

#[test]
fn it_has_records_and_fields() {
    let registry = registry();
    let url = parsed("finger://host.dom:7079/joe");
    assert_eq!(
        serde_json::to_string(&url.components()).unwrap(),
        r#"{"scheme":"finger","host":"host.dom","port":"7079","query":"joe"}"#
    );
    let components = url.components();
    let fields = registry.parts().into_iter().filter_map(|part| components.get(part.name()));
    assert_eq!(fields.collect::<Vec<_>>(), ["host.dom", "7079", "joe"]);
}

#[test]
fn it_is_found_in_texts() {
    let text = b"Ask <URL:finger://host.dom/joe> or finger://host.dom/jim.";
    let found: Vec<_> = context::find_iter(text)
        .map(|found| parsed(&found.url).downcast::<FingerUrl>().unwrap())
        .collect();
    assert!(
        found
            .iter()
            .map(|url| url.as_str())
            .eq(["finger://host.dom/joe", "finger://host.dom/jim",])
    );
}

#[test]
fn it_is_serialized() {
    let json = r#""finger://host.dom/joe""#;
    let typed: FingerUrl = serde_json::from_str(json).unwrap();
    assert_eq!(serde_json::to_string(&typed).unwrap(), json);
    let mut input = serde_json::Deserializer::from_str(json);
    let url = registry().deserialize(&mut input).unwrap();
    assert!(url.downcast_ref::<FingerUrl>().is_some());
    assert_eq!(serde_json::to_string(&url).unwrap(), json);
}

#[test]
fn it_keeps_what_every_url_type_owes() {
    assert_vectors::<FingerUrl>(
        "finger://h:79/joe%40x\thost=h port=79 query=joe%40x\n\
         finger://h/a?b\t! unexpected-byte query 12..13\n\
         finger://u@h/\t! credentials-not-allowed host 9..11\n",
    );
}
