//! Builds with each feature and each pair of features, without a warning.

use crate::{
    cargo::{Failure, Run},
    family::{arguments, packages},
    tools,
};

/// Checks each crate without features, with each feature and each pair, by cargo-hack.
///
/// The umbrella has 18 features, so their powerset has a quarter of a million members; a fault of one feature appears
/// alone or with one other. `cargo xtask ci` also checks all features at once.
///
/// `--no-dev-deps` is not used: it rewrites the manifests while it runs, to prevent dev-dependencies from enabling
/// features, and the resolver prevents that already.
pub(crate) fn powerset() -> Result<(), Failure> {
    tools::need("hack")?;
    let mut family = packages()?;
    family.retain(|package| package.is_default);
    Run::cargo(["hack", "check", "--quiet", "--locked", "--lib"])
        .args(["--feature-powerset", "--depth", "2", "--exclude-features", "default"])
        .args(arguments(&family))
        .env("RUSTFLAGS", "-D warnings")
        .run()
}
