//! The gate before the tests.

use crate::{
    api, audits,
    cargo::{Failure, Run},
    datafusion, deps, docs, fuzz, powerset, release, semver, tidy, tools, versions,
};

/// Checks format, lints, docs, features, packages, the oldest versions, the interface, and what is listed twice.
///
/// The tests themselves are `cargo test`. A check whose toolchain or tool is not installed is skipped with a message;
/// `cargo xtask powerset` installs cargo-hack.
pub(crate) fn ci() -> Result<(), Failure> {
    Run::cargo(["fmt", "--all", "--check"]).run()?;
    tidy::tidy()?;
    deps::budget()?;
    audits::audits(false)?;
    semver::semver()?;
    release::manifests()?;
    fuzz::locked()?;
    // `cargo xtask datafusion` checks the engine's crates, `cargo xtask python` the Python package.
    let all = ["--workspace", "--exclude", datafusion::PACKAGE, "--all-features", "--locked"];
    // The examples are among the targets.
    let targets = ["--all-targets", "--", "-D", "warnings"];
    Run::cargo(["clippy"]).args(all).args(targets).run()?;
    Run::cargo(["doc", "--no-deps"]).args(all).env("RUSTDOCFLAGS", "-D warnings").run()?;
    if tools::has("hack") {
        powerset::powerset()?;
    } else {
        println!(
            "skipped: the powerset of features: cargo-hack is not installed; `cargo xtask powerset` installs it"
        );
    }
    versions::msrv()?;
    if tools::has_toolchain("nightly") {
        docs::docs()?;
        versions::minimal()?;
    } else {
        println!(
            "skipped: the docs as docs.rs builds them, and the lowest versions: nightly Rust is not installed"
        );
    }
    api::gate()
}
