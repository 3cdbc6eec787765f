//! A source file: what it defines, imports and names.

use std::collections::BTreeSet;

use crate::source::{Token, tokens};

/// A path within the crate, from its root.
pub(super) type Names = Vec<String>;

/// An item of a `use` declaration.
#[derive(Clone, Debug)]
pub(super) struct Import {
    pub(super) path: Names,
    /// The name in this file; `*` for a glob.
    pub(super) name: String,
    pub(super) public: bool,
}

/// A source file and what it names.
#[derive(Debug)]
pub(super) struct File {
    /// The path below `src`.
    pub(super) path: String,
    pub(super) module: Names,
    pub(super) imports: Vec<Import>,
    /// Paths in the code, outside `use`.
    pub(super) paths: Vec<Names>,
    /// All words outside `use`.
    pub(super) words: BTreeSet<String>,
    /// The names of items and macros that the file defines.
    pub(super) items: BTreeSet<String>,
}

/// `plan/step.rs` and `plan/mod.rs` are `plan::step` and `plan`; `lib.rs` is the root.
pub(super) fn module_of(path: &str) -> Names {
    let stem = path.strip_suffix(".rs").unwrap_or(path);
    let mut names: Names = stem.split('/').map(str::to_owned).collect();
    if names.last().is_some_and(|last| last == "mod") || ["lib", "main"].contains(&stem) {
        names.pop();
    }
    names
}

impl File {
    pub(super) fn read(path: &str, text: &str, modules: &BTreeSet<Names>) -> Self {
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
