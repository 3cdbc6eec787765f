//! The split of a text into parts, and that it is unique.

use crate::oracle_of;
use rstest::rstest;
use url1738_conformance::{grammar::Grammar, oracle::SCHEMES, split::Splitter};

#[rstest]
#[case("ftp://h", "scheme=ftp host=h")]
#[case("ftp://@h/", "scheme=ftp user= host=h fsegment=")]
#[case("ftp://u:@h", "scheme=ftp user=u password= host=h")]
#[case(
    "FTP://u:p@h.d:21/a//b;type=a",
    "scheme=FTP user=u password=p host=h.d port=21 fsegment=a fsegment= fsegment=b ftptype=a"
)]
#[case("http://h/a/?", "scheme=http host=h hsegment=a hsegment= search=")]
#[case("gopher://h/", "scheme=gopher host=h")]
#[case("gopher://h/1", "scheme=gopher host=h gtype=1 selector=")]
#[case("gopher://h/7s%09", "scheme=gopher host=h gtype=7 selector=s search=")]
#[case(
    "gopher://h/%31a%09b?%09c%09d",
    "scheme=gopher host=h gtype=%31 selector=a search=b? gopher+_string=c%09d"
)]
#[case("mailto:a%40h", "scheme=mailto encoded822addr=a%40h")]
#[case("news:*", "scheme=news grouppart=*")]
#[case("news:a.b", "scheme=news group=a.b")]
#[case("news:a/b@h", "scheme=news article=a/b@h")]
#[case("nntp://h:1/g/0", "scheme=nntp host=h port=1 group=g digits=0")]
#[case("telnet://u@h/", "scheme=telnet user=u host=h")]
#[case("wais://h/d", "scheme=wais host=h database=d")]
#[case("wais://h/?", "scheme=wais host=h database= search=")]
#[case("wais://h///", "scheme=wais host=h database= wtype= wpath=")]
#[case("file:///a", "scheme=file fsegment=a")]
#[case("file://localhost/a/b", "scheme=file host=localhost fsegment=a fsegment=b")]
#[case(
    "prospero://h//a/b;c=d;=",
    "scheme=prospero host=h ppath=/a/b fieldname=c fieldvalue=d fieldname= fieldvalue="
)]
#[case("x://u:p@h:1/a/b", "scheme=x user=u password=p host=h port=1 urlpath=a/b")]
#[case("x://h_h/a", "scheme=x schemepart=//h_h/a")]
#[case("x:", "scheme=x schemepart=")]
fn parts(#[case] text: &str, #[case] expected: &str) {
    let scheme = text.split_once(':').unwrap().0.to_ascii_lowercase();
    let name = SCHEMES.into_iter().find(|name| *name == scheme);
    let oracle = name.map_or_else(|| oracle_of("generic"), oracle_of);
    let mut pieces = Vec::new();
    assert!(oracle.split(text.as_bytes(), &mut pieces));
    let shown: Vec<String> = pieces
        .iter()
        .map(|piece| format!("{}={}", piece.part, &text[piece.start..piece.end]))
        .collect();
    assert_eq!(shown.join(" "), expected);
}

/// Proves "for eight schemes by the BNF, for gopher and file by the prose".
#[test]
fn the_bnf_splits_eight_schemes_in_one_way() {
    for name in SCHEMES {
        let splitter = Splitter::new(&Grammar::bnf(), &format!("{name}url"));
        let example = splitter.ambiguity().map(|found| found.text.escape_ascii().to_string());
        let expected = match name {
            "gopher" => Some("gopher://a/a"),
            "file" => Some("file://localhost/"),
            _ => None,
        };
        assert_eq!(example.as_deref(), expected, "{name}");
    }
}

#[test]
fn the_decisions_split_all_schemes_in_one_way() {
    for entry in SCHEMES
        .map(|name| format!("{name}url"))
        .iter()
        .map(String::as_str)
        .chain(["ip-url", "opaque-url"])
    {
        assert_eq!(Splitter::new(&Grammar::strict(), entry).ambiguity(), None, "{entry}");
    }
}
