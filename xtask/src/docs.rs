//! The docs as docs.rs builds them, and the examples that they must have.
//!
//! Rustdoc's own lint `missing_doc_code_examples` asks for an example at every item; here getters may share one.

use std::{collections::HashSet, fs};

use serde_json::Value;

use crate::{
    cargo::{Failure, Run, target},
    family::{Package, arguments, libraries},
};

/// The flags of docs.rs, and no warnings.
const FLAGS: &str =
    "--cfg docsrs -Z unstable-options --extern-html-root-takes-precedence -D warnings";

/// Builds the docs of all default members with the flags of docs.rs, then lists the public items of the libraries that no
/// example shows.
///
/// # Errors
/// Returns an error with these items.
pub(crate) fn docs() -> Result<(), Failure> {
    let libraries = libraries()?;
    let nightly = || Run::toolchain("nightly", []);
    nightly()
        .args(["doc", "--quiet", "--no-deps", "--all-features", "--locked", "-Zrustdoc-map"])
        .args(arguments(&libraries))
        .env("RUSTDOCFLAGS", FLAGS)
        .run()?;
    let mut shown = Shown::default();
    for library in &libraries {
        nightly()
            .args(["rustdoc", "--quiet", "--lib", "--all-features", "--locked"])
            .args(["--package", &library.name, "-Zunstable-options", "--output-format", "json"])
            .env("RUSTDOCFLAGS", "--cfg docsrs")
            .output()?;
        Index::read(library)?.look(&mut shown);
    }
    println!("docs: {} public items are shown in an example", shown.count);
    if shown.bare.is_empty() {
        return Ok(());
    }
    shown.bare.sort();
    let (count, list) = (shown.bare.len(), shown.bare.join("\n  "));
    Err(Failure::new(format!("{count} public items are in no example:\n  {list}")))
}

/// What the examples show so far.
#[derive(Default)]
struct Shown {
    count: usize,
    bare: Vec<String>,
    /// The methods of `GenericUrl` and `GenericBuilder`, which the same macros write for the other URL types and builders.
    plumbing: HashSet<String>,
}

/// A crate as rustdoc describes it.
struct Index {
    name: String,
    root: Value,
}

impl Index {
    fn read(library: &Package) -> Result<Self, Failure> {
        let name = library.name.replace('-', "_");
        let root = serde_json::from_slice(&fs::read(target().join(format!("doc/{name}.json")))?)
            .map_err(|error| Failure::new(format!("{name}.json: {error}")))?;
        Ok(Self { name: library.name.clone(), root })
    }

    fn item(&self, id: &Value) -> &Value {
        &self.root["index"][id.to_string()]
    }

    /// Checks the rule: every public function is called in an example of its crate, including those of traits and
    /// macros; a type with functions is named in an example, or its functions are. Methods that all URL types get from
    /// one macro are shown on `GenericUrl`, and those of builders on `GenericBuilder`. So getters may share an example, and
    /// every getter is in one.
    fn look(&self, shown: &mut Shown) {
        let items = self.root["index"].as_object().into_iter().flat_map(|map| map.values());
        // A re-exported item is shown in the crate that defines it.
        let items: Vec<&Value> = items.filter(|item| item["crate_id"] == 0).collect();
        let all: String = items.iter().map(|item| examples(&item["docs"])).collect();
        for item in items {
            let (Some(name), Some((kind, inner))) = (
                item["name"].as_str(),
                item["inner"].as_object().and_then(|inner| inner.iter().next()),
            ) else {
                continue;
            };
            // Hidden items are for macros; an item without a path has no page.
            if is_hidden(item) || !self.root["paths"][item["id"].to_string()].is_object() {
                continue;
            }
            match kind.as_str() {
                "struct" | "enum" | "trait" => {
                    let methods = self.methods(inner, kind);
                    let mut any = methods.is_empty() || mentions(&all, name);
                    for called in methods.iter().filter_map(|method| method["name"].as_str()) {
                        let here = calls(&all, called);
                        any |= here;
                        if here && ["GenericUrl", "GenericBuilder"].contains(&name) {
                            shown.plumbing.insert(called.to_owned());
                        }
                        let is_by_macro = name.ends_with("Url") || name.ends_with("Builder");
                        let from_macro = is_by_macro && shown.plumbing.contains(called);
                        self.note(here || from_macro, &format!("{name}::{called}"), shown);
                    }
                    self.note(any, name, shown);
                }
                "function" | "macro" => self.note(mentions(&all, name), name, shown),
                _ => {}
            }
        }
    }

    fn note(&self, good: bool, item: &str, shown: &mut Shown) {
        if good {
            shown.count += 1;
        } else {
            shown.bare.push(format!("{}: {item}", self.name));
        }
    }

    /// Returns the public methods of a type, or the methods of a trait.
    fn methods(&self, inner: &Value, kind: &str) -> Vec<&Value> {
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let ids: Vec<Value> = if kind == "trait" {
            list(&inner["items"])
        } else {
            let impls = list(&inner["impls"]);
            let inherent = impls.iter().map(|id| &self.item(id)["inner"]["impl"]);
            inherent.filter(|it| it["trait"].is_null()).flat_map(|it| list(&it["items"])).collect()
        };
        let methods = ids.iter().map(|id| self.item(id));
        methods
            .filter(|item| item["inner"]["function"].is_object() && !is_hidden(item))
            .filter(|item| kind == "trait" || item["visibility"] == "public")
            .collect()
    }
}

fn is_hidden(item: &Value) -> bool {
    item["attrs"].to_string().contains("doc(hidden)") || item["docs"].is_null()
}

/// Returns the fenced code of a page.
fn examples(docs: &Value) -> String {
    let docs = docs.as_str().unwrap_or_default();
    docs.split("```").skip(1).step_by(2).collect::<Vec<_>>().join("\n")
}

/// Whether a text contains the name as a word.
fn mentions(text: &str, name: &str) -> bool {
    found(text, name, |_| true)
}

/// Whether a text calls a function of that name, passes it on, or implements it.
fn calls(text: &str, name: &str) -> bool {
    found(text, name, |before| [".", "::", "fn "].iter().any(|mark| before.ends_with(mark)))
}

fn found(text: &str, name: &str, good: impl Fn(&str) -> bool) -> bool {
    let part_of_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(at + name.len()..).unwrap_or_default();
        !before.ends_with(part_of_word) && !after.starts_with(part_of_word) && good(before)
    })
}
