//! Texts to measure speed on.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use crate::truth::Document;

/// Text with few URLs: the documentation and sources of the crates that cargo has unpacked on this
/// machine, in a fixed order, repeated up to `size` bytes. `None` where there are none.
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

/// The RFCs of the truth, repeated up to `size` bytes.
#[must_use]
pub fn rfcs(documents: &[Document], size: usize) -> String {
    let text: Vec<u8> = documents.iter().flat_map(|document| document.text.clone()).collect();
    repeated(&String::from_utf8_lossy(&text), size)
}

/// Text dense with URLs: some from public sources, as they stand in mail, a few words between them.
#[must_use]
pub fn dense(size: usize) -> String {
    let mut text = String::new();
    for (i, url) in include_str!("../data/urls.list").lines().enumerate() {
        let (before, after) = match i % 6 {
            0 => ("see ", " for it.\n"),
            1 => ("(also at ", ")\n"),
            2 => ("and ", ", which is new,\n"),
            3 => ("<A HREF=\"", "\">here</A>\n"),
            4 => ("> moved to <", ">\n"),
            _ => ("   ", "\n"),
        };
        text.push_str(before);
        text.push_str(url);
        text.push_str(after);
    }
    repeated(&text, size)
}

fn repeated(text: &str, size: usize) -> String {
    text.repeat(size.div_ceil(text.len().max(1)))
}
