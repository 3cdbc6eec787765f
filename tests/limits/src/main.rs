//! Runs every operation of the libraries on the worst inputs: each family at n, 2n and 10n repetitions.
//!
//! The program starts itself under callgrind with `--run`: each call of [`measured`] then writes a separate dump, and the
//! program prints their order and the peak memory of each call. Without `--run` it reads the dumps, measures the program
//! `url1738` as well, and fails if something grows faster than its input.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a tool for developers: a panic reports a bug in it"
)]
#![allow(clippy::std_instead_of_alloc, reason = "a program has the whole standard library")]

mod judge;
mod program;
mod works;

use core::hint::black_box;
use std::{fs, process::ExitCode};

use works::{OF_REFERENCES, OF_REPLIES, OF_TEXTS, WORKS, Work};

use crate::works::{FAMILIES, REFERENCES, REPLIES, TEXTS};

/// The repetitions of the shortest of the three inputs.
const N: usize = 4_000;

fn main() -> ExitCode {
    let mut options = std::env::args().skip(1);
    match options.next().as_deref() {
        Some("--run") => run(&options.collect::<Vec<_>>()),
        option => {
            if let Err(fault) = compare(option == Some("--write")) {
                eprintln!("{fault}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

fn compare(write: bool) -> Result<(), String> {
    let rows = [judge::measure()?, program::measure()?].concat();
    let table = judge::table(&rows);
    println!("{table}");
    if write {
        let report = concat!(env!("CARGO_MANIFEST_DIR"), "/REPORT.md");
        fs::write(report, format!("{}{table}", judge::HEAD)).map_err(|error| error.to_string())?;
    }
    println!("{}", judge::judge(&rows)?);
    Ok(())
}

/// Runs the operations; a family and an operation may be named, to profile one of them.
fn run(only: &[String]) {
    println!("family\twork\tcount\tinput\tpeak");
    let is_asked = |names: [&str; 2]| only.iter().zip(names).all(|(asked, name)| asked == name);
    let measured_of =
        [(FAMILIES, WORKS), (REFERENCES, OF_REFERENCES), (REPLIES, OF_REPLIES), (TEXTS, OF_TEXTS)];
    for (families, works) in measured_of {
        for (family, work) in
            families.iter().flat_map(|it| works.iter().map(move |work| (it, work)))
        {
            if !is_asked([family.name, work.name]) {
                continue;
            }
            for count in [N, 2 * N, 10 * N] {
                let text = family.text(count);
                let input = text.len();
                let peak = url1738_heap::peak(|| measured(work, text));
                println!("{}\t{}\t{count}\t{input}\t{peak}", family.name, work.name);
            }
        }
    }
}

/// The function that callgrind counts.
#[inline(never)]
fn measured(work: &Work, text: String) {
    black_box((work.run)(black_box(text)));
}
