//! What a fuzzer's bytes make is a URL, and all that the grammar has comes from some.

use std::collections::{BTreeMap, BTreeSet};

use arbitrary::{Arbitrary, Unstructured};
use proptest::{collection::vec, prelude::*};
use url1738::{
    FileUrl, FtpUrl, GenericUrl, GopherUrl, HttpUrl, MailtoUrl, NewsUrl, NntpUrl, ProsperoUrl,
    SchemeKind, TelnetUrl, Url, WaisUrl,
};

use crate::seeds::{NOTHING, seeds, sum};

/// The URL of one type that the bytes make, as the umbrella parses it again.
fn made<'a, U: Arbitrary<'a> + AsRef<str>>(bytes: &'a [u8]) -> Url {
    let url = U::arbitrary(&mut Unstructured::new(bytes)).unwrap();
    let text = url.as_ref();
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn any_bytes_make_a_url(bytes in vec(any::<u8>(), 0..300)) {
        let bytes = bytes.as_slice();
        prop_assert!(matches!(made::<FtpUrl>(bytes), Url::Ftp(_)));
        prop_assert!(matches!(made::<HttpUrl>(bytes), Url::Http(_)));
        prop_assert!(matches!(made::<GopherUrl>(bytes), Url::Gopher(_)));
        prop_assert!(matches!(made::<MailtoUrl>(bytes), Url::Mailto(_)));
        prop_assert!(matches!(made::<NewsUrl>(bytes), Url::News(_)));
        prop_assert!(matches!(made::<NntpUrl>(bytes), Url::Nntp(_)));
        prop_assert!(matches!(made::<TelnetUrl>(bytes), Url::Telnet(_)));
        prop_assert!(matches!(made::<WaisUrl>(bytes), Url::Wais(_)));
        prop_assert!(matches!(made::<FileUrl>(bytes), Url::File(_)));
        prop_assert!(matches!(made::<ProsperoUrl>(bytes), Url::Prospero(_)));
        GenericUrl::arbitrary(&mut Unstructured::new(bytes)).unwrap();
    }

    /// The variant is the one that parsing chooses.
    #[test]
    fn any_bytes_make_a_url_of_some_scheme(bytes in vec(any::<u8>(), 0..300)) {
        let url = Url::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
        let parsed = Url::parse(url.as_str()).unwrap();
        prop_assert_eq!(core::mem::discriminant(&url.view()), core::mem::discriminant(&parsed));
    }
}

/// A name that no scheme has stays as the bytes make it.
#[test]
fn other_schemes_have_all_kinds_of_names() {
    let names = (0..40_000_u64).filter_map(|seed| {
        let bytes: Vec<u8> =
            (1..9).flat_map(|by| (seed * by * 0x9E37_79B9).to_le_bytes()).collect();
        let url = Url::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
        matches!(url.view(), Url::Other(_)).then(|| url.scheme().to_owned())
    });
    let names: BTreeSet<String> = names.collect();
    assert!(names.iter().any(|name| !name.starts_with("x-")), "{names:?}");
}

#[test]
fn no_bytes_make_a_short_url() {
    let url = Url::arbitrary(&mut Unstructured::new(&[])).unwrap();
    assert!(url.as_str().len() < 12, "{url}");
}

/// Of the seeds, each scheme shows every part that its grammar has.
#[test]
fn seeds_reach_every_part_and_form() {
    let mut forms = BTreeSet::from([
        ";type=D",
        "%09%09+%091%0D%0A",
        "mailto:%22",
        "@%5B",
        "news:*",
        "file://localhost/",
        "?",
        "://:",
    ]);
    let mut parts: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for bytes in seeds(1).take(60_000) {
        let url = Url::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
        forms.retain(|form| !url.as_str().contains(form));
        let scheme = if matches!(url, Url::Other(_)) { "other" } else { url.scheme() };
        parts
            .entry(scheme.to_owned())
            .or_default()
            .extend(url.parts().iter().map(|at| at.part.name()));
    }
    assert!(forms.is_empty(), "never written: {forms:?}");
    let lines: Vec<String> = parts
        .iter()
        // With their features, the successors of http are among them.
        .filter(|(scheme, _)| *scheme == "other" || SchemeKind::of(scheme) == SchemeKind::Standard)
        .map(|(scheme, parts)| {
            format!("{scheme}: {}", parts.iter().copied().collect::<Vec<_>>().join(" "))
        })
        .collect();
    insta::assert_snapshot!(lines.join("\n"), @r"
    file: fsegment host scheme
    ftp: fsegment ftptype host password port scheme user
    gopher: gopher+_string gtype host port scheme search selector
    http: host hsegment port scheme search
    mailto: encoded822addr scheme
    news: article group grouppart scheme
    nntp: digits group host port scheme
    other: host password port scheme schemepart urlpath user
    prospero: fieldname fieldvalue host port ppath scheme
    telnet: host password port scheme user
    wais: database host port scheme search wpath wtype
    ");
}

/// What some seeds make of every type, as it was: a change is to be seen. `URL1738_WRITE=1` writes it anew.
#[test]
fn the_same_seeds_make_the_same_urls() {
    let mut text = String::new();
    let mut sums = [NOTHING; 11];
    for (seed, bytes) in seeds(17).take(4000).enumerate() {
        let bytes = bytes.as_slice();
        let urls = [
            made::<FtpUrl>(bytes),
            made::<HttpUrl>(bytes),
            made::<GopherUrl>(bytes),
            made::<MailtoUrl>(bytes),
            made::<NewsUrl>(bytes),
            made::<NntpUrl>(bytes),
            made::<TelnetUrl>(bytes),
            made::<WaisUrl>(bytes),
            made::<FileUrl>(bytes),
            made::<ProsperoUrl>(bytes),
            made::<GenericUrl>(bytes),
        ];
        if seed < 60 {
            urls.iter().for_each(|url| text.extend([url.as_str(), "\n"]));
        }
        // Of the others a sum for each type.
        sums.iter_mut().zip(&urls).for_each(|(before, url)| *before = sum(*before, url.as_str()));
    }
    sums.iter().for_each(|sum| text.push_str(&format!("{sum:016x}\n")));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/arbitrary.txt");
    if std::env::var_os("URL1738_WRITE").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    let expected = std::fs::read_to_string(path).unwrap();
    for (made, expected) in text.lines().zip(expected.lines()) {
        assert_eq!(made, expected);
    }
    assert_eq!(text.len(), expected.len());
}
