//! The circles of each crate: files that import each other through `crate::`, `self::` and `super::` paths.
//!
//! A path counts for the file that defines what it names: re-exports are followed, and a re-export alone is not an import.
//! Comments, doc examples and items under `#[cfg(test)]` do not count. No published tool knows files: `cargo-modules` reports
//! modules, in which every parent is in a circle with its children.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::{Attribute, Ident, Item, UseTree, Visibility};

use crate::cargo::{Failure, top};

/// The files that may import each other: the first is in every circle, since the signature of its trait names the others.
/// In a crate without a row, files of one folder may.
const RULES: [(&str, &[&str]); 3] = [
    ("url1738-context", &[]),
    ("url1738-core", &["scheme", "raw", "lint", "repair", "plan"]),
    ("url1738-relative", &[]),
];

/// # Errors
/// Returns an error if a crate has a circle that its rule does not allow.
pub(crate) fn layers() -> Result<(), Failure> {
    let mut faults = Vec::new();
    let mut count = 0;
    for folder in fs::read_dir(top().join("crates"))?.flatten() {
        let source = folder.path().join("src");
        if !source.is_dir() {
            continue;
        }
        let name = folder.file_name().to_string_lossy().into_owned();
        let mut texts = BTreeMap::new();
        collect(&source, &source, &mut texts)?;
        let files = Files::new(&texts)?;
        count += files.files.len();
        let rule = RULES.iter().find(|(of, _)| *of == name).map(|(_, allowed)| *allowed);
        let circles = files.circles();
        let bad = circles.iter().filter(|circle| !files.is_allowed(circle, rule));
        faults.extend(bad.map(|circle| format!("{name}: {}", files.describe(circle))));
    }
    if faults.is_empty() {
        println!("layers: {count} files, no circle that is not allowed");
        return Ok(());
    }
    Err(Failure::new(format!("files that import each other:\n  {}", faults.join("\n  "))))
}

/// The files of a crate, and who imports whom.
struct Files {
    files: Vec<File>,
    /// For each file, the files that it imports from.
    edges: Vec<BTreeSet<usize>>,
}

impl Files {
    /// Takes the sources by their paths below `src`.
    fn new(texts: &BTreeMap<String, String>) -> Result<Self, Failure> {
        let modules: BTreeSet<Names> = texts.keys().map(|path| module_of(path)).collect();
        let files = texts.iter().map(|(path, text)| File::read(path, text, &modules));
        let files = files.collect::<Result<Vec<File>, Failure>>()?;
        let mut all = Self { files, edges: Vec::new() };
        all.edges = (0..all.files.len()).map(|from| all.edges_of(from)).collect();
        Ok(all)
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
            return self.resolve(&[import.path.as_slice(), &rest[1..]].concat(), depth + 1);
        }
        for glob in file.imports.iter().filter(|import| import.name == "*") {
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
            let both =
                |other: &usize| reached[file].contains(other) && reached[*other].contains(&file);
            let circle: Vec<usize> = (0..self.files.len()).filter(both).collect();
            if circle.len() > 1 && !circles.contains(&circle) {
                circles.push(circle);
            }
        }
        circles
    }

    fn is_allowed(&self, circle: &[usize], rule: Option<&[&str]>) -> bool {
        let Some(allowed) = rule else {
            let folders: BTreeSet<&str> = circle.iter().map(|file| self.folder(*file)).collect();
            return folders.len() == 1;
        };
        let is_in = |file: &usize, names: &[&str]| {
            self.files[*file].module.iter().any(|name| names.contains(&name.as_str()))
        };
        circle.iter().all(|file| is_in(file, allowed))
            && circle.iter().any(|file| is_in(file, allowed.get(..1).unwrap_or_default()))
    }

    /// Returns the top folder of a file; the files beside the root share one.
    fn folder(&self, file: usize) -> &str {
        let path = &self.files[file].path;
        let top = path.split_once('/').map_or(path.trim_end_matches(".rs"), |(folder, _)| folder);
        let has_folder = self.files.iter().any(|it| it.path.starts_with(&format!("{top}/")));
        if has_folder { top } else { "src" }
    }

    fn describe(&self, circle: &[usize]) -> String {
        let path = |file: &usize| self.files[*file].path.as_str();
        let row = |file: &usize| {
            let to: Vec<&str> =
                self.edges[*file].iter().filter(|to| circle.contains(to)).map(path).collect();
            format!("{} -> {}", path(file), to.join(", "))
        };
        circle.iter().map(row).collect::<Vec<_>>().join("; ")
    }
}

/// A path within the crate, from its root.
type Names = Vec<String>;

/// An item of a `use` declaration.
#[derive(Debug)]
struct Import {
    path: Names,
    /// The name in this file; `*` for a glob.
    name: String,
    public: bool,
}

