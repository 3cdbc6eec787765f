//! The requirements on the grammar, one by one, in the words of the RFC.

use std::path::Path;

use rstest::rstest;
use url1738::{
    ErrorKind, FtpUrl, GenericUrl, GopherUrl, Host, HttpUrl, Rule, SchemeKind, Url,
    syntax::{Escaped, chars::RESERVED},
};
use url1738_conformance::coverage::{covered, ids, named_in};

/// A URL of each scheme with all of its parts.
const WHOLE: [&str; 11] = [
    "ftp://user:pass@host.dom:21/cwd/name;type=i",
    "http://host.dom:80/path/name?search",
    "gopher://host.dom:70/7selector%09search%09+view",
    "mailto:name@host.dom",
    "news:unique@host.dom",
    "nntp://host.dom:119/group.name/123",
    "telnet://user:pass@host.dom:23/",
    "wais://host.dom:210/database/type/path",
    "file://host.dom/path/name",
    "prospero://host.dom:1525//hso/name;field=value",
    "x-other://user:pass@host.dom:1/path",
];

#[rstest]
#[case::letters("abc:x", true)]
#[case::digits_and_signs("1+-.:x", true)]
#[case::empty(":x", false)]
#[case::no_colon("abc", false)]
#[case::underscore("a_b:x", false)]
#[case::escape("a%62:x", false)]
#[case::blank("a b:x", false)]
fn g_01_a_scheme_name_is_one_or_more_of_its_characters(#[case] text: &str, #[case] valid: bool) {
    let url = Url::parse(text);
    assert_eq!(url.is_ok(), valid);
    if let Err(error) = url {
        assert_eq!((error.part().name(), error.rule()), ("scheme", Rule::Bnf("scheme")));
    }
}

#[test]
fn g_02_upper_case_in_a_scheme_means_lower_case() {
    for text in WHOLE {
        let (name, rest) = text.split_once(':').unwrap();
        let upper = format!("{}:{rest}", name.to_ascii_uppercase());
        let url = Url::parse(&upper).unwrap();
        assert_eq!(url.as_str(), upper, "the text stays");
        assert!(url.equivalent(&Url::parse(text).unwrap()));
        assert!(url.normalize().as_str().starts_with(name));
    }
}

#[test]
fn g_03_an_escape_is_a_percent_sign_and_two_digits_of_either_case() {
    for octet in 0..=255_u8 {
        for text in [format!("x:%{octet:02X}"), format!("x:%{octet:02x}")] {
            let url = GenericUrl::parse(&text).unwrap();
            assert_eq!(url.schemepart().decode(), [octet].as_slice());
        }
    }
    for text in ["x:%", "x:%4", "x:%4g", "x:%g4", "x:%%41", "x:%+4", "x:a%"] {
        assert_eq!(GenericUrl::parse(text).unwrap_err().kind(), ErrorKind::BadEscape, "{text}");
    }
}

#[test]
fn g_06_a_scheme_reserves_none_but_seven_characters_and_encodes_them() {
    let octets: Vec<u8> = (0..=255).collect();
    for text in WHOLE {
        for part in Url::parse(text).unwrap().parts().iter().map(|span| span.part) {
            assert_eq!(part.reserved.without(RESERVED), RESERVED.without(RESERVED), "{part}");
            if part.class.allows_escapes() {
                let written = part.encode(&octets);
                assert_eq!(Escaped::new_validated(&written).decode(), octets, "{part}");
                let plain = |byte: &u8| part.reserved.contains(*byte);
                assert!(!written.bytes().any(|byte| plain(&byte)), "{part}: {written}");
            }
        }
    }
}

/// An octet may be encoded wherever a part allows escapes, without a change of meaning.
#[test]
fn g_07_any_octet_may_be_encoded_where_its_character_is_not_reserved() {
    for text in WHOLE {
        let url = Url::parse(text).unwrap();
        for span in url.parts().iter().filter(|span| span.part.class.allows_escapes()) {
            // The domain of an address is compared in a different way.
            let end = text.find("@host").filter(|_| span.part.name() == "encoded822addr");
            let end = end.unwrap_or(span.span.range().end);
            for at in span.span.range().start..end {
                let byte = text.as_bytes()[at];
                let in_host =
                    span.part.name() == "article" && text[at..].len() <= "@host.dom".len();
                if !byte.is_ascii_alphanumeric()
                    || in_host
                    || (at >= 2 && text[..at].ends_with("%0"))
                    || text[..at].ends_with('%')
                {
                    continue;
                }
                let encoded = format!("{}%{byte:02X}{}", &text[..at], &text[at + 1..]);
                let other = Url::parse(&encoded)
                    .unwrap_or_else(|error| panic!("{}", Url::annotate(&encoded, &error)));
                assert!(other.equivalent(&url), "{encoded}");
            }
        }
    }
}

