//! The gate that stands before the tests.

use crate::{
    api,
    cargo::{Failure, Run},
    datafusion, docs, fuzz, powerset, release, supply, tidy, tools, versions,
};

/// Format, lints, docs, features, the oldest of all, the interface, what is packed, and what is listed twice.
///
/// The tests themselves are `cargo test`. What needs a tool that is not here is left out, and said so.
pub(crate) fn ci() -> Result<(), Failure> {
    Run::cargo(["fmt", "--all", "--check"]).run()?;
    tidy::tidy()?;
    supply::budget()?;
    release::manifests()?;
    fuzz::locked()?;
    // `cargo xtask datafusion` looks at that one.
    let all = ["--workspace", "--exclude", datafusion::PACKAGE, "--all-features", "--locked"];
    // The examples are among the targets.
    let targets = ["--all-targets", "--", "-D", "warnings"];
    Run::cargo(["clippy"]).args(all).args(targets).run()?;
    Run::cargo(["doc", "--no-deps"]).args(all).env("RUSTDOCFLAGS", "-D warnings").run()?;
    if tools::has("hack") {
        powerset::powerset()?;
    } else {
        println!(
            "skipped: the powerset of features: no cargo-hack here; `cargo xtask powerset` gets it"
        );
    }
    versions::msrv()?;
    if tools::has_toolchain("nightly") {
        docs::docs()?;
        versions::minimal()?;
    } else {
        println!(
            "skipped: the pages as docs.rs builds them, and the lowest versions: no nightly Rust here"
        );
    }
    api::gate()
}
