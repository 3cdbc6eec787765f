//! The development tasks of the workspace: `cargo xtask --help`.

#![allow(clippy::std_instead_of_alloc, reason = "a program has the whole standard library")]
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a tool for developers: a panic reports a bug in it"
)]

mod api;
mod audits;
mod cargo;
mod ci;
mod cold_build;
mod complexity;
mod coverage;
mod datafusion;
mod deps;
mod docs;
mod family;
mod fuzz;
mod inlined;
mod layers;
mod mutants;
mod pages;
mod powerset;
mod python;
mod release;
mod reproducible;
mod robustness;
mod sbom;
mod seeds;
mod semver;
mod source;
mod spark;
mod surt;
mod tidy;
mod tools;
mod versions;
mod voice;
mod wasm;
mod web;

use core::fmt::Write as _;
use std::process::ExitCode;

use clap::{Command, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::cargo::Run;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Run the development tasks of the workspace")]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run the gate before the tests: format, lints, docs, features, packages, interface
    Ci,
    /// Compare what is listed twice: features, schemes, members, links, the code map; check the voice and the layers
    Tidy,
    /// Find words and phrases that the project does not use in its prose
    Voice,
    /// Print the circles of files that import each other, crate by crate
    Layers,
    /// Build the docs as docs.rs does, and list public items without an example (nightly)
    Docs,
    /// Compare the public interface with the committed listing (cargo-public-api, nightly)
    Api(api::Options),
    /// Check licenses, sources, unused dependencies, the budget and the record of what was read (cargo-deny, cargo-machete)
    Deps(deps::Options),
    /// Compare the public interface with that of the last release, and both with the versions
    Semver,
    /// Build with each feature and each pair of features, without a warning (cargo-hack)
    Powerset,
    /// Build the libraries with the lowest versions of their dependencies (nightly)
    MinimalVersions,
    /// Build every crate with the Rust version of its manifest
    Msrv,
    /// Package the crates as they would be published, with a bill of materials each
    Release(release::Options),
    /// Write shell completions and man pages into a folder [default: dist in the target folder]
    Dist(Rest),
    /// Compare the parsers with the grammar of RFC 1738, on strings that no wrong automaton survives
    Conformance(Rest),
    /// Write, check and run the conformance suite for any implementation of RFC 1738
    Suite(Rest),
    /// Carry access plans out against real servers, and compare them with curl
    Interop(Rest),
    /// Score the URLs found in running text: recall, precision, speed
    Context(Rest),
    /// Lint, document and test the SQL functions, which the gate leaves out
    Datafusion(datafusion::Options),
    /// Build the wheel of the Python package, and test it against the program (python3, pip)
    Python(python::Options),
    /// Measure time, instructions and build weight against other URL libraries
    Bench(Rest),
    /// Measure what a first dependency costs: crates and time of a cold build in a fresh clone
    ColdBuild,
    /// Measure instructions and memory on the worst inputs (valgrind)
    Complexity(complexity::Options),
    /// Measure the lines of the libraries that their tests run (cargo-llvm-cov)
    Coverage(coverage::Options),
    /// Run every fuzz target for a while (cargo-fuzz, nightly)
    Fuzz(fuzz::Options),
    /// Change the sources in one place at a time, and count the changes that no test notices (cargo-mutants)
    Mutants(mutants::Options),
    /// Run a short form of every attack on the crates, and print one table
    Robustness(robustness::Options),
    /// Compare the Spark jobs with the program's own run: rows, seconds, equality
    Spark(spark::Spark),
    /// Compare the keys of URLs with the Python package surt, on 100,000 URLs
    Surt(surt::Options),
    /// Build the npm package and the page in the browser, compare with the native library, and drive the page
    Web(web::Options),
}

/// The tasks that measure something; a contributor needs the others.
const MEASURING: [&str; 8] =
    ["bench", "cold-build", "complexity", "coverage", "fuzz", "mutants", "robustness", "spark"];

