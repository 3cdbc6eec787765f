//! Packages the crates as they would be published, and checks their manifests by one standard.

use std::{fs, path::PathBuf};

use serde_json::Value;

use crate::{
    cargo::{Failure, Run},
    family::{Package, arguments, packages},
    reproducible, sbom,
};

/// The highest size, before compression, of what a package has beside sources, licenses, readme and manifest: users do
/// not download test data.
const MOST_DATA_BYTES: u64 = 64_000;

/// The categories of crates.io that the crates use; the registry rejects unknown ones only when publishing.
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
    /// Package and build the crates without publishing them
    #[arg(long)]
    dry_run: bool,
    /// Allow uncommitted changes
    #[arg(long)]
    allow_dirty: bool,
    /// Package the crates twice, the second time from a clone in another folder, and compare the packages byte for byte
    #[arg(long)]
    reproducible: bool,
    /// Write a bill of materials for each crate, and do nothing else
    #[arg(long)]
    sbom: bool,
}

pub(crate) fn release(options: &Options) -> Result<(), Failure> {
    let family = packages()?;
    if options.sbom {
        println!("bills of materials: {}", sbom::write(&family)?.display());
        return Ok(());
    }
    if options.reproducible {
        return reproducible::packages(&family, options.allow_dirty);
    }
    let publish: Vec<String> =
        family.iter().map(|package| format!("--package {}", package.name)).collect();
    if !options.dry_run {
        let line = publish.join(" ");
        return Err(Failure::new(format!(
            "only `--dry-run` is supported; publish by hand:\n  cargo publish --locked {line}"
        )));
    }
    fit(&family, options.allow_dirty)?;
    forget(&family)?;
    // Cargo builds each crate from its package against the packages of the others, which are not published yet.
    let dirty = options.allow_dirty.then_some("--allow-dirty");
    Run::cargo(["package", "--quiet", "--locked"]).args(dirty).args(arguments(&family)).run()?;
    println!("bills of materials: {}", sbom::write(&family)?.display());
    let names: Vec<_> = family.iter().map(|package| package.name.as_str()).collect();
    println!("{} crates are ready to publish, in this order: {}", names.len(), names.join(" "));
    Ok(())
}

/// Checks the part of a dry run that takes no time: the manifests, and the list of packaged files.
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
    Err(Failure::new(format!("not ready to publish:\n  {}", faults.join("\n  "))))
}

/// Returns the faults of the manifests.
pub(crate) fn fronts() -> Result<Vec<String>, Failure> {
    let family = packages()?;
    let faults_of = |package: &Package| {
        let faults = [dependencies(package, &family), front(package)].concat();
        faults.into_iter().map(|fault| format!("{}: {fault}", package.name)).collect::<Vec<_>>()
    };
    Ok(family.iter().flat_map(faults_of).collect())
}

/// Removes what cargo unpacked in an earlier dry run. Cargo assumes that the contents of a version never change, and
/// would build the other crates against the old sources.
fn forget(family: &[Package]) -> Result<(), Failure> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let Some(sources) = home.map(|home| home.join("registry/src")) else { return Ok(()) };
    for registry in fs::read_dir(sources).into_iter().flatten().flatten() {
        // The registry of a dry run is a local folder, so the part before the hyphen, elsewhere a host name, is empty.
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

/// Returns the faults of dependencies on sister crates: they name a version, except dev-dependencies.
fn dependencies(package: &Package, family: &[Package]) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, version, dev) in package.dependencies() {
        let Some(sister) = family.iter().find(|sister| sister.name == name) else { continue };
        match (dev, version) {
            (true, "*") => {}
            (true, _) => faults.push(format!(
                "the dev-dependency {name} has a version, so neither crate can be published first"
            )),
            (false, _) if version.trim_start_matches(['^', '=']) == sister.version => {}
            (false, _) => faults.push(format!("{name} {version} is not {}", sister.version)),
        }
    }
    faults
}

/// Returns the faults in what the registry and docs.rs show.
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
    want((20..=120).contains(&description.len()), "the description has 20 to 120 bytes");
    want(manifest["license"] == "MIT OR Apache-2.0", "the licence");
    want(manifest["repository"].is_string(), "the repository");
    want(manifest["readme"] == "README.md", "the readme");
    let keywords = list("keywords");
    want((1..=5).contains(&keywords.len()), "one to five keywords");
    want(keywords.iter().all(|word| word.len() <= 20), "keywords have at most 20 bytes");
    let categories = list("categories");
    want((1..=5).contains(&categories.len()), "one to five categories");
    want(categories.iter().all(|it| CATEGORIES.contains(it)), "an unknown category");
    // The crates with a heavy engine and the program may need a newer Rust.
    let promised = !package.is_library || !package.is_default || manifest["rust_version"] == "1.85";
    want(promised && manifest["rust_version"].is_string(), "the rust-version");
    if package.is_library {
        let docs = &manifest["metadata"]["docs"]["rs"];
        want(docs["all-features"] == true, "docs.rs shows all features");
        want(docs["rustdoc-args"][1] == "docsrs", "docs.rs shows the feature of each item");
        let default = &manifest["features"]["default"];
        let names_std = default.as_array().is_some_and(|on| on.iter().any(|it| it == "std"));
        want(!names_std, "the default features need std");
    }
    faults
}

/// Returns the faults of the packaged files: the licenses and a readme must be there, and test data must not.
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
    let (mut bytes, mut data) = (0, 0);
    for file in files.iter().filter(|file| !file.starts_with("Cargo.")) {
        let Ok(found) = fs::metadata(package.folder.join(file)) else { continue };
        bytes += found.len();
        if !is_source(file) {
            data += found.len();
        }
    }
    if data > MOST_DATA_BYTES {
        faults.push(format!("{data} bytes of data in the package, over {MOST_DATA_BYTES}"));
    }
    let (name, count) = (&package.name, files.len());
    println!("{name}: {count} files, {} KB, {} KB of data", bytes / 1000, data / 1000);
    Ok(faults)
}

/// Whether the file of a package is a source, or compiled into one, a license or the readme.
fn is_source(file: &str) -> bool {
    file.starts_with("src/")
        || file.ends_with(".rs")
        || file.starts_with("LICENSE-")
        || file == "README.md"
}
