//! Cargo's subcommands that the chores need, installed where they are missing.

use crate::cargo::{Failure, Run};

/// Makes sure of a subcommand: `hack` for the package `cargo-hack`.
pub(crate) fn need(subcommand: &str) -> Result<(), Failure> {
    let package = format!("cargo-{subcommand}");
    if Run::cargo([subcommand, "--version"]).output().is_ok() {
        return Ok(());
    }
    Run::cargo(["install", "--locked", &package]).run()
}

/// Whether rustup has the toolchain.
pub(crate) fn has_toolchain(toolchain: &str) -> bool {
    Run::toolchain(toolchain, ["--version"]).output().is_ok()
}
