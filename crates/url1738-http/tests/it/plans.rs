//! The access plans of the scheme, with `|` between endpoint and steps.

use rstest::rstest;
use url1738_http::HttpUrl;

#[rstest]
#[case("http://Host.Dom", r#"host.dom:80 | send "GET / HTTP/1.0\r\nHost: host.dom\r\n\r\n""#)]
#[case("http://h:8080/a%2Fb?c", r#"h:8080 | send "GET /a%2Fb?c HTTP/1.0\r\nHost: h:8080\r\n\r\n""#)]
#[case("http://h:80/?", r#"h:80 | send "GET /? HTTP/1.0\r\nHost: h\r\n\r\n""#)]
#[case("http://h/%0D%0A", r#"h:80 | send "GET /%0D%0A HTTP/1.0\r\nHost: h\r\n\r\n""#)]
// req: H-01, H-02
fn plans(#[case] text: &str, #[case] expected: &str) {
    let plan = HttpUrl::parse(text).unwrap().plan().unwrap();
    assert_eq!(plan.to_string().replace('\n', " | "), expected);
}

/// The plan warns with this code.
#[rstest]
#[case("http://host.dom:0/", "port-zero")]
fn s_01_a_plan_warns(#[case] text: &str, #[case] code: &str) {
    let plan = HttpUrl::parse(text).unwrap().plan().unwrap();
    let codes: Vec<_> = plan.warnings().iter().map(|warning| warning.info.code).collect();
    assert!(codes.contains(&code), "{text}: {codes:?}");
}
