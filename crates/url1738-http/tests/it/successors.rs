//! The successors of http: its syntax, another port and another exchange (RFC 2818, RFC 6455).

use rstest::rstest;
use url1738_http::{HttpsUrl, WsUrl, WssUrl};

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
    assert_eq!(over_tls.steps(), plan.steps());
    assert_eq!(over_tls.endpoint().to_string(), "h:443/tls");
}

#[rstest]
#[case("HTTPS://HOST.dom:443", "https://host.dom/")]
#[case("https://host.dom:80/%7ejoe", "https://host.dom:80/%7Ejoe")]
fn normal_forms(#[case] text: &str, #[case] normal: &str) {
    assert_eq!(HttpsUrl::parse(text).unwrap().normalize(), normal);
}

#[rstest]
#[case("https://host.dom/~joe", "https://host.dom/%7Ejoe")]
#[case("https://host.dom?a", "https://host.dom/?a")]
#[case(r"wss:\\host.dom\a b", "wss://host.dom/a%20b")]
fn repairs(#[case] text: &str, #[case] repaired: &str) {
    match text.starts_with("wss") {
        true => assert_eq!(WssUrl::repair(text).unwrap().url, repaired),
        false => assert_eq!(HttpsUrl::repair(text).unwrap().url, repaired),
    }
}
