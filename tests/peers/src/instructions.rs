//! Instructions and mispredicted branches per URL, counted by valgrind's simulation.
//!
//! The program runs one candidate over two numbers of URLs; the difference does not contain the cost of starting
//! and reading the corpus. The counts are exactly reproducible, whatever else the machine does.

use std::{env, fs, path::PathBuf, process::Command};

use crate::{
    allocations, corpus,
    race::Candidate,
    store::{self, Table},
    tasks,
};

/// The committed counts.
pub(crate) const FILE: &str = "instructions.tsv";
const COLUMNS: &str = "candidate\tinstructions\tsimulated mispredictions\tallocations per URL";
/// What is counted: the borrowed parse, here and in the fastest other library.
const RACE: &str = "parse";
const CANDIDATES: [&str; 2] = [tasks::OURS, "fluent-uri"];
const FEW: usize = 10_000;
const MANY: usize = 50_000;
/// The highest allowed factor over the committed count.
const RISE: f64 = 1.03;

/// `--loop RACE CANDIDATE COUNT`.
pub(crate) fn run_loop(words: &[String]) -> Result<(), String> {
    let [race, name, count] = words else { return Err("--loop RACE CANDIDATE COUNT".to_owned()) };
    let count = count.parse().map_err(|_| format!("{count} is not a number"))?;
    let candidate = candidate(race, name)?;
    // A count above the number of items repeats them, for profilers.
    for start in (0..count).step_by(candidate.items.max(1)) {
        std::hint::black_box(candidate.pass(0..candidate.items.min(count - start)));
    }
    Ok(())
}

pub(crate) fn run(check: bool, write: bool, by_function: Option<&str>) -> Result<(), String> {
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("skipped: valgrind is not installed, so no instructions are counted");
        return Ok(());
    }
    // Generated in advance, so that it is not counted.
    corpus::generated();
    if let Some(name) = by_function {
        return list_functions(name);
    }
    let mut table = Table::new();
    for name in CANDIDATES {
        let counts = count(name)?;
        let cells: Vec<String> = counts.iter().map(|count| format!("{count:.2}")).collect();
        println!("{name}: {} (instructions, mispredicts, allocations)", cells.join(", "));
        table.insert(name.to_owned(), counts);
    }
    if write {
        store::write(FILE, COLUMNS, &table)?;
    }
    if check { compare(&table, &store::read(FILE)) } else { Ok(()) }
}

fn compare(now: &Table, committed: &Table) -> Result<(), String> {
    let none = Vec::new();
    let ours = |table: &Table| table.get(tasks::OURS).unwrap_or(&none).clone();
    let (now, before) = (ours(now), ours(committed));
    if before.is_empty() {
        return Err(format!("tests/peers/{FILE} has no figures; write them with --write"));
    }
    // A hundredth covers the rounding of the committed figure.
    match now.iter().zip(&before).find(|(now, before)| **now > **before * RISE + 0.01) {
        Some((now, before)) => Err(format!("{now:.2} per URL, but {before:.2} are committed")),
        None => Ok(()),
    }
}

fn count(name: &str) -> Result<Vec<f64>, String> {
    let (few, many) = (callgrind(name, FEW)?.0, callgrind(name, MANY)?.0);
    let urls = (MANY - FEW) as f64;
    let difference = |event: usize| (many[event] - few[event]) / urls;
    let candidate = candidate(RACE, name)?;
    let allocated = allocations::during(|| {
        std::hint::black_box(candidate.pass(0..MANY));
    });
    Ok(vec![difference(0), difference(1) + difference(2), allocated as f64 / MANY as f64])
}

/// Returns instructions, mispredicted conditional and indirect branches of a run, and the file of all counts.
fn callgrind(name: &str, count: usize) -> Result<([f64; 3], PathBuf), String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let counts = program.with_file_name(format!("peers-callgrind-{name}-{count}.out"));
    let done = Command::new("valgrind")
        .args(["--tool=callgrind", "--branch-sim=yes", "--quiet"])
        .arg(format!("--callgrind-out-file={}", counts.display()))
        .arg(&program)
        .args(["--loop", RACE, name, &count.to_string()])
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    if !done.status.success() {
        return Err(format!("valgrind: {}", String::from_utf8_lossy(&done.stderr)));
    }
    let text = fs::read_to_string(&counts).map_err(|error| error.to_string())?;
    let line = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)).unwrap_or_default();
    let names: Vec<&str> = line("events:").split_whitespace().collect();
    let totals: Vec<f64> =
        line("totals:").split_whitespace().filter_map(|total| total.parse().ok()).collect();
    let total = |event: &str| {
        let column = names.iter().position(|name| *name == event);
        let total = column.and_then(|column| totals.get(column).copied());
        total.ok_or_else(|| format!("valgrind reported no {event}"))
    };
    Ok(([total("Ir")?, total("Bcm")?, total("Bim")?], counts))
}

fn list_functions(name: &str) -> Result<(), String> {
    let (_, counts) = callgrind(name, MANY)?;
    let listing = Command::new("callgrind_annotate")
        .args(["--threshold=99", "--auto=no", "--show=Ir,Bc,Bcm,Bim"])
        .arg(counts)
        .output()
        .map_err(|error| format!("callgrind_annotate: {error}"))?;
    println!("{}", String::from_utf8_lossy(&listing.stdout));
    Ok(())
}

fn candidate(race: &str, name: &str) -> Result<Candidate, String> {
    let task = tasks::named(race).ok_or_else(|| format!("no race {race}"))?;
    let mut candidates = (task.candidates)().into_iter();
    candidates
        .find(|candidate| candidate.name == name)
        .ok_or_else(|| format!("unknown candidate {name}"))
}
