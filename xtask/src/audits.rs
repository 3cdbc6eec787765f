//! The record of what was read in the dependencies of the libraries, compared with their sources.
//!
//! A new version of a dependency fails the check until it is read: its numbers change, and `--write` marks its note as
//! unread.

use core::fmt::Write as _;
use std::{collections::BTreeMap, fs, path::Path};

use serde_json::Value;

use crate::cargo::{Failure, Run, top};

/// The record.
const RECORD: &str = "supply-chain/audits.tsv";
/// What the record has in place of the note of a version that was not read.
const UNREAD: &str = "UNREAD";
/// What code can reach besides memory.
const REACHES: [&str; 4] = ["std::env", "std::fs", "std::net", "std::process"];
const HEAD: &str = "# name\tversion\tchecksum\tlicense\tlines\tunsafe\tbuild script\treaches\tread on\twhat was read\n";

/// What the sources of a crate show by themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Facts {
    version: String,
    checksum: String,
    license: String,
    /// Lines of code, comments among them.
    lines: usize,
    /// How often the word `unsafe` is in code.
    unsafes: usize,
    build_script: bool,
    reaches: Vec<&'static str>,
}

impl Facts {
    fn cells(&self) -> String {
        let Self { version, checksum, license, lines, unsafes, build_script, reaches } = self;
        let build = if *build_script { "yes" } else { "no" };
        let reaches = if reaches.is_empty() { "-".to_owned() } else { reaches.join(" ") };
        format!("{version}\t{checksum}\t{license}\t{lines}\t{unsafes}\t{build}\t{reaches}")
    }
}

/// Compares the record with the sources of the dependencies, or writes it.
///
/// # Errors
/// Returns an error if a dependency is not in the record as it is, or was not read.
pub(crate) fn audits(write: bool) -> Result<(), Failure> {
    let found = dependencies()?;
    let known = fs::read_to_string(top().join(RECORD)).unwrap_or_default();
    if write {
        fs::create_dir_all(top().join("supply-chain"))?;
        fs::write(top().join(RECORD), record(&found, &known))?;
        return Ok(());
    }
    let faults = faults(&found, &known);
    if faults.is_empty() {
        println!("supply chain: {} dependencies of the libraries, all read", found.len());
        return Ok(());
    }
    Err(Failure::new(format!(
        "dependencies that {RECORD} does not cover; read them, then `cargo xtask deps --write` and replace {UNREAD}:\n  {}",
        faults.join("\n  ")
    )))
}

/// Returns the new record: the facts as they are, and the notes of the versions that were read.
fn record(found: &BTreeMap<String, Facts>, known: &str) -> String {
    let mut text = HEAD.to_owned();
    for (name, facts) in found {
        let before = format!("{name}\t{}\t", facts.cells());
        let note = known.lines().find_map(|line| line.strip_prefix(&before));
        let _ = writeln!(text, "{before}{}", note.unwrap_or(&format!("{UNREAD}\t{UNREAD}")));
    }
    text
}

fn faults(found: &BTreeMap<String, Facts>, known: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, facts) in found {
        let line = known.lines().find(|line| line.split('\t').next() == Some(name));
        let before = format!("{name}\t{}\t", facts.cells());
        match line.map(|line| (line, line.strip_prefix(&before))) {
            None => faults.push(format!("{name} {} is not in the record", facts.version)),
            Some((_, Some(note))) if note.contains(UNREAD) || note.trim().is_empty() => {
                faults.push(format!("{name} {} was not read", facts.version));
            }
            Some((_, Some(_))) => {}
            Some((line, None)) => {
                faults.push(format!("{name} differs:\n    record:  {line}\n    sources: {before}"));
            }
        }
    }
    for line in known.lines().filter(|line| !line.starts_with("# ")) {
        let name = line.split('\t').next().unwrap_or_default();
        if !found.contains_key(name) {
            faults.push(format!("{name} is in the record, and no library depends on it"));
        }
    }
    faults
}

