//! What must hold for every URL, every byte string and every change: the laws of building, comparing and
//! repairing.

mod grammar;
mod models;

use std::fs;

use proptest::{
    collection::vec,
    prelude::*,
    test_runner::{Config, RngSeed, TestRunner},
};
use url1738::Url;

use crate::held::url::{PARTS, assert_encodes, assert_laws, assert_repair, meaning, parsed, parts};

/// 3,000 cases a law, the same in every run, so that a gate never fails by chance; `PROPTEST_CASES` asks for another
/// number, `PROPTEST_RNG_SEED` for others.
fn config() -> Config {
    let config = Config::default();
    let rng_seed = match config.rng_seed {
        RngSeed::Random => RngSeed::Fixed(1738),
        fixed @ RngSeed::Fixed(_) => fixed,
    };
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    let cases = if asked { config.cases } else { 3_000 };
    Config { cases, failure_persistence: None, rng_seed, ..config }
}

/// Runs a law over a strategy. The name of a valid URL is in the message of a failure.
pub(crate) fn for_all<S: Strategy>(strategy: &S, law: impl Fn(S::Value)) {
    let checked = |value| {
        law(value);
        Ok(())
    };
    TestRunner::new(config()).run(strategy, checked).unwrap_or_else(|error| panic!("{error}"));
}

macro_rules! laws {
    ($($name:ident: $strategy:expr;)*) => {$(
        #[test]
        fn $name() {
            for_all(&$strategy, |text| assert_laws(&text));
        }
    )*};
}

// req: G-01, G-02, G-03, G-07, G-08, G-10, C-01, C-03, F-04, H-02, P-02, P-05, M-01, N-01, N-03, T-01, W-01, L-01, R-03
laws! {
    ftp_urls: grammar::ftp();
    http_urls: grammar::http();
    gopher_urls: grammar::gopher();
    mailto_urls: grammar::mailto();
    news_urls: grammar::news();
    nntp_urls: grammar::nntp();
    telnet_urls: grammar::telnet();
    wais_urls: grammar::wais();
    file_urls: grammar::file();
    prospero_urls: grammar::prospero();
    generic_urls: grammar::generic();
}

/// Two spellings are equivalent exactly where they mean the same, so that equivalence is one: it is the equality
/// of what URLs mean.
// req: G-08
#[test]
fn equivalence_is_sameness_of_meaning() {
    for_all(&grammar::spelled_twice(), |(text, other)| {
        let url = parsed(&text);
        let Ok(other) = Url::parse(&other) else { return };
        let same = meaning(url) == meaning(other);
        assert_eq!(url.equivalent(&other), same, "{url} {other}");
        assert_eq!(other.equivalent(&url), same, "{url} {other}");
    });
}

/// What normal forms keep apart, by name.
#[rstest::rstest]
#[case("ftp://h/%2Fa", "ftp://h//a")]
#[case("ftp://h/a%2Fb", "ftp://h/a/b")]
#[case("ftp://h/a%3Btype=a", "ftp://h/a;type=a")]
#[case("ftp://h", "ftp://h/")]
#[case("ftp://h/", "ftp://h//")]
#[case("ftp://h/", "ftp://@h/")]
#[case("ftp://u@h/", "ftp://u:@h/")]
#[case("ftp://u%3Ap@h/", "ftp://u:p@h/")]
#[case("http://h/a%3Bb", "http://h/a;b")]
#[case("http://h/a%2Fb", "http://h/a/b")]
#[case("http://h/a%3Fb", "http://h/a?b")]
#[case("http://h/a?", "http://h/a")]
#[case("http://h//", "http://h/")]
#[case("gopher://h", "gopher://h/")]
#[case("gopher://h/", "gopher://h/1")]
#[case("gopher://h/1a%09", "gopher://h/1a")]
#[case("wais://h/d?", "wais://h/d")]
#[case("wais://h/d/t/a%2Fb", "wais://h/d%2Ft/a/b")]
#[case("file:///etc", "file://localhost/etc")]
#[case("file:///a%2Fb", "file:///a/b")]
#[case("prospero://h/a%3Db", "prospero://h/a=b")]
#[case("prospero://h/a%3Bb=c", "prospero://h/a;b=c")]
#[case("telnet://h", "telnet://h/")]
#[case("news:A@h", "news:a@h")]
#[case("x-db://h/a%26b", "x-db://h/a&b")]
#[case("x-db://%68/", "x-db://h/")]
fn normal_forms_keep_apart(#[case] one: &str, #[case] other: &str) {
    assert!(!parsed(one).equivalent(&parsed(other)), "{one} {other}");
}

