//! The crates that are published, as cargo knows them.

use std::path::PathBuf;

use serde_json::Value;

use crate::cargo::{Failure, Run};

/// A crate of the family.
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) folder: PathBuf,
    /// Whether others may depend on it; else it is a program.
    pub(crate) is_library: bool,
    /// Whether plain `cargo test` builds it; the others carry heavy engines.
    pub(crate) is_default: bool,
    /// All that its manifest says.
    pub(crate) manifest: Value,
}

impl Package {
    /// What it depends on: the name, the version asked for, and whether the tests alone need it.
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

/// Where cargo writes.
pub(crate) fn target() -> Result<PathBuf, Failure> {
    Ok(PathBuf::from(metadata()?["target_directory"].as_str().unwrap_or("target")))
}

/// All of them, each behind those it depends on.
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
            return Err(Failure::new(format!("they depend in a circle: {}", names.join(", "))));
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

/// The libraries that plain `cargo test` builds.
pub(crate) fn libraries() -> Result<Vec<Package>, Failure> {
    let mut packages = packages()?;
    packages.retain(|package| package.is_library && package.is_default);
    Ok(packages)
}

/// `--package NAME` for each.
pub(crate) fn arguments<'a>(packages: impl IntoIterator<Item = &'a Package>) -> Vec<String> {
    packages.into_iter().flat_map(|it| ["--package".to_owned(), it.name.clone()]).collect()
}
