#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![allow(clippy::std_instead_of_alloc, reason = "a program has the whole standard library")]

mod args;
mod batch;
mod commands;
mod comparison;
mod ending;
mod failed;
mod fault;
mod format;
mod good;
mod groups;
mod input;
mod line;
mod lints;
mod markup;
mod nearest;
mod picture;
mod progress;
mod report;
mod session;
mod shown;
mod signals;
mod sink;
mod summary;
mod tally;
mod whole_file;

use std::{ffi::OsString, process::ExitCode};

use clap::{CommandFactory as _, Parser as _};

/// The command line, for completions and man pages.
#[must_use]
pub fn command() -> clap::Command {
    args::Cli::command()
}

/// Runs the program with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    run(std::env::args_os())
}

/// What the program ends with where standard output was closed when it started: whatever it had to say would be lost.
#[must_use]
pub fn closed_output() -> ExitCode {
    ending::end(Err(ending::Trouble::NoOutput))
}

/// Runs the program with these arguments, the first of which is its name.
#[must_use]
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    match args::Cli::try_parse_from(arguments) {
        Ok(cli) => ending::end(commands::run(cli)),
        Err(error) => ending::of_clap(error),
    }
}