/// What normal forms bring together.
#[rstest::rstest]
#[case("HTTP://H:80", "http://h/")]
#[case("http://h:0080/%7e", "http://h/%7E")]
#[case("ftp://H/%41?;type=A", "ftp://h/A%3f;type=a")]
#[case("gopher://h/%31%2f", "gopher://h/1/")]
#[case("prospero://h/a%2Fb", "prospero://h/a/b")]
#[case("ftp://001.2.3.4/", "ftp://1.2.3.4/")]
#[case("news:%2f%2Fa@h", "news:%2F/a@h")]
#[case("mailto:%61@h", "mailto:a@h")]
#[case("ftp://h/a;type=A", "ftp://h/a;type=a")]
fn normal_forms_bring_together(#[case] one: &str, #[case] other: &str) {
    assert!(parsed(one).equivalent(&parsed(other)), "{one} {other}");
}

// req: G-03, G-04, G-05, G-06
#[test]
fn every_string_of_one_or_two_octets_comes_back() {
    for part in parts() {
        assert_encodes(part, b"");
        for one in 0..=255 {
            assert_encodes(part, &[one]);
            for two in 0..=255 {
                assert_encodes(part, &[one, two]);
            }
        }
    }
}

#[test]
fn every_string_comes_back() {
    for_all(&vec(any::<u8>(), 0..40), |octets| {
        parts().for_each(|part| assert_encodes(part, &octets));
    });
}

/// No part is missing above: the sources declare these and no others.
#[test]
fn the_table_names_every_part() {
    let mut declared = Vec::new();
    for source in crate::umbrella::sources() {
        let text = fs::read_to_string(&source).expect("a source file is readable");
        let constants = text.lines().filter_map(|line| line.strip_prefix("pub const "));
        let parts = constants.filter_map(|line| line.split_once(": Part ="));
        declared.extend(parts.map(|(name, _)| name.to_owned()));
    }
    let mut listed: Vec<_> = PARTS.into_iter().map(|(name, _)| name).collect();
    declared.sort_unstable();
    listed.sort_unstable();
    assert_eq!(declared, listed);
}

/// The lists, by what they hold.
pub(crate) const LISTS: [(&str, &str); 9] = [
    ("file", include_str!("../../../../../tests/data/urls/file.txt")),
    ("ftp", include_str!("../../../../../tests/data/urls/ftp.txt")),
    ("gopher", include_str!("../../../../../tests/data/urls/gopher.txt")),
    ("gopher-from-menus", include_str!("../../../../../tests/data/urls/gopher-from-menus.txt")),
    ("http", include_str!("../../../../../tests/data/urls/http.txt")),
    ("nntp", include_str!("../../../../../tests/data/urls/nntp.txt")),
    ("prospero", include_str!("../../../../../tests/data/urls/prospero.txt")),
    ("telnet", include_str!("../../../../../tests/data/urls/telnet.txt")),
    ("wais", include_str!("../../../../../tests/data/urls/wais.txt")),
];

/// The lines of all lists.
pub(crate) fn lines() -> impl Iterator<Item = &'static str> {
    LISTS.into_iter().flat_map(|(_, list)| list.lines()).filter(|line| !line.is_empty())
}

