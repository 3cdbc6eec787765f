//! Checks the pages of the repository: links, named tasks, and the code map.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use crate::cargo::{Failure, Run, top};

/// Returns the faults of the pages, one per line; `tasks` are the names that `cargo xtask` knows.
pub(crate) fn faults(tasks: &[String]) -> Result<Vec<String>, Failure> {
    let list = Run::program("git", ["ls-files", "*.md"]).output()?;
    let mut faults = Vec::new();
    for path in list.lines() {
        let text = fs::read_to_string(top().join(path))?;
        let found = links(path, &text)?.into_iter().chain(unknown_tasks(&text, tasks));
        faults.extend(found.map(|fault| format!("{path}: {fault}")));
    }
    let map = fs::read_to_string(top().join("crates/README.md"))?;
    faults.extend(code_map(&map)?.into_iter().map(|fault| format!("crates/README.md: {fault}")));
    faults.extend(excerpt()?);
    faults.extend(uncited()?);
    Ok(faults)
}

/// The page whose rows are cited as "decision 17" or "decisions 4 and 17".
const DECISIONS: &str = "crates/url1738-core/docs/decisions.md";

/// Returns the decisions that a file cites and the page does not have.
fn uncited() -> Result<Vec<String>, Failure> {
    let page = fs::read_to_string(top().join(DECISIONS))?;
    let row = |line: &str| line.strip_prefix("| ")?.split(" |").next()?.parse::<usize>().ok();
    let known: BTreeSet<usize> = page.lines().filter_map(row).collect();
    let files = ["*.rs", "*.md", "*.bnf", "*.tsv", "*.toml"];
    let list = Run::program("git", ["ls-files"]).args(files).output()?;
    let mut faults = Vec::new();
    for path in list.lines() {
        let Ok(text) = fs::read_to_string(top().join(path)) else { continue };
        for number in citations(&text).into_iter().filter(|number| !known.contains(number)) {
            faults.push(format!("{path}: decision {number} is not in {DECISIONS}"));
        }
    }
    Ok(faults)
}

/// Returns the numbers of the decisions that a text cites.
fn citations(text: &str) -> Vec<usize> {
    let mut numbers = Vec::new();
    for rest in text.split("decision").skip(1) {
        let rest = rest.strip_prefix('s').unwrap_or(rest);
        for whole in rest.split_whitespace() {
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

/// Returns the links within the repository that lead to a missing file or heading. Rustdoc checks `crate::...`.
fn links(path: &str, text: &str) -> Result<Vec<String>, Failure> {
    let mut faults = Vec::new();
    for target in outside_fences(text).flat_map(targets) {
        if target.contains("://") || target.contains("::") || target.starts_with("mailto:") {
            continue;
        }
        let (file, heading) = target.split_once('#').unwrap_or((target, ""));
        let page = top().join(path);
        let page = if file.is_empty() { page } else { page.with_file_name(file) };
        if !page.exists() {
            faults.push(format!("a link to {target}, which does not exist"));
        } else if !heading.is_empty() && !headings(&page)?.contains(heading) {
            faults.push(format!("a link to {target}, which has no such heading"));
        }
    }
    Ok(faults)
}

/// Returns the lines outside fenced code.
fn outside_fences(text: &str) -> impl Iterator<Item = &str> {
    let mut code = false;
    text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        code ^= fence;
        !code && !fence
    })
}

/// Returns the targets of the links in a line: `](...)`.
fn targets(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|rest| rest.split(')').next())
}

/// Returns the headings of a page as links name them.
fn headings(page: &Path) -> Result<BTreeSet<String>, Failure> {
    let text = fs::read_to_string(page)?;
    let name = |heading: &str| {
        let kept = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        heading.to_lowercase().replace(' ', "-").chars().filter(|c| kept(*c)).collect()
    };
    let heading = |line: &str| line.starts_with('#').then(|| name(line.trim_matches(['#', ' '])));
    Ok(outside_fences(&text).filter_map(heading).collect())
}

