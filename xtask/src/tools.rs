//! The tools that the tasks call, each in one version, and what is skipped without them.

use crate::cargo::{Failure, Run};

/// Subcommands of cargo that `cargo install` brings. `tests/api.txt` names the same cargo-public-api.
const PINNED: [(&str, &str); 9] = [
    ("cyclonedx", "0.5.9"),
    ("deny", "0.20.2"),
    ("fuzz", "0.13.2"),
    ("hack", "0.6.46"),
    ("llvm-cov", "0.9.1"),
    ("machete", "0.9.2"),
    ("mutants", "27.1.0"),
    ("public-api", "0.52.0"),
    ("semver-checks", "0.49.0"),
];

/// Installs a subcommand in its pinned version, unless that version is installed: `hack` of the package `cargo-hack`.
///
/// # Errors
/// Returns an error if the version is not installed and cannot be installed.
pub(crate) fn need(subcommand: &str) -> Result<(), Failure> {
    let pin = PINNED.iter().find(|(name, _)| *name == subcommand);
    let (_, version) = pin.ok_or_else(|| Failure::new(format!("{subcommand} has no pin")))?;
    if installed(subcommand).as_deref() == Some(version) {
        return Ok(());
    }
    let package = format!("cargo-{subcommand}@{version}");
    // They run for seconds: to optimize them takes longer than that saves.
    Run::cargo(["install", "--locked", "--quiet", &package])
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0")
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .run()?;
    match installed(subcommand) {
        Some(found) if found == *version => Ok(()),
        found => Err(Failure::new(format!(
            "after the installation of {package}, `cargo {subcommand}` has version {found:?}: is another one first in PATH?"
        ))),
    }
}

/// Like [`need`], but prints which check is skipped without the tool. Returns whether the tool is installed.
pub(crate) fn wants(subcommand: &str, check: &str) -> bool {
    match need(subcommand) {
        Ok(()) => true,
        Err(failure) => {
            skip(check, &format!("cargo-{subcommand} cannot be installed: {failure}"));
            false
        }
    }
}

/// Prints that a check is skipped. `.ci/run` counts these lines, and refuses those with `not installed` where it installs.
pub(crate) fn skip(check: &str, why: &str) {
    println!("skipped: {check}: {}", why.lines().last().unwrap_or_default());
}

/// Returns whether rustup has the toolchain, after an attempt to install it.
pub(crate) fn has_toolchain(toolchain: &str) -> bool {
    let is_there = || Run::toolchain(toolchain, ["--version"]).output().is_ok();
    let install = ["toolchain", "install", toolchain, "--profile", "minimal"];
    is_there() || Run::program("rustup", install).output().is_ok() && is_there()
}

/// Like [`has_toolchain`], but prints which check is skipped without it.
pub(crate) fn wants_toolchain(toolchain: &str, check: &str) -> bool {
    let has = has_toolchain(toolchain);
    if !has {
        skip(check, &format!("Rust {toolchain} cannot be installed by rustup"));
    }
    has
}

/// Returns the path of a program that the shell would run.
pub(crate) fn path_of(program: &str) -> Option<std::path::PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// Returns the version that `cargo SUBCOMMAND --version` prints: the first word that begins with a digit.
fn installed(subcommand: &str) -> Option<String> {
    let printed = Run::cargo([subcommand, "--version"]).output().ok()?;
    let mut words = printed.split_whitespace().map(|word| word.trim_start_matches('v'));
    words.find(|word| word.starts_with(|c: char| c.is_ascii_digit())).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_without_a_pin_is_never_installed() {
        assert!(need("unknown-to-xtask").is_err());
        assert!(path_of("cargo").is_some() && path_of("unknown-to-xtask").is_none());
    }
}
