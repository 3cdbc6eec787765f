//! The circles of each crate: files that import each other through `crate::`, `self::` and `super::` paths.
//!
//! A path counts for the file that defines what it names: re-exports are followed, and a re-export alone is not an import.
//! Comments, doc examples and items under `#[cfg(test)]` do not count.

use core::fmt::Write as _;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use crate::{
    cargo::{Failure, top},
    source::{Token, tokens},
};

/// What is allowed in a crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    /// No circle but one of these modules that includes the first: the signature of the trait `Scheme` names the others.
    Only(&'static [&'static str]),
    /// No circle with files of several top folders.
    WithinFolders,
}

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

/// A path within the crate, from its root.
type Names = Vec<String>;

/// An item of a `use` declaration.
#[derive(Clone, Debug)]
struct Import {
    path: Names,
    /// The name in this file; `*` for a glob.
    name: String,
    public: bool,
}

/// A source file and what it names.
#[derive(Debug)]
struct File {
    /// The path below `src`.
    path: String,
    module: Names,
    imports: Vec<Import>,
    /// Paths in the code, outside `use`.
    paths: Vec<Names>,
    /// All words outside `use`.
    words: BTreeSet<String>,
    /// The names of items and macros that the file defines.
    items: BTreeSet<String>,
}

/// The files of a crate, and who imports whom.
#[derive(Debug)]
struct Files {
    files: Vec<File>,
    /// For each file, the files that it imports from.
    edges: Vec<BTreeSet<usize>>,
}

impl Files {
    fn read(source: &Path) -> Result<Self, Failure> {
        let mut texts = BTreeMap::new();
        collect(source, source, &mut texts)?;
        Ok(Self::new(&texts))
    }