/// A source file and what it names.
#[derive(Debug, Default)]
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
    fn read(path: &str, text: &str, modules: &BTreeSet<Names>) -> Result<Self, Failure> {
        let parsed = syn::parse_file(text).map_err(|it| Failure::new(format!("{path}: {it}")))?;
        let mut file = Self { path: path.to_owned(), module: module_of(path), ..Self::default() };
        file.add(parsed.items, &module_of(path), modules);
        Ok(file)
    }

    fn add(&mut self, items: Vec<Item>, scope: &Names, modules: &BTreeSet<Names>) {
        for item in items {
            let (name, attributes): (Option<&Ident>, &[Attribute]) = match &item {
                Item::Const(it) => (Some(&it.ident), &it.attrs),
                Item::Enum(it) => (Some(&it.ident), &it.attrs),
                Item::Fn(it) => (Some(&it.sig.ident), &it.attrs),
                Item::Impl(it) => (None, &it.attrs),
                Item::Mod(it) => (it.content.as_ref().map(|_| &it.ident), &it.attrs),
                Item::Static(it) => (Some(&it.ident), &it.attrs),
                Item::Struct(it) => (Some(&it.ident), &it.attrs),
                Item::Trait(it) => (Some(&it.ident), &it.attrs),
                Item::Type(it) => (Some(&it.ident), &it.attrs),
                Item::Use(it) => (None, &it.attrs),
                _ => (None, &[]),
            };
            if attributes.iter().any(|it| it.to_token_stream().to_string() == "# [cfg (test)]") {
                continue;
            }
            self.items.extend(name.map(Ident::to_string));
            match item {
                Item::Use(it) => {
                    let public = !matches!(it.vis, Visibility::Inherited);
                    self.import(&it.tree, &mut Vec::new(), public, scope, modules);
                }
                Item::Mod(it) => {
                    let scope = [scope.as_slice(), &[it.ident.to_string()]].concat();
                    self.add(it.content.unwrap_or_default().1, &scope, modules);
                }
                item => {
                    if let Item::Macro(it) = &item {
                        self.items.extend(it.ident.as_ref().map(|name| format!("{name}!")));
                    }
                    self.look(item.into_token_stream(), scope, modules);
                }
            }
        }
    }

    fn import(
        &mut self,
        tree: &UseTree,
        path: &mut Names,
        public: bool,
        scope: &Names,
        modules: &BTreeSet<Names>,
    ) {
        let len = path.len();
        let name = match tree {
            UseTree::Path(it) => {
                path.push(it.ident.to_string());
                self.import(&it.tree, path, public, scope, modules);
                None
            }
            UseTree::Group(it) => {
                it.items.iter().for_each(|tree| self.import(tree, path, public, scope, modules));
                None
            }
            // `use a::{self}` names `a`.
            UseTree::Name(it) if it.ident == "self" => path.last().cloned(),
            UseTree::Name(it) => {
                path.push(it.ident.to_string());
                path.last().cloned()
            }
            UseTree::Rename(it) => {
                path.push(it.ident.to_string());
                Some(it.rename.to_string())
            }
            UseTree::Glob(_) => {
                path.push("*".to_owned());
                path.last().cloned()
            }
        };
        let import = name.zip(absolute(path, scope, modules));
        self.imports.extend(import.map(|(name, path)| Import { path, name, public }));
        path.truncate(len);
    }

    /// Notes the words of code, and the paths that they form.
    fn look(&mut self, tokens: TokenStream, scope: &Names, modules: &BTreeSet<Names>) {
        let mut paths: Vec<Names> = Vec::new();
        // The sign before this token, or two colons.
        let mut before = String::new();
        for tree in tokens {
            match tree {
                TokenTree::Ident(word) => {
                    self.words.insert(word.to_string());
                    match paths.last_mut() {
                        Some(path) if before == "::" => path.push(word.to_string()),
                        // The path of a macro begins in the crate that calls it.
                        _ if before != "$" => paths.push(vec![word.to_string()]),
                        _ => paths.push(Vec::new()),
                    }
                    before.clear();
                }
                TokenTree::Punct(sign) if sign.as_char() == ':' => before.push(':'),
                TokenTree::Punct(sign) => before = sign.to_string(),
                TokenTree::Literal(_) => before.clear(),
                TokenTree::Group(group) => {
                    self.look(group.stream(), scope, modules);
                    before.clear();
                    before.push('(');
                }
            }
        }
        self.paths.extend(paths.into_iter().filter(|path| path.len() > 1).map(|path| {
            let of_crate = absolute(&path, scope, modules);
            of_crate.map_or(path, |path| [vec!["crate".to_owned()], path].concat())
        }));
    }
}

