//! Texts for measuring speed.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use crate::truth::Document;

/// Text with few URLs: the documentation of the crates that cargo has unpacked on this machine
/// (`*.md`, and `*.rs` with the comments that docs.rs shows), in the order of their names, repeated up to `size` bytes. `None` if there are none.
#[must_use]
pub fn documentation(size: usize) -> Option<String> {
    let home = env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| env::var_os("HOME").map(|home| Path::new(&home).join(".cargo")))?;
    let mut files = Vec::new();
    collect(&home.join("registry").join("src"), &mut files);
    files.sort();
    let mut text = String::new();
    for file in files {
        if text.len() >= size {
            break;
        }
        text.push_str(&fs::read_to_string(file).unwrap_or_default());
    }
    (!text.is_empty()).then(|| repeated(&text, size))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let is = |extension: &str| path.extension().is_some_and(|found| found == extension);
        if path.is_dir() {
            collect(&path, files);
        } else if is("md") || is("rs") {
            files.push(path);
        }
    }
}

/// Returns the RFCs of the truth, repeated up to `size` bytes.
#[must_use]
pub fn rfcs(documents: &[Document], size: usize) -> String {
    let text: Vec<u8> = documents.iter().flat_map(|document| document.text.clone()).collect();
    repeated(&String::from_utf8_lossy(&text), size)
}

/// Text dense with URLs: a few words, then one, as in mail and lists of references.
///
/// The hosts and the paths are from public sources, mixed anew each time, so that no URL is repeated:
/// branch predictors learn repeated text.
#[must_use]
pub fn dense(size: usize) -> String {
    const WORDS: &str = "the of to and in for is on that by this with you it not or be are from at as \
                         your all have new more an was we will home can us about see also page";
    const FORMS: [(&str, &str); 8] = [
        ("", " "),
        ("", "\n"),
        ("", ".\n"),
        ("", ", "),
        ("(", ") "),
        ("<", ">\n"),
        ("<URL:", "> "),
        ("\"", "\" "),
    ];
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let urls: Vec<(&str, &str)> = include_str!("../data/urls.list")
        .lines()
        .map(|url| {
            let host = url.find("://").map_or(0, |colon| colon + 3);
            let path = url[host..].find('/').map_or(url.len(), |slash| host + slash);
            url.split_at(path)
        })
        .collect();
    let mut random = Random(1738);
    let mut text = String::with_capacity(size + 256);
    while text.len() < size {
        for _ in 0..3 + random.below(12) {
            text.push_str(words[random.below(words.len())]);
            text.push(' ');
        }
        let (before, after) = FORMS[random.below(FORMS.len())];
        let ((host, _), (_, path)) =
            (urls[random.below(urls.len())], urls[random.below(urls.len())]);
        text.extend([before, host, path, after]);
    }
    text
}

/// A small generator, the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default() % limit
    }
}

fn repeated(text: &str, size: usize) -> String {
    text.repeat(size.div_ceil(text.len().max(1)))
}
