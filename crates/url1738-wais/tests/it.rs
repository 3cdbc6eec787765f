//! The tests of the crate: its tables, through the checks that all schemes share, accessors, builders and plans.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::std_instead_of_core,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a test reports by panicking"
)]

use rstest::rstest;
use url1738_core::dev::{assert_answers, assert_codes, assert_vectors};
use url1738_wais::{Host, WaisForm, WaisUrl};

// req: W-01, W-02
#[test]
fn vectors() {
    assert_vectors::<WaisUrl>(include_str!("data/wais.tsv"));
}

// req: S-01, S-02
#[test]
fn answers() {
    assert_answers::<WaisUrl>(include_str!("data/answers.tsv"));
}

#[test]
fn codes() {
    assert_codes::<WaisUrl>(url1738_wais::CODES.iter().copied());
}

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

#[rstest]
#[case("wais://h/db", "h:210 | init | ask search | search [db] <search>")]
#[case("wais://h/db?a%20b", r#"h:210 | init | search [db] "a b""#)]
#[case("wais://h/db/TEXT/1%3Da%00", r#"h:210 | init | retrieve [db] type "TEXT" id "1=a\x00""#)]
// req: W-01, W-02
fn plan_of(#[case] text: &str, #[case] expected: &str) {
    let plan = WaisUrl::parse(text).unwrap().plan().unwrap();
    assert_eq!(plan.to_string().replace('\n', " | "), expected);
}

/// The plan warns with this code.
#[rstest]
#[case("wais://host.dom/db?q%0d%0ax", "escaped-control")]
fn s_01_a_plan_warns(#[case] text: &str, #[case] code: &str) {
    let plan = WaisUrl::parse(text).unwrap().plan().unwrap();
    let codes: Vec<_> = plan.warnings.iter().map(|warning| warning.info.code).collect();
    assert!(codes.contains(&code), "{text}: {codes:?}");
}
