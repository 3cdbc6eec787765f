//! Cargo's subcommands that the chores need, installed where they are missing.

use crate::cargo::{Failure, Run};

/// Makes sure of a subcommand: `hack` for the package `cargo-hack`.
pub(crate) fn need(subcommand: &str) -> Result<(), Failure> {
    if has(subcommand) {
        return Ok(());
    }
    Run::cargo(["install", "--locked", &format!("cargo-{subcommand}")]).run()
}

/// Whether the subcommand is here.
pub(crate) fn has(subcommand: &str) -> bool {
    Run::cargo([subcommand, "--version"]).output().is_ok()
}

/// Whether rustup has the toolchain.
pub(crate) fn has_toolchain(toolchain: &str) -> bool {
    Run::toolchain(toolchain, ["--version"]).output().is_ok()
}
