#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![allow(clippy::std_instead_of_alloc, reason = "a program has the whole standard library")]
#![allow(
    clippy::arithmetic_side_effects,
    clippy::string_slice,
    reason = "in a program a panic reports a bug and harms no caller"
)]

mod cli;
mod codes;
mod commands;
mod comparison;
mod config;
mod diagnostics;
mod exit;
mod fields;
mod filter;
mod findings;
mod hinted;
mod line;
mod pipeline;
mod records;
mod replacement;
mod rows;
mod selection;
mod sets;
mod settings;
mod signals;
mod summary;
mod warc;

use std::{ffi::OsString, process::ExitCode};

/// Returns the command line, for completions and man pages.
#[must_use]
pub fn command() -> clap::Command {
    cli::command()
}

/// Runs the program with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    run(std::env::args_os())
}

/// Returns the exit code for a process whose stdout was closed at startup: all output would be lost.
#[must_use]
pub fn closed_output() -> ExitCode {
    exit::end(Err(exit::Error::Output(std::io::Error::other("it is closed"))))
}

/// Runs the program with the given arguments. The first one is the name of the program.
#[must_use]
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    match cli::Cli::read(arguments) {
        Ok((cli, usage)) => exit::end(cli.run(usage)),
        Err(error) => cli::end(error),
    }
}
