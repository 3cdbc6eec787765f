//! This project's crates compared with other URL libraries: time, instructions, allocations, build weight.
//!
//! Candidates take turns block by block over the same URLs in one process, so that other load on the
//! machine affects all of them. A figure is the median of all turns, and of several binaries. See `--help`.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a measurement that fails ends by panicking"
)]
#![allow(
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core,
    reason = "a program, which has std"
)]

mod builds;
mod corpus;
mod figures;
mod instructions;
mod measure;
mod race;
mod report;
mod store;
mod tasks;
mod weight;

use std::process::ExitCode;

use clap::Parser;

/// Measure this project's crates against other URL libraries.
#[derive(Debug, Parser)]
#[command(name = "peers")]
pub(crate) struct Options {
    /// Number of rounds of every race over all of its items
    #[arg(long, default_value_t = 5)]
    pub(crate) rounds: usize,
    /// Number of orders in which the functions of every build are linked
    #[arg(long, default_value_t = 3)]
    pub(crate) orders: usize,
    /// Use the binaries of the last run instead of building them; those that do not exist are not measured
    #[arg(long)]
    pub(crate) reuse: bool,
    /// Run the races in this binary only, and print every figure
    #[arg(long, conflicts_with_all = ["instructions", "weight", "write"])]
    once: bool,
    /// Run only the races whose names contain this text
    #[arg(long, value_name = "TEXT")]
    pub(crate) only: Option<String>,
    /// Count instructions, mispredictions and allocations under valgrind instead of measuring time
    #[arg(long)]
    instructions: bool,
    /// With --instructions: fail if a count exceeds the committed one by more than is allowed
    #[arg(long, requires = "instructions", conflicts_with = "write")]
    check: bool,
    /// With --instructions: list the functions in which this candidate spends its instructions
    #[arg(long, requires = "instructions", value_name = "CANDIDATE")]
    by_function: Option<String>,
    /// Measure the time of a cold build and the size of a program instead
    #[arg(long)]
    weight: bool,
    /// Write the figures into the folder of this crate
    #[arg(long)]
    pub(crate) write: bool,
    /// Run one candidate of one race over the first COUNT items
    #[arg(long = "loop", num_args = 3, value_names = ["RACE", "CANDIDATE", "COUNT"], hide = true)]
    run_loop: Option<Vec<String>>,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let done = if let Some(words) = &options.run_loop {
        instructions::run_loop(words)
    } else if options.instructions {
        let by_function = options.by_function.as_deref();
        instructions::run(options.check, options.write, by_function)
    } else if options.weight {
        weight::run(options.write)
    } else if options.once {
        measure::once(options.rounds, options.only.as_deref());
        Ok(())
    } else {
        measure::run(&options)
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
