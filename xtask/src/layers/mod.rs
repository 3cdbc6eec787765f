//! The circles of each crate: files that import each other through `crate::`, `self::` and `super::` paths.
//!
//! A path counts for the file that defines what it names: re-exports are followed, and a re-export alone is not an import.
//! Comments, doc examples and items under `#[cfg(test)]` do not count.

mod file;
mod graph;

use std::fs;

use self::graph::{Files, Rule};
use crate::cargo::{Failure, top};

const RULES: [(&str, Rule); 4] = [
    ("url1738-cli", Rule::WithinFolders),
    ("url1738-context", Rule::Only(&[])),
    ("url1738-core", Rule::Only(&["scheme", "raw", "lint", "repair", "plan"])),
    ("url1738-relative", Rule::Only(&[])),
];

/// Prints the circles of every crate.
///
/// # Errors
/// Returns an error if a crate has a circle that its rule does not allow.
pub(crate) fn layers() -> Result<(), Failure> {
    let mut folders: Vec<_> = fs::read_dir(top().join("crates"))?.flatten().collect();
    folders.sort_by_key(fs::DirEntry::file_name);
    let mut faults = Vec::new();
    for folder in folders.iter().filter(|folder| folder.path().join("src").is_dir()) {
        let name = folder.file_name().to_string_lossy().into_owned();
        let files = Files::read(&folder.path().join("src"))?;
        let circles = files.circles();
        print!("{}", files.report(&name, &circles));
        let rule = RULES.iter().find(|(of, _)| *of == name);
        let rule = rule.map_or(Rule::WithinFolders, |(_, rule)| *rule);
        faults.extend(files.faults(rule, &circles).into_iter().map(|it| format!("{name}: {it}")));
    }
    if faults.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!("circles that are not allowed:\n  {}", faults.join("\n  "))))
}
