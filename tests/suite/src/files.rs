//! The files of the suite: a vector a line, so that changes can be read.

use core::fmt::Write as _;
use std::{fs, io, path::Path};

use serde_json::{Value, json};

use crate::judge::LISTS;

/// The version of the format. It changes if a field changes its meaning.
pub const VERSION: u64 = 1;

/// A file: lists of vectors by name.
#[derive(Clone, Debug)]
pub struct File {
    /// The scheme, "generic", "relative" or "text".
    pub name: String,
    /// The lists, in order.
    pub lists: Vec<(String, Vec<Value>)>,
}

impl File {
    pub(crate) fn new(name: &str, lists: Vec<(&str, Vec<Value>)>) -> Self {
        let lists = lists.into_iter().map(|(list, vectors)| (list.to_owned(), vectors)).collect();
        Self { name: name.to_owned(), lists }
    }

    /// Returns the text of the file.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!(
            "{{\n\"$schema\": \"schema.json\",\n\"suite\": \"rfc1738\",\n\"version\": {VERSION},\n\"scheme\": {}",
            json!(self.name)
        );
        for (name, vectors) in &self.lists {
            let lines: Vec<String> = vectors.iter().map(line).collect();
            let _ = write!(text, ",\n{}: [\n{}\n]", json!(name), lines.join(",\n"));
        }
        text + "\n}\n"
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be read or is not JSON.
    pub fn read(path: &Path) -> io::Result<Self> {
        let value: Value = serde_json::from_str(&fs::read_to_string(path)?)?;
        // An object does not keep its order; the files are in that of the operations.
        let lists = LISTS
            .iter()
            .filter_map(|(name, ..)| Some(((*name).to_owned(), value[*name].as_array()?.clone())));
        let lists = lists.collect();
        Ok(Self { name: value["scheme"].as_str().unwrap_or_default().to_owned(), lists })
    }

    /// Returns the vectors of a list; none if the file does not have it.
    #[must_use]
    pub fn list(&self, name: &str) -> &[Value] {
        self.lists.iter().find(|(list, _)| list == name).map_or(&[], |(_, vectors)| vectors)
    }

    /// Returns the number of vectors of all lists.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lists.iter().map(|(_, vectors)| vectors.len()).sum()
    }

    /// Whether it has no vector.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The keys in the order in which a reader wants them: the question before the answer.
const ORDER: [&str; 9] =
    ["text", "base", "reference", "by", "a", "b", "valid", "parts", "endpoint"];

/// Returns a vector on one line.
fn line(vector: &Value) -> String {
    let rank = |key: &str| ORDER.iter().position(|it| *it == key).unwrap_or(ORDER.len());
    let mut pairs: Vec<(&String, &Value)> = vector.as_object().into_iter().flatten().collect();
    pairs.sort_by_key(|(key, _)| rank(key));
    let pairs: Vec<String> =
        pairs.iter().map(|(key, value)| format!("{}:{value}", json!(key))).collect();
    format!("{{{}}}", pairs.join(","))
}

/// The files of a suite in their order.
pub const NAMES: [&str; 13] = [
    "ftp", "file", "http", "gopher", "mailto", "news", "nntp", "telnet", "wais", "prospero",
    "generic", "relative", "text",
];

/// Reads the files of a folder.
///
/// # Errors
///
/// Returns an error if one of [`NAMES`] is missing or cannot be read.
pub fn read_all(folder: &Path) -> io::Result<Vec<File>> {
    NAMES.iter().map(|name| File::read(&folder.join(format!("{name}.json")))).collect()
}

/// Returns the octets as a string with one character for each.
#[must_use]
pub fn to_text(octets: &[u8]) -> String {
    octets.iter().copied().map(char::from).collect()
}

/// Returns the octets of such a string; `None` if it contains a character over U+00FF.
#[must_use]
pub fn from_text(text: &str) -> Option<Vec<u8>> {
    text.chars().map(|character| u8::try_from(character).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_octet_has_one_character() {
        let all: Vec<u8> = (0..=u8::MAX).collect();
        assert_eq!(from_text(&to_text(&all)), Some(all));
        assert_eq!(from_text("\u{100}"), None);
    }
}
