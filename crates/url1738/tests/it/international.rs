//! Hosts of all languages, numbers in place of a host, and fragments: what is repaired, and what is reported.

use rstest::rstest;
use url1738::{Safety, Url};

#[rstest]
#[case("http://bücher.de/ä?ü", "http://xn--bcher-kva.de/%C3%A4?%C3%BC")]
#[case("http://BÜCHER.de:80", "http://xn--bcher-kva.de:80")]
#[case("ftp://joe@例え.テスト/a", "ftp://joe@xn--r8jz45g.xn--zckzah/a")]
#[case("http:bücher.de/", "http://xn--bcher-kva.de/")]
#[case("<URL:gopher://bücher.de>", "gopher://xn--bcher-kva.de")]
#[case("redis://joe:pw@bücher.de:6379/0", "redis://joe:pw@xn--bcher-kva.de:6379/0")]
// A full stop of Japanese separates labels, and wide letters are letters.
#[case("http://ｈｏｓｔ。dom/", "http://host.dom/")]
fn a_host_is_repaired_to_its_a_labels(#[case] text: &str, #[case] repaired: &str) {
    let outcome = Url::repair(text).unwrap();
    assert_eq!(outcome.url, repaired);
    let change = outcome.changes.iter().find(|it| it.code() == "international-name").unwrap();
    assert_eq!(change.safety, Safety::Safe);
    if !text.starts_with('<') && text.contains("//") {
        let error = Url::parse(text).unwrap_err();
        assert_eq!(error.code(), "international-name");
        let fix = Url::fix(text, &error).unwrap();
        assert!(repaired.contains(&*fix.text) && !fix.text.is_empty(), "{fix:?}");
    }
}

/// IDNA 2003 and its successors write other names for these.
#[rstest]
#[case("http://faß.de/", "http://xn--fa-hia.de/")]
#[case("http://βόλος.com/", "http://xn--nxasmm1c.com/")]
fn a_disputed_name_is_an_unsafe_repair(#[case] text: &str, #[case] repaired: &str) {
    let outcome = Url::repair(text).unwrap();
    assert_eq!((outcome.url.as_str(), outcome.is_safe()), (repaired, false));
}

#[rstest]
#[case("http://a\u{ad}\u{fffd}b.dom/")]
#[case("http://ü..dom/")]
#[case("http://\u{2488}com/")]
#[case("ftp://us.aminet.net«»")]
#[case("http://💩.la/")]
#[case("x-db://h'é/")]
#[case("x-db://\u{feff}/")]
fn a_name_that_the_dns_cannot_have_is_not_repaired(#[case] text: &str) {
    Url::repair(text).unwrap_err();
    let error = Url::parse(text).unwrap_err();
    assert_eq!(Url::fix(text, &error), None);
}

#[rstest]
#[case("http://xn--80ak6aa92e.com/", "confusable-name")] // аррӏе, all Cyrillic
#[case("http://xn--pple-43d.com/", "mixed-scripts")] // аpple
#[case("ftp://www.xn--80ak6aa92e.com/", "confusable-name")]
#[case("http://xn--80aswg.com/", "")] // сайт
#[case("http://xn--80a1aj.com/", "confusable-name")] // оса
#[case("http://xn--80a1aj.xn--p1ai/", "")] // оса.рф
#[case("http://xn--mxaard0a.gr/", "")] // αθηνα
#[case("http://xn--est.cn/", "")] // 工
#[case("http://xn--bcher-kva.de/", "")]
#[case("http://xn--r8jz45g.xn--zckzah/", "")] // 例え.テスト
#[case("http://xn--n3h.net/", "")] // ☃, a symbol of no script
#[case("http://x-y.dom/", "")]
fn a_name_that_looks_like_another_is_a_lint(#[case] text: &str, #[case] code: &str) {
    let lints = Url::parse(text).unwrap().lints();
    let codes: Vec<_> = lints.iter().map(url1738::Lint::code).collect();
    assert_eq!(codes.join(" "), code);
}

/// A name is read in Unicode if it has an A-label, not for a hyphen alone.
#[rstest]
#[case("x-y.xn--bcher-kva.de", Some("x-y.bücher.de"))]
#[case("x-y.dom", None)]
#[case("host.dom", None)]
fn a_name_with_a_labels_is_read_in_unicode(#[case] host: &str, #[case] name: Option<&str>) {
    assert_eq!(url1738::syntax::international::to_unicode(host).as_deref(), name);
}

/// The address that `inet_aton` and WHATWG parsers reach, which the verdict does not follow.
#[rstest]
#[case("http://2130706433/", "127.0.0.1")]
#[case("http://0x7f.1/", "127.0.0.1")]
#[case("http://0x7f000001/", "127.0.0.1")]
#[case("http://127.1:80/", "127.0.0.1")]
#[case("ftp://joe@017700000001/", "127.0.0.1")]
#[case("http://1.2.65535/", "1.2.255.255")]
#[case("http://0x/", "0.0.0.0")]
#[case("http://0300.0250.01.0377/", "192.168.1.255")]
#[case("http://1.2.3.256/", "")]
#[case("http://4294967296/", "")]
#[case("http://09.1/", "")]
#[case("http://1.2.3.4.5/", "")]
#[case("http://a.1/", "")]
fn the_help_names_the_address_of_other_readers(#[case] text: &str, #[case] address: &str) {
    let error = Url::parse(text).unwrap_err();
    let help = Url::help(text, &error);
    assert_eq!(help.contains("inet_aton"), !address.is_empty(), "{help}");
    assert!(help.contains(address), "{help}");
}

#[rstest]
#[case("http://h/#", "http://h/", Some(""))]
#[case("http://h/a?b#c?d/e", "http://h/a?b", Some("c?d/e"))]
#[case("mailto:a@b#c", "mailto:a@b", Some("c"))]
#[case("http://h/", "http://h/", None)]
fn a_reference_is_a_url_and_a_fragment(
    #[case] text: &str,
    #[case] url: &str,
    #[case] fragment: Option<&str>,
) {
    let (parsed, found) = Url::parse_reference(text).unwrap();
    assert_eq!((parsed.as_str(), found.map(url1738::Escaped::as_str)), (url, fragment));
}

#[rstest]
#[case("http://h/#a b", 11, "space")]
#[case("http://h/#a#b", 11, "fragment")]
#[case("http://h/a b#c", 10, "space")]
#[case("http://h/#%2", 10, "bad-escape")]
#[case("#top", 0, "expected-delimiter")]
fn a_fault_of_a_reference_has_its_place(#[case] text: &str, #[case] at: u32, #[case] code: &str) {
    let error = Url::parse_reference(text).unwrap_err();
    assert_eq!((error.span().start, error.code()), (at, code));
}
