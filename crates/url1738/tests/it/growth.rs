//! Public types can grow: a new variant or field breaks no user.

use std::{collections::BTreeSet, fs};

use crate::sources::sources;

/// Types that are complete: a range of bytes, a part with its range, and a piece of masked text.
const COMPLETE: [&str; 3] = ["PartSpan", "Segment", "Span"];

/// Types that users match on or read, which have grown before.
const GROWING: [&str; 16] = [
    "Change",
    "Chunk",
    "CodeInfo",
    "Command",
    "FileHost",
    "Fix",
    "Form",
    "Grouppart",
    "Host",
    "Lint",
    "PartRule",
    "Refusal",
    "Repaired",
    "Rule",
    "TypeCode",
    "WaisForm",
];

/// Returns whether the body of a type shows its fields or variants to users of the crate.
fn is_open(kind: &str, body: &str) -> bool {
    kind == "enum" || body.lines().any(|line| line.starts_with("    pub ") && line.contains(": "))
}

#[test]
fn public_enums_and_structs_are_non_exhaustive() {
    let mut marked = BTreeSet::new();
    let mut open = Vec::new();
    for path in sources() {
        let shown = path.display().to_string();
        if ["url1738-cli", "url1738-datafusion"].iter().any(|program| shown.contains(program)) {
            continue;
        }
        let source = fs::read_to_string(&path).unwrap();
        let mut attributes = String::new();
        let mut lines = source.lines();
        while let Some(line) = lines.next() {
            if line.starts_with("#[") || line.starts_with("///") {
                attributes.push_str(line);
                continue;
            }
            let declared = line.strip_prefix("pub ").and_then(|line| line.split_once(' '));
            if let Some((kind @ ("enum" | "struct"), rest)) =
                declared.filter(|_| line.ends_with('{'))
            {
                let name: String = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
                let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "}").collect();
                if is_open(kind, &body.join("\n")) {
                    if attributes.contains("#[non_exhaustive]") {
                        marked.insert(name);
                    } else if !COMPLETE.contains(&&*name) {
                        open.push(format!("{kind} {name} in {shown}"));
                    }
                }
            }
            attributes.clear();
        }
    }
    assert!(open.is_empty(), "{open:#?}");
    let lacking: Vec<_> = GROWING.iter().filter(|name| !marked.contains(**name)).collect();
    assert!(lacking.is_empty(), "{lacking:?}");
}
