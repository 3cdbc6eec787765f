//! Runs the races and reports.

use std::{collections::BTreeMap, path::Path, process::Command};

use crate::{
    Options,
    builds::{self, Profile, Scan},
    figures::{self, Figure, Measured},
    instructions, race, report, store,
    tasks::{self, Task},
    weight,
};

/// The outcome of a candidate, of all orders in which a build was linked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    /// The time of the first candidate as a multiple of that of this one, in every order.
    pub(crate) ratios: Vec<f64>,
    pub(crate) nanoseconds: Vec<f64>,
    pub(crate) allocations: f64,
    pub(crate) accepted: f64,
}

/// The candidates of a race, in its order.
pub(crate) type Rows = Vec<(String, Row)>;

/// The outcomes of a build, by the name of the race.
pub(crate) type Races = BTreeMap<String, Rows>;

/// Returns the wanted races in their order.
fn wanted(only: Option<&str>) -> impl Iterator<Item = &'static Task> {
    tasks::ALL.iter().filter(move |task| only.is_none_or(|text| task.name.contains(text)))
}

/// Runs the races in this program, and prints every figure.
pub(crate) fn once(rounds: usize, only: Option<&str>) {
    println!(
        "# race\tcandidate\tns per item\tallocations per item\taccepted, %\ttime of the first"
    );
    for task in wanted(only) {
        eprintln!("{}: {}", task.name, task.what);
        let outcomes = race::race(&(task.candidates)(), rounds.max(1));
        for outcome in &outcomes {
            println!(
                "{}\t{}\t{:.2}\t{:.2}\t{:.1}\t{:.4}",
                task.name,
                outcome.name,
                outcome.nanoseconds(),
                outcome.allocations,
                outcome.accepted * 100.0,
                outcomes[0].ratio_to(outcome)
            );
        }
    }
}

/// Builds this program with both profiles, with and without SSE2, links each build in several orders, and reports the
/// medians of the races.
pub(crate) fn run(options: &Options) -> Result<(), String> {
    let (rounds, orders, only) = (options.rounds, options.orders.max(1), options.only.as_deref());
    if options.write && only.is_some() {
        return Err("--write needs all races: remove --only".to_owned());
    }
    let mut programs = Vec::new();
    for scan in Scan::ALL {
        for profile in Profile::ALL {
            for order in 1..=orders {
                let program = builds::place(profile, scan, order)?;
                if !options.reuse {
                    eprintln!("building: {}, {}, order {order}", profile.name(), scan.name());
                    builds::ordered(profile, scan, order)?;
                }
                programs.push((profile, scan, program));
            }
        }
    }
    programs.retain(|(_, _, program)| program.exists());
    let mut measured = Measured::default();
    for (profile, scan, program) in &programs {
        eprintln!("running: {}", program.display());
        // Without SSE2, only the parser has a bound.
        let only = if *scan == Scan::Portable { Some("parse") } else { only };
        race_in(
            program,
            rounds,
            only,
            measured.races.entry((profile.name(), scan.name())).or_default(),
        )?;
    }
    measured.counts = store::read(instructions::FILE);
    measured.weight = store::read(weight::FILE);
    let text = report::write(&measured, rounds, orders);
    println!("{text}");
    if options.write {
        store::write_text("REPORT.md", &text)?;
        store::write_text(report::FIGURES, &report::figures(&measured))?;
    }
    let failing = figures::all(&measured).into_iter().filter(Figure::fails);
    let failing: Vec<_> = failing.map(|figure| figure.what).collect();
    match failing.as_slice() {
        [] => Ok(()),
        failing => Err(format!("higher than their bounds: {}", failing.join(", "))),
    }
}

/// Runs the races in another binary, and adds its figures.
fn race_in(
    program: &Path,
    rounds: usize,
    only: Option<&str>,
    races: &mut Races,
) -> Result<(), String> {
    let mut command = Command::new(program);
    command.args(["--once", "--rounds", &rounds.to_string()]);
    command.args(only.iter().flat_map(|text| ["--only", text]));
    let done = command.output().map_err(|error| format!("{}: {error}", program.display()))?;
    if !done.status.success() {
        let message = String::from_utf8_lossy(&done.stderr);
        return Err(format!("{}: {message}", program.display()));
    }
    for line in String::from_utf8_lossy(&done.stdout).lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        let [race, candidate, figures @ ..] = cells.as_slice() else { continue };
        let figures: Vec<f64> = figures.iter().filter_map(|cell| cell.parse().ok()).collect();
        let [nanoseconds, allocations, accepted, ratio] = figures[..] else { continue };
        let rows = races.entry((*race).to_owned()).or_default();
        let index = rows.iter().position(|(name, _)| name == candidate).unwrap_or_else(|| {
            rows.push(((*candidate).to_owned(), Row::default()));
            rows.len() - 1
        });
        let row = &mut rows[index].1;
        row.nanoseconds.push(nanoseconds);
        row.ratios.push(ratio);
        (row.allocations, row.accepted) = (allocations, accepted);
    }
    Ok(())
}
