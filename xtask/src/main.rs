//! The development tasks of the workspace: `cargo xtask --help`.

#![allow(clippy::std_instead_of_alloc, reason = "a program has the whole standard library")]
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a tool for developers: a panic reports a bug in it"
)]

mod cargo;
mod ci;
mod docs;
mod family;
mod layers;
mod portable;
mod python;
mod release;
mod robustness;
mod tidy;
mod tools;
mod voice;
mod web;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};

use crate::cargo::Run;

#[derive(Parser)]
#[command(
    name = "cargo xtask",
    about = "Run the development tasks of the workspace",
    disable_help_subcommand = true
)]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run the checks before the tests, or some of them: format, pages, lints, features, docs, interface
    Ci(ci::Options),
    /// Compare the parsers with the grammar of RFC 1738, on strings that no wrong automaton survives
    Conformance(Rest),
    /// Write, check and run the conformance suite for any implementation of RFC 1738
    Suite(Rest),
    /// Carry access plans out against real servers, and compare them with curl
    Interop(Rest),
    /// Score the URLs found in running text: recall, precision, speed
    Context(Rest),
    /// Measure time, instructions and build weight against other URL libraries
    Bench(Rest),
    /// Build the Python package, or the npm package and the page, and test them against the library
    #[command(subcommand)]
    Bindings(Binding),
    /// Run every attack on the crates and print one table: fuzz targets, mutants, coverage, worst inputs, kills
    Robustness(robustness::Options),
    /// Build and test the libraries with Rust 1.85 for other machines, under qemu: s390x, armhf, arm64, i386
    Portable(portable::Options),
    /// Package the crates as they would be published, with a bill of materials each
    Release(release::Options),
}

/// The packages of other languages: built, installed as users do, and compared with the library.
#[derive(Subcommand)]
enum Binding {
    /// Build the wheel of the Python package, and test it against the program (python3, pip)
    Python(python::Options),
    /// Build the npm package and the page in the browser, compare with the native library, and drive the page
    Web(web::Options),
}

#[derive(clap::Args)]
#[command(disable_help_flag = true)]
struct Rest {
    /// Options of the tool; `--help` lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    options: Vec<String>,
}

fn main() -> ExitCode {
    let outcome = match Args::parse().task {
        Task::Ci(options) => ci::ci(&options),
        Task::Conformance(rest) => tool("release", "url1738-conformance", "conformance", &rest),
        Task::Suite(rest) => tool("test", "url1738-suite", "suite", &rest),
        Task::Interop(rest) => tool("test", "url1738-interop", "interop", &rest),
        Task::Context(rest) => {
            // Without its races it need not be fast.
            let is_quick = rest.options.iter().any(|it| it == "--quick");
            let profile = if is_quick { "dev" } else { "release" };
            tool(profile, "url1738-context-tests", "context", &rest)
        }
        Task::Bench(rest) => tool("dist", "url1738-peers", "peers", &rest),
        Task::Bindings(Binding::Python(options)) => python::python(&options),
        Task::Bindings(Binding::Web(options)) => web::web(&options),
        Task::Robustness(options) => robustness::robustness(&options),
        Task::Portable(options) => portable::portable(&options),
        Task::Release(options) => release::release(&options),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            ExitCode::from(failure.status)
        }
    }
}

/// Returns the names of the tasks.
fn tasks() -> Vec<String> {
    Args::command().get_subcommands().map(|task| task.get_name().to_owned()).collect()
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
    fn the_command_line_is_consistent() {
        Args::command().debug_assert();
        assert!(tasks().len() <= 10, "ten tasks are enough to remember: {:?}", tasks());
    }
}
