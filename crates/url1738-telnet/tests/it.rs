//! The tests of the crate: its tables, through the checks that all schemes share, accessors, builders and plans.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::std_instead_of_core,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a test reports by panicking"
)]

use core::ops::Range;

use rstest::rstest;
use url1738_core::dev::{assert_answers, assert_codes, assert_vectors};
use url1738_telnet::{Escaped, Host, TelnetUrl};

// req: T-01, C-01, C-02, C-03, C-04
#[test]
fn vectors() {
    assert_vectors::<TelnetUrl>(include_str!("data/telnet.tsv"));
}

// req: S-01, T-02
#[test]
fn answers() {
    assert_answers::<TelnetUrl>(include_str!("data/answers.tsv"));
}

#[test]
fn codes() {
    assert_codes::<TelnetUrl>(url1738_telnet::CODES.iter().copied());
}

fn text(part: Option<Escaped<'_>>) -> Option<&str> {
    part.map(Escaped::as_str)
}

#[test]
fn accessors() {
    let all = TelnetUrl::parse("telnet://joe:pw@h.dom:2323/").unwrap();
    assert_eq!((text(all.user()), text(all.password())), (Some("joe"), Some("pw")));
    assert_eq!(
        (all.host().name(), all.port(), all.port_or_default()),
        (Some("h.dom"), Some(2323), 2323)
    );
    assert_eq!((all.login().host_str(), text(all.path())), ("h.dom", Some("")));
    let none = TelnetUrl::parse("telnet://h").unwrap();
    assert_eq!((text(none.user()), text(none.password()), none.port()), (None, None, None));
    assert_eq!((none.port_or_default(), none.path()), (23, None));
    assert_eq!(
        all.to_builder().without_credentials().without_port().build().as_str(),
        "telnet://h.dom/"
    );
}

#[rstest]
#[case("telnet://h", "h:23 | session")]
#[case(
    "telnet://guest:s3cret@h/",
    r#"h:23 | advise user "guest" | advise password "***" | session"#
)]
#[case("telnet://@h", r#"h:23 | advise user "" | session"#)]
#[case("telnet://joe%3As3cret@h", r#"h:23 | advise user "***" | session"#)]
// req: T-01, T-02, S-03
fn plan_of(#[case] text: &str, #[case] expected: &str) {
    let plan = TelnetUrl::parse(text).unwrap().plan().unwrap();
    assert_eq!(plan.to_string().replace('\n', " | "), expected);
}

/// What would end a line, or has no method, is refused with its place.
#[rstest]
#[case("telnet://a%0Ab@h", "user", 9..14)]
// req: S-02
fn refusals(#[case] text: &str, #[case] part: &str, #[case] range: Range<usize>) {
    let refusal = TelnetUrl::parse(text).unwrap().plan().unwrap_err();
    assert_eq!((refusal.part.name(), refusal.span.range()), (part, range));
}

/// The plan warns with this code.
#[rstest]
#[case("telnet://-lroot@host.dom/", "option-like")]
fn s_01_a_plan_warns(#[case] text: &str, #[case] code: &str) {
    let plan = TelnetUrl::parse(text).unwrap().plan().unwrap();
    let codes: Vec<_> = plan.warnings.iter().map(|warning| warning.info.code).collect();
    assert!(codes.contains(&code), "{text}: {codes:?}");
}

fn host() -> Host<'static> {
    Host::parse("h").unwrap()
}

#[test]
fn what_the_setters_write() {
    let url = TelnetUrl::builder(host()).unwrap();
    assert_eq!(url.clone().build(), "telnet://h/");
    assert_eq!(url.clone().user("a/b").slash(false).build(), "telnet://a%2Fb@h");
    assert_eq!(url.clone().credentials("a", "").port(24).build(), "telnet://a:@h:24/");
    assert_eq!(url.host(Host::parse("x").unwrap()).build(), "telnet://x/");
}