#[test]
fn g_09_the_paths_of_ftp_http_and_file_are_hierarchical() {
    for text in WHOLE {
        let hierarchical = ["ftp:", "http:", "file:"].iter().any(|name| text.starts_with(name));
        let segments =
            Url::parse(text).unwrap().parts().iter().filter(|span| span.part.is_segment()).count();
        assert_eq!(segments, if hierarchical { 2 } else { 0 }, "{text}");
    }
}

#[rstest]
#[case::login_whole("x://u:p@h.dom:1/path/more", "user password host port urlpath")]
#[case::without_credentials("x://h:1/", "host port urlpath")]
#[case::host_alone("x://h", "host")]
#[case::empty_user("x://@h", "user host")]
#[case::opaque("x:a/b?c=d", "schemepart")]
#[case::opaque_although_it_begins_with_slashes("x://a_b/c", "schemepart")]
#[case::empty("x:", "schemepart")]
fn g_10_c_01_other_schemes_follow_the_general_syntax(#[case] text: &str, #[case] parts: &str) {
    let url = Url::parse(text).unwrap();
    let names: Vec<&str> = url.parts().iter().skip(1).map(|span| span.part.name()).collect();
    assert_eq!(names.join(" "), parts);
}

#[test]
fn g_11_some_names_are_experimental_and_seven_are_reserved() {
    for name in ["x-a", "X-a"] {
        assert_eq!(SchemeKind::of(name), SchemeKind::Experimental);
    }
    for name in ["afs", "mid", "cid", "nfs", "tn3270", "mailserver", "z39.50", "Z39.50"] {
        assert_eq!(SchemeKind::of(name), SchemeKind::Reserved);
    }
    assert_eq!(SchemeKind::of("postgresql"), SchemeKind::Other);
    for text in &WHOLE[..10] {
        assert_eq!(Url::parse(text).unwrap().scheme_kind(), SchemeKind::Standard);
    }
}

#[rstest]
#[case::colon_in_user("ftp://a:b:c@h/", "password", 9)]
#[case::colon_in_password("ftp://a:b:@h/", "password", 9)]
#[case::at_in_user("ftp://a@b@h/", "host", 9)]
#[case::at_in_user_before_a_password("ftp://a@b:secret@h/", "user", 7)]
#[case::slash_in_user("ftp://a/b@h:/", "fsegment", usize::MAX)]
fn c_02_colon_at_and_slash_are_encoded_in_user_and_password(
    #[case] text: &str,
    #[case] part: &str,
    #[case] at: usize,
) {
    match FtpUrl::parse(text) {
        Err(error) => assert_eq!((error.part().name(), error.span().range().start), (part, at)),
        // The slash ends the login, so that the rest is a path.
        Ok(url) => assert_eq!((url.user(), at), (None, usize::MAX)),
    }
    let url = FtpUrl::builder(Host::parse("h").unwrap()).unwrap().credentials(":@/", "/@:").build();
    assert_eq!(url.as_str(), "ftp://%3A%40%2F:%2F%40%3A@h");
}

#[rstest]
#[case::name("host.dom", true)]
#[case::one_label("localhost", true)]
#[case::digit_first("3com.com", true)]
#[case::hyphen_inside("a--b.c-d", true)]
#[case::number("192.0.2.1", true)]
#[case::number_like_name("1.2.3.a4", true)]
#[case::hyphen_first("-a.b", false)]
#[case::hyphen_last("a.b-", false)]
#[case::underscore("a_b", false)]
#[case::empty_label("a..b", false)]
#[case::dot_last("a.", false)]
#[case::three_groups("1.2.3", false)]
#[case::five_groups("1.2.3.4.5", false)]
#[case::top_label_with_digit_first("a.1b", false)]
fn c_05_c_06_a_host_is_a_domain_name_or_an_address(#[case] host: &str, #[case] valid: bool) {
    assert_eq!(Host::parse(host).is_ok(), valid);
    assert_eq!(HttpUrl::parse(&format!("http://{host}/")).is_ok(), valid);
}