/// Returns the dependencies of the libraries, those of their features for conversion left out: who enables these has the
/// other crate already.
fn dependencies() -> Result<BTreeMap<String, Facts>, Failure> {
    let tree = Run::cargo(["tree", "--locked", "--edges", "normal,build", "--prefix", "none"])
        .args(["--format", "{p}", "--target", "all", "--package", "url1738"])
        .args(["--features", "std,serde,arbitrary,context,relative,surt"])
        .output()?;
    let metadata = Run::cargo(["metadata", "--format-version", "1", "--locked"]).output()?;
    let metadata: Value = serde_json::from_str(&metadata)
        .map_err(|error| Failure::new(format!("cargo metadata: {error}")))?;
    let lock = fs::read_to_string(top().join("Cargo.lock"))?;
    let mut found = BTreeMap::new();
    for line in tree.lines() {
        let mut words = line.split_whitespace();
        let (Some(name), Some(version)) = (words.next(), words.next()) else { continue };
        let version = version.trim_start_matches('v');
        if name.starts_with("url1738") || found.contains_key(name) {
            continue;
        }
        let packages = metadata["packages"].as_array().into_iter().flatten();
        let package = packages
            .into_iter()
            .find(|package| package["name"] == name && package["version"] == version)
            .ok_or_else(|| Failure::new(format!("cargo metadata lacks {name} {version}")))?;
        found.insert(name.to_owned(), facts(package, &lock)?);
    }
    Ok(found)
}

fn facts(package: &Value, lock: &str) -> Result<Facts, Failure> {
    let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
    let (name, version) = (text("name"), text("version"));
    let manifest = text("manifest_path");
    let folder = Path::new(&manifest).parent().unwrap_or(Path::new(""));
    let mut sources = Vec::new();
    collect(&folder.join("src"), &mut sources)?;
    let build = fs::read_to_string(folder.join("build.rs")).ok();
    let build_script = build.is_some();
    sources.extend(build);
    let code = |line: &&str| !line.trim_start().starts_with("//");
    let lines = || sources.iter().flat_map(|source| source.lines());
    let unsafes = lines().filter(code).map(|line| {
        let words = line.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        words.filter(|word| *word == "unsafe").count()
    });
    let reaches = REACHES.into_iter().filter(|what| {
        let (root, module) = what.split_once("::").unwrap_or_default();
        // `use std::{env, fs};` names a module as well as `std::env` does.
        lines().filter(code).any(|line| {
            line.contains(what)
                || line.contains(&format!("{root}::{{"))
                    && line.split(|c: char| !c.is_alphanumeric()).any(|word| word == module)
        })
    });
    let checksum = checksum(lock, &name, &version).unwrap_or_default();
    Ok(Facts {
        version,
        checksum,
        license: text("license"),
        lines: lines().count(),
        unsafes: unsafes.sum(),
        build_script,
        reaches: reaches.collect(),
    })
}

/// Returns the checksum that the lock file has for a package.
pub(crate) fn checksum(lock: &str, name: &str, version: &str) -> Option<String> {
    let head = format!("name = \"{name}\"\nversion = \"{version}\"\n");
    let block = lock.split("[[package]]\n").find(|block| block.starts_with(&head))?;
    let line = block.lines().find_map(|line| line.strip_prefix("checksum = \""))?;
    Some(line.trim_end_matches('"').to_owned())
}

fn collect(folder: &Path, sources: &mut Vec<String>) -> Result<(), Failure> {
    for entry in fs::read_dir(folder)?.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, sources)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            sources.push(fs::read_to_string(&path)?);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(version: &str) -> BTreeMap<String, Facts> {
        let facts = Facts {
            version: version.to_owned(),
            checksum: "ab".to_owned(),
            license: "MIT".to_owned(),
            lines: 1,
            unsafes: 0,
            build_script: false,
            reaches: vec!["std::fs"],
        };
        BTreeMap::from([("a".to_owned(), facts)])
    }

    #[test]
    fn a_version_that_was_not_read_fails() {
        let fresh = record(&one("1.0.0"), "");
        assert_eq!(faults(&one("1.0.0"), &fresh), ["a 1.0.0 was not read"]);
        let read = fresh.replace("UNREAD\tUNREAD", "2026-11-23\tall of it");
        assert_eq!(faults(&one("1.0.0"), &read), [""; 0]);
        // The note of another version is not taken over, and one that is kept is.
        assert_eq!(record(&one("1.0.0"), &read), read);
        assert!(record(&one("1.0.1"), &read).contains(UNREAD));
        assert_eq!(faults(&one("1.0.1"), &read).len(), 1);
        assert_eq!(faults(&BTreeMap::new(), &read).len(), 1);
        assert_eq!(faults(&one("1.0.0"), HEAD).len(), 1);
    }

    #[test]
    fn checksums_are_those_of_the_version() {
        let lock = "[[package]]\nname = \"a\"\nversion = \"1.0.0\"\nchecksum = \"x\"\n\n\
                    [[package]]\nname = \"a\"\nversion = \"2.0.0\"\nchecksum = \"y\"\n";
        assert_eq!(checksum(lock, "a", "2.0.0").as_deref(), Some("y"));
        assert_eq!(checksum(lock, "b", "2.0.0"), None);
    }
}
