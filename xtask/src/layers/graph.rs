//! The files of a crate, who imports whom, and the circles of that.

use core::fmt::Write as _;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use super::file::{File, Names, module_of};
use crate::cargo::Failure;

/// What is allowed in a crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// No circle but one of these modules that includes the first: the signature of the trait `Scheme` names the others.
    Only(&'static [&'static str]),
    /// No circle with files of several top folders.
    WithinFolders,
}

/// The files of a crate, and who imports whom.
#[derive(Debug)]
pub(super) struct Files {
    pub(super) files: Vec<File>,
    /// For each file, the files that it imports from.
    pub(super) edges: Vec<BTreeSet<usize>>,
}

impl Files {
    pub(super) fn read(source: &Path) -> Result<Self, Failure> {
        let mut texts = BTreeMap::new();
        collect(source, source, &mut texts)?;
        Ok(Self::new(&texts))
    }

    /// Takes the sources by their paths below `src`.
    pub(super) fn new(texts: &BTreeMap<String, String>) -> Self {
        let modules: BTreeSet<Names> = texts.keys().map(|path| module_of(path)).collect();
        let files: Vec<File> =
            texts.iter().map(|(path, text)| File::read(path, text, &modules)).collect();
        let mut all = Self { files, edges: Vec::new() };
        all.edges = (0..all.files.len()).map(|from| all.edges_of(from)).collect();
        all
    }

    fn edges_of(&self, from: usize) -> BTreeSet<usize> {
        let file = &self.files[from];
        let mut edges = BTreeSet::new();
        for import in &file.imports {
            // A re-export that the file does not use itself is not a dependency.
            if import.public && !file.words.contains(&import.name) {
                continue;
            }
            // Paths that begin with an imported module are resolved below, to what they name in it.
            let leads_on = self.file_of(&import.path).is_some()
                && file.paths.iter().any(|path| path.first() == Some(&import.name));
            if !leads_on {
                edges.extend(self.resolve(&import.path, 0));
            }
        }
        for path in &file.paths {
            let imported = file.imports.iter().find(|import| Some(&import.name) == path.first());
            let path = match imported {
                Some(import) if self.file_of(&import.path).is_some() => {
                    [import.path.as_slice(), &path[1..]].concat()
                }
                // A type: its import counts already.
                Some(_) => continue,
                None if path.first().is_some_and(|name| name == "crate") => path[1..].to_vec(),
                None => continue,
            };
            edges.extend(self.resolve(&path, 0));
        }
        edges.remove(&from);
        edges
    }

    /// Returns the file that is this module.
    fn file_of(&self, path: &[String]) -> Option<usize> {
        self.files.iter().position(|file| file.module == path)
    }

    /// Returns the file that defines what the path names.
    fn resolve(&self, path: &[String], depth: usize) -> Option<usize> {
        // Imports in a circle of re-exports would never end.
        if depth > 16 {
            return None;
        }
        let module = (0..=path.len()).rev().find(|end| self.file_of(&path[..*end]).is_some())?;
        let index = self.file_of(&path[..module])?;
        let (file, rest) = (&self.files[index], &path[module..]);
        let Some(name) = rest.first().filter(|name| *name != "*") else { return Some(index) };
        if file.items.contains(name) {
            return Some(index);
        }
        if let Some(import) = file.imports.iter().find(|import| import.name == *name) {
            let path = [import.path.as_slice(), &rest[1..]].concat();
            return self.resolve(&path, depth + 1);
        }
        let globs = file.imports.iter().filter(|import| import.name == "*");
        for glob in globs {
            let path = [&glob.path[..glob.path.len() - 1], rest].concat();
            let found = self.resolve(&path, depth + 1);
            if let Some(found) = found.filter(|found| self.files[*found].items.contains(name)) {
                return Some(found);
            }
        }
        // An exported macro is at the root, wherever it is defined.
        let of_macro = self.files.iter().position(|file| file.items.contains(&format!("{name}!")));
        of_macro.filter(|_| module == 0).or(Some(index))
    }

    /// Returns the sets of several files of which each imports all others, in one step or in many.
    pub(super) fn circles(&self) -> Vec<Vec<usize>> {
        let reached: Vec<BTreeSet<usize>> = (0..self.files.len())
            .map(|start| {
                let mut reached = BTreeSet::new();
                let mut waiting = vec![start];
                while let Some(file) = waiting.pop() {
                    waiting.extend(self.edges[file].iter().filter(|to| reached.insert(**to)));
                }
                reached
            })
            .collect();
        let mut circles: Vec<Vec<usize>> = Vec::new();
        for file in 0..self.files.len() {
            if circles.iter().flatten().any(|known| *known == file) {
                continue;
            }
            let both =
                |other: &usize| reached[file].contains(other) && reached[*other].contains(&file);
            let circle: Vec<usize> = (0..self.files.len()).filter(both).collect();
            if circle.len() > 1 {
                circles.push(circle);
            }
        }
        circles
    }

