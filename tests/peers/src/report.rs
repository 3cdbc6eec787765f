//! The report: one table as Markdown, and every figure as TSV, with the machine and the versions that they are for.

use std::{fmt::Write as _, fs, process::Command, thread};

use crate::{
    figures,
    figures::{Asked, Cell, Measured},
    race::median,
    tasks,
};

/// The file of all figures, beside the report.
pub(crate) const FIGURES: &str = "figures.tsv";

/// Returns the report: what was measured, where and when, beside the bounds and goals.
pub(crate) fn write(measured: &Measured, rounds: usize, orders: usize) -> String {
    let mut out = String::from("# Compared with other URL libraries\n\n");
    let _ = write!(
        out,
        "Measured by `cargo xtask bench --write`. {}. {}.\n\n\
         Fat LTO is the profile `dist` of this workspace, with one codegen unit. The default profile has the settings of \
         cargo's own `release`, with which users build: 16 codegen units, and no LTO between crates. Each is linked {orders} \
         times, with its functions in other orders, because their places change the time of any library. A figure is the \
         median, with the range in brackets. In a binary the candidates take turns block by block, for {rounds} rounds. \
         Ratios below 1 mean that url1738 is faster or smaller. Ratios can be compared between machines, absolute times \
         cannot.\n\n\
         `{FIGURES}` holds every race, `instructions.tsv` the counts under valgrind (`--instructions --write`) and \
         `weight.tsv` the cost of a build (`--weight --write`). [TRIED.md](TRIED.md) lists what was tried.\n\n\
         | figure | fat LTO, at most | goal | measured | | default profile, at most | goal | measured | |\n\
         |---|---|---|---|---|---|---|---|---|\n",
        describe(),
        versions()
    );
    let figures = figures::all(measured);
    for figure in &figures {
        let [fat, default] = figure.cells.map(cells);
        let _ = writeln!(out, "| {} | {fat} | {default} |", figure.what);
    }
    let missed: Vec<_> = figures.iter().filter(|figure| figure.is_missed()).collect();
    if !missed.is_empty() {
        out.push_str("\nGoals that are not reached, where the time goes, and what was tried:\n\n");
    }
    for (index, figure) in missed.iter().enumerate() {
        // A reason that several figures share is written once.
        let first = missed.iter().take(index).find(|earlier| earlier.why == figure.why);
        let _ = match first {
            Some(first) => writeln!(out, "- {}: as {}", figure.what, first.what),
            None => writeln!(out, "- {}: {}", figure.what, figure.why),
        };
    }
    out
}

/// Returns the cells of one profile: the bound or the goal, what was measured, and whether it exceeds its bound.
fn cells(cell: Option<Cell>) -> String {
    let Some(cell) = cell else { return "| | |".to_owned() };
    let measured = cell.measured.map_or_else(|| "-".to_owned(), |spread| spread.to_string());
    match cell.asked {
        Asked::AtMost(bound) => {
            let verdict = match cell.measured {
                None => "not measured",
                Some(_) if cell.fails() => "FAILS",
                Some(_) => "met",
            };
            format!("{bound:.2} | | {measured} | {verdict}")
        }
        Asked::Goal(goal) => format!("| {goal:.2} | {measured} | "),
    }
}

/// Returns every figure, tab-separated.
pub(crate) fn figures(measured: &Measured) -> String {
    let mut out =
        "# profile\tscan\trace\tcandidate\tns per item\tallocations per item\taccepted, %\t\
                   time of the first against it\tin every order\n"
            .to_owned();
    for ((profile, scan), races) in &measured.races {
        let in_order =
            tasks::ALL.iter().filter_map(|task| Some((task.name, races.get(task.name)?)));
        for (race, rows) in in_order {
            for (candidate, row) in rows {
                let ratios: Vec<_> = row.ratios.iter().map(|ratio| format!("{ratio:.2}")).collect();
                let _ = writeln!(
                    out,
                    "{profile}\t{scan}\t{race}\t{candidate}\t{:.1}\t{:.2}\t{:.1}\t{:.2}\t{}",
                    median(row.nanoseconds.clone()),
                    row.allocations,
                    row.accepted,
                    median(row.ratios.clone()),
                    ratios.join(" ")
                );
            }
        }
    }
    out
}

const LOCK: &str = include_str!("../../../Cargo.lock");
const PEERS: &[&str] =
    &["ada-url", "fluent-uri", "http", "iri-string", "linkify", "oxiri", "percent-encoding", "url"];

/// Processor, cores, compiler and day.
pub(crate) fn describe() -> String {
    let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpuinfo.lines().find_map(|line| line.strip_prefix("model name"));
    let model = model.map_or("unknown processor", |rest| rest.trim_start_matches(['\t', ' ', ':']));
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let (rustc, day) = (said_by("rustc", "--version"), said_by("date", "+%F"));
    format!("{model}, {cores} cores; {rustc}; {day}")
}

/// Returns the versions of the other libraries.
pub(crate) fn versions() -> String {
    let version = |name: &&str| {
        let entry = LOCK.split(&format!("name = \"{name}\"\nversion = \"")).nth(1)?;
        Some(format!("{name} {}", entry.split('"').next()?))
    };
    PEERS.iter().filter_map(version).collect::<Vec<_>>().join(", ")
}

fn said_by(program: &str, argument: &str) -> String {
    let output = Command::new(program).arg(argument).output();
    let said = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    said.unwrap_or_else(|_| format!("{program} unknown"))
}
