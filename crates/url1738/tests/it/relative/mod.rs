//! Relative references over all schemes: the laws, the algorithms as the RFCs write them, and a table of results.

mod laws;
mod model;
mod table;

use proptest::{collection::vec, prelude::*, sample::select};
use url1738::{Url, relative::Resolution};

const BOTH: [Resolution; 2] = [Resolution::Rfc1808, Resolution::Rfc3986];

/// What references and paths are made of.
const TOKENS: [&str; 26] = [
    "a", "b", "c", ".", "..", "/", "/", "/", "./", "../", "../", "//", ";", ";type=a", "?", "#",
    ":", "@", "%2F", "%2e", "=1", "ftp:", "//h", "~", "\u{e9}", "*",
];

/// What URLs that share much begin with.
const HEADS: [&str; 18] = [
    "ftp://h/",
    "ftp://u:p@h:21/",
    "ftp://h",
    "http://h/",
    "http://h",
    "gopher://h/1",
    "gopher://h/0/",
    "gopher://h",
    "nntp://h/g.x/",
    "wais://h/",
    "wais://h/d/t/",
    "file:///",
    "file://h/",
    "prospero://h/",
    "x://h/",
    "x://h",
    "x:/",
    "x:",
];

fn tokens() -> impl Strategy<Value = String> {
    vec(select(&TOKENS[..]), 0..10).prop_map(|tokens| tokens.concat())
}

/// URLs that have much in common: few hosts and names.
fn near() -> impl Strategy<Value = Url> {
    (select(&HEADS[..]), tokens()).prop_map(|(head, tail)| {
        let texts = [[head, &tail].concat(), format!("{head}a"), "http://h/a/b".to_owned()];
        texts.iter().find_map(|text| text.parse().ok()).unwrap()
    })
}

/// Any URL of any scheme.
fn any_url() -> impl Strategy<Value = Url> {
    vec(any::<u8>(), 0..200).prop_map(|bytes| {
        use arbitrary::{Arbitrary, Unstructured};
        Url::arbitrary(&mut Unstructured::new(&bytes)).unwrap()
    })
}

fn urls() -> impl Strategy<Value = Url> {
    prop_oneof![near(), any_url()]
}

fn is_never_base(url: &Url) -> bool {
    matches!(url, Url::Mailto(_) | Url::News(_) | Url::Telnet(_))
}
