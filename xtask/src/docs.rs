//! The docs as docs.rs builds them, and what they must show.

use std::{collections::HashSet, fs};

use serde_json::Value;

use crate::{
    cargo::{Failure, Run},
    family::{Package, arguments, libraries},
};

/// The flags of docs.rs, and no warnings.
const FLAGS: &str =
    "--cfg docsrs -Z unstable-options --extern-html-root-takes-precedence -D warnings";

/// Public items that no section of the RFC describes: spans, texts, and what shows, checks or changes them; clients, which
/// the protocols describe; keys of archives; drawings.
const MACHINERY: [&str; 56] = [
    "Action",
    "Annotated",
    "COMPONENTS",
    "Cancel",
    "Channel",
    "Chunk",
    "Client",
    "Comparison",
    "Components",
    "ConversionError",
    "Draft",
    "ErrorKind",
    "Event",
    "Fault",
    "FindIter",
    "Finding",
    "Fix",
    "Handler",
    "Handover",
    "Limits",
    "Lint",
    "Lints",
    "MASK",
    "Markup",
    "Module",
    "Outcome",
    "Outgoing",
    "Page",
    "PartSpan",
    "Piece",
    "Pieces",
    "Policy",
    "Profile",
    "Pushed",
    "Raw",
    "Reading",
    "Rest",
    "Sanitized",
    "Secrets",
    "Sender",
    "Session",
    "Skipped",
    "Span",
    "Speaker",
    "Surt",
    "SurtError",
    "Text",
    "Token",
    "Turn",
    "TypedUrl",
    "UnknownProfile",
    "assert_vectors",
    "is_safe",
    "octets",
    "title",
    "wayback_key",
];

/// Builds the docs of all libraries with the flags of docs.rs, then lists the public items without an example, without
/// their section, or without an `# Errors` section.
pub(crate) fn docs() -> Result<(), Failure> {
    let libraries = libraries()?;
    let nightly = || Run::toolchain("nightly", []);
    nightly()
        .args(["doc", "--quiet", "--no-deps", "--all-features", "--locked", "-Zrustdoc-map"])
        .args(arguments(&libraries))
        .env("RUSTDOCFLAGS", FLAGS)
        .run()?;
    let mut bare = Vec::new();
    let mut shown = Shown::default();
    for library in &libraries {
        nightly()
            .args(["rustdoc", "--quiet", "--lib", "--all-features", "--locked"])
            .args(["--package", &library.name, "-Zunstable-options", "--output-format", "json"])
            .env("RUSTDOCFLAGS", "--cfg docsrs")
            .output()?;
        let crates = Index::read(library)?;
        crates.look(&mut shown, &mut bare);
    }
    println!(
        "{} public items are shown in an example; {} name their section, {} have none; {} document their errors",
        shown.count,
        shown.sections,
        MACHINERY.len(),
        shown.errors
    );
    if bare.is_empty() {
        return Ok(());
    }
    bare.sort();
    Err(Failure::new(format!("{} public items lack:\n  {}", bare.len(), bare.join("\n  "))))
}

