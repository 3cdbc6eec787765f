//! What the suites cover: the productions that accept texts or refuse them, and the requirements that tests name.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use crate::{dfa::Dfa, nfa::Nfa, oracle::Oracle};

/// Counts, for each production that a URL of one kind is made of, the texts that go through it.
#[derive(Debug)]
pub struct Coverage<'o> {
    /// The productions, by name.
    productions: Vec<&'o str>,
    /// For each the automaton of the texts with a derivation that uses it.
    through: Vec<Dfa>,
    /// The automaton of all texts, and for each of its states the productions that are being read.
    all: Dfa,
    inside: Vec<u128>,
    counts: Vec<Covered>,
    /// The productions that no URL uses, with the automata of their characters.
    unused: Vec<(&'o str, Dfa, u64)>,
}

/// How many texts went through a production.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Covered {
    /// Texts that the BNF accepts with a derivation that uses it.
    pub accepted: u64,
    /// Texts that the BNF refuses where it was being read, or came next.
    pub refused: u64,
}

impl<'o> Coverage<'o> {
    /// Of the productions that `oracle`'s is made of; of the union's only those that no member has.
    #[must_use]
    pub fn new(oracle: &'o Oracle) -> Self {
        let productions = match oracle.is_union() {
            true => vec!["otherurl", "url"],
            false => oracle.grammar.reachable(oracle.entry),
        };
        let nfa = Nfa::within(&oracle.grammar, oracle.entry, &productions);
        let (all, inside) = Dfa::subsets(&nfa);
        let through = (0..).zip(&productions).map(|(bit, _)| Dfa::new(&nfa.through(bit))).collect();
        let counts = vec![Covered::default(); productions.len()];
        let unused = oracle.grammar.unreachable("url").into_iter();
        let unused = unused
            .map(|name| (name, Dfa::new(&Nfa::new(&oracle.grammar, name, false)), 0))
            .collect();
        Self { productions, through, all, inside, counts, unused }
    }

    /// Counts a text, of which is known whether the BNF refuses it.
    pub fn text(&mut self, text: &[u8], refused: bool) {
        if !refused {
            for (count, through) in self.counts.iter_mut().zip(&self.through) {
                count.accepted += u64::from(through.accepts(text));
            }
        } else {
            let run = self.all.run(text);
            let inside = self.inside[run.last as usize];
            let wrong = text.get(run.death..=run.death).unwrap_or_default();
            for (_, characters, count) in &mut self.unused {
                *count += u64::from(characters.accepts(wrong));
            }
            for (bit, count) in self.counts.iter_mut().enumerate() {
                count.refused += u64::from(inside >> bit & 1 == 1);
            }
        }
    }

    /// Returns the productions that no URL is made of, with the number of texts refused at one of their
    /// characters.
    pub fn unused(&self) -> impl Iterator<Item = (&'o str, u64)> {
        self.unused.iter().map(|(name, _, count)| (*name, *count))
    }

    /// Returns the productions with their counts, by name.
    pub fn counts(&self) -> impl Iterator<Item = (&'o str, Covered)> {
        self.productions.iter().copied().zip(self.counts.iter().copied())
    }
}

/// The requirements: id, section, strength, text.
pub const REQUIREMENTS: &str = include_str!("../data/requirements.tsv");

/// Returns the ids of all requirements, in the order of their file.
pub fn ids() -> impl Iterator<Item = &'static str> {
    REQUIREMENTS.lines().skip(1).filter_map(|line| line.split('\t').next())
}

/// Returns for each requirement the tests that name it, as `file: function`.
///
/// # Errors
///
/// Returns an error if a folder or file of the repository cannot be read.
pub fn covered(root: &Path) -> io::Result<BTreeMap<&'static str, Vec<String>>> {
    let mut tests: BTreeMap<&str, Vec<String>> = ids().map(|id| (id, Vec::new())).collect();
    for folder in ["crates", "tests"] {
        for file in rust_files(&root.join(folder))? {
            let shown = file.strip_prefix(root).unwrap_or(&file).display().to_string();
            for (test, named) in named_in(&fs::read_to_string(&file)?) {
                for id in named {
                    // Other names that contain a number are not requirements.
                    if let Some(tests) = tests.get_mut(id.as_str()) {
                        tests.push(format!("{shown}: {test}"));
                    }
                }
            }
        }
    }
    Ok(tests)
}

/// Returns all Rust files below a folder, in order.
fn rust_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    entries.sort();
    for path in entries {
        if path.is_dir() {
            if !path.ends_with("target") {
                files.extend(rust_files(&path)?);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(files)
}

/// Returns the tests of a source file with the ids they name.
#[must_use]
pub fn named_in(source: &str) -> Vec<(String, Vec<String>)> {
    let mut tests = Vec::new();
    let mut above: Vec<&str> = Vec::new();
    for line in source.lines().map(str::trim) {
        if let Some(name) = function(line) {
            let is_test = above
                .iter()
                .any(|line| line.starts_with("#[test]") || line.starts_with("#[rstest"));
            if is_test {
                let mut ids = leading_ids(name);
                for line in &above {
                    if let Some(case) = line.strip_prefix("#[case::") {
                        ids.extend(leading_ids(case));
                    }
                    if let Some(list) = line.strip_prefix("// req:") {
                        ids.extend(list.split(',').map(|id| id.trim().to_owned()));
                    }
                }
                ids.sort();
                ids.dedup();
                tests.push((name.to_owned(), ids));
            }
            above.clear();
        } else if line.is_empty() || line == "}" || line.ends_with(';') && !line.starts_with("//") {
            above.clear();
        } else {
            above.push(line);
        }
    }
    tests
}

/// Returns the name of the function that the line declares.
fn function(line: &str) -> Option<&str> {
    let line = line.strip_prefix("pub ").unwrap_or(line);
    let name = line.strip_prefix("fn ")?;
    Some(&name[..name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?])
}

/// Returns the ids at the beginning of a name: `f_04_g_06_rest` is F-04 and G-06.
fn leading_ids(name: &str) -> Vec<String> {
    let mut ids = Vec::new();
    let mut rest = name;
    while let [letter, b'_', tens, ones, after @ ..] = rest.as_bytes() {
        let id = letter.is_ascii_lowercase() && tens.is_ascii_digit() && ones.is_ascii_digit();
        if !id || after.first().is_some_and(u8::is_ascii_alphanumeric) {
            break;
        }
        let letter = char::from(letter.to_ascii_uppercase());
        ids.push(format!("{letter}-{}", &rest[2..4]));
        rest = rest.get(5..).unwrap_or_default();
    }
    ids
}
