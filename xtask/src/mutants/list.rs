//! The list of cargo-mutants: which mutants there are, and their names without lines.

use std::{collections::BTreeMap, fs, path::Path};

use serde_json::Value;

use crate::cargo::{Failure, Run};

/// A change of the sources in one place.
#[derive(Clone, Debug)]
pub(super) struct Mutant {
    /// The number by which it is chosen at run time; 0 is the unchanged program.
    pub(super) id: u32,
    pub(super) package: String,
    /// The path of the file from the top of the workspace.
    pub(super) file: String,
    /// The name of cargo-mutants, with line and column.
    pub(super) listed: String,
    /// The name without them: it survives changes elsewhere in the file.
    pub(super) name: String,
    pub(super) genre: Genre,
    pub(super) replacement: String,
    /// The first byte in the file of what is replaced.
    pub(super) start: usize,
    /// The return type of the function.
    pub(super) returns: String,
    /// A digest of the text of the function: rows of a table count as long as it is unchanged.
    pub(super) digest: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Genre {
    FnValue,
    BinaryOperator,
    UnaryOperator,
    MatchArm,
    MatchArmGuard,
    StructField,
}

/// Returns the mutants of the packages in the tree, without those that `.cargo/mutants.toml` excludes.
pub(super) fn list(tree: &Path, packages: &[&str]) -> Result<Vec<Mutant>, Failure> {
    let mut run = Run::cargo(["mutants", "--list", "--json"]);
    for package in packages {
        run = run.args(["--package", package]);
    }
    let json: Value = serde_json::from_str(&run.inside(tree).output()?)
        .map_err(|error| Failure::new(format!("the list of cargo-mutants: {error}")))?;
    let mut files = BTreeMap::new();
    let mut seen = BTreeMap::<(String, String), usize>::new();
    let mut mutants = Vec::new();
    for entry in json.as_array().into_iter().flatten() {
        let text = |key: &str| entry[key].as_str().unwrap_or_default().to_owned();
        let file = text("file");
        if !files.contains_key(&file) {
            files.insert(file.clone(), fs::read_to_string(tree.join(&file))?);
        }
        let source = &files[&file];
        let genre = match text("genre").as_str() {
            "FnValue" => Genre::FnValue,
            "BinaryOperator" => Genre::BinaryOperator,
            "UnaryOperator" => Genre::UnaryOperator,
            "MatchArm" => Genre::MatchArm,
            "MatchArmGuard" => Genre::MatchArmGuard,
            "StructField" => Genre::StructField,
            other => return Err(Failure::new(format!("mutants of an unknown genre: {other}"))),
        };
        let start = offset(source, &entry["span"]["start"]);
        let function = &entry["function"];
        let owner = if function.is_null() {
            let line = source[start..].lines().next().unwrap_or_default();
            line.to_owned()
        } else {
            let span = &function["span"];
            source[offset(source, &span["start"])..offset(source, &span["end"])].to_owned()
        };
        let listed = text("name");
        let name = nameless(&listed, &file);
        // By crate, so that a name does not depend on the crates that are run together.
        let count = seen.entry((text("package"), name.clone())).or_default();
        *count += 1;
        mutants.push(Mutant {
            id: u32::try_from(mutants.len() + 1).unwrap_or(u32::MAX),
            package: text("package"),
            name: if *count == 1 { name } else { format!("{name} #{count}") },
            file,
            listed,
            genre,
            replacement: text("replacement"),
            start,
            returns: function["return_type"].as_str().unwrap_or_default().to_owned(),
            digest: digest(&owner),
        });
    }
    Ok(mutants)
}

/// `crates/url1738-core/src/plan/step.rs:7:9: delete !` is `plan/step.rs: delete !`.
fn nameless(listed: &str, file: &str) -> String {
    let change = listed.splitn(4, ':').nth(3).unwrap_or(listed);
    let short = file.split_once("/src/").map_or(file, |(_, short)| short);
    format!("{short}:{change}")
}

/// Returns the byte at a line and a column, both of which count from 1, columns in characters.
fn offset(source: &str, place: &Value) -> usize {
    let number = |key: &str| {
        usize::try_from(place[key].as_u64().unwrap_or(1)).unwrap_or(1).saturating_sub(1)
    };
    let line: usize = source.split_inclusive('\n').take(number("line")).map(str::len).sum();
    let column: usize = source[line..].chars().take(number("column")).map(char::len_utf8).sum();
    line + column
}

/// FNV-1a, in hexadecimal: it only has to change when the text does.
fn digest(text: &str) -> String {
    let hash = text
        .split_whitespace()
        .flat_map(str::bytes)
        .fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
        });
    format!("{:08x}", hash >> 32)
}