    /// Returns the top folder of a file; the files beside the root share one.
    fn folder(&self, file: usize) -> &str {
        let module = &self.files[file].module;
        let has_folder = |name: &String| {
            self.files.iter().any(|it| it.module.len() > 1 && it.module.first() == Some(name))
        };
        module.first().filter(|name| has_folder(name)).map_or("src", String::as_str)
    }

    pub(super) fn report(&self, name: &str, circles: &[Vec<usize>]) -> String {
        let mut text = format!("{name}: {} files, {} circles\n", self.files.len(), circles.len());
        for circle in circles {
            let _ = writeln!(text, "  circle of {} files", circle.len());
            for file in circle {
                let inner = self.edges[*file].iter().filter(|to| circle.contains(to));
                let to: Vec<String> = inner
                    .map(|to| {
                        let crosses = self.folder(*file) != self.folder(*to);
                        format!(
                            "{}{}",
                            self.files[*to].path,
                            if crosses { " (other folder)" } else { "" }
                        )
                    })
                    .collect();
                let _ = writeln!(text, "    {} -> {}", self.files[*file].path, to.join(", "));
            }
        }
        text
    }

    /// Returns the circles that the rule does not allow.
    pub(super) fn faults(&self, rule: Rule, circles: &[Vec<usize>]) -> Vec<String> {
        let names = |circle: &[usize]| {
            circle.iter().map(|file| self.files[*file].path.as_str()).collect::<Vec<_>>().join(" ")
        };
        let is_bad = |circle: &&Vec<usize>| match rule {
            Rule::Only(modules) => {
                let is_in = |file: &usize, names: &[&str]| {
                    let mut module = self.files[*file].module.iter();
                    module.any(|name| names.contains(&name.as_str()))
                };
                let first = modules.get(..1).unwrap_or_default();
                !circle.iter().all(|file| is_in(file, modules))
                    || !circle.iter().any(|file| is_in(file, first))
            }
            Rule::WithinFolders => {
                let folders: BTreeSet<&str> =
                    circle.iter().map(|file| self.folder(*file)).collect();
                folders.len() > 1
            }
        };
        circles.iter().filter(is_bad).map(|circle| names(circle)).collect()
    }
}

