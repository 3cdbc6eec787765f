//! All bases times all references of the examples, over the ten schemes and others. `URL1738_WRITE=1` writes the table anew.

use std::{collections::BTreeSet, fmt::Write as _, fs};

use url1738::{Url, relative::Resolution};

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
            let [one, other] = super::BOTH.map(|resolution| result(&url, reference, resolution));
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
