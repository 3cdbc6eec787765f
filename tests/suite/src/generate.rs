//! The files of the suite, as JSON.

use std::{collections::HashSet, fs, path::Path};

use serde_json::{Value, json};
use url1738::{Url, relative::Resolution};
use url1738_conformance::{
    oracle::{Oracle, SCHEMES, decoded},
    reader::{Parser, Reader as _},
    split::Piece,
};

use crate::{
    candidates::build,
    choose::{Chosen, choose},
    files,
    files::File,
    judge,
    judge::{resolve, rule},
};

/// The most vectors of each of the smaller lists.
const MOST: usize = 150;

/// Returns all files: one per scheme, "generic", "relative" and "text". Two schemes are written at a time.
///
/// # Panics
///
/// Panics if the crates and the grammar differ, or if data of the repository cannot be read.
#[must_use]
pub fn generate(root: &Path, large: bool) -> Vec<File> {
    let titles: Vec<&'static str> = SCHEMES.into_iter().chain(["generic"]).collect();
    let next = std::sync::Mutex::new(titles.iter());
    let done = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let Some(title) = next.lock().expect("no poison").next() else { return };
                    let file = of_scheme(root, title, large);
                    done.lock().expect("no poison").push(file);
                }
            });
        }
    });
    let mut files = done.into_inner().expect("no poison");
    files.sort_by_key(|file| titles.iter().position(|title| *title == file.name));
    files.push(File::new("relative", vec![("resolve", relative(root))]));
    files.push(File::new("text", vec![("extract", extraction(root))]));
    files
}

/// Returns the oracle of a scheme or of "generic".
#[must_use]
pub fn oracle(title: &'static str) -> Oracle {
    if title == "generic" { Oracle::generic() } else { Oracle::of_scheme(title) }
}

fn of_scheme(root: &Path, title: &'static str, large: bool) -> File {
    let chosen = choose(&oracle(title), large);
    let urls = chosen.iter().map(vector).collect();
    let valid = examples(root, title, &chosen);
    let mut lists = vec![("urls", urls)];
    if title != "generic" {
        lists.push(("normal", normal(&valid)));
        lists.push(("equivalent", equivalent(&valid)));
        lists.push(("build", builds(title, &valid)));
        lists.push(("plans", plans(root, title, &valid)));
    }
    File::new(title, lists)
}

fn vector(chosen: &Chosen) -> Value {
    let text = files::to_text(&chosen.text);
    match chosen.refused {
        None => {
            json!({"text": text, "valid": true, "parts": judge::parts(&chosen.text, &chosen.pieces)})
        }
        Some(refused) => {
            json!({"text": text, "valid": false, "at": refused.start, "rule": rule(refused)})
        }
    }
}

