//! The report: one table as Markdown, and every figure as TSV.

use std::fmt::Write as _;

use crate::{
    figures::{self, Outcomes},
    machine,
    store::Table,
    tasks,
};

/// The file of all figures, beside the report.
pub(crate) const FIGURES: &str = "figures.tsv";

/// Returns the report: what was measured, where and when, against the bounds.
pub(crate) fn write(outcomes: &Outcomes, counts: &Table, weight: &Table, rounds: usize) -> String {
    let mut out = String::from("# Compared with other URL libraries\n\n");
    let _ = write!(
        out,
        "Measured by `cargo xtask bench --write`. {}. {}.\n\n\
         Every figure is the median of {rounds} rounds in one process, in which the candidates take turns block by block. \
         Ratios below 1 mean that url1738 is faster or smaller. Ratios can be compared between machines, absolute times \
         cannot.\n\n\
         `{FIGURES}` holds every race, `instructions.tsv` the counts under valgrind (`--instructions --write`) and \
         `weight.tsv` the cost of a build (`--weight --write`). [TRIED.md](TRIED.md) lists what was tried.\n\n\
         | figure | at most | measured | |\n|---|---|---|---|\n",
        machine::describe(),
        machine::versions()
    );
    for figure in figures::all(outcomes, counts, weight) {
        let (what, bound) = (figure.what, figure.asked);
        let bound = if figure.exactly { format!("exactly {bound}") } else { format!("{bound}") };
        let measured =
            figure.measured.map_or_else(|| "-".to_owned(), |value| format!("{value:.2}"));
        let _ = writeln!(out, "| {what} | {bound} | {measured} | {} |", figure.verdict());
    }
    out
}

/// Returns every figure, tab-separated.
pub(crate) fn figures(outcomes: &Outcomes) -> String {
    let mut out =
        "# race\tcandidate\tns per item\tallocations per item\taccepted, %\ttime of the first against it\n"
            .to_owned();
    for task in tasks::ALL {
        let Some((first, _)) = outcomes.get(task.name).and_then(|all| all.split_first()) else {
            continue;
        };
        for outcome in &outcomes[task.name] {
            let _ = writeln!(
                out,
                "{}\t{}\t{:.1}\t{:.2}\t{:.1}\t{:.2}",
                task.name,
                outcome.name,
                outcome.nanoseconds(),
                outcome.allocations,
                outcome.accepted * 100.0,
                first.ratio_to(outcome)
            );
        }
    }
    out
}
