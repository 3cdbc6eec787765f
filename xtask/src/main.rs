//! The chores of the workspace: `cargo xtask --help`.

mod cargo;
mod ci;
mod features;
mod tidy;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::cargo::Run;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The chores of the workspace")]
struct Args {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// The gate before the tests: format, lints, docs, features, lists that stand twice.
    Ci,
    /// What is listed twice: features, schemes, members, part names.
    Tidy,
    /// The grammar as an oracle: the report of the exhaustive suites.
    Conformance(Rest),
    /// Access plans carried out against real servers.
    Interop(Rest),
    /// URLs found in running text: recall, precision, speed.
    Context(Rest),
    /// Benchmarks against other URL crates.
    Bench(Rest),
}

#[derive(clap::Args)]
struct Rest {
    /// Options of the chore; `--help` among them tells which.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    options: Vec<String>,
}

fn main() -> ExitCode {
    let outcome = match Args::parse().chore {
        Chore::Ci => ci::ci(),
        Chore::Tidy => tidy::tidy(),
        Chore::Conformance(rest) => tool("url1738-conformance", "conformance", &rest),
        Chore::Interop(rest) => tool("url1738-interop", "interop", &rest),
        Chore::Context(rest) => tool("url1738-context-tests", "context", &rest),
        Chore::Bench(rest) => tool("url1738-peers", "peers", &rest),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            ExitCode::from(failure.status)
        }
    }
}

/// Runs the program of a test package in release.
fn tool(package: &str, bin: &str, rest: &Rest) -> Result<(), cargo::Failure> {
    Run::cargo(["run", "--quiet", "--release", "--package", package, "--bin", bin, "--"])
        .args(&rest.options)
        .run()
}
