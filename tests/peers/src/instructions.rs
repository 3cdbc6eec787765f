//! Instructions and mispredicted branches per URL, counted by valgrind's simulation.
//!
//! The program runs one candidate over two numbers of URLs; the difference does not contain the cost of starting
//! and reading the corpus. Instructions and allocations are exactly reproducible, whatever else the machine does.
//! Mispredictions depend on where the linker places the code, down to the length of the path of the folder that was built.
//!
//! They are taken of two builds of this program: one with fat LTO, and one with the settings of cargo's own release
//! profile, as the programs of most users are. There, what another crate does not mark `#[inline]` is a call.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    builds::{self, Profile},
    race::Candidate,
    store::{self, Table},
    tasks,
};

/// The committed counts.
pub(crate) const FILE: &str = "instructions.tsv";
const COLUMNS: &str =
    "profile\trace\tcandidate\tinstructions\tsimulated mispredictions\tallocations per URL";
/// What is counted, and the fastest other library with it.
const RACES: [&str; 5] = ["parse", "parse-http", "parts", "owned", "build"];
const PEER: &str = "fluent-uri";
const FEW: usize = 5_000;
const MANY: usize = 25_000;
/// The highest allowed factors over the committed counts of instructions, mispredictions and allocations.
///
/// The table of the simulated predictor is indexed by address: one commit took 1.49 and 2.60 mispredictions per URL in two
/// folders, with the same instructions. A branch that cannot be predicted shows in the races.
const RISE: [f64; 3] = [1.02, 2.0, 1.0];
/// What each count may rise besides, which covers the rounding of the committed figure.
const SLACK: f64 = 0.01;

/// Returns the name of a row of the table.
pub(crate) fn row(profile: Profile, race: &str, candidate: &str) -> String {
    [profile.name(), race, candidate].join("\t")
}

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
        println!("skipped: instructions: valgrind is not installed");
        return Ok(());
    }
    let mut table = Table::new();
    for profile in Profile::ALL {
        let program = builds::plain(profile)?;
        for race in RACES {
            // The gate needs no counts of the peer.
            let peer = (!check).then_some(PEER);
            for name in [Some(tasks::OURS), peer].into_iter().flatten() {
                if let Some(wanted) = by_function {
                    if wanted == name {
                        println!("{}, {race}", profile.name());
                        list_functions(&program, race, name)?;
                    }
                    continue;
                }
                let counts = count(&program, race, name)?;
                let cells: Vec<String> = counts.iter().map(|count| format!("{count:.2}")).collect();
                let row = row(profile, race, name);
                let cells = cells.join(", ");
                println!(
                    "{}: {cells} (instructions, mispredicts, allocations)",
                    row.replace('\t', ", ")
                );
                table.insert(row, counts);
            }
        }
    }
    if write && by_function.is_none() {
        store::write(FILE, COLUMNS, &table)?;
    }
    if check { compare(&table, &store::read(FILE)) } else { Ok(()) }
}

fn compare(now: &Table, committed: &Table) -> Result<(), String> {
    for (row, now) in now {
        let Some(before) = committed.get(row) else {
            return Err(format!(
                "tests/peers/{FILE} has no figures of {row:?}; write them with --write"
            ));
        };
        let counts = now.iter().zip(before).zip(RISE);
        let risen =
            counts.into_iter().find(|((now, before), rise)| **now > **before * rise + SLACK);
        if let Some(((now, before), _)) = risen {
            return Err(format!("{row:?}: {now:.2} per URL, but {before:.2} are committed"));
        }
    }
    Ok(())
}

fn count(program: &Path, race: &str, name: &str) -> Result<Vec<f64>, String> {
    let few = callgrind(program, race, name, FEW)?.0;
    let many = callgrind(program, race, name, MANY)?.0;
    let urls = (MANY - FEW) as f64;
    let difference = |event: usize| (many[event] - few[event]) / urls;
    let candidate = candidate(race, name)?;
    let items = candidate.items.min(MANY);
    let allocated = url1738_heap::count(|| {
        std::hint::black_box(candidate.pass(0..items));
    });
    Ok(vec![difference(0), difference(1) + difference(2), allocated as f64 / items as f64])
}

/// Returns instructions, mispredicted conditional and indirect branches of a run, and the file of all counts.
fn callgrind(
    program: &Path,
    race: &str,
    name: &str,
    count: usize,
) -> Result<([f64; 3], PathBuf), String> {
    let words = |count: usize| ["--loop", race, name, &count.to_string()].map(str::to_owned);
    // The corpus is generated by the first run beside each program, so that it is not counted.
    Command::new(program).args(words(0)).status().map_err(|error| error.to_string())?;
    let counts = program.with_file_name(format!("peers-callgrind-{race}-{name}-{count}.out"));
    let done = Command::new("valgrind")
        .args(["--tool=callgrind", "--branch-sim=yes", "--quiet"])
        .arg(format!("--callgrind-out-file={}", counts.display()))
        .arg(program)
        .args(words(count))
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

fn list_functions(program: &Path, race: &str, name: &str) -> Result<(), String> {
    let (_, counts) = callgrind(program, race, name, MANY)?;
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