    /// Takes the sources by their paths below `src`.
    fn new(texts: &BTreeMap<String, String>) -> Self {
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
    fn circles(&self) -> Vec<Vec<usize>> {
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

    fn report(&self, name: &str, circles: &[Vec<usize>]) -> String {
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
    fn faults(&self, rule: Rule, circles: &[Vec<usize>]) -> Vec<String> {
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

/// `plan/step.rs` and `plan/mod.rs` are `plan::step` and `plan`; `lib.rs` is the root.
fn module_of(path: &str) -> Names {
    let stem = path.strip_suffix(".rs").unwrap_or(path);
    let mut names: Names = stem.split('/').map(str::to_owned).collect();
    if names.last().is_some_and(|last| last == "mod") || ["lib", "main"].contains(&stem) {
        names.pop();
    }
    names
}

impl File {
    fn read(path: &str, text: &str, modules: &BTreeSet<Names>) -> Self {
        let module = module_of(path);
        let mut file = Self {
            path: path.to_owned(),
            module: module.clone(),
            imports: Vec::new(),
            paths: Vec::new(),
            words: BTreeSet::new(),
            items: BTreeSet::new(),
        };
        let tokens = tokens(text);
        // Modules that are written out in the file, each with the depth of its braces.
        let mut inline: Vec<(String, usize)> = Vec::new();
        let mut depth = 0_usize;
        let mut here = 0;
        while here < tokens.len() {
            let scope: Names =
                module.iter().cloned().chain(inline.iter().map(|(name, _)| name.clone())).collect();
            let before = here.checked_sub(1).and_then(|index| tokens.get(index));
            match &tokens[here] {
                Token::Sign('{') => depth += 1,
                Token::Sign('}') => {
                    inline.retain(|(_, opened)| *opened < depth);
                    depth = depth.saturating_sub(1);
                }
                Token::Word(word) if word == "use" => {
                    let public = before.is_some_and(|it| it.word() == Some("pub") || it.is(')'));
                    if tokens
                        .get(here + 1)
                        .is_some_and(|next| next.word().is_some() || next.is('{'))
                    {
                        let mut found = Vec::new();
                        here = use_tree(&tokens, here + 1, &[], &mut found);
                        for (path, name) in found {
                            let path = absolute(&path, &scope, modules);
                            file.imports.extend(path.map(|path| Import { path, name, public }));
                        }
                        continue;
                    }
                }
                Token::Word(word) => {
                    let next = tokens.get(here + 1);
                    let name = next.and_then(Token::word);
                    if ITEMS.contains(&word.as_str()) {
                        file.items.extend(name.map(str::to_owned));
                        if let (true, Some(name), Some(Token::Sign('{'))) =
                            (word == "mod", name, tokens.get(here + 2))
                        {
                            inline.push((name.to_owned(), depth + 1));
                        }
                    }
                    // `macro_rules! name`
                    if word == "macro_rules" {
                        let name = tokens.get(here + 2).and_then(Token::word);
                        file.items.extend(name.map(|name| format!("{name}!")));
                    }
                    let is_first = !matches!(before, Some(Token::Path | Token::Sign('$' | '.')));
                    let mut path = vec![word.clone()];
                    let mut end = here + 1;
                    while let (Some(Token::Path), Some(Token::Word(name))) =
                        (tokens.get(end), tokens.get(end + 1))
                    {
                        path.push(name.clone());
                        end += 2;
                    }
                    file.words.insert(word.clone());
                    if is_first && path.len() > 1 {
                        file.paths.push(match absolute(&path, &scope, modules) {
                            Some(path) => [vec!["crate".to_owned()], path].concat(),
                            None => path,
                        });
                    }
                }
                _ => {}
            }
            here += 1;
        }
        // A declared module is not an item of this file if it has a separate file.
        file.items.retain(|name| {
            let child: Names = file.module.iter().cloned().chain([name.clone()]).collect();
            !modules.contains(&child)
        });
        file
    }
}

/// The keywords after which the name of an item follows.
const ITEMS: [&str; 9] =
    ["struct", "enum", "union", "trait", "fn", "type", "const", "static", "mod"];

/// Returns the path from the root of the crate; `None` if it leads into another crate or begins with an imported name.
fn absolute(path: &[String], scope: &[String], modules: &BTreeSet<Names>) -> Option<Names> {
    let (first, rest) = path.split_first()?;
    match first.as_str() {
        "crate" => Some(rest.to_vec()),
        "self" => Some([scope, rest].concat()),
        "super" => {
            let (_, above) = scope.split_last()?;
            if rest.first().is_some_and(|next| next == "super") {
                absolute(rest, above, modules)
            } else {
                Some([above, rest].concat())
            }
        }
        _ => {
            let child = [scope, core::slice::from_ref(first)].concat();
            modules.contains(&child).then(|| [scope, path].concat())
        }
    }
}

/// Reads one tree of a `use` declaration and returns the index after it.
fn use_tree(
    tokens: &[Token],
    start: usize,
    before: &[String],
    found: &mut Vec<(Names, String)>,
) -> usize {
    let mut path = before.to_vec();
    let mut here = start;
    loop {
        match tokens.get(here) {
            Some(Token::Word(word)) if word == "as" => {
                let name = tokens.get(here + 1).and_then(Token::word).unwrap_or("_");
                found.push((path, name.to_owned()));
                return here + 2;
            }
            Some(Token::Word(word)) => {
                // `use a::{self}` names `a`.
                if word != "self" || path.is_empty() {
                    path.push(word.clone());
                }
                here += 1;
            }
            Some(Token::Path) => here += 1,
            Some(Token::Sign('*')) => {
                path.push("*".to_owned());
                found.push((path, "*".to_owned()));
                return here + 1;
            }
            Some(Token::Sign('{')) => {
                here += 1;
                while tokens.get(here).is_some_and(|token| !token.is('}')) {
                    here = use_tree(tokens, here, &path, found);
                    if tokens.get(here).is_some_and(|token| token.is(',')) {
                        here += 1;
                    }
                }
                return here + 1;
            }
            _ => {
                if let Some(name) = path.last().cloned() {
                    found.push((path, name));
                }
                return here.max(start + 1);
            }
        }
    }
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