/// What the examples show so far.
#[derive(Default)]
struct Shown {
    count: usize,
    /// Items that name their section of the RFC.
    sections: usize,
    /// Functions that can fail and have an `# Errors` section.
    errors: usize,
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
        let path = crate::family::target()?.join(format!("doc/{name}.json"));
        let text = fs::read_to_string(&path)
            .map_err(|error| Failure::new(format!("{}: {error}", path.display())))?;
        let root = serde_json::from_str(&text)
            .map_err(|error| Failure::new(format!("{}: {error}", path.display())))?;
        Ok(Self { name: library.name.clone(), root })
    }

    fn item(&self, id: &Value) -> &Value {
        &self.root["index"][id.to_string()]
    }

    /// Checks the rule: every public function is called in an example of its crate, including those of traits and
    /// macros; a type with functions is named in an example, or its functions are. Methods that all URL types get from
    /// one macro are shown on `GenericUrl`, and those of builders on `GenericBuilder`. So getters may share an example, and
    /// every getter is in one.
    fn look(&self, shown: &mut Shown, bare: &mut Vec<String>) {
        let items: Vec<&Value> =
            self.root["index"].as_object().into_iter().flat_map(|map| map.values()).collect();
        let all: String = items
            .iter()
            .filter(|item| item["crate_id"] == 0)
            .map(|item| examples(&item["docs"]))
            .collect();
        for item in items.iter().filter(|item| item["visibility"] == "public") {
            self.of_errors(item, shown, bare);
        }
        for item in items {
            let (Some(name), Some((kind, inner))) = (
                item["name"].as_str(),
                item["inner"].as_object().and_then(|inner| inner.iter().next()),
            ) else {
                continue;
            };
            // A re-exported item is shown in the crate that defines it; hidden items are for macros.
            if item["crate_id"] != 0 || is_hidden(item) || !self.is_reachable(item) {
                continue;
            }
            self.of_section(item, kind, name, shown, bare);
            match kind.as_str() {
                "struct" | "enum" | "trait" => {
                    let mut any = mentions(&all, name);
                    let methods = self.methods(inner, kind);
                    let needs = !methods.is_empty();
                    if kind == "trait" {
                        methods.iter().for_each(|method| self.of_errors(method, shown, bare));
                    }
                    for called in methods.iter().filter_map(|method| method["name"].as_str()) {
                        let here = calls(&all, called);
                        any |= here;
                        if here && ["GenericUrl", "GenericBuilder"].contains(&name) {
                            shown.plumbing.insert(called.to_owned());
                        }
                        let is_by_macro = name.ends_with("Url") || name.ends_with("Builder");
                        let from_macro = is_by_macro && shown.plumbing.contains(called);
                        self.note(here || from_macro, name, called, shown, bare);
                    }
                    self.note(any || !needs, name, "", shown, bare);
                }
                "function" | "macro" => self.note(mentions(&all, name), name, "", shown, bare),
                _ => {}
            }
        }
    }

    /// Notes whether a function that can fail documents its errors.
    fn of_errors(&self, item: &Value, shown: &mut Shown, bare: &mut Vec<String>) {
        let output = &item["inner"]["function"]["sig"]["output"]["resolved_path"];
        let fails = output["path"].as_str().is_some_and(|path| path.ends_with("Result"));
        if item["crate_id"] != 0 || !fails || is_hidden(item) {
            return;
        }
        if item["docs"].as_str().unwrap_or_default().contains("# Errors") {
            shown.errors += 1;
        } else {
            let name = item["name"].as_str().unwrap_or_default();
            bare.push(format!("{}: {name}: its errors", self.name));
        }
    }

    /// Notes whether an item names its section.
    fn of_section(
        &self,
        item: &Value,
        kind: &str,
        name: &str,
        shown: &mut Shown,
        bare: &mut Vec<String>,
    ) {
        let counts = ["struct", "enum", "trait", "function", "constant"].contains(&kind);
        if !counts || MACHINERY.contains(&name) {
            return;
        }
        let docs = item["docs"].as_str().unwrap_or_default();
        if ["section ", "sections ", "RFC ", "Appendix"].iter().any(|mark| docs.contains(mark)) {
            shown.sections += 1;
        } else {
            bare.push(format!("{}: {name}: the section of the RFC", self.name));
        }
    }

    fn note(
        &self,
        good: bool,
        item: &str,
        method: &str,
        shown: &mut Shown,
        bare: &mut Vec<String>,
    ) {
        if good {
            shown.count += 1;
        } else {
            let dot = if method.is_empty() { "" } else { "::" };
            bare.push(format!("{}: {item}{dot}{method}: an example", self.name));
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

    /// Whether an item has a page, that is whether its crate lists a path to it.
    fn is_reachable(&self, item: &Value) -> bool {
        self.root["paths"][item["id"].to_string()].is_object()
    }
}

fn is_hidden(item: &Value) -> bool {
    item["attrs"].to_string().contains("doc(hidden)") || item["docs"].is_null()
}

/// Returns the fenced code of a page.
fn examples(docs: &Value) -> String {
    let mut text = String::new();
    let mut inside = false;
    for line in docs.as_str().unwrap_or_default().lines() {
        if line.trim_start().starts_with("```") {
            inside = !inside;
        } else if inside {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
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
        let after = text.get(at.saturating_add(name.len())..).unwrap_or_default();
        !before.ends_with(part_of_word) && !after.starts_with(part_of_word) && good(before)
    })
}
