//! The report: one table as Markdown, and every figure as TSV.

use std::fmt::Write as _;

use crate::{
    figures::{self, Cell, Measured},
    machine,
    race::median,
    tasks,
};

/// The file of all figures, beside the report.
pub(crate) const FIGURES: &str = "figures.tsv";

/// Returns the report: what was measured, where and when, against the bounds.
pub(crate) fn write(measured: &Measured, rounds: usize, orders: usize) -> String {
    let mut out = String::from("# Compared with other URL libraries\n\n");
    let _ = write!(
        out,
        "Measured by `cargo xtask bench --write`. {}. {}.\n\n\
         Fat LTO is the profile `dist` of this workspace, with one codegen unit. The default profile has the settings of \
         cargo's own `release`, with which users build: no LTO and 16 codegen units. Each is linked {orders} times, with its \
         functions in other orders, because their places change the time of any library. A figure is the median, with the \
         range in brackets. In a binary the candidates take turns block by block, for {rounds} rounds. Ratios below 1 mean \
         that url1738 is faster or smaller. Ratios can be compared between machines, absolute times cannot.\n\n\
         `{FIGURES}` holds every race, `instructions.tsv` the counts under valgrind (`--instructions --write`) and \
         `weight.tsv` the cost of a build (`--weight --write`). [TRIED.md](TRIED.md) lists what was tried.\n\n\
         | figure | at most, fat LTO | measured | | at most, default profile | measured | |\n\
         |---|---|---|---|---|---|---|\n",
        machine::describe(),
        machine::versions()
    );
    let figures = figures::all(measured);
    for figure in &figures {
        let [fat, default] = figure.cells.map(cells);
        let _ = writeln!(out, "| {} | {fat} | {default} |", figure.what);
    }
    let missed: Vec<_> = figures.iter().filter(|figure| figure.is_missed()).collect();
    if !missed.is_empty() {
        out.push_str("\nWhat is not met, where the time goes, and what was tried:\n\n");
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

/// Returns the cells of one profile.
fn cells(cell: Option<Cell>) -> String {
    let Some(cell) = cell else { return "| |".to_owned() };
    let measured = cell.measured.map_or_else(|| "-".to_owned(), |spread| spread.to_string());
    format!("{} | {measured} | {}", cell.asked, cell.verdict())
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