fn read(root: &Path, path: &str) -> String {
    fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the texts whose plans the crate of a scheme has in its table; none for the general syntax, which has no crate.
fn planned(root: &Path, title: &str) -> Vec<String> {
    let path = format!("crates/url1738-{title}/tests/data/answers.tsv");
    let table = fs::read_to_string(root.join(path)).unwrap_or_default();
    let rows = table.lines().filter_map(|line| line.split_once("\tplan\t"));
    rows.map(|(text, _)| text.to_owned()).collect()
}

/// Returns valid URLs of a scheme: hard ones by hand, from plans, from the data of the repository, and of the choice.
fn examples(root: &Path, title: &str, chosen: &[Chosen]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let prefix = format!("{title}:");
    all.extend(planned(root, title));
    let data = root.join(format!("tests/data/urls/{title}.txt"));
    let data = fs::read_to_string(data).unwrap_or_default();
    let step = (data.lines().count() / 40).max(1);
    all.extend(data.lines().step_by(step).map(str::to_owned));
    all.extend(HARD.iter().map(|text| (*text).to_owned()));
    let short = chosen.iter().filter(|one| one.refused.is_none() && one.text.len() < 80);
    all.extend(short.filter_map(|one| String::from_utf8(one.text.clone()).ok()));
    let mut seen = HashSet::new();
    all.retain(|text| {
        let of_scheme =
            text.get(..prefix.len()).is_some_and(|head| head.eq_ignore_ascii_case(&prefix));
        of_scheme && Url::parse(text).is_ok() && seen.insert(text.clone())
    });
    all
}

/// URLs whose normal forms, builders or plans are easily wrong.
const HARD: &[&str] = &[
    "FTP://Joe:%61%40b@HOST.Dom:21/%7euser/a%2fb/;type=A",
    "ftp://:@host.dom",
    "ftp://@host.dom/",
    "ftp://host.dom/%2Fetc/motd;type=i",
    "ftp://host.dom:00021//a//b/",
    "HTTP://WWW.Host.Dom:80",
    "http://host.dom/?",
    "http://host.dom/%41%2f%3f?%3F;a=b&c",
    "http://host.dom:8080/a/../b/./c",
    "gopher://HOST.dom:70",
    "gopher://host.dom/7/find%09a%20b",
    "gopher://host.dom/0sel%09%09%2bapplication/x%20en",
    "gopher://host.dom/1%09",
    "mailto:Joe.%22A%20B%22@Host.Dom",
    "mailto:%4aoe@host.dom",
    "news:*",
    "news:Comp.Lang.c%2b%2b",
    "news:a%2Fb@Host.Dom",
    "nntp://host.dom:119/comp.lang.c/0010",
    "nntp://host.dom/comp.lang.c",
    "telnet://Joe:a%3ab@host.dom:23/",
    "telnet://host.dom",
    "wais://host.dom:210/db?a%20B",
    "wais://host.dom/db/TEXT/1%3D%2e",
    "wais://host.dom/",
    "file:///etc/%6dotd",
    "file://LOCALHOST/etc/motd",
    "file://host.dom/c|/a",
    "prospero://host.dom:1525//pros/name;a=b;A=%62",
    "prospero://host.dom/x;=",
];

fn normal(valid: &[String]) -> Vec<Value> {
    let forms = valid.iter().filter_map(|text| {
        let form = Url::parse(text).ok()?.normalize().as_str().to_owned();
        Some(json!({"text": text, "normal": form}))
    });
    forms.take(MOST).collect()
}

/// Returns texts that differ from a URL in what section 2.2 and the defaults of section 3 ignore, and in what they do not.
fn variants(text: &str) -> Vec<String> {
    let (scheme, rest) = text.split_once(':').unwrap_or((text, ""));
    let mut all = vec![
        format!("{}:{rest}", scheme.to_ascii_uppercase()),
        format!("{scheme}:{}", rest.to_ascii_uppercase()),
        format!("{text}/"),
        text.trim_end_matches('/').to_owned(),
        text.replace('%', "%25"),
        text.replace("%2F", "/").replace("%2f", "/"),
    ];
    // The last letter escaped, in both cases of the hexadecimal digits.
    if let Some(at) = text.rfind(|c: char| c.is_ascii_lowercase()).filter(|at| *at > scheme.len()) {
        let byte = text.as_bytes()[at];
        all.push(format!("{}%{byte:02x}{}", &text[..at], &text[at + 1..]));
        all.push(format!("{}%{byte:02X}{}", &text[..at], &text[at + 1..]));
    }
    if let Ok(url) = Url::parse(text) {
        all.push(url.normalize().as_str().to_owned());
        if let (Some(host), Some(port), None) = (url.host_str(), url.default_port(), url.port()) {
            let end = text.find(host).map_or(0, |at| at + host.len());
            all.push(format!("{}:{port}{}", &text[..end], &text[end..]));
            all.push(format!("{}:{}{}", &text[..end], port + 1, &text[end..]));
        }
    }
    all.retain(|other| other != text);
    all
}

fn equivalent(valid: &[String]) -> Vec<Value> {
    let mut seen = HashSet::new();
    let mut pairs = Vec::new();
    for text in valid.iter().take(60) {
        for other in variants(text) {
            let (Ok(a), Ok(b)) = (Url::parse(text), Url::parse(&other)) else { continue };
            if a.scheme() == b.scheme() || a.scheme().eq_ignore_ascii_case(b.scheme()) {
                let equivalent = a.equivalent(&b);
                if seen.insert((text.clone(), other.clone())) {
                    pairs.push(json!({"a": text, "b": other, "equivalent": equivalent}));
                }
            }
        }
    }
    // Both answers in equal numbers as far as there are any.
    let half = |answer: bool| {
        pairs.iter().filter(move |pair| pair["equivalent"] == answer).take(MOST / 2).cloned()
    };
    half(true).chain(half(false)).collect()
}

fn builds(title: &'static str, valid: &[String]) -> Vec<Value> {
    let parser = Parser::of(title).expect("a parser for every scheme");
    let mut seen = HashSet::new();
    let mut vectors = Vec::new();
    let mut add = |parts: Vec<(String, Vec<u8>)>| {
        let written: Value =
            parts.iter().map(|(name, value)| json!([name, files::to_text(value)])).collect();
        let key = written.to_string();
        if vectors.len() < MOST && seen.insert(key) {
            let text = build(title, &parts);
            vectors.push(json!({"parts": written, "text": text}));
        }
    };
    for text in valid {
        let mut pieces: Vec<Piece> = Vec::new();
        if parser.read(text.as_bytes(), &mut pieces).is_err() {
            continue;
        }
        let parts: Vec<(String, Vec<u8>)> = pieces
            .iter()
            .filter(|piece| piece.part != "scheme")
            .map(|piece| (piece.part.to_owned(), decoded(&text.as_bytes()[piece.start..piece.end])))
            .collect();
        // A typecode in upper case, say, which the URL has and no builder writes.
        if build(title, &parts).is_none() {
            continue;
        }
        add(parts.clone());
        // Each part with octets that a builder has to escape, or must refuse.
        for at in 0..parts.len() {
            let mut changed = parts.clone();
            changed[at].1 = b"a/b;c?d:e@f%g~h i\xe9".to_vec();
            if vectors_wanted(&changed[at].0) {
                add(changed);
            }
        }
    }
    vectors
}

/// Whether a builder takes any octets in the part, or has to refuse some.
fn vectors_wanted(part: &str) -> bool {
    !["ftptype", "port", "gtype", "digits", "grouppart"].contains(&part)
}

fn plans(root: &Path, title: &str, valid: &[String]) -> Vec<Value> {
    let known: HashSet<String> = planned(root, title).into_iter().collect();
    let mut shapes = HashSet::new();
    let mut vectors = Vec::new();
    for text in valid {
        let answer = judge::answer(&json!({"op": "plan", "text": text}));
        // Of each shape a few: the names of the steps in their order.
        let shape: Vec<String> = answer["steps"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|step| {
                step.as_str().unwrap_or_default().split(' ').next().unwrap_or("").to_owned()
            })
            .collect();
        let is_new = shapes.insert((shape, answer["refused"] == true, text.len() / 8));
        if (known.contains(&text[..]) || is_new) && vectors.len() < MOST {
            let mut vector = json!({"text": text});
            for key in ["endpoint", "steps", "refused"] {
                if !answer[key].is_null() {
                    vector[key] = answer[key].clone();
                }
            }
            vectors.push(vector);
        }
    }
    assert!(!vectors.is_empty(), "{title} has plans");
    vectors
}

fn relative(root: &Path) -> Vec<Value> {
    let mut vectors = Vec::new();
    let mut seen = HashSet::new();
    let mut add = |base: &str, reference: &str| {
        for (by, resolution) in [("rfc1808", Resolution::Rfc1808), ("rfc3986", Resolution::Rfc3986)]
        {
            if seen.insert((base.to_owned(), reference.to_owned(), by)) {
                let result = resolve(base, reference, resolution);
                vectors.push(
                    json!({"base": base, "reference": reference, "by": by, "result": result}),
                );
            }
        }
    };
    for (file, base) in [("rfc1808", "http://a/b/c/d;p?q"), ("rfc3986", "http://a/b/c/d;p?q")] {
        let rows = read(root, &format!("crates/url1738-relative/tests/data/{file}.tsv"));
        for row in rows.lines().filter(|row| !row.starts_with("# ")) {
            add(base, row.split('\t').next().unwrap_or_default());
        }
    }
    let joined = read(root, "crates/url1738/tests/data/joined.tsv");
    for row in joined.lines().filter(|row| !row.starts_with("# ")) {
        let mut cells = row.split('\t');
        let (base, reference) = (cells.next().unwrap_or(""), cells.next().unwrap_or(""));
        if Url::parse(base).is_ok() {
            add(base, reference);
        }
    }
    vectors
}

fn extraction(root: &Path) -> Vec<Value> {
    let mut texts: Vec<Vec<u8>> = TEXTS.iter().map(|text| text.as_bytes().to_vec()).collect();
    // Texts of thirteen kinds, each after a line with its name.
    let kinds = read(root, "tests/context/data/kinds/texts.txt");
    let kinds = kinds.split("==> ").filter_map(|text| text.split_once(" <==\n"));
    texts.extend(kinds.map(|(_, text)| text.as_bytes().to_vec()));
    // The RFC itself, paragraph by paragraph, where a colon is.
    let rfc = read(root, "tests/context/data/rfc1738.txt").replace("\r\n", "\n");
    let paragraphs = rfc.split("\n\n").filter(|it| it.contains("://") || it.contains("URL:"));
    texts.extend(paragraphs.map(|it| it.as_bytes().to_vec()));
    texts
        .into_iter()
        .map(|text| {
            let text = files::to_text(&text);
            let urls = judge::answer(&json!({"op": "extract", "text": text}))["urls"].clone();
            json!({"text": text, "urls": urls})
        })
        .collect()
}

/// Short texts: what surrounds a URL, and what breaks it.
const TEXTS: &[&str] = &[
    "",
    "no URL here: none",
    "see http://host.dom/a.",
    "(http://host.dom/a)",
    "\"ftp://host.dom/a,b\", and more",
    "<URL:ftp://host.dom/a b>",
    "<URL:http://ds.internic.\n   net/instructions/overview.html#WARNING>",
    "<http://host.dom/>",
    "http://a.dom/,http://b.dom/",
    "mailto:joe@host.dom, news:comp.lang.c; telnet://host.dom!",
    "http://host.dom/~joe/",
    "HTTP://HOST.DOM",
    "xhttp://host.dom/",
    "see http://host.dom/\u{e9} and http://host.dom/b",
];
