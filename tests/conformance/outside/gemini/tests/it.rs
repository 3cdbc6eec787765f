//! A second outside scheme: what the first one shows of every ability, in brief.

use gemini_url::GeminiUrl;
use url1738::{AnyUrl, context};
use url1738_core::dev::assert_vectors;
use url1738_picture::Picture;

fn registry() -> url1738::Registry {
    let mut registry = url1738::registry();
    registry.register::<GeminiUrl>();
    registry
}

fn parsed(text: &str) -> Box<dyn AnyUrl> {
    registry().parse(text).unwrap()
}

#[test]
fn it_is_parsed_built_and_edited() {
    let url = GeminiUrl::parse("gemini://host.dom:1965/docs/faq?a%20b").unwrap();
    assert_eq!((url.port(), url.query().unwrap().as_str()), (Some(1965), "a%20b"));
    let built = registry().edit("gemini").set("host", ["host.dom"]).unwrap();
    let built = built.set("path", ["docs", "faq"]).unwrap().set("query", ["a b"]).unwrap();
    assert_eq!(built.set("port", ["1965"]).unwrap().text().unwrap(), url.as_str());
    let edited = url.edit().remove("port").unwrap().set("query", ["c"]).unwrap();
    assert_eq!(edited.text().unwrap(), "gemini://host.dom/docs/faq?c");
}

#[test]
fn it_has_the_rest_by_the_registry() {
    let url = parsed("GEMINI://host.dom:1965/%64ocs//faq?~".replace('~', "%7E").as_str());
    assert_eq!(url.normal_form(), "gemini://host.dom/docs//faq?%7E");
    assert!(url.lints().has("empty-segment"), "{:?}", url.lints());
    let plan = parsed("gemini://host.dom/a").plan().unwrap().to_string();
    assert_eq!(plan, "host.dom:1965\nsend \"gemini://host.dom/a\\r\\n\"");
    let long = format!("gemini://host.dom/{}", "a".repeat(1024));
    assert_eq!(parsed(&long).plan().unwrap_err().code(), "gemini-too-long");

    let text = "gemini://host.dom/~joe";
    let error = registry().parse(text).unwrap_err();
    assert_eq!(registry().fix(text, &error).unwrap().text, "%7E");
    assert_eq!(registry().repair(text).unwrap().url.as_str(), "gemini://host.dom/%7Ejoe");

    let url = parsed("gemini://host.dom/docs/faq?words");
    let picture = Picture::of_url(&*url, url.lints(), false);
    assert_eq!(picture.about, "gemini: pages by Gemini (Gemini)");
    assert_eq!(
        serde_json::to_string(&url.components()).unwrap(),
        r#"{"scheme":"gemini","host":"host.dom","segment":["docs","faq"],"query":"words"}"#
    );
    assert_eq!(serde_json::to_string(&url).unwrap(), r#""gemini://host.dom/docs/faq?words""#);
    let found = context::find_iter(b"See gemini://host.dom/docs/faq?words.").next().unwrap();
    assert_eq!(parsed(&found.url).as_str(), url.as_str());
}

#[test]
fn it_keeps_what_every_url_type_owes() {
    assert_vectors::<GeminiUrl>(
        "gemini://h/a//b?c/d\thost=h segment=a segment= segment=b query=c/d\n\
         gemini://h/a#b\t! fragment segment 12..13\n\
         gemini://u@h/\t! credentials-not-allowed host 9..11\n",
    );
}
