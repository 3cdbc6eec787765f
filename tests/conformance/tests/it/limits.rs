//! The narrowings of `strict.bnf` compared with the wording of the decisions.

use crate::oracle_of;
use rstest::rstest;
use url1738_conformance::oracle::{Oracle, Verdict};

fn verdict(oracle: &Oracle, text: &str) -> Verdict {
    oracle.judge(text.as_bytes(), &mut Vec::new()).verdict
}

#[test]
fn a_port_is_at_most_65535() {
    let oracle = oracle_of("http");
    for port in 0..=70_000_u32 {
        let expected = if port <= 65_535 { Verdict::Valid } else { Verdict::Range };
        for text in [format!("http://h:{port}"), format!("http://h:000{port}/")] {
            assert_eq!(verdict(oracle, &text), expected, "{text}");
        }
    }
    assert_eq!(verdict(oracle, "http://h:"), Verdict::Bnf);
    assert_eq!(verdict(oracle, "http://h:4294967376"), Verdict::Range);
}

#[test]
fn a_group_of_an_address_is_at_most_255() {
    let oracle = oracle_of("http");
    for group in 0..=1100_u32 {
        let expected = if group <= 255 { Verdict::Valid } else { Verdict::Range };
        for place in 0..4 {
            let mut groups = ["0".to_owned(), "00".to_owned(), "255".to_owned(), "9".to_owned()];
            groups[place] = format!("{}{group}", "0".repeat(place));
            let text = format!("http://{}/", groups.join("."));
            assert_eq!(verdict(oracle, &text), expected, "{text}");
        }
    }
}

#[rstest]
#[case("a", 63, Verdict::Valid)]
#[case("a", 64, Verdict::Prose)]
#[case("1", 63, Verdict::Bnf)]
fn a_label_has_at_most_63_characters(
    #[case] byte: &str,
    #[case] len: usize,
    #[case] expected: Verdict,
) {
    let label = byte.repeat(len);
    for name in ["http", "gopher", "wais"] {
        let oracle = oracle_of(name);
        assert_eq!(verdict(oracle, &format!("{name}://{label}/a")), expected);
        let before_another = if len == 63 { Verdict::Valid } else { Verdict::Prose };
        assert_eq!(verdict(oracle, &format!("{name}://{label}.a/a")), before_another);
    }
}

#[rstest]
#[case::http("http", "http://HOST/")]
#[case::ftp("ftp", "ftp://u:p@HOST:21/")]
#[case::news("news", "news:a@HOST")]
#[case::mailto("mailto", "mailto:a@HOST")]
#[case::mailto_escaped("mailto", "mailto:a%40%61HOST")]
fn a_name_has_at_most_255_characters(#[case] name: &'static str, #[case] form: &str) {
    let oracle = oracle_of(name);
    let more = form.matches("%61").count();
    for (len, expected) in [(254, Verdict::Valid), (255, Verdict::Valid), (256, Verdict::Prose)] {
        let labels = "a.".repeat((len - more) / 2) + if (len - more) % 2 == 0 { "" } else { "b" };
        let host = labels.strip_suffix('.').map_or(labels.clone(), |all| format!("{all}b"));
        assert_eq!(host.len() + more, len);
        assert_eq!(verdict(oracle, &form.replace("HOST", &host)), expected, "{len}");
    }
}

#[test]
fn an_address_is_not_a_name_and_may_have_any_number_of_zeros() {
    let oracle = oracle_of("http");
    let zeros = "0".repeat(300);
    assert_eq!(verdict(oracle, &format!("http://{zeros}1.2.3.4/")), Verdict::Valid);
    assert_eq!(verdict(oracle, &format!("http://{zeros}1.2.3.a/")), Verdict::Prose);
    assert_eq!(verdict(oracle, &format!("http://h:{zeros}80/")), Verdict::Valid);
}

#[test]
fn gopher_selectors_hold_no_tab_lf_or_cr() {
    let oracle = oracle_of("gopher");
    for octet in 0..=255_u8 {
        for escape in [format!("%{octet:02X}"), format!("%{octet:02x}")] {
            let line_end = matches!(octet, 10 | 13);
            let refused = |refuse: bool| if refuse { Verdict::Prose } else { Verdict::Valid };
            let gtype = format!("gopher://h/{escape}a");
            assert_eq!(verdict(oracle, &gtype), refused(line_end || octet == 9), "{gtype}");
            // In a selector a TAB is its end.
            let selector = format!("gopher://h/1a{escape}b");
            assert_eq!(verdict(oracle, &selector), refused(line_end), "{selector}");
            for text in
                [format!("gopher://h/1a%09{escape}"), format!("gopher://h/1a%09b%09{escape}")]
            {
                assert_eq!(verdict(oracle, &text), Verdict::Valid, "{text}");
            }
        }
    }
}

#[test]
fn the_ten_names_never_fall_back_to_the_general_syntax() {
    let ten = ["ftp", "mailto"].map(|name| oracle_of(name).clone());
    let union = Oracle::union(&ten);
    for (text, expected) in [
        ("ftp:a", Verdict::Bnf),
        ("FTP:a", Verdict::Bnf),
        ("wais:a", Verdict::Bnf),
        ("ftpx:a", Verdict::Valid),
        ("ft:a", Verdict::Valid),
        ("x-ftp:a", Verdict::Valid),
        ("URL:http://h/", Verdict::Valid),
        ("x://h:99999/", Verdict::Valid),
        ("x_y:z", Verdict::Bnf),
        ("ftp://h:65536", Verdict::Range),
        ("mailto:a", Verdict::Prose),
    ] {
        assert_eq!(verdict(&union, text), expected, "{text}");
    }
}
