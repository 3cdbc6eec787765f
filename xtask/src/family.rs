//! The crates that are published, read from `cargo metadata`.

use std::path::PathBuf;

use serde_json::Value;

use crate::cargo::{Failure, Run};

/// A crate of the family.
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) folder: PathBuf,
    /// Whether other crates may depend on it; otherwise it is a program.
    pub(crate) is_library: bool,
    /// Whether plain `cargo test` builds it; crates with a heavy engine are left out.
    pub(crate) is_default: bool,
    /// The package as `cargo metadata` describes it.
    pub(crate) manifest: Value,
}

impl Package {
    /// Returns the dependencies: the name, the required version, and whether it is a dev-dependency.
    pub(crate) fn dependencies(&self) -> impl Iterator<Item = (&str, &str, bool)> {
        let all = self.manifest["dependencies"].as_array().into_iter().flatten();
        all.map(|it| {
            let text = |key: &str| it[key].as_str().unwrap_or_default();
            (text("name"), text("req"), text("kind") == "dev")
        })
    }
}

fn metadata() -> Result<Value, Failure> {
    let metadata = Run::cargo(["metadata", "--format-version", "1", "--no-deps", "--locked"]);
    serde_json::from_str(&metadata.output()?)
        .map_err(|error| Failure::new(format!("cargo metadata: {error}")))
}

/// Returns all published crates, each after those it depends on.
pub(crate) fn packages() -> Result<Vec<Package>, Failure> {
    let metadata = metadata()?;
    let mut waiting: Vec<Package> = metadata["packages"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|manifest| manifest["publish"].is_null())
        .map(|manifest| package(manifest, &metadata["workspace_default_members"]))
        .collect();
    let mut ordered: Vec<Package> = Vec::new();
    while !waiting.is_empty() {
        let free = |package: &Package| {
            !package.dependencies().any(|(name, _, dev)| {
                !dev && name != package.name && waiting.iter().any(|other| other.name == name)
            })
        };
        let Some(at) = waiting.iter().position(free) else {
            let names: Vec<_> = waiting.iter().map(|package| package.name.as_str()).collect();
            return Err(Failure::new(format!(
                "these crates depend on each other in a circle: {}",
                names.join(", ")
            )));
        };
        ordered.push(waiting.remove(at));
    }
    Ok(ordered)
}

fn package(manifest: &Value, default_members: &Value) -> Package {
    let text = |key: &str| manifest[key].as_str().unwrap_or_default().to_owned();
    let path = PathBuf::from(text("manifest_path"));
    let targets = manifest["targets"].as_array().into_iter().flatten();
    let programs = targets.filter(|target| target["kind"][0] == "bin").count();
    let members = default_members.as_array().into_iter().flatten();
    Package {
        name: text("name"),
        version: text("version"),
        folder: path.parent().map(PathBuf::from).unwrap_or_default(),
        // The program's library serves its own tests and documentation.
        is_library: programs == 0,
        is_default: members.into_iter().any(|id| *id == manifest["id"]),
        manifest: manifest.clone(),
    }
}

/// Returns the libraries that plain `cargo test` builds.
pub(crate) fn libraries() -> Result<Vec<Package>, Failure> {
    let mut packages = packages()?;
    packages.retain(|package| package.is_library && package.is_default);
    Ok(packages)
}

/// Returns `--package NAME` for each crate.
pub(crate) fn arguments<'a>(packages: impl IntoIterator<Item = &'a Package>) -> Vec<String> {
    packages.into_iter().flat_map(|it| ["--package".to_owned(), it.name.clone()]).collect()
}

/// Returns the names of the schemes: the features of the rows in the umbrella, in the order of the RFC.
pub(crate) fn schemes() -> impl Iterator<Item = &'static str> {
    let rows = include_str!("../../crates/url1738/src/lib.rs").lines();
    let rows = rows.skip_while(|line| !line.starts_with("schemes!")).skip(1);
    rows.map_while(|row| row.trim_start().strip_prefix('"')?.split('"').next())
}
