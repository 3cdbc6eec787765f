//! The report, as Markdown.

use std::{fmt::Write as _, fs};

use crate::{
    figures::{self, Outcomes},
    machine, store,
    store::Table,
    tasks,
};

/// Ratios first, absolute figures after them.
pub(crate) fn write(outcomes: &Outcomes, counts: &Table, weight: &Table, rounds: usize) -> String {
    let mut out = String::from("# Beside other URL libraries\n\n");
    out += &format!("{}. {}.\n\n", machine::describe(), machine::versions());
    out += &format!(
        "Medians of all turns in one process; candidates take turns block by block, {rounds} times over all items. Ratios can be \
         compared between machines, the nanoseconds cannot.\n\n"
    );
    asked(&mut out, outcomes, counts, weight);
    ratios(&mut out, outcomes);
    absolute(&mut out, outcomes);
    committed(&mut out, counts, weight);
    out
}

/// What was tried and what it gave: prose that is kept beside the report.
pub(crate) fn tried() -> String {
    fs::read_to_string(store::path("TRIED.md")).map_or(String::new(), |text| format!("\n{text}"))
}

fn asked(out: &mut String, outcomes: &Outcomes, counts: &Table, weight: &Table) {
    *out += "| figure | at most | measured | |\n|---|---|---|---|\n";
    for figure in figures::all(outcomes, counts, weight) {
        let (what, asked) = (figure.what, figure.asked);
        let asked = if figure.exactly { format!("exactly {asked}") } else { format!("{asked}") };
        let measured =
            figure.measured.map_or_else(|| "-".to_owned(), |value| format!("{value:.2}"));
        let _ = writeln!(out, "| {what} | {asked} | {measured} | {} |", figure.verdict());
    }
}

fn ratios(out: &mut String, outcomes: &Outcomes) {
    *out += "\n## Time of the first of each race against the others\n\n";
    *out += "| race | against | ratio |\n|---|---|---|\n";
    for task in tasks::ALL {
        let Some((first, others)) = outcomes.get(task.name).and_then(|all| all.split_first())
        else {
            continue;
        };
        for other in others {
            let ratio = first.ratio_to(other);
            let _ = writeln!(out, "| {} | {} | {ratio:.2} |", task.name, other.name);
        }
    }
}

fn absolute(out: &mut String, outcomes: &Outcomes) {
    *out += "\n## Absolute figures\n\n";
    for task in tasks::ALL {
        let Some(all) = outcomes.get(task.name) else { continue };
        let _ = writeln!(out, "### {}: {}\n", task.name, task.what);
        *out += "| candidate | ns an item | allocations | accepted |\n|---|---|---|---|\n";
        for outcome in all {
            let _ = writeln!(
                out,
                "| {} | {:.1} | {:.2} | {:.1} % |",
                outcome.name,
                outcome.nanoseconds(),
                outcome.allocations,
                outcome.accepted * 100.0
            );
        }
        out.push('\n');
    }
}

fn committed(out: &mut String, counts: &Table, weight: &Table) {
    *out += "## Counts under valgrind, a URL of the generated corpus\n\n";
    *out +=
        "| candidate | instructions | simulated mispredicts | allocations |\n|---|---|---|---|\n";
    for (name, cells) in counts {
        let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:.2}")).collect();
        let _ = writeln!(out, "| {name} | {} |", cells.join(" | "));
    }
    *out += "\n## Build weight\n\n| what | figure |\n|---|---|\n";
    for (name, cells) in weight {
        let _ = writeln!(out, "| {name} | {:.2} |", cells.first().copied().unwrap_or(f64::NAN));
    }
}