/// Returns the path from the root of the crate; `None` if it leads into another crate or begins with an imported name.
fn absolute(path: &[String], scope: &[String], modules: &BTreeSet<Names>) -> Option<Names> {
    let (first, rest) = path.split_first()?;
    match first.as_str() {
        "crate" => Some(rest.to_vec()),
        "self" => Some([scope, rest].concat()),
        "super" => {
            let (_, above) = scope.split_last()?;
            match rest.first().is_some_and(|next| next == "super") {
                true => absolute(rest, above, modules),
                false => Some([above, rest].concat()),
            }
        }
        _ => {
            let child = [scope, core::slice::from_ref(first)].concat();
            modules.contains(&child).then(|| [scope, path].concat())
        }
    }
}

/// Reads the sources below a folder, but for programs beside a library.
fn collect(
    source: &Path,
    folder: &Path,
    texts: &mut BTreeMap<String, String>,
) -> Result<(), Failure> {
    let has_library = source.join("lib.rs").exists();
    for entry in fs::read_dir(folder)?.flatten() {
        let path = entry.path();
        let below = path.strip_prefix(source).unwrap_or(&path).to_string_lossy().into_owned();
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

    /// Returns each circle as the paths of its files, and whether each is allowed.
    fn circles(sources: &[(&str, &str)], rule: Option<&[&str]>) -> Vec<(Vec<String>, bool)> {
        let texts = sources.iter().map(|(path, text)| (path.to_string(), text.to_string()));
        let files = Files::new(&texts.collect()).unwrap();
        let paths = |circle: &Vec<usize>| {
            circle.iter().map(|file| files.files[*file].path.clone()).collect()
        };
        let circles = files.circles();
        circles.iter().map(|it| (paths(it), files.is_allowed(it, rule))).collect()
    }

    #[test]
    fn imports_and_paths_are_followed_to_the_file_that_defines_the_name() {
        for (sources, circle) in [
            (
                &[("a.rs", "use crate::b::B; struct A;"), ("b.rs", "use super::a::A; struct B;")][..],
                &["a.rs", "b.rs"][..],
            ),
            (&[("a.rs", "use crate::b::B; struct A;"), ("b.rs", "struct B;")], &[]),
            (
                &[
                    ("a.rs", "fn a() { crate::b::b() }"),
                    ("b.rs", "use crate::a; fn b() { a::a() }"),
                ],
                &["a.rs", "b.rs"],
            ),
            // A re-export at the root, by its name and by a glob.
            (
                &[
                    ("lib.rs", "mod a; mod b; pub use a::A; pub use b::{B as C};"),
                    ("a.rs", "use crate::C; pub struct A;"),
                    ("b.rs", "use crate::A; pub struct B;"),
                ],
                &["a.rs", "b.rs"],
            ),
            (
                &[
                    ("lib.rs", "mod a; mod b; pub use b::*;"),
                    ("a.rs", "use crate::B; pub struct A;"),
                    ("b.rs", "use crate::a::A; pub struct B;"),
                ],
                &["a.rs", "b.rs"],
            ),
            // A parent that re-exports its child does not use it.
            (
                &[
                    ("plan/mod.rs", "mod step; pub use step::Step; pub struct Plan(Step);"),
                    ("plan/step.rs", "use super::Plan; pub struct Step;"),
                ],
                &["plan/mod.rs", "plan/step.rs"],
            ),
            (
                &[
                    ("plan/mod.rs", "mod step; pub use step::Step; pub struct Plan;"),
                    ("plan/step.rs", "use super::Plan; pub struct Step;"),
                ],
                &[],
            ),
            // Tests and docs do not count, and exported macros are at the root.
            (
                &[
                    (
                        "a.rs",
                        "//! [`crate::b::B`]\npub struct A; #[cfg(test)] mod tests { use crate::b::B; }",
                    ),
                    ("b.rs", "use crate::a::A; pub struct B;"),
                ],
                &[],
            ),
            (
                &[
                    ("a.rs", "macro_rules! m { () => {} } use crate::b::B; struct A;"),
                    ("b.rs", "fn b() { crate::m!() } pub struct B;"),
                    ("lib.rs", "mod a; mod b;"),
                ],
                &["a.rs", "b.rs"],
            ),
        ] {
            let found = circles(sources, Some(&[]));
            assert_eq!(found.first().map_or(&[][..], |(files, _)| files), circle, "{sources:?}");
        }
    }

    #[test]
    fn rules_allow_what_they_name() {
        let core = [
            ("url/scheme.rs", "use crate::plan::Plan; pub trait Scheme {}"),
            ("plan/mod.rs", "use crate::url::scheme::Scheme; pub struct Plan;"),
        ];
        let is_allowed = |rule: Option<&[&str]>| circles(&core, rule)[0].1;
        assert!(is_allowed(Some(&["scheme", "plan"])));
        assert!(!is_allowed(Some(&[])) && !is_allowed(None));
        // The first of the rule is in every circle.
        assert!(!is_allowed(Some(&["raw", "scheme", "plan"])));
        let within = [
            ("plan/a.rs", "use super::b::B; struct A;"),
            ("plan/b.rs", "use super::a::A; struct B;"),
        ];
        assert!(circles(&within, None)[0].1);
    }
}