#[test]
fn h_03_slash_and_question_mark_are_reserved_in_http() {
    let url = HttpUrl::parse("http://h/a%2Fb%3Fc/d%3Be?f%2Fg").unwrap();
    assert_eq!(url.segments().count(), 2);
    assert_eq!(url.normalize(), *"http://h/a%2Fb%3Fc/d%3Be?f%2Fg");
    for text in ["http://h/a?b/c", "http://h/a?b?c"] {
        assert_eq!(HttpUrl::parse(text).unwrap_err().part().name(), "search", "{text}");
    }
}

#[test]
fn p_03_a_selector_holds_any_octet_but_tab_lf_and_cr() {
    for octet in 0..=255_u8 {
        let text = format!("gopher://h/0%{octet:02x}");
        let url = GopherUrl::parse(&text);
        if let 10 | 13 = octet {
            assert_eq!(url.unwrap_err().rule(), Rule::Prose("3.4.1"));
        } else {
            let selector = url.unwrap().selector().unwrap();
            // A tab ends the selector.
            let expected: &[u8] = if octet == 9 { &[] } else { &[octet] };
            assert_eq!(selector.decode(), expected);
        }
    }
    let repeats = GopherUrl::parse("gopher://h/00").unwrap();
    assert_eq!(
        (repeats.gtype().unwrap(), repeats.selector().unwrap()),
        (repeats.selector().unwrap(), repeats.gtype().unwrap())
    );
}

#[test]
fn f_09_every_plan_begins_with_a_new_connection() {
    // No plan depends on the directory of an earlier one: all begin with the login.
    for text in ["ftp://h/a/b", "ftp://h/c", "ftp://u@h/", "ftp://h"] {
        let plan = FtpUrl::parse(text).unwrap().plan().unwrap();
        assert!(plan.steps[0].to_string().starts_with("USER "), "{text}");
        assert!(!plan.steps.iter().any(|step| step.to_string().starts_with("CDUP")), "{text}");
    }
}

#[test]
fn x_01_the_prefix_url_is_not_part_of_a_url() {
    let url = Url::parse("URL:http://h/").unwrap();
    assert_eq!(
        url.parts()[0].span.slice(url.as_str()),
        "URL",
        "the BNF reads this as a scheme name"
    );
    assert!(url.lints().has("wrapper-prefix"));
    for text in ["URL:http://h/", "url:http://h/"] {
        assert_eq!(Url::repair(text).unwrap().url.as_str(), "http://h/");
    }
}

#[test]
fn every_requirement_is_named_by_a_test() {
    let tests = covered(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).unwrap();
    let untested: Vec<&str> = ids().filter(|id| tests[id].is_empty()).collect();
    assert_eq!(untested, [""; 0], "no test names these");
    assert_eq!(ids().count(), 60);
}

#[rstest]
#[case::name("#[test]\nfn f_04_typecode() {", &["F-04"])]
#[case::two("#[test]\nfn g_04_g_05_unsafe() {", &["G-04", "G-05"])]
#[case::only_at_the_beginning("#[test]\nfn unsafe_g_04() {", &[])]
#[case::no_id("#[test]\nfn a_044_b() {", &[])]
#[case::attributes_between("#[rstest]\n#[case::a(1)]\n#[case::b(\n2,\n)]\nfn f_04_typecode(#[case] n: u8) {", &["F-04"])]
#[case::name_of_a_case("#[rstest]\n#[case::f_05_empty(1)]\nfn plans(#[case] n: u8) {", &["F-05"])]
#[case::comment("// req: F-04, G-06\n#[test]\nfn typecode() {", &["F-04", "G-06"])]
#[case::comment_elsewhere("// req: F-04\nlet a = 1;\n#[test]\nfn typecode() {", &[])]
#[case::proptest("proptest! {\n    #[test]\n    fn g_08_escapes(text in \"a\") {", &["G-08"])]
fn a_test_names_requirements(#[case] source: &str, #[case] expected: &[&str]) {
    let tests = named_in(source);
    assert_eq!(tests.len(), 1);
    assert_eq!(tests[0].1, expected);
}

#[test]
fn only_tests_name_requirements() {
    assert_eq!(named_in("/// Says `f_04_x`.\nfn f_04_typecode() {\n}\n"), []);
}
