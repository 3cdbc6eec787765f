//! Cargo's subcommands that the tasks need, each installed in one version.

use crate::cargo::{Failure, Run};

/// The versions that the tasks are written for. `tests/api/tools.txt` names the same cargo-public-api.
const PINNED: [(&str, &str); 7] = [
    ("deny", "0.20.2"),
    ("fuzz", "0.13.2"),
    ("hack", "0.6.46"),
    ("llvm-cov", "0.9.1"),
    ("machete", "0.9.2"),
    ("mutants", "27.1.0"),
    ("public-api", "0.52.0"),
];

/// Installs a subcommand in its pinned version, unless that version is installed: `hack` of the package `cargo-hack`.
///
/// # Errors
/// Returns an error if the version is not installed and cannot be installed. A task whose tool is missing has
/// checked nothing, so it must not pass.
pub(crate) fn need(subcommand: &str) -> Result<(), Failure> {
    if has(subcommand) {
        return Ok(());
    }
    let version = pinned(subcommand)?;
    Run::cargo(["install", "--locked", &format!("cargo-{subcommand}@{version}")]).run()?;
    match installed(subcommand) {
        Some(found) if found == version => Ok(()),
        Some(found) => Err(Failure::new(format!(
            "cargo {subcommand} is version {found} after the installation of {version}: another one comes first in PATH"
        ))),
        None => {
            Err(Failure::new(format!("cargo {subcommand} does not run after its installation")))
        }
    }
}

/// Whether the pinned version of the subcommand is installed.
pub(crate) fn has(subcommand: &str) -> bool {
    pinned(subcommand).is_ok_and(|version| installed(subcommand).as_deref() == Some(version))
}

/// Whether rustup has the toolchain.
pub(crate) fn has_toolchain(toolchain: &str) -> bool {
    Run::toolchain(toolchain, ["--version"]).output().is_ok()
}

fn pinned(subcommand: &str) -> Result<&'static str, Failure> {
    let pin = PINNED.iter().find(|(name, _)| *name == subcommand);
    pin.map(|(_, version)| *version)
        .ok_or_else(|| Failure::new(format!("cargo-{subcommand} has no pinned version")))
}

/// Returns the version that `cargo SUBCOMMAND --version` prints.
fn installed(subcommand: &str) -> Option<String> {
    version(&Run::cargo([subcommand, "--version"]).output().ok()?)
}

/// Returns the first word that begins with a digit: `cargo-hack 0.6.46`, or the number only.
fn version(printed: &str) -> Option<String> {
    let mut words = printed.split_whitespace();
    words.find(|word| word.starts_with(|c: char| c.is_ascii_digit())).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_what_the_tools_print() {
        for printed in ["cargo-deny 0.20.2\n", "0.20.2\n", "cargo-deny 0.20.2 (abc 2026-01-01)\n"] {
            assert_eq!(version(printed).as_deref(), Some("0.20.2"), "{printed}");
        }
        assert_eq!(version("no version\n"), None);
    }

    #[test]
    fn every_pin_is_one_exact_version() {
        for (tool, version) in PINNED {
            let numbers: Vec<&str> = version.split('.').collect();
            assert!(
                numbers.len() == 3 && numbers.iter().all(|it| it.parse::<u32>().is_ok()),
                "{tool}"
            );
        }
    }

    #[test]
    fn a_tool_without_a_pin_is_never_installed() {
        assert!(need("unknown-to-xtask").is_err());
        assert!(!has("unknown-to-xtask"));
    }

    #[test]
    fn the_listing_of_the_interface_was_written_by_the_pinned_tool() {
        let tools = crate::cargo::top().join("tests/api/tools.txt");
        let lister = format!("cargo-public-api {}\n", pinned("public-api").unwrap());
        assert!(std::fs::read_to_string(tools).unwrap().starts_with(&lister));
    }
}
