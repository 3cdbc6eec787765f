//! Relative references over all schemes: the laws, the algorithms as the RFCs write them, and a table of results.

mod laws;

use std::{collections::BTreeSet, fmt::Write as _, fs};

use proptest::{collection::vec, prelude::*, sample::select};
use url1738::{
    HttpUrl, Url,
    relative::{Base, Resolution},
};

use super::laws::for_all;

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

/// RFC 1808, section 4, step 6, for a path without the first slash.
fn rfc1808(mut path: String) -> String {
    // a) and b): a segment begins at the beginning or after a slash.
    while let Some(at) = place(&path, "./") {
        path.replace_range(at..at + 2, "");
    }
    if path == "." || path.ends_with("/.") {
        path.pop();
    }
    // c): the leftmost "<segment>/../" whose segment is not "..".
    while let Some((from, to)) = parent(&path) {
        path.replace_range(from..to, "");
    }
    // d)
    if let Some(before) = path.strip_suffix("/..") {
        let from = before.rfind('/').map_or(0, |slash| slash + 1);
        if &before[from..] != ".." {
            path.truncate(from);
        }
    }
    path
}

/// Where `text` begins as a complete segment.
fn place(path: &str, text: &str) -> Option<usize> {
    if path.starts_with(text) {
        return Some(0);
    }
    path.find(&format!("/{text}")).map(|slash| slash + 1)
}

fn parent(path: &str) -> Option<(usize, usize)> {
    let mut from = 0;
    loop {
        let end = from + path[from..].find('/')?;
        if &path[from..end] != ".." && path[end..].starts_with("/../") {
            return Some((from, end + 4));
        }
        from = end + 1;
    }
}

/// RFC 3986, section 5.2.4.
fn rfc3986(path: &str) -> String {
    let (mut input, mut output) = (path.to_owned(), String::new());
    while !input.is_empty() {
        if let Some(rest) = input.strip_prefix("../").or(input.strip_prefix("./")) {
            input = rest.to_owned();
        } else if input.starts_with("/./") || input == "/." {
            input = format!("/{}", input.get(3..).unwrap_or_default());
        } else if input.starts_with("/../") || input == "/.." {
            input = format!("/{}", input.get(4..).unwrap_or_default());
            output.truncate(output.rfind('/').unwrap_or(0));
        } else if input == "." || input == ".." {
            input.clear();
        } else {
            let end = input[1..].find('/').map_or(input.len(), |slash| slash + 1);
            output.push_str(&input[..end]);
            input = input[end..].to_owned();
        }
    }
    output
}

#[test]
fn one_pass_has_the_result_of_the_steps() {
    const SEGMENTS: [&str; 7] = ["a", "b", "", ".", "..", "...", ".a"];
    let segments = || vec(select(&SEGMENTS[..]), 0..8).prop_map(|segments| segments.join("/"));
    for_all(&(segments(), segments()), |(directory, reference)| {
        let base = format!("http://h/{directory}/name");
        let base = HttpUrl::parse(&base).unwrap();
        if reference.is_empty() || reference.starts_with('/') {
            return;
        }
        let merged = format!("{directory}/{reference}");
        let joined = base.join(&reference).unwrap().url;
        assert_eq!(
            joined.as_str(),
            format!("http://h/{}", rfc1808(merged.clone())),
            "{base} {reference}"
        );
        let joined = base.join_with(&reference, Resolution::Rfc3986).unwrap().url;
        assert_eq!(
            joined.as_str(),
            format!("http://h{}", rfc3986(&format!("/{merged}"))),
            "{base} {reference}"
        );
    });
}

/// The path of a URL without a host may begin without a slash.
#[test]
fn paths_without_a_root() {
    const SEGMENTS: [&str; 5] = ["a", "b", ".", "..", ""];
    let segments = || vec(select(&SEGMENTS[..]), 1..6).prop_map(|segments| segments.join("/"));
    for_all(&(segments(), segments()), |(path, reference)| {
        if path.starts_with('/') || reference.is_empty() || reference.starts_with('/') {
            return;
        }
        let base = format!("x:{path}");
        let base = Url::parse(&base).unwrap();
        let directory = &path[..path.rfind('/').map_or(0, |slash| slash + 1)];
        let merged = format!("{directory}{reference}");
        let by = [
            (Resolution::Rfc1808, rfc1808(merged.clone())),
            (Resolution::Rfc3986, rfc3986(&merged)),
        ];
        for (resolution, expected) in by {
            match base.join_with(&reference, resolution) {
                Ok(joined) => {
                    assert_eq!(joined.url.as_str(), format!("x:{expected}"), "{base} {reference}");
                }
                Err(error) => {
                    assert!(
                        error.code() == "path-as-host" && expected.starts_with("//"),
                        "{base} {reference}: {error}"
                    );
                }
            }
        }
    });
}

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/joined.tsv");

/// The base of the examples in each scheme.
const BASES: [&str; 20] = [
    "ftp://a/b/c/d;type=i",
    "ftp://a/b/c/d?q",
    "ftp://u:p@a:2121//b/%2Fc",
    "http://a/b/c/d;p?q",
    "http://a",
    "gopher://a/1b/c/d",
    "gopher://a/7/b/c/d?p%09q",
    "mailto:a@b",
    "news:b.c.d",
    "nntp://a/b.c.d/5",
    "telnet://u:p@a:23/",
    "wais://a/b/c/d",
    "wais://a/b?q",
    "file:///b/c/d",
    "file://a/b/c/d?q",
    "prospero://a//b/c/d;p=q",
    "x-db://u:p@a/b/c/d;p?q",
    "x-db:/b/c/d;p?q",
    "tel:+358",
    "rsync://a?q",
];

fn references() -> BTreeSet<&'static str> {
    let files = [
        include_str!("../../../../url1738-relative/tests/data/rfc1808.tsv"),
        include_str!("../../../../url1738-relative/tests/data/rfc3986.tsv"),
    ];
    let lines = files.iter().flat_map(|file| file.lines()).filter(|line| !line.starts_with("# "));
    lines.filter_map(|line| line.split('\t').next()).collect()
}

fn result(base: &Url<&str>, reference: &str, resolution: Resolution) -> String {
    match base.join_with(reference, resolution) {
        Ok(joined) => {
            let mut text = joined.url.as_str().to_owned();
            if let Some(fragment) = joined.fragment {
                let _ = write!(text, "#{fragment}");
            }
            joined.lints.iter().for_each(|lint| {
                let _ = write!(text, " ({})", lint.code());
            });
            text
        }
        Err(error) => format!("! {} {:?}", error.code(), error.span()),
    }
}

#[test]
fn all_bases_and_references_of_the_examples() {
    let mut table = String::from("# base, reference, result by RFC 1808, and by RFC 3986\n");
    for base in BASES {
        let url = Url::parse(base).unwrap();
        for reference in references() {
            let [one, other] = BOTH.map(|resolution| result(&url, reference, resolution));
            let _ = writeln!(table, "{base}\t{reference}\t{one}\t{other}");
        }
    }
    if std::env::var_os("URL1738_WRITE").is_some() {
        fs::write(PATH, &table).unwrap();
    }
    let committed = fs::read_to_string(PATH).unwrap();
    for (line, expected) in table.lines().zip(committed.lines()) {
        assert_eq!(line, expected);
    }
    assert_eq!(table.lines().count(), committed.lines().count());
}
