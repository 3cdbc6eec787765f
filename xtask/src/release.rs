//! Packages the crates as they would be published, with their bills of materials.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

use crate::{
    cargo::{Failure, Run, target, top},
    family::{Package, arguments, packages},
    tools,
};

/// The highest size, before compression, of what a package has beside sources, licenses, readme and manifest: users do
/// not download test data.
const MOST_DATA_BYTES: u64 = 64_000;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Package and build the crates without publishing them
    #[arg(long)]
    dry_run: bool,
    /// Write a bill of materials for each crate by cargo-cyclonedx, and do nothing else
    #[arg(long)]
    sbom: bool,
}

pub(crate) fn release(options: &Options) -> Result<(), Failure> {
    let family = packages()?;
    if options.sbom {
        return sbom(&family);
    }
    if !options.dry_run {
        return Err(Failure::new(format!(
            "only `--dry-run` is supported; publish by hand:\n  cargo publish --locked {}",
            arguments(&family).join(" ")
        )));
    }
    contents()?;
    forget()?;
    // Cargo builds each crate from its package against the packages of the others, which are not published yet.
    Run::cargo(["package", "--quiet", "--locked"]).args(arguments(&family)).run()?;
    sbom(&family)?;
    let names: Vec<_> = family.iter().map(|package| package.name.as_str()).collect();
    println!("{} crates are ready to publish, in this order: {}", names.len(), names.join(" "));
    Ok(())
}

/// Writes the bills beside the manifests, and moves them into the target folder.
fn sbom(family: &[Package]) -> Result<(), Failure> {
    tools::need("cyclonedx")?;
    Run::cargo(["cyclonedx", "--quiet", "--all-features", "--format", "json"]).run()?;
    let folder = target().join("sbom");
    fs::create_dir_all(&folder)?;
    for package in family {
        let name = format!("{}.cdx.json", package.name);
        fs::rename(package.folder.join(&name), folder.join(&name))?;
    }
    // It writes bills of what is not published as well.
    Run::program("git", ["clean", "--quiet", "--force", "*.cdx.json"]).run()?;
    println!("bills of materials: {}", folder.display());
    Ok(())
}

/// Copies the licenses into a folder, since a package holds only what is below its manifest. The copies are ignored by git.
pub(crate) fn license(folder: &Path) -> Result<(), Failure> {
    for license in ["LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(top().join(license), folder.join(license))?;
    }
    Ok(())
}

/// Removes what cargo unpacked in an earlier dry run. Cargo assumes that the contents of a version never change, and
/// would build the other crates against the old sources.
fn forget() -> Result<(), Failure> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo"))).unwrap_or_default();
    for registry in fs::read_dir(home.join("registry/src")).into_iter().flatten().flatten() {
        // The registry of a dry run is a local folder, so the part before the hyphen, elsewhere a host name, is empty.
        if registry.file_name().to_string_lossy().starts_with('-') {
            fs::remove_dir_all(registry.path())?;
        }
    }
    Ok(())
}

/// Checks the manifests and the lists of packaged files: what the registry would refuse or users would miss.
pub(crate) fn contents() -> Result<(), Failure> {
    let family = packages()?;
    family.iter().try_for_each(|package| license(&package.folder))?;
    let mut faults = Vec::new();
    for package in &family {
        let mut want = |good: bool, fault: String| {
            if !good {
                faults.push(format!("{}: {fault}", package.name));
            }
        };
        let manifest = &package.manifest;
        let description = manifest["description"].as_str().unwrap_or_default();
        want((20..=120).contains(&description.len()), "the description has 20 to 120 bytes".into());
        for list in ["keywords", "categories"] {
            let count = manifest[list].as_array().map_or(0, Vec::len);
            want((1..=5).contains(&count), format!("one to five {list}"));
        }
        if package.is_library {
            let docs = &manifest["metadata"]["docs"]["rs"];
            want(docs["all-features"] == true, "docs.rs shows all features".into());
            let default = manifest["features"]["default"].as_array().into_iter().flatten();
            want(!default.map(Value::as_str).any(|on| on == Some("std")), "std by default".into());
        }
        for (name, version, dev) in package.dependencies() {
            if let Some(sister) = family.iter().find(|sister| sister.name == name) {
                // With a version, neither of two crates whose tests use each other could be published first.
                let wanted = if dev { "*".to_owned() } else { format!("^{}", sister.version) };
                want(version == wanted, format!("{name} {version} is not {wanted}"));
            }
        }
        let list = ["package", "--list", "--locked", "--allow-dirty", "--package", &package.name];
        let list = Run::cargo(list).output()?;
        let files: Vec<&str> = list.lines().collect();
        for file in ["LICENSE-APACHE", "LICENSE-MIT", "README.md"] {
            want(files.contains(&file), format!("the package lacks {file}"));
        }
        let data = files.iter().filter(|file| !is_source(file));
        let sizes = data.flat_map(|file| fs::metadata(package.folder.join(file)));
        let bytes: u64 = sizes.map(|it| it.len()).sum();
        want(bytes <= MOST_DATA_BYTES, format!("{bytes} bytes of data, over {MOST_DATA_BYTES}"));
        want(!list.contains("\ntests/"), "tests cannot run from a package".into());
    }
    if faults.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!("not ready to publish:\n  {}", faults.join("\n  "))))
}

/// Whether the file of a package is a source, or compiled into one, a license, the readme or a manifest.
fn is_source(file: &str) -> bool {
    ["src/", "LICENSE-", "Cargo."].iter().any(|start| file.starts_with(start))
        || file.ends_with(".rs")
        || file == "README.md"
}