/// The sources below a folder, but for programs beside a library.
fn collect(
    source: &Path,
    folder: &Path,
    texts: &mut BTreeMap<String, String>,
) -> Result<(), Failure> {
    let has_library = source.join("lib.rs").exists();
    for entry in fs::read_dir(folder)?.flatten() {
        let path = entry.path();
        let below = path.strip_prefix(source).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        if path.is_dir() {
            if below != "bin" {
                collect(source, &path, texts)?;
            }
        } else if below.ends_with(".rs") && !(has_library && below == "main.rs") {
            texts.insert(below, fs::read_to_string(&path)?);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(sources: &[(&str, &str)]) -> Files {
        Files::new(
            &sources.iter().map(|(path, text)| (path.to_string(), text.to_string())).collect(),
        )
    }

    fn circles(sources: &[(&str, &str)]) -> Vec<Vec<String>> {
        let files = files(sources);
        let name = |file: &usize| files.files[*file].path.clone();
        files.circles().iter().map(|circle| circle.iter().map(name).collect()).collect()
    }

    #[test]
    fn two_files_that_import_each_other_are_a_circle() {
        let both = [("a.rs", "use crate::b::B; struct A;"), ("b.rs", "use super::a::A; struct B;")];
        assert_eq!(circles(&both), [["a.rs", "b.rs"]]);
        let one = [("a.rs", "use crate::b::B; struct A;"), ("b.rs", "struct B;")];
        assert!(circles(&one).is_empty());
    }

    #[test]
    fn paths_in_the_code_count_like_imports() {
        let sources = [
            ("a.rs", "fn a() { crate::b::b() }"),
            ("b.rs", "use crate::c; fn b() { c::c() }"),
            ("c.rs", "fn c() { super::a::a() }"),
        ];
        assert_eq!(circles(&sources), [["a.rs", "b.rs", "c.rs"]]);
    }

    #[test]
    fn names_at_the_root_are_followed_to_the_file_that_defines_them() {
        let sources = [
            ("lib.rs", "mod a; mod b; pub use a::A; pub use b::{B as C};"),
            ("a.rs", "use crate::C; pub struct A;"),
            ("b.rs", "pub struct B;"),
        ];
        let all = files(&sources);
        let edges: Vec<_> =
            all.edges.iter().map(|to| to.iter().copied().collect::<Vec<_>>()).collect();
        // a.rs, b.rs, lib.rs
        assert_eq!(edges, [vec![1], vec![], vec![]]);
        let circle = [sources[0], sources[1], ("b.rs", "use crate::A; pub struct B;")];
        assert_eq!(circles(&circle), [["a.rs", "b.rs"]]);
    }

    #[test]
    fn an_imported_module_counts_for_what_is_named_in_it() {
        let sources = [
            ("plan.rs", "mod step; pub use step::Step;"),
            ("plan/step.rs", "use crate::error::Error; pub struct Step;"),
            ("error.rs", "use crate::plan; fn f(_: plan::Step) {} pub struct Error;"),
        ];
        assert_eq!(circles(&sources), [["error.rs", "plan/step.rs"]]);
    }

    #[test]
    fn a_parent_that_uses_its_child_is_in_a_circle_with_it() {
        let used = [
            ("plan/mod.rs", "mod step; pub use step::Step; pub struct Plan(Step);"),
            ("plan/step.rs", "use super::Plan; pub struct Step;"),
        ];
        assert_eq!(circles(&used), [["plan/mod.rs", "plan/step.rs"]]);
        let only_exported =
            [("plan/mod.rs", "mod step; pub use step::Step; pub struct Plan;"), used[1]];
        assert!(circles(&only_exported).is_empty());
    }

    #[test]
    fn inline_modules_tests_macros_and_docs_are_understood() {
        let sources = [
            (
                "a.rs",
                "pub struct A; mod sealed { use super::A; } #[cfg(test)] mod tests { use crate::b::B; }",
            ),
            ("b.rs", "use crate::a::A; pub struct B;"),
        ];
        assert!(circles(&sources).is_empty());
        let docs = [
            ("a.rs", "//! [`crate::b::B`]\nstruct A; macro_rules! m { () => { $crate::b::B } }"),
            sources[1],
        ];
        assert!(circles(&docs).is_empty());
        let of_macro = [
            ("a.rs", "macro_rules! m { () => {} } use crate::b::B; struct A;"),
            ("b.rs", "fn b() { crate::m!() } pub struct B;"),
            ("lib.rs", "mod a; mod b;"),
        ];
        assert_eq!(circles(&of_macro), [["a.rs", "b.rs"]]);
    }

    #[test]
    fn a_glob_is_followed_to_the_file_that_has_the_name() {
        let sources = [
            ("lib.rs", "mod a; mod b; pub use b::*;"),
            ("a.rs", "use crate::B; pub struct A;"),
            ("b.rs", "use crate::a::A; pub struct B;"),
        ];
        assert_eq!(circles(&sources), [["a.rs", "b.rs"]]);
    }

    #[test]
    fn rules_allow_what_they_name() {
        let core = files(&[
            ("url/scheme.rs", "use crate::plan::Plan; pub trait Scheme {}"),
            ("plan/mod.rs", "use crate::url::scheme::Scheme; pub struct Plan;"),
        ]);
        let of_scheme = Rule::Only(&["scheme", "plan"]);
        assert!(core.faults(of_scheme, &core.circles()).is_empty());
        assert_eq!(core.faults(Rule::Only(&[]), &core.circles()), ["plan/mod.rs url/scheme.rs"]);
        assert_eq!(core.faults(Rule::WithinFolders, &core.circles()).len(), 1);
        let without_scheme = Rule::Only(&["raw", "scheme", "plan"]);
        assert_eq!(core.faults(without_scheme, &core.circles()).len(), 1);
        let within = files(&[
            ("plan/a.rs", "use super::b::B; pub struct A;"),
            ("plan/b.rs", "use super::a::A; pub struct B;"),
        ]);
        assert!(within.faults(Rule::WithinFolders, &within.circles()).is_empty());
        assert!(core.report("core", &core.circles()).contains("(other folder)"));
    }

    #[test]
    fn module_paths_follow_both_styles() {
        assert_eq!(module_of("plan/step.rs"), ["plan", "step"]);
        assert_eq!(module_of("plan/mod.rs"), ["plan"]);
        assert_eq!(module_of("plan.rs"), ["plan"]);
        assert!(module_of("lib.rs").is_empty());
    }
}
