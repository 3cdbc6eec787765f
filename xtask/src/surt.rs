//! Compares the keys of `url1738-surt` with those of the Python package that they follow.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::{
    cargo::{Failure, Run, top},
    family::target,
};

/// The package, in the version of the profile.
const PACKAGE: &str = "surt==0.3.1";

/// Options of `cargo xtask surt`.
#[derive(Args)]
pub(crate) struct Options {
    /// Install the package in a virtual environment in the target folder
    #[arg(long)]
    install: bool,
    /// Number of URLs to compare
    #[arg(long, default_value_t = 100_000, value_name = "N")]
    urls: u64,
    /// Seed of the URLs that are generated
    #[arg(long, default_value_t = 1738, value_name = "SEED")]
    seed: u64,
    /// Write the vectors of the crate's tests
    #[arg(long)]
    write: bool,
}

/// Builds the example that writes keys, and compares them with those of the package.
///
/// # Errors
/// Returns an error if a key differs without one of the reasons in the README of the crate.
pub(crate) fn surt(options: &Options) -> Result<(), Failure> {
    let python = environment(options.install)?;
    let example = ["build", "--quiet", "--release", "--locked", "--package", "url1738-surt"];
    Run::cargo(example).args(["--features", "idna", "--example", "keys"]).run()?;
    let tests = top().join("crates/url1738-surt/tests");
    let compare = Run::program(&python.to_string_lossy(), [])
        .args([tests.join("package/compare.py").to_string_lossy()])
        .args(["--keys", &target()?.join("release/examples/keys").to_string_lossy()])
        .args(["--urls", &top().join("tests/data/urls").to_string_lossy()])
        .args(["-n", &options.urls.to_string(), "--seed", &options.seed.to_string()]);
    let vectors = tests.join("wayback.tsv");
    let written = options.write.then(|| vectors.to_string_lossy().into_owned());
    compare.args(written.iter().flat_map(|path| ["--vectors", path])).run()
}

/// Returns the Python of a virtual environment with the package.
fn environment(install: bool) -> Result<PathBuf, Failure> {
    let venv = target()?.join("surt");
    let python = venv.join("bin/python");
    if !has_package(&python) {
        if !install {
            return Err(Failure::new(format!("{PACKAGE} is not installed: add --install")));
        }
        Run::program("python3", ["-m", "venv", "--clear", &venv.to_string_lossy()]).run()?;
        Run::program(&python.to_string_lossy(), [])
            .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", PACKAGE])
            .run()?;
    }
    Ok(python)
}

fn has_package(python: &Path) -> bool {
    let check = "import importlib.metadata as m; print('surt==' + m.version('surt'))";
    python.exists()
        && Run::program(&python.to_string_lossy(), ["-c", check])
            .output()
            .is_ok_and(|found| found.trim() == PACKAGE)
}
