//! Writes seeds and a dictionary for each fuzz target into a folder, from the test vectors: `cargo run --example seeds DIR`.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a tool for developers"
)]

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::{Path, PathBuf},
};

fn main() {
    let work = PathBuf::from(env::args().nth(1).expect("the folder to write into"));
    let texts = texts();
    for (target, _) in url1738_fuzz::TARGETS {
        write(&work.join(target), target, &texts);
        fs::write(work.join(format!("{target}.dict")), dictionary(target, &texts)).unwrap();
    }
}

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the names of the schemes.
fn schemes() -> Vec<&'static str> {
    url1738::SCHEMES.iter().map(|scheme| scheme.name).collect()
}

/// Every n-th line of the lists of real URLs becomes a seed.
const ONE_IN: usize = 12;

/// Returns the files of vectors: the path, the column of the text, counted from 0, and the step between lines.
fn sources() -> Vec<(PathBuf, usize, usize)> {
    let top = top();
    let mut sources: Vec<(PathBuf, usize, usize)> = schemes()
        .into_iter()
        // https, ws and wss are in the crate of http.
        .filter(|scheme| top.join(format!("crates/url1738-{scheme}")).is_dir())
        .flat_map(|scheme| [(scheme, scheme), (scheme, "answers")])
        .map(|(scheme, table)| format!("crates/url1738-{scheme}/tests/data/{table}.tsv"))
        .map(|path| (top.join(path), 0, 1))
        .collect();
    let others = [
        ("crates/url1738-core/tests/data/generic.tsv", 0, 1),
        ("crates/url1738/tests/data/attacks.tsv", 2, 1),
        ("tests/conformance/data/nasty.tsv", 3, 1),
        ("tests/fuzz/found.tsv", 1, 1),
    ];
    sources.extend(others.map(|(path, column, step)| (top.join(path), column, step)));
    let lists = fs::read_dir(top.join("tests/data/urls")).into_iter().flatten().flatten();
    let mut lists: Vec<PathBuf> = lists.map(|entry| entry.path()).collect();
    lists.sort();
    sources.extend(lists.into_iter().map(|path| (path, 0, ONE_IN)));
    sources
}

/// Returns the texts of all vectors, as bytes.
fn texts() -> BTreeSet<Vec<u8>> {
    let mut texts = BTreeSet::new();
    for (path, column, step) in sources() {
        let file = fs::read_to_string(path).unwrap();
        let lines = file.lines().filter(|line| !line.is_empty() && !line.starts_with("# "));
        let cells = lines.step_by(step).filter_map(|line| line.split('\t').nth(column));
        texts.extend(cells.map(octets).filter(|text| text.len() < 600));
    }
    texts
}

/// Returns the seeds of a target that does not read URLs: templates, settings, documents.
fn own(target: &str) -> Vec<Vec<u8>> {
    let mut seeds = rows("seeds.tsv", target);
    if target == "documents" {
        let read =
            |(kind, path): &(u8, &str)| [&[*kind], &*fs::read(top().join(path)).unwrap()].concat();
        seeds.extend(DOCUMENTS.iter().map(read));
    }
    seeds
}

/// Returns the texts of a target in a file of seeds.
fn rows(file: &str, target: &str) -> Vec<Vec<u8>> {
    let listed = fs::read_to_string(top().join("tests/fuzz").join(file)).unwrap();
    let rows = listed.lines().filter_map(|line| line.split_once('\t'));
    rows.filter(|(of, _)| *of == target).map(|(_, text)| octets(text)).collect()
}

/// Documents, each with the byte by which the target knows its kind.
const DOCUMENTS: [(u8, &str); 9] = [
    (0, "crates/url1738-cli/tests/data/archive/page.html"),
    (1, "crates/url1738-cli/tests/data/archive/list.mbox"),
    (2, "crates/url1738-cli/tests/data/archive/mail.mbox"),
    (3, "crates/url1738-cli/tests/data/archive/paper.pdf"),
    (4, "crates/url1738-cli/tests/data/archive/old.txt.gz"),
    (5, "crates/url1738-cli/tests/data/archive/older.txt.zst"),
    (6, "crates/url1738-cli/tests/data/archive/index.cdxj"),
    (7, "crates/url1738-cli/tests/data/archive/small.warc"),
    (7, "crates/url1738-cli/tests/data/archive/small.warc.gz"),
];

/// Writes one file per text.
fn write(folder: &Path, target: &str, texts: &BTreeSet<Vec<u8>>) {
    fs::create_dir_all(folder).unwrap();
    let mut seeds = own(target);
    if seeds.is_empty() {
        seeds = texts.iter().map(|text| shaped(text, target)).collect();
    }
    seeds.extend(rows("corpus.tsv", target));
    for (number, text) in seeds.iter().enumerate() {
        fs::write(folder.join(format!("seed-{number:05}")), text).unwrap();
    }
}