#[derive(clap::Args)]
struct Rest {
    /// Options of the task; `--help` lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    options: Vec<String>,
}

fn main() -> ExitCode {
    let matches = command().get_matches();
    let args = Args::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let outcome = match args.task {
        Task::Ci => ci::ci(),
        Task::Tidy => tidy::tidy(),
        Task::Voice => voice::voice(),
        Task::Layers => layers::layers(),
        Task::Docs => docs::docs(),
        Task::Api(options) => api::api(&options),
        Task::Deps(options) => deps::deps(&options),
        Task::Semver => semver::semver(),
        Task::Powerset => powerset::powerset(),
        Task::MinimalVersions => versions::minimal(),
        Task::Msrv => versions::msrv(),
        Task::Release(options) => release::release(&options),
        Task::Dist(rest) => dist(&rest),
        Task::Conformance(rest) => tool("release", "url1738-conformance", "conformance", &rest),
        Task::Suite(rest) => tool("dev", "url1738-suite", "suite", &rest),
        Task::Interop(rest) => tool("release", "url1738-interop", "interop", &rest),
        Task::Context(rest) => tool("release", "url1738-context-tests", "context", &rest),
        Task::Datafusion(options) => datafusion::datafusion(&options),
        Task::Python(options) => python::python(&options),
        Task::Bench(rest) => tool("dist", "url1738-peers", "peers", &rest),
        Task::ColdBuild => cold_build::cold_build(),
        Task::Complexity(options) => complexity::complexity(&options),
        Task::Coverage(options) => coverage::coverage(&options),
        Task::Fuzz(options) => fuzz::fuzz(&options),
        Task::Mutants(options) => mutants::mutants(&options),
        Task::Robustness(options) => robustness::robustness(&options),
        Task::Spark(options) => spark::spark(&options),
        Task::Surt(options) => surt::surt(&options),
        Task::Web(options) => web::web(&options),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            ExitCode::from(failure.status)
        }
    }
}

/// Returns the command line, whose help lists the tasks in two groups.
fn command() -> Command {
    let command = Args::command();
    let mut help = "{about}\n\n{usage-heading} {usage}\n".to_owned();
    for (heading, measuring) in [("Contribute", false), ("Measure", true)] {
        let _ = writeln!(help, "\n{heading}:");
        for task in command.get_subcommands() {
            let name = task.get_name();
            if MEASURING.contains(&name) == measuring {
                let about = task.get_about().map(ToString::to_string).unwrap_or_default();
                let _ = writeln!(help, "  {name:<17} {about}");
            }
        }
    }
    help += "\nOptions:\n{options}";
    command.help_template(help)
}

/// Returns the names of the tasks.
fn tasks() -> Vec<String> {
    Args::command().get_subcommands().map(|task| task.get_name().to_owned()).collect()
}

/// Runs the example of the program that writes what packagers need.
fn dist(rest: &Rest) -> Result<(), cargo::Failure> {
    let mut folder = rest.options.clone();
    if folder.is_empty() {
        folder.push(cargo::target().join("dist").to_string_lossy().into_owned());
    }
    Run::cargo(["run", "--quiet", "--package", "url1738-cli", "--example", "dist", "--"])
        .args(folder)
        .run()
}

/// Runs the program of a test package, built with a profile.
fn tool(profile: &str, package: &str, bin: &str, rest: &Rest) -> Result<(), cargo::Failure> {
    Run::cargo(["run", "--quiet", "--profile", profile, "--package", package, "--bin", bin, "--"])
        .args(&rest.options)
        .run()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_lists_every_task_once_and_the_measuring_ones_last() {
        let help = command().render_help().to_string();
        let (_, measure) = help.split_once("\nMeasure:").unwrap();
        for task in tasks() {
            let row = format!("\n  {task} ");
            assert_eq!(help.matches(&row).count(), 1, "{task}\n{help}");
            assert_eq!(measure.contains(&row), MEASURING.contains(&task.as_str()), "{task}");
        }
        command().debug_assert();
    }
}
