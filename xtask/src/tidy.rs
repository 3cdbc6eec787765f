//! What the pages and manifests say, compared with the tree: where no published tool knows it.

use std::{collections::BTreeSet, fs};

use crate::{
    cargo::{Failure, Run, top},
    family,
};

/// The page whose rows are cited as "decision 17" or "decisions 4 and 17".
const DECISIONS: &str = "crates/url1738-core/docs/decisions.md";

/// Checks the tasks that pages name, the decisions that files cite, the scheme on the front page, and the front of every crate.
///
/// # Errors
/// Returns an error with all differences found.
pub(crate) fn tidy(tasks: &[String]) -> Result<(), Failure> {
    let mut faults = fronts()?;
    let page = read(DECISIONS)?;
    let row = |line: &str| line.strip_prefix("| ")?.split(" |").next()?.parse::<usize>().ok();
    let decisions: BTreeSet<usize> = page.lines().filter_map(row).collect();
    let files = ["*.rs", "*.md", "*.bnf", "*.tsv", "*.toml"];
    let list = Run::program("git", ["ls-files"]).args(files).output()?;
    for path in list.lines() {
        let Ok(text) = read(path) else { continue };
        let cited = citations(&text).into_iter().filter(|number| !decisions.contains(number));
        faults.extend(cited.map(|number| format!("{path}: decision {number} does not exist")));
        if path.ends_with(".md") {
            faults
                .extend(unknown_tasks(&text, tasks).map(|task| format!("{path}: no task {task}")));
        }
    }
    // The scheme on the front page is a part of one that is tested.
    let tested = read("tests/conformance/outside/finger/src/lib.rs")?;
    let lines: BTreeSet<&str> = tested.lines().map(str::trim).collect();
    let readme = read("README.md")?;
    let shown = readme.split("```rust,ignore\n").nth(1).and_then(|it| it.split("```").next());
    let shown = shown.unwrap_or_default().lines().map(str::trim);
    let foreign = shown.filter(|line| !line.starts_with("// ") && !lines.contains(line));
    faults.extend(foreign.map(|line| format!("README.md: finger has no line `{line}`")));
    if faults.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!("pages or manifests that disagree:\n  {}", faults.join("\n  "))))
}

fn read(path: &str) -> Result<String, Failure> {
    fs::read_to_string(top().join(path)).map_err(|error| Failure::new(format!("{path}: {error}")))
}

/// Returns what the front of a crate lacks: the lints of the workspace, its page, the promise about unsafe code.
fn fronts() -> Result<Vec<String>, Failure> {
    let mut faults = Vec::new();
    for package in family::packages()? {
        let mut want = |path: &str, needle: &str| -> Result<(), Failure> {
            let path = package.folder.join(path);
            if !fs::read_to_string(&path)?.contains(needle) {
                faults.push(format!("{} lacks {needle:?}", path.display()));
            }
            Ok(())
        };
        want("Cargo.toml", "[lints]\nworkspace = true\n")?;
        want("README.md", &format!("# {}\n", package.name))?;
        want("src/lib.rs", "#![doc = include_str!(\"../README.md\")]\n")?;
        // The module for WebAssembly has exported names and an allocator, in one file.
        let level = if package.name == "url1738-wasm" { "deny" } else { "forbid" };
        want("src/lib.rs", &format!("#![{level}(unsafe_code)]\n"))?;
    }
    for entry in fs::read_dir(top().join("crates/url1738-wasm/src"))?.flatten() {
        let text = fs::read_to_string(entry.path())?;
        let places = ["unsafe impl", "unsafe {", "#[unsafe("].map(|it| text.matches(it).count());
        let is_abi = entry.file_name() == "abi.rs";
        if text.contains("allow(unsafe_code") != is_abi
            || text.matches("SAFETY:").count() != places.iter().sum::<usize>()
        {
            faults.push(format!("{}: unsafe code without its reason", entry.path().display()));
        }
    }
    Ok(faults)
}

/// Returns the numbers of the decisions that a text cites.
fn citations(text: &str) -> Vec<usize> {
    let mut numbers = Vec::new();
    for rest in text.split("decision").skip(1) {
        for whole in rest.strip_prefix('s').unwrap_or(rest).split_whitespace() {
            let word = whole.trim_matches(['(', ')', ',', '.', ':', ';', '"', '`']);
            match word.parse() {
                Ok(number) => {
                    numbers.push(number);
                    if whole.ends_with([':', '.', ';', ')']) {
                        break;
                    }
                }
                // A list may go on in the next line, after the mark of a comment.
                Err(_) if ["and", "to", "or", "//", "///", "//!"].contains(&word) => {}
                Err(_) => break,
            }
        }
    }
    numbers
}

/// Returns the tasks that a page names and xtask does not have.
fn unknown_tasks<'t>(text: &'t str, tasks: &[String]) -> impl Iterator<Item = &'t str> {
    let named = text.split("cargo xtask ").skip(1).map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_lowercase() && c != '-');
        rest.get(..end.unwrap_or(rest.len())).unwrap_or_default()
    });
    named.filter(|name| {
        !name.is_empty() && !name.starts_with('-') && !tasks.iter().any(|it| it == name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citations_are_read_alone_and_in_lists() {
        assert_eq!(citations("(decision 17), as decided; no decision"), [17]);
        assert_eq!(citations("/// decisions 4, 6,\n/// 17 and 21: 0 to 255"), [4, 6, 17, 21]);
    }

    #[test]
    fn tasks_that_do_not_exist_are_found() {
        let tasks = ["ci".to_owned()];
        let text = "`cargo xtask ci`, `cargo xtask --help`, `cargo xtask gone-since`";
        assert!(unknown_tasks(text, &tasks).eq(["gone-since"]));
    }
}