/// Returns the text in the form that a target reads.
fn shaped(text: &[u8], target: &str) -> Vec<u8> {
    let head = |len: usize| text.get(..len).unwrap_or(text);
    let slashes = text.windows(3).position(|three| three == b"://");
    match (target, slashes) {
        // Scheme, user, the rest of the password, the text after the `@`.
        ("format_redact", Some(at)) => {
            [head(at), b"\njoe\n\n", text.get(at + 3..).unwrap_or_default()].concat()
        }
        ("format_redact", None) => [text, b"\njoe\n\nhost.dom/"].concat(),
        // Two URLs that are compared.
        ("normalize" | "surt", _) => [text, b"\n", text].concat(),
        // A base, and a reference: the text after its host, or a URL.
        ("join", Some(at)) => {
            let rest = text.get(at + 3..).unwrap_or_default();
            let path =
                rest.iter().position(|byte| *byte == b'/').and_then(|slash| rest.get(slash + 1..));
            [text, b"\n../", path.unwrap_or(b"./?a;b#c")].concat()
        }
        ("join", None) => [b"http://host.dom/a/b;c?d\n", text].concat(),
        // The cuts of the stream, and a text around the URL.
        ("context", _) => {
            [b"\x03\x40\x07\x01(see <URL:".as_slice(), text, b">, or\n  ", text, b".)\n"].concat()
        }
        // A URL of the target, and a server that sends in long pieces.
        ("exchange", _) => [b"\x03\xff", text].concat(),
        // The command and its format, and two lines.
        ("cli_lines", _) => {
            let turn = |all: u8| text.iter().fold(0_u8, |sum, byte| sum.wrapping_add(*byte)) % all;
            [&[turn(6), turn(4)], text, b"\n", head(8), b"\r\n"].concat()
        }
        _ => text.to_vec(),
    }
}

/// Returns the frequent words of the texts and those of the target's own seeds, in libFuzzer's notation.
fn dictionary(target: &str, texts: &BTreeSet<Vec<u8>>) -> String {
    let mut counts: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    for text in texts {
        let pieces = text.split(|byte| b"/;?@&=.<> \t\r\n\"".contains(byte));
        let escapes = text.windows(3).filter(|three| three[0] == b'%');
        for word in pieces.filter(|piece| (2..=12).contains(&piece.len())).chain(escapes) {
            *counts.entry(word.to_vec()).or_default() += 1;
        }
    }
    let mut words: Vec<(Vec<u8>, usize)> = counts.into_iter().collect();
    words.sort_by_key(|(_, count)| core::cmp::Reverse(*count));
    let mut chosen: Vec<Vec<u8>> = words.into_iter().map(|(word, _)| word).take(300).collect();
    chosen.extend(schemes().iter().map(|scheme| format!("{scheme}:").into_bytes()));
    let delimiters: [&[u8]; 14] = [
        b"://",
        b"//",
        b";type=",
        b";TYPE=",
        b"%09",
        b"%0D%0A",
        b"%2F",
        b"%00",
        b"%7E",
        b"<URL:",
        b"URL:",
        b"localhost",
        b":65535",
        b"\xC3\xA9",
    ];
    chosen.extend(delimiters.map(<[u8]>::to_vec));
    if target != "documents" {
        let between = |byte: &u8| !(byte.is_ascii_alphanumeric() || b"-_=!&|<>".contains(byte));
        let seeds = own(target);
        let words = seeds.iter().flat_map(|seed| seed.split(between));
        let words: BTreeSet<&[u8]> = words.filter(|word| !word.is_empty()).collect();
        chosen.extend(words.into_iter().map(<[u8]>::to_vec));
    }
    let escaped = |word: &Vec<u8>| -> String {
        let octets = word.iter().map(|octet| match octet {
            b'"' | b'\\' => format!("\\x{octet:02x}"),
            b' '..=b'~' => char::from(*octet).to_string(),
            _ => format!("\\x{octet:02x}"),
        });
        octets.collect()
    };
    chosen.iter().map(|word| format!("\"{}\"\n", escaped(word))).collect()
}

/// Resolves `\xHH`, `\t`, `\r`, `\n`, `\0`, `\\` and `{REP:text:count}`, which repeats the text only 20 times.
fn octets(cell: &str) -> Vec<u8> {
    if let Some((before, (repeated, after))) =
        cell.split_once("{REP:").and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    {
        let text = repeated.rsplit_once(':').map_or(repeated, |(text, _)| text);
        return [octets(before), octets(text).repeat(20), octets(after)].concat();
    }
    let (mut out, mut rest) = (Vec::new(), cell.as_bytes());
    while let [byte, tail @ ..] = rest {
        let (octet, after) = match (byte, tail) {
            (b'\\', [b'x', digits @ ..]) if digits.len() >= 2 => {
                let digits = core::str::from_utf8(&digits[..2]).unwrap_or_default();
                (u8::from_str_radix(digits, 16).unwrap_or(b'?'), &tail[3..])
            }
            (b'\\', [b't', after @ ..]) => (b'\t', after),
            (b'\\', [b'r', after @ ..]) => (b'\r', after),
            (b'\\', [b'n', after @ ..]) => (b'\n', after),
            (b'\\', [b'0', after @ ..]) => (0, after),
            (b'\\', [b'\\', after @ ..]) => (b'\\', after),
            _ => (*byte, tail),
        };
        out.push(octet);
        rest = after;
    }
    out
}
