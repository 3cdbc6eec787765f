//! The documents and the URLs a careful reader extracts from them.

use std::{fs, io, path::PathBuf};

use url1738_context::Form;

/// A document with its URLs.
#[derive(Debug)]
pub struct Document {
    /// The name of its file.
    pub name: String,
    /// Its bytes.
    pub text: Vec<u8>,
    /// The URLs in it.
    pub urls: Vec<Expected>,
    /// The lines on which something only looks like a URL.
    pub negatives: Vec<Negative>,
}

/// A URL that a correct search finds.
#[derive(Debug)]
pub struct Expected {
    /// The line its wrapper opens on, or itself, counted from 1.
    pub line: usize,
    /// The URL with its fragment, joined.
    pub url: String,
    /// How it is delimited.
    pub form: Form,
    /// Whether the text breaks it.
    pub broken: bool,
    /// What the writer intended, if the rules of the Appendix yield something else.
    pub intended: Option<String>,
}

/// Text that only looks like a URL.
#[derive(Debug)]
pub struct Negative {
    /// Its line, counted from 1.
    pub line: usize,
    /// The kind of the occurrence.
    pub text: String,
}

/// Reads the documents in `data/`: the seven RFCs that extraction was written with.
///
/// # Errors
///
/// Returns an error if a file is missing or a row is malformed.
pub fn documents() -> io::Result<Vec<Document>> {
    read("data")
}

/// Reads the documents in `data/later/`, which were labeled before extraction had read them.
///
/// # Errors
///
/// Returns an error if a file is missing or a row is malformed.
pub fn later_documents() -> io::Result<Vec<Document>> {
    read("data/later")
}

/// Reads the documents in `data/harder/`, which were labeled before extraction had read them: formatted manual pages, mail,
/// HTML, source text, and pages in other scripts and encodings.
///
/// # Errors
///
/// Returns an error if a file is missing or a row is malformed.
pub fn harder_documents() -> io::Result<Vec<Document>> {
    read("data/harder")
}

fn read(folder: &str) -> io::Result<Vec<Document>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut documents: Vec<Document> = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".txt") {
            names.push(name);
        }
    }
    names.sort();
    for name in names {
        let text = fs::read(folder.join(&name))?;
        documents.push(Document { name, text, urls: Vec::new(), negatives: Vec::new() });
    }
    for row in rows(&fs::read_to_string(folder.join("truth.tsv"))?) {
        let [file, line, url, form, intended, ..] = row.as_slice() else { return Err(shape(&row)) };
        let (form, broken) =
            form.strip_suffix("+broken").map_or((*form, false), |form| (form, true));
        let form = match form {
            "URL:wrap" => Form::Wrapped,
            "URL:prefix" => Form::Prefixed,
            "angle" => Form::Angle,
            "quoted" => Form::Quoted,
            "bare" => Form::Bare,
            _ => return Err(shape(&row)),
        };
        let expected = Expected {
            line: line.parse().map_err(|_| shape(&row))?,
            url: (*url).to_owned(),
            form,
            broken,
            intended: (!intended.is_empty()).then(|| (*intended).to_owned()),
        };
        of(&mut documents, file).ok_or_else(|| shape(&row))?.urls.push(expected);
    }
    for row in rows(&fs::read_to_string(folder.join("negatives.tsv"))?) {
        let [file, line, text, ..] = row.as_slice() else { return Err(shape(&row)) };
        let line = line.parse().map_err(|_| shape(&row))?;
        let negative = Negative { line, text: (*text).to_owned() };
        of(&mut documents, file).ok_or_else(|| shape(&row))?.negatives.push(negative);
    }
    Ok(documents)
}

fn rows(table: &str) -> Vec<Vec<&str>> {
    table.lines().skip(1).map(|line| line.split('\t').collect()).collect()
}

fn of<'d>(documents: &'d mut [Document], name: &str) -> Option<&'d mut Document> {
    documents.iter_mut().find(|document| document.name == name)
}

fn shape(row: &[&str]) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("malformed row: {row:?}"))
}
