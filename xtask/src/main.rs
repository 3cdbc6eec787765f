//! The chores of the workspace: `cargo xtask --help`.

#![allow(clippy::std_instead_of_alloc, reason = "a program has the whole standard library")]

mod api;
mod assure;
mod cargo;
mod ci;
mod coverage;
mod datafusion;
mod docs;
mod family;
mod fuzz;
mod linear;
mod mutants;
mod newcomer;
mod pages;
mod powerset;
mod release;
mod seeds;
mod spark;
mod supply;
mod tidy;
mod tools;
mod versions;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};

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
    /// The family packaged as it would be published: `--dry-run`.
    Release(release::Options),
    /// Every feature alone and every two together, without a warning (cargo-hack).
    Powerset,
    /// The libraries with the lowest versions of their dependencies (nightly).
    MinimalVersions,
    /// Every crate with the Rust that its manifest names.
    Msrv,
    /// The pages as docs.rs builds them, and what is shown in no example (nightly).
    Docs,
    /// The public interface against the committed listing (cargo-public-api, nightly).
    Api(api::Options),
    /// Licences, sources, unused dependencies and the budget (cargo-deny, cargo-machete).
    Deps,
    /// A fresh clone, one dependency, a cold build: crates and time.
    Newcomer,
    /// Shell completions and man pages of the program, into a folder, `dist` of the target folder unless named:
    /// `cargo xtask dist FOLDER`.
    Dist(Rest),
    /// The grammar as an oracle: the report of the exhaustive suites.
    Conformance(Rest),
    /// Access plans carried out against real servers.
    Interop(Rest),
    /// URLs found in running text: recall, precision, speed.
    Context(Rest),
    /// Benchmarks against other URL crates.
    Bench(Rest),
    /// Every fuzz target for a while.
    Fuzz(fuzz::Options),
    /// The Spark jobs compared with the program's own run: rows, seconds, equality.
    Spark(spark::Spark),
    /// The SQL functions, which the gate leaves out: lints, docs, tests; `--bench`, `--archive`.
    Datafusion(datafusion::Options),
    /// Instructions and memory of the worst texts (valgrind).
    Linear(linear::Options),
    /// Mutants of core and the schemes (cargo-mutants).
    Mutants(mutants::Options),
    /// The lines of the libraries that their tests run (cargo-llvm-cov).
    Coverage(coverage::Options),
    /// The bounded form of all that tries to break the crates, and one scoreboard.
    Assure(assure::Options),
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
        Chore::Release(options) => release::release(&options),
        Chore::Powerset => powerset::powerset(),
        Chore::MinimalVersions => versions::minimal(),
        Chore::Msrv => versions::msrv(),
        Chore::Docs => docs::docs(),
        Chore::Api(options) => api::api(&options),
        Chore::Deps => supply::deps(),
        Chore::Newcomer => newcomer::newcomer(),
        Chore::Dist(rest) => dist(&rest),
        Chore::Conformance(rest) => tool("url1738-conformance", "conformance", &rest),
        Chore::Interop(rest) => tool("url1738-interop", "interop", &rest),
        Chore::Context(rest) => tool("url1738-context-tests", "context", &rest),
        Chore::Bench(rest) => tool("url1738-peers", "peers", &rest),
        Chore::Fuzz(options) => fuzz::fuzz(&options),
        Chore::Spark(options) => spark::spark(&options),
        Chore::Datafusion(options) => datafusion::datafusion(&options),
        Chore::Linear(options) => linear::linear(&options),
        Chore::Mutants(options) => mutants::mutants(&options),
        Chore::Coverage(options) => coverage::coverage(&options),
        Chore::Assure(options) => assure::assure(&options),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            ExitCode::from(failure.status)
        }
    }
}

/// The names of the chores.
fn chores() -> Vec<String> {
    Args::command().get_subcommands().map(|chore| chore.get_name().to_owned()).collect()
}

/// Runs the example of the program that writes what packagers need.
fn dist(rest: &Rest) -> Result<(), cargo::Failure> {
    let named = rest.options.clone();
    let folder = match named.is_empty() {
        true => vec![cargo::target().join("dist").to_string_lossy().into_owned()],
        false => named,
    };
    Run::cargo(["run", "--quiet", "--package", "url1738-cli", "--example", "dist", "--"])
        .args(folder)
        .run()
}

/// Runs the program of a test package in release.
fn tool(package: &str, bin: &str, rest: &Rest) -> Result<(), cargo::Failure> {
    Run::cargo(["run", "--quiet", "--release", "--package", package, "--bin", bin, "--"])
        .args(&rest.options)
        .run()
}
