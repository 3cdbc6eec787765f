//! Runs the races and reports.

use crate::{
    figures::Outcomes,
    instructions, race, report, store,
    tasks::{self, Task},
    weight,
};

pub(crate) fn run(rounds: usize, only: Option<&str>, write: bool) -> Result<(), String> {
    let wanted = |task: &&Task| only.is_none_or(|text| task.name.contains(text));
    let mut outcomes = Outcomes::new();
    for task in tasks::ALL.iter().filter(wanted) {
        eprintln!("{}: {}", task.name, task.what);
        outcomes.insert(task.name, race::race(&(task.candidates)(), rounds.max(1)));
    }
    let (counts, weight) = (store::read(instructions::FILE), store::read(weight::FILE));
    let text = report::write(&outcomes, &counts, &weight, rounds);
    println!("{text}");
    match (write, only) {
        (false, _) => Ok(()),
        (true, None) => {
            store::write_text("REPORT.md", &text)?;
            store::write_text(report::FIGURES, &report::figures(&outcomes))
        }
        (true, Some(_)) => Err("--write needs all races: remove --only".to_owned()),
    }
}
