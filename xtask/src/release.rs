//! The whole family packaged as it would be published, and each crate's front held to one standard.

use std::{fs, path::PathBuf};

use serde_json::Value;

use crate::{
    cargo::{Failure, Run},
    family::{Package, arguments, packages},
};

/// What one package may weigh before it is packed: nobody downloads test data.
const MOST_BYTES: u64 = 600_000;

/// Those of crates.io's categories that the family uses; the registry refuses others when it is too late.
const CATEGORIES: [&str; 8] = [
    "command-line-utilities",
    "database",
    "network-programming",
    "no-std",
    "parser-implementations",
    "parsing",
    "text-processing",
    "encoding",
];

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Packages and builds what would be published, and publishes nothing.
    #[arg(long)]
    dry_run: bool,
    /// Packages with changes that are not committed.
    #[arg(long)]
    allow_dirty: bool,
}

pub(crate) fn release(options: &Options) -> Result<(), Failure> {
    let family = packages()?;
    let publish: Vec<String> =
        family.iter().map(|package| format!("--package {}", package.name)).collect();
    if !options.dry_run {
        let line = publish.join(" ");
        return Err(Failure::new(format!(
            "`--dry-run` is all this does; a person publishes:\n  cargo publish --locked {line}"
        )));
    }
    fit(&family, options.allow_dirty)?;
    forget(&family)?;
    // Cargo builds each from its package, with the others from theirs: none is in the registry yet.
    let dirty = options.allow_dirty.then_some("--allow-dirty");
    Run::cargo(["package", "--quiet", "--locked"]).args(dirty).args(arguments(&family)).run()?;
    let names: Vec<_> = family.iter().map(|package| package.name.as_str()).collect();
    println!("{} crates are fit to publish, in this order: {}", names.len(), names.join(" "));
    Ok(())
}

/// What of a dry run takes no time: the manifests, and the list of what would be packed.
pub(crate) fn manifests() -> Result<(), Failure> {
    fit(&packages()?, true)
}

fn fit(family: &[Package], allow_dirty: bool) -> Result<(), Failure> {
    let mut faults = fronts()?;
    for package in family {
        let found =
            [dependencies(package, family), front(package), contents(package, allow_dirty)?];
        faults.extend(found.concat().into_iter().map(|fault| format!("{}: {fault}", package.name)));
    }
    if faults.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!("not fit to publish:\n  {}", faults.join("\n  "))))
}

/// What is wrong with the manifests.
pub(crate) fn fronts() -> Result<Vec<String>, Failure> {
    let family = packages()?;
    let told = |package: &Package| {
        let faults = [dependencies(package, &family), front(package)].concat();
        faults.into_iter().map(|fault| format!("{}: {fault}", package.name)).collect::<Vec<_>>()
    };
    Ok(family.iter().flat_map(told).collect())
}

/// Takes away what cargo unpacked in an earlier dry run: it trusts that a version never changes, and would build the
/// others against the text of that day.
fn forget(family: &[Package]) -> Result<(), Failure> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let Some(sources) = home.map(|home| home.join("registry/src")) else { return Ok(()) };
    for registry in fs::read_dir(sources).into_iter().flatten().flatten() {
        // The registry of a dry run is a folder: where others have the name of their host, it has none.
        if registry.file_name().to_string_lossy().starts_with('-') {
            for package in family {
                let name = format!("{}-{}", package.name, package.version);
                let unpacked = registry.path().join(name);
                if unpacked.exists() {
                    fs::remove_dir_all(unpacked)?;
                }
            }
        }
    }
    Ok(())
}

/// Crates of the family: with the version where a user gets them too, without one where tests alone do.
fn dependencies(package: &Package, family: &[Package]) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, version, dev) in package.dependencies() {
        let Some(sister) = family.iter().find(|sister| sister.name == name) else { continue };
        match (dev, version) {
            (true, "*") => {}
            (true, _) => faults.push(format!(
                "the dev-dependency {name} has a version, so that neither could be published first"
            )),
            (false, _) if version.trim_start_matches(['^', '=']) == sister.version => {}
            (false, _) => faults.push(format!("{name} {version} is not {}", sister.version)),
        }
    }
    faults
}

/// What a registry page and docs.rs show.
fn front(package: &Package) -> Vec<String> {
    let mut faults = Vec::new();
    let manifest = &package.manifest;
    let mut want = |good: bool, fault: &str| {
        if !good {
            faults.push(fault.to_owned());
        }
    };
    let list = |key: &str| -> Vec<&str> {
        manifest[key].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
    };
    let description = manifest["description"].as_str().unwrap_or_default();
    want((20..=120).contains(&description.len()), "the description is a line of its own");
    want(manifest["license"] == "MIT OR Apache-2.0", "the licence");
    want(manifest["repository"].is_string(), "the repository");
    want(manifest["readme"] == "README.md", "the readme");
    let keywords = list("keywords");
    want((1..=5).contains(&keywords.len()), "one to five keywords");
    want(keywords.iter().all(|word| word.len() <= 20), "keywords of twenty characters at most");
    let categories = list("categories");
    want((1..=5).contains(&categories.len()), "one to five categories");
    want(categories.iter().all(|it| CATEGORIES.contains(it)), "a category nobody knows");
    // Heavy engines and the program need what they need.
    let promised = !package.is_library || !package.is_default || manifest["rust_version"] == "1.85";
    want(promised && manifest["rust_version"].is_string(), "the rust-version");
    if package.is_library {
        let docs = &manifest["metadata"]["docs"]["rs"];
        want(docs["all-features"] == true, "docs.rs shows all features");
        want(docs["rustdoc-args"][1] == "docsrs", "docs.rs says which feature brings what");
        let default = &manifest["features"]["default"];
        let names_std = default.as_array().is_some_and(|on| on.iter().any(|it| it == "std"));
        want(!names_std, "the default features need std");
    }
    faults
}

/// What is in the package: licences and a readme, and nothing heavy.
fn contents(package: &Package, allow_dirty: bool) -> Result<Vec<String>, Failure> {
    let dirty = allow_dirty.then_some("--allow-dirty");
    let list = Run::cargo(["package", "--list", "--locked", "--package", &package.name])
        .args(dirty)
        .output()?;
    let files: Vec<&str> = list.lines().collect();
    let mut faults: Vec<String> = ["LICENSE-APACHE", "LICENSE-MIT", "README.md"]
        .into_iter()
        .filter(|file| !files.contains(file))
        .map(|file| format!("the package lacks {file}"))
        .collect();
    let tests = files.iter().filter(|file| file.starts_with("tests/"));
    faults.extend(tests.map(|file| format!("{file} cannot run from a package")));
    let bytes: u64 = files
        .iter()
        .filter(|file| !file.starts_with("Cargo.lock"))
        .filter_map(|file| fs::metadata(package.folder.join(file)).ok())
        .map(|file| file.len())
        .sum();
    if bytes > MOST_BYTES {
        faults.push(format!("{bytes} bytes in the package, over {MOST_BYTES}"));
    }
    println!("{}: {} files, {} KB", package.name, files.len(), bytes / 1000);
    Ok(faults)
}
