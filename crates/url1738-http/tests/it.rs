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
use url1738_core::dev::{assert_answers, assert_vectors};
use url1738_http::{Escaped, Host, HttpUrl, HttpsUrl, WsUrl, WssUrl};

// req: H-01, H-02, H-03, C-05, C-06, C-07, G-04, G-05, G-06
#[test]
fn vectors() {
    assert_vectors::<HttpUrl>(include_str!("data/http.tsv"));
}

// req: S-01, S-02
#[test]
fn answers() {
    assert_answers::<HttpUrl>(include_str!("data/answers.tsv"));
}

fn text(part: Option<Escaped<'_>>) -> Option<&str> {
    part.map(Escaped::as_str)
}

fn texts<'a>(parts: impl Iterator<Item = Escaped<'a>>) -> Vec<&'a str> {
    parts.map(Escaped::as_str).collect()
}

#[test]
fn accessors() {
    let all = HttpUrl::parse("http://h.dom:8080/a/b?q").unwrap();
    assert_eq!(
        (all.host().name(), all.port(), all.port_or_default()),
        (Some("h.dom"), Some(8080), 8080)
    );
    assert_eq!((all.login().host_str(), text(all.path())), ("h.dom", Some("a/b")));
    assert_eq!((texts(all.segments()), text(all.search())), (vec!["a", "b"], Some("q")));
    let none = HttpUrl::parse("http://h").unwrap();
    assert_eq!((none.port(), none.port_or_default()), (None, 80));
    assert_eq!(
        (text(none.path()), texts(none.segments()), text(none.search())),
        (None, vec![], None)
    );
    assert_eq!(
        all.to_builder().without_port().without_search().build().as_str(),
        "http://h.dom/a/b"
    );
    let built =
        all.to_builder().host(Host::parse("x").unwrap()).port(1).path(["c"]).search("s").build();
    assert_eq!(built.as_str(), "http://x:1/c?s");
}

#[rstest]
#[case("http://Host.Dom", r#"host.dom:80 | send "GET / HTTP/1.0\r\nHost: host.dom\r\n\r\n""#)]
#[case("http://h:8080/a%2Fb?c", r#"h:8080 | send "GET /a%2Fb?c HTTP/1.0\r\nHost: h:8080\r\n\r\n""#)]
#[case("http://h:80/?", r#"h:80 | send "GET /? HTTP/1.0\r\nHost: h\r\n\r\n""#)]
#[case("http://h/%0D%0A", r#"h:80 | send "GET /%0D%0A HTTP/1.0\r\nHost: h\r\n\r\n""#)]
// req: H-01, H-02
fn plan_of(#[case] text: &str, #[case] expected: &str) {
    let plan = HttpUrl::parse(text).unwrap().plan().unwrap();
    assert_eq!(plan.to_string().replace('\n', " | "), expected);
}

/// The plan warns with this code.
#[rstest]
#[case("http://host.dom:0/", "port-zero")]
fn s_01_a_plan_warns(#[case] text: &str, #[case] code: &str) {
    let plan = HttpUrl::parse(text).unwrap().plan().unwrap();
    let codes: Vec<_> = plan.warnings.iter().map(|warning| warning.info.code).collect();
    assert!(codes.contains(&code), "{text}: {codes:?}");
}

/// A text is read as by http, but for `/` and `?` in the search part.
#[rstest]
#[case("https://host.dom", None)]
#[case("HTTPS://host.dom:8443/a/b?c=d&e", None)]
#[case("https://host.dom/a?next=/b?c", None)]
#[case("https://host.dom?a", Some("expected-delimiter"))]
#[case("https://joe:pw@host.dom/", Some("credentials-not-allowed"))]
#[case("https://host.dom/~joe", Some("tilde"))]
#[case("https://host.dom/a#b", Some("fragment"))]
#[case("https://2130706433/", Some("group-count"))]
#[case("https://[::1]/", Some("ipv6-literal"))]
#[case("http://host.dom/", Some("wrong-scheme"))]
fn https_is_read_as_http(#[case] text: &str, #[case] code: Option<&str>) {
    assert_eq!(HttpsUrl::parse(text).err().map(|error| error.code()), code, "{text}");
}

#[rstest]
#[case("https://Host.Dom", r#"host.dom:443/tls | send "GET / HTTP/1.0\r\nHost: host.dom\r\n\r\n""#)]
#[case("https://h:8443/a?b", r#"h:8443/tls | send "GET /a?b HTTP/1.0\r\nHost: h:8443\r\n\r\n""#)]
fn a_plan_of_https_is_that_of_http_over_tls(#[case] text: &str, #[case] expected: &str) {
    let plan = HttpsUrl::parse(text).unwrap().plan().unwrap();
    assert_eq!(plan.to_string().replace('\n', " | "), expected);
}

#[test]
fn a_plan_of_ws_asks_for_another_protocol_with_a_key_of_the_client() {
    let plan = WsUrl::parse("ws://h/chat").unwrap().plan().unwrap();
    let expected = r#"h:80 | send "GET /chat HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: <key>\r\n\r\n" | session"#;
    assert_eq!(plan.to_string().replace('\n', " | "), expected);
    let over_tls = WssUrl::parse("wss://h/chat").unwrap().plan().unwrap();
    assert_eq!(over_tls.steps, plan.steps);
    assert_eq!(over_tls.endpoint.to_string(), "h:443/tls");
}

#[rstest]
#[case("HTTPS://HOST.dom:443", "https://host.dom/")]
#[case("https://host.dom:80/%7ejoe", "https://host.dom:80/%7Ejoe")]
#[case("https://host.dom/?q=R%26D&a%3d=%2b%41", "https://host.dom/?q=R%26D&a%3D=%2BA")]
fn normal_forms(#[case] text: &str, #[case] normal: &str) {
    assert_eq!(HttpsUrl::parse(text).unwrap().normalize(), normal);
}

#[rstest]
#[case("https://host.dom/~joe", "https://host.dom/%7Ejoe")]
#[case("https://host.dom?a", "https://host.dom/?a")]
#[case(r"wss:\\host.dom\a b", "wss://host.dom/a%20b")]
fn repairs_of(#[case] text: &str, #[case] repaired: &str) {
    match text.starts_with("wss") {
        true => assert_eq!(WssUrl::repair(text).unwrap().url, repaired),
        false => assert_eq!(HttpsUrl::repair(text).unwrap().url, repaired),
    }
}
