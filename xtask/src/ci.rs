//! The gate that stands before the tests.

use crate::{
    cargo::{Failure, Run},
    powerset, tidy, versions,
};

/// Format, lints, docs, features, the oldest Rust, and what is listed twice. The tests themselves are `cargo test`.
pub(crate) fn ci() -> Result<(), Failure> {
    Run::cargo(["fmt", "--all", "--check"]).run()?;
    tidy::tidy()?;
    let all = ["--workspace", "--all-targets", "--all-features", "--locked"];
    Run::cargo(["clippy"]).args(all).args(["--", "-D", "warnings"]).run()?;
    Run::cargo(["doc", "--workspace", "--no-deps", "--all-features", "--locked"])
        .env("RUSTDOCFLAGS", "-D warnings")
        .run()?;
    powerset::powerset()?;
    versions::msrv()
}
