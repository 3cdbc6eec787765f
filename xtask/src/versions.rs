//! The oldest versions that the manifests allow: of the dependencies, and of Rust.

use std::{fs, path::Path};

use crate::{
    cargo::{Failure, Run, top},
    family::{Package, arguments, libraries, packages},
    tools::has_toolchain,
};

/// Builds the libraries with the lowest versions that their manifests allow, with all features.
///
/// The build runs in a copy of the libraries, so that the lock file of the workspace is not changed and the
/// requirements of tests and programs raise no version.
pub(crate) fn minimal() -> Result<(), Failure> {
    let libraries = libraries()?;
    let copy = top().join("target/minimal-versions");
    let _ = fs::remove_dir_all(&copy);
    copy_libraries(&libraries, &copy)?;
    Run::toolchain("nightly", ["generate-lockfile", "-Zdirect-minimal-versions"])
        .inside(&copy)
        .run()?;
    Run::cargo(["tree", "--quiet", "--depth", "1", "--edges", "normal", "--all-features"])
        .args(["--workspace", "--no-dedupe", "--prefix", "none", "--format", "{p}"])
        .inside(&copy)
        .output()
        .map(|tree| println!("{}", outside(&tree, &libraries)))?;
    Run::cargo(["check", "--workspace", "--all-features", "--locked"])
        .inside(&copy)
        .env("CARGO_TARGET_DIR", &copy.join("target").display().to_string())
        .run()
}

/// Returns the direct dependencies in a tree that are not crates of this workspace.
fn outside(tree: &str, family: &[Package]) -> String {
    let ours = |line: &&str| family.iter().any(|it| line.split(' ').next() == Some(&it.name));
    let mut lines: Vec<_> = tree.lines().filter(|line| !line.is_empty() && !ours(line)).collect();
    lines.sort_unstable();
    lines.dedup();
    lines.join("\n")
}

fn copy_libraries(libraries: &[Package], copy: &Path) -> Result<(), Failure> {
    let root = fs::read_to_string(top().join("Cargo.toml"))?;
    let (_, rest) = root.split_once("[workspace.package]").unwrap_or_default();
    let head = "[workspace]\nresolver = \"3\"\nmembers = [\"crates/*\"]\n\n[workspace.package]";
    fs::create_dir_all(copy.join("crates"))?;
    fs::write(copy.join("Cargo.toml"), format!("{head}{rest}"))?;
    for library in libraries {
        let to = copy.join("crates").join(&library.name);
        copy_folder(&library.folder, &to)?;
        let manifest = fs::read_to_string(to.join("Cargo.toml"))?;
        fs::write(to.join("Cargo.toml"), without_dev_dependencies(&manifest))?;
    }
    Ok(())
}

/// Returns the manifest without dev-dependencies and without the targets that need them.
fn without_dev_dependencies(manifest: &str) -> String {
    let mut kept = String::new();
    let mut keep = true;
    for line in manifest.lines() {
        if line.starts_with('[') {
            keep = !["[dev-dependencies", "[[example", "[[test"]
                .iter()
                .any(|table| line.starts_with(table));
        }
        if keep {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

/// Copies the files of a package, except examples and tests, which need dev-dependencies.
fn copy_folder(from: &Path, to: &Path) -> Result<(), Failure> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        if entry.path().is_dir() {
            if name != "tests" && name != "examples" {
                copy_folder(&entry.path(), &to.join(name))?;
            }
        } else {
            fs::copy(entry.path(), to.join(name))?;
        }
    }
    Ok(())
}

/// Builds every crate with the Rust version of its manifest.
pub(crate) fn msrv() -> Result<(), Failure> {
    let mut family = packages()?;
    family.retain(|package| package.is_default);
    let version = |package: &Package| {
        package.manifest["rust_version"].as_str().unwrap_or_default().to_owned()
    };
    let mut versions: Vec<String> = family.iter().map(version).collect();
    versions.sort_unstable();
    versions.dedup();
    for rust in versions {
        let crates: Vec<&Package> = family.iter().filter(|it| version(it) == rust).collect();
        let toolchain = if rust.matches('.').count() == 1 { format!("{rust}.0") } else { rust };
        if !has_toolchain(&toolchain) {
            let names: Vec<_> = crates.iter().map(|package| package.name.as_str()).collect();
            println!("skipped: Rust {toolchain} is not installed, for {}", names.join(" "));
            continue;
        }
        Run::toolchain(&toolchain, ["check", "--all-features", "--locked"])
            .args(arguments(crates))
            .run()?;
    }
    Ok(())
}
