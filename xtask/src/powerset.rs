//! Every feature alone and every two together, without a warning.

use crate::{
    cargo::{Failure, Run},
    family::{arguments, packages},
    tools,
};

/// Checks each crate without features, with each one and each pair, by cargo-hack.
///
/// The umbrella has 18 features, and a powerset of them a quarter of a million members; what one feature breaks
/// shows alone or beside another. `cargo xtask ci` checks all features at once besides.
///
/// `--no-dev-deps` is left out: it rewrites the manifests while it runs, to keep dev-dependencies from
/// switching features on, which the resolver does not let them do here.
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
