//! `url1738-arrow` and `url1738-datafusion`, which the other tasks leave out because Arrow and the engine take minutes to
//! build.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::{
    cargo::{Failure, Run},
    family::target,
    spark,
};

pub(crate) const PACKAGE: &str = "url1738-datafusion";
/// The kernels of its functions.
pub(crate) const KERNELS: &str = "url1738-arrow";

/// Options of `cargo xtask datafusion`.
#[derive(Args)]
pub(crate) struct Options {
    /// Measure `url_valid` against the library's own loop
    #[arg(long)]
    bench: bool,
    /// Answer five questions about this many generated URLs by SQL and by the program, and compare the answers
    #[arg(long, value_name = "ROWS")]
    archive: Option<u64>,
    /// Only run the tests: lints and docs would build the engine again
    #[arg(long)]
    tests: bool,
}

/// Lints, documents and tests in the profile that compiles fastest; or measures.
pub(crate) fn datafusion(options: &Options) -> Result<(), Failure> {
    if options.bench {
        let urls = corpus(200_000)?.join("0.txt");
        return example("throughput", &[&urls]);
    }
    if let Some(rows) = options.archive {
        Run::cargo(["build", "--profile", "dist", "--locked", "--package", "url1738-cli"]).run()?;
        return example("archive", &[&corpus(rows)?, &target()?.join("dist/url1738")]);
    }
    let this = ["--locked", "--package", PACKAGE, "--package", KERNELS];
    let engine = ["--profile", "engine"];
    if !options.tests {
        Run::cargo(["clippy", "--all-targets"])
            .args(this)
            .args(engine)
            .args(["--", "-D", "warnings"])
            .run()?;
        Run::cargo(["doc", "--no-deps"])
            .args(this)
            .args(engine)
            .env("RUSTDOCFLAGS", "-D warnings")
            .run()?;
    }
    Run::cargo(["test", "--quiet"]).args(this).args(engine).run()
}

fn corpus(rows: u64) -> Result<PathBuf, Failure> {
    spark::corpus(&target()?.join("spark"), rows, 1.0)
}

fn example(name: &str, arguments: &[&Path]) -> Result<(), Failure> {
    Run::cargo(["run", "--locked", "--package", PACKAGE, "--release"])
        .args(["--example", name, "--"])
        .args(arguments.iter().map(|path| path.to_string_lossy()))
        .run()
}