/// Returns the tasks that a page names and xtask does not have.
fn unknown_tasks(text: &str, tasks: &[String]) -> Vec<String> {
    let named = text.split("cargo xtask ").skip(1).map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_lowercase() && c != '-');
        rest.get(..end.unwrap_or(rest.len())).unwrap_or_default()
    });
    let unknown = named.filter(|name| {
        !name.is_empty() && !name.starts_with('-') && !tasks.iter().any(|it| it == name)
    });
    unknown.map(|name| format!("xtask has no task `{name}`")).collect()
}

/// Returns the files that only the tables of the code map have, and those that only the tree has.
fn code_map(map: &str) -> Result<Vec<String>, Failure> {
    let mut faults = Vec::new();
    for section in map.split("\n## ").skip(1) {
        let (heading, text) = section.split_once('\n').unwrap_or((section, ""));
        let named = in_tables(text);
        let folders: Vec<PathBuf> = match heading {
            _ if named.is_empty() => continue,
            "The schemes" => {
                let scheme = |name| top().join(format!("crates/url1738-{name}/src"));
                crate::family::schemes().map(scheme).collect()
            }
            "xtask" => vec![top().join("xtask/src")],
            name => vec![top().join(format!("crates/{name}/src"))],
        };
        for folder in &folders {
            let place = folder.strip_prefix(top()).unwrap_or(folder).display();
            for name in modules(folder)?.difference(&named) {
                // A scheme may have a file that the others lack; the text below the table names it.
                if folders.len() == 1 || !text.contains(name) {
                    faults.push(format!("{heading} lacks {place}/{name}"));
                }
            }
            for name in named.iter().filter(|name| !folder.join(name).exists()) {
                faults.push(format!("{heading} names {place}/{name}, which does not exist"));
            }
        }
    }
    Ok(faults)
}

/// Returns the names in the first column of the tables: `file.rs`, `folder/`.
fn in_tables(text: &str) -> BTreeSet<String> {
    let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    let words = rows.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    words.filter(|word| is_direct(word)).map(str::to_owned).collect()
}

/// Whether a name lies directly in the folder. Rows may also name deeper files, which are not compared.
fn is_direct(word: &str) -> bool {
    let folder = word.strip_suffix('/');
    folder.unwrap_or(word).find('/').is_none() && (folder.is_some() || word.ends_with(".rs"))
}

/// Returns the modules of a crate: its files except the first, and its folders without a file of the same name.
fn modules(folder: &Path) -> Result<BTreeSet<String>, Failure> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder)?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            names.insert(format!("{name}/"));
        } else if !["lib.rs", "main.rs"].contains(&name.as_str()) {
            names.insert(name);
        }
    }
    let beside = |name: &String| {
        name.strip_suffix('/').is_some_and(|stem| names.contains(&format!("{stem}.rs")))
    };
    Ok(names.iter().filter(|name| !beside(name)).cloned().collect())
}

/// Returns the lines of the scheme on the front page that the tested scheme lacks.
fn excerpt() -> Result<Vec<String>, Failure> {
    let readme = fs::read_to_string(top().join("README.md"))?;
    let tested = "tests/conformance/outside/finger/src/lib.rs";
    let source = fs::read_to_string(top().join(tested))?;
    let shown = readme.split("```rust,ignore\n").nth(1).and_then(|it| it.split("```").next());
    let lines: BTreeSet<&str> = source.lines().map(str::trim).collect();
    let ours = |line: &&str| !line.is_empty() && !line.starts_with("// ");
    let shown = shown.unwrap_or_default().lines().map(str::trim).filter(ours);
    let foreign = shown.filter(|line| !lines.contains(line));
    Ok(foreign.map(|line| format!("README.md: {tested} has no line `{line}`")).collect())
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
        let tasks = ["ci".to_owned(), "cold-build".to_owned()];
        let text = "`cargo xtask ci`, `cargo xtask cold-build --x`, `cargo xtask --help`, `cargo xtask gone`";
        assert_eq!(unknown_tasks(text, &tasks), ["xtask has no task `gone`"]);
    }
}
