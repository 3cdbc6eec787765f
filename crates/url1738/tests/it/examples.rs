//! Every example URL that RFC 1738 prints in sections 3.1 to 3.11, with the parts that its text gives.

use rstest::rstest;
use url1738::{GopherUrl, MailtoUrl, Url, gopher::GopherPlus};

/// The parts as `name=text`, without the scheme.
fn parts(text: &str) -> String {
    let url = Url::parse(text).unwrap_or_else(|error| panic!("{}", Url::annotate(text, &error)));
    let part = |p: &url1738::PartSpan| format!("{}={}", p.part, p.span.slice(text));
    url.parts().iter().skip(1).map(part).collect::<Vec<_>>().join(" ")
}

#[rstest]
#[case("ftp://@host.com/", "user= host=host.com fsegment=")]
#[case("ftp://host.com/", "host=host.com fsegment=")]
#[case("ftp://foo:@host.com/", "user=foo password= host=host.com fsegment=")]
fn c_03_empty_is_not_absent(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(parts(text), expected);
}

#[rstest]
#[case("ftp://myname@host.dom/%2Fetc/motd", "fsegment=%2Fetc fsegment=motd")]
#[case("ftp://myname@host.dom/etc/motd", "fsegment=etc fsegment=motd")]
#[case("ftp://myname@host.dom//etc/motd", "fsegment= fsegment=etc fsegment=motd")]
fn f_07_slashes_and_escaped_slashes(#[case] text: &str, #[case] path: &str) {
    assert_eq!(parts(text), format!("user=myname host=host.dom {path}"));
}

#[rstest]
#[case("ftp://h/d/f;type=a", Some("a"))]
#[case("ftp://h/d/f;type=D", Some("D"))]
#[case("ftp://h/d/f", None)]
fn f_04_the_typecode_may_be_left_out(#[case] text: &str, #[case] code: Option<&str>) {
    let code = code.map(|code| format!(" ftptype={code}")).unwrap_or_default();
    assert_eq!(parts(text), format!("host=h fsegment=d fsegment=f{code}"));
}

#[rstest]
#[case("http://host.dom", "host=host.dom")]
#[case("http://host.dom:80/", "host=host.dom port=80 hsegment=")]
#[case("http://host.dom/path?searchpart", "host=host.dom hsegment=path search=searchpart")]
fn h_02_path_and_search_are_optional(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(parts(text), expected);
}

#[rstest]
#[case("gopher://h", "host=h")]
#[case("gopher://h:70/1", "host=h port=70 gtype=1 selector=")]
#[case("gopher://h/00sel", "host=h gtype=0 selector=0sel")]
#[case("gopher://h/7s%09words", "host=h gtype=7 selector=s search=words")]
#[case("gopher://h/0s%09%09+", "host=h gtype=0 selector=s search= gopher+_string=+")]
fn p_02_the_forms_of_a_gopher_path(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(parts(text), expected);
}