#[test]
fn the_laws_hold_for_all_real_urls() {
    let valid = lines().filter(|line| Url::parse(line).is_ok()).inspect(|line| {
        assert_laws(line);
    });
    assert!(valid.count() > 5_000);
}

#[test]
fn the_laws_of_repair_hold_for_all_real_texts() {
    lines().for_each(|line| assert_repair(line.as_bytes()));
}

/// Characters that do not belong in URLs.
const NOISE: [&[u8]; 24] = [
    b"%",
    b"%2",
    b"~",
    b" ",
    b"#",
    b"@",
    b":",
    b"/",
    b"//",
    b"\\",
    b"?",
    b";",
    b"=",
    b"URL:",
    b"<",
    b">",
    b"\"",
    b"'",
    b"\t",
    b"\r\n",
    b"\xE9",
    b"\xC3\xA9",
    b"[::1]",
    b";TYPE=a",
];

/// A line of the lists with some of its bytes replaced.
pub(crate) fn mutated() -> impl Strategy<Value = Vec<u8>> {
    let all: Vec<&str> = lines().collect();
    let edit = (
        any::<prop::sample::Index>(),
        0..3_usize,
        prop_oneof![
            4 => prop::sample::select(NOISE.to_vec()).prop_map(<[u8]>::to_vec),
            1 => vec(any::<u8>(), 0..3),
        ],
    );
    (prop::sample::select(all), vec(edit, 1..4)).prop_map(|(line, edits)| {
        let mut text = line.as_bytes().to_vec();
        for (at, gone, noise) in edits {
            let start = at.index(text.len() + 1);
            let end = (start + gone).min(text.len());
            text.splice(start..end, noise);
        }
        text
    })
}

#[test]
fn the_laws_hold_near_real_urls() {
    for_all(&mutated(), |text| {
        if let Ok(url) = Url::parse_bytes(&text) {
            assert_eq!(url.as_str().as_bytes(), text);
            assert_laws(url.as_str());
        }
        assert_repair(&text);
    });
}

/// Texts that once broke the law, kept for ever.
#[test]
fn repair_of_what_was_found() {
    for text in ["URL:a\n:", "URL:a\n :~", "URL:a\nb:", "URL:\n:", "URL: a\r\n:x"] {
        assert_repair(text.as_bytes());
    }
}

#[test]
fn repair_of_any_bytes() {
    for_all(&vec(any::<u8>(), 0..40), |text| assert_repair(&text));
}

/// Scheme names, delimiters and noise in any order.
#[test]
fn repair_of_any_tokens() {
    const TOKENS: [&str; 44] = [
        "ftp", "http", "gopher", "mailto", "news", "nntp", "telnet", "wais", "file", "prospero",
        "x-a", "URL", "url", ":", "/", "//", "\\", "@", "?", ";", "=", "#", "%", "%2F", "%09",
        "%0D%0A", "~", " ", "\t", "\n", "<", ">", "\"", "'", "a", "h.dom", "1.2.3.4", "80", "*",
        "é", "[", "]", ";type=", ";TYPE=A",
    ];
    let token = prop_oneof![
        8 => prop::sample::select(TOKENS.to_vec()).prop_map(|token| token.as_bytes().to_vec()),
        1 => vec(any::<u8>(), 1..2),
    ];
    let scheme = prop::sample::select(TOKENS[..12].to_vec());
    let text = (scheme, any::<bool>(), vec(token, 0..14));
    let text = text.prop_map(|(scheme, slashes, tokens)| {
        let start = if slashes { "://" } else { ":" };
        [scheme.as_bytes(), start.as_bytes(), &tokens.concat()].concat()
    });
    for_all(&text, |text| {
        if let Ok(url) = Url::parse_bytes(&text) {
            assert_laws(url.as_str());
        }
        assert_repair(&text);
    });
}
