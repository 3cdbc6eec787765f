//! Checksums of what is found in many thousands of texts: they show every change.
//!
//! `sums.tsv` has some sums for each kind of text. Where one differs, all that was found is written to the folder of the tests'
//! files, so that it can be laid beside that of an older tree. `URL1738_WRITE=1` writes the sums anew.

use core::fmt::Write as _;

use url1738_context::{Finder, find_iter, replace_all};

use crate::{
    fragments::*,
    seeds::{compare, seeds},
};

/// The sums of each kind, so that a difference is found among fewer texts.
const ROWS: usize = 6;
/// The texts of each sum.
const TEXTS: usize = 2000;

/// The places of a text of one kind, each with what may be there.
type Slots = &'static [&'static [&'static str]];

/// The kinds of texts: URLs of themselves, in wrappers, over lines, and the many colons that begin none.
const KINDS: [(&str, Slots); 14] = [
    ("bare", &[FRONT, NAMES, HOSTS, PATHS, BACK, BACK]),
    ("login", &[FRONT, NAMES, LOGINS, HOSTS, PORTS, PATHS, BACK]),
    (
        "path",
        &[FRONT, &["http://h", "ftp://host.dom", "file://", "x://h:80"], PATHS, PATHS, PATHS, BACK],
    ),
    ("opaque", &[FRONT, OPAQUE, ADDRESSES, ADDRESSES, BACK, BACK]),
    ("wrapped", &[FILL, WRAPS, NAMES, HOSTS, PATHS, BREAKS, PATHS, JOINS, ENDS, BACK]),
    (
        "lines",
        &[
            HEADS,
            &["see ", "", "<URL:", "a text of some words that is as long as a line is in mail: "],
            NAMES,
            HOSTS,
            PATHS,
            BREAKS,
            PATHS,
            BACK,
            BREAKS,
            PATHS,
            BREAKS,
            ENDS,
        ],
    ),
    (
        "colons",
        &[
            FILL, FILL, FILL, FILL, FILL, FRONT, NAMES, HOSTS, PATHS, BACK, FILL, FILL, OPAQUE,
            ADDRESSES,
        ],
    ),
    (
        "several",
        &[
            FRONT, NAMES, HOSTS, BACK, JOINS, NAMES, HOSTS, PATHS, BACK, FRONT, OPAQUE, ADDRESSES,
            BACK,
        ],
    ),
    (
        "hanging",
        &[
            INDENTS,
            &["http://", "x://"],
            &["h/a", "h/a?b=c", "h.dom", "host.dom/dir/a"],
            HANGS,
            TOKENS,
            LINE_ENDS,
        ],
    ),
    ("octets", &[FRONT, HIGH, NAMES, HOSTS, HIGH, PORTS, PATHS, HIGH, PATHS, HIGH, BACK]),
    (
        "pages",
        &[WRAPS, NAMES, &["h", "host.dom"], PATHS, &["", "-", "/"], FEET, TITLES, PATHS, ENDS],
    ),
    (
        "equated",
        &[WORDS, DOTS, EQUALS, &["http://", "ftp://"], &["h", "h.dom", "h/a"], DOTS, LINE_ENDS],
    ),
    (
        "cut",
        &[PADS, FRONT, &["http://", "x://"], &["h/a", "h/dir/ab", "host.dom"], CUTS, TOKENS, BACK],
    ),
    ("soft", &[PADS, &["http://h/"], WORDS, TOKENS, CUTS, TOKENS, PADS, CUTS, TOKENS, BACK]),
];

/// A text of a kind; `octets` is in ISO 8859-1, as far as that has the characters.
fn text(kind: &str, slots: Slots, bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.chunks_exact(2);
    let mut number =
        || bytes.next().map_or(0, |pair| usize::from(u16::from_le_bytes([pair[0], pair[1]])));
    let text: String = slots.iter().map(|slot| slot[number() % slot.len()]).collect();
    match kind {
        "octets" => text.chars().flat_map(octets).collect(),
        _ => text.into_bytes(),
    }
}

fn octets(c: char) -> Vec<u8> {
    u8::try_from(c).map_or_else(|_| c.to_string().into_bytes(), |octet| vec![octet])
}

/// Writes what is found in a text, whole and in pieces, and the text with marks in place of the URLs.
fn report(text: &[u8], size: usize, report: &mut String) {
    let _ = writeln!(report, "\"{}\"", text.escape_ascii());
    let found: Vec<_> = find_iter(text).collect();
    for found in &found {
        let origins: Vec<usize> =
            (0..=found.url.len()).map(|at| found.origin_of(at..at).start).collect();
        let _ = writeln!(report, "\t{found:?} {} {origins:?}", found.is_joined());
    }
    let mut finder = Finder::new();
    let mut streamed: Vec<_> =
        text.chunks(size).flat_map(|chunk| finder.push(chunk).collect::<Vec<_>>()).collect();
    streamed.extend(finder.finish());
    assert_eq!(
        format!("{found:?}"),
        format!("{streamed:?}"),
        "{} in chunks of {size}",
        text.escape_ascii()
    );
    let Ok(text) = core::str::from_utf8(text) else { return };
    let replaced = replace_all(text, |found| format!("[{}]", found.url));
    let _ = writeln!(report, "\t{:?}", replaced);
}

#[test]
fn nothing_else_is_found() {
    let mut reports = Vec::new();
    for (index, (name, slots)) in KINDS.iter().enumerate() {
        let mut texts = seeds(0x1738 + index as u64);
        for row in 0..ROWS {
            let mut written = String::new();
            for (size, bytes) in (1..20).cycle().zip(texts.by_ref().take(TEXTS)) {
                report(&text(name, slots, &bytes), size, &mut written);
            }
            reports.push((format!("{name}\t{row}"), written));
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/sums.tsv");
    compare(&reports, path, env!("CARGO_TARGET_TMPDIR"));
}