#[test]
fn p_06_gopher_plus_strings() {
    let plus = |string: &str| {
        let text = format!("gopher://h/0s%09%09{string}");
        let url: GopherUrl = text.parse().unwrap();
        format!("{:?}", url.gopher_plus().unwrap())
    };
    assert_eq!(plus("+"), "DefaultView");
    assert_eq!(plus("?"), "Ask");
    assert_eq!(plus("!"), r#"ItemAttributes("")"#);
    assert_eq!(plus("$"), r#"DirectoryAttributes("")"#);
    assert_eq!(plus("!+ABSTRACT"), r#"ItemAttributes("+ABSTRACT")"#);
    assert_eq!(plus("!+ABSTRACT%20+SMELL"), r#"ItemAttributes("+ABSTRACT%20+SMELL")"#);
    assert_eq!(
        plus("+application/postscript%20Es_ES"),
        r#"View { view: "application/postscript", language: Some("Es_ES") }"#
    );
}

#[test]
fn p_07_the_filled_in_form() {
    let form = "+%091%0D%0A+-1%0D%0Aone%0D%0Atwo%0D%0A.%0D%0A";
    let text = format!("gopher://h/0s%09%09{form}");
    let url = GopherUrl::parse(&text).unwrap();
    let plus = url.gopher_plus().unwrap();
    assert!(matches!(plus, GopherPlus::FilledForm(_)));
    assert_eq!(plus.form_values().unwrap(), [b"one", b"two"]);
    let near = text.replace("%0D%0A.%0D%0A", "%0D%0A.%0D");
    let url = GopherUrl::parse(&near).unwrap();
    assert!(!matches!(url.gopher_plus(), Some(GopherPlus::FilledForm(_))), "{near}");
    assert!(url.plan().is_err());
}

#[test]
fn m_01_percent_is_encoded() {
    let url = MailtoUrl::parse("mailto:gorby%25kremvax@example.com").unwrap();
    assert_eq!(url.address(), "gorby%kremvax@example.com");
}

#[rstest]
#[case("news:comp.infosystems.www.misc", "group=comp.infosystems.www.misc")]
#[case("news:unique@full.domain.name", "article=unique@full.domain.name")]
#[case("news:*", "grouppart=*")]
fn n_01_groups_and_articles(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(parts(text), expected);
}

#[rstest]
#[case("nntp://host.dom/comp.test/10", "host=host.dom group=comp.test digits=10")]
#[case("nntp://host.dom:119/comp.test", "host=host.dom port=119 group=comp.test")]
fn n_03_article_numbers(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(parts(text), expected);
}

#[rstest]
#[case("telnet://user:password@host.dom:23/", "user=user password=password host=host.dom port=23")]
#[case("telnet://host.dom", "host=host.dom")]
fn t_01_telnet(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(parts(text), expected);
}

#[rstest]
#[case("wais://host.dom:210/db", "host=host.dom port=210 database=db")]
#[case("wais://host.dom/db?words", "host=host.dom database=db search=words")]
#[case("wais://host.dom/db/TEXT/1%3Dx", "host=host.dom database=db wtype=TEXT wpath=1%3Dx")]
fn w_01_three_forms(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(parts(text), expected);
}

// req: W-02
#[test]
fn w_02_a_document_id_is_opaque() {
    let text = "wais://h/db/TEXT/%31%3Dh%3B%2F..%2Fx";
    let url = url1738::WaisUrl::parse(text).unwrap();
    let url1738::wais::WaisForm::Document { wpath, .. } = url.form() else { panic!() };
    assert_eq!(&*wpath.decode(), b"1=h;/../x");
}

#[rstest]
#[case(
    "file://vms.host.edu/disk$user/my/notes/note12345.txt",
    "host=vms.host.edu fsegment=disk$user fsegment=my fsegment=notes fsegment=note12345.txt"
)]
#[case("file://localhost/etc/motd", "host=localhost fsegment=etc fsegment=motd")]
#[case("file:///etc/motd", "fsegment=etc fsegment=motd")]
fn l_01_whose_file(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(parts(text), expected);
}

#[rstest]
#[case("prospero://host.dom//pros/name", "host=host.dom ppath=/pros/name")]
#[case("prospero://host.dom:1525//pros/name", "host=host.dom port=1525 ppath=/pros/name")]
fn r_02_the_name_is_opaque(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(parts(text), expected);
}

#[test]
fn r_03_fields_keep_order_and_repeats() {
    assert_eq!(
        parts("prospero://h/x;OBJECT-VERSION=1;a=;OBJECT-VERSION=2"),
        "host=h ppath=x fieldname=OBJECT-VERSION fieldvalue=1 fieldname=a fieldvalue= \
         fieldname=OBJECT-VERSION fieldvalue=2"
    );
}

/// The default ports of section 3.
#[rstest]
#[case("ftp://h", Some(21))]
#[case("http://h", Some(80))]
#[case("gopher://h", Some(70))]
#[case("nntp://h/g", Some(119))]
#[case("telnet://h", Some(23))]
#[case("wais://h/d", Some(210))]
#[case("prospero://h/x", Some(1525))]
#[case("mailto:a@h", None)]
#[case("file:///x", None)]
#[case("x-other://h", None)]
// req: F-01, H-01, P-01, N-03, T-01, W-01, R-01
fn default_ports(#[case] text: &str, #[case] port: Option<u16>) {
    assert_eq!(Url::parse(text).unwrap().default_port(), port);
}
