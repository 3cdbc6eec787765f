//! The umbrella without features, with each one, and with all.

use crate::{
    cargo::{Failure, Run},
    tidy::SCHEMES,
};

pub(crate) fn features() -> Result<(), Failure> {
    let check = || {
        let run = Run::cargo(["check", "--quiet", "--locked", "--package", "url1738"]);
        run.env("RUSTFLAGS", "-D warnings")
    };
    check().args(["--no-default-features"]).run()?;
    for feature in
        SCHEMES.into_iter().chain(["serde", "std", "context", "url", "fluent-uri", "http-crate"])
    {
        check().args(["--no-default-features", "--features", feature]).run()?;
    }
    check().args(["--all-features"]).run()
}
