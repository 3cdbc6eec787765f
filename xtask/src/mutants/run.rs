//! Mutants, one after the other, against the tests that reach them.

use core::{
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    time::Duration,
};
use std::{collections::BTreeMap, sync::Mutex};

use super::{
    list::Mutant,
    table::{Outcome, Row},
    tests::{End, PROCESSES, Test, start_tests},
    tree::Binary,
};

/// The time that the first tests take together; each further batch takes twice as long.
const FIRST: Duration = Duration::from_millis(100);

/// Runs the mutants, and gives each row to `done`.
pub(super) fn run(
    mutants: &[&Mutant],
    judges: &BTreeMap<u32, Vec<usize>>,
    binaries: &[Binary],
    tests: &[Test],
    done: impl Fn(&Mutant, Row) + Sync,
) {
    let next = AtomicUsize::new(0);
    // The test that caught the last mutant of a file is likely to catch the next.
    let catchers = Mutex::new(BTreeMap::<String, Vec<usize>>::new());
    std::thread::scope(|scope| {
        for _ in 0..PROCESSES {
            scope.spawn(|| {
                while let Some(mutant) = mutants.get(next.fetch_add(1, Relaxed)) {
                    let reaching = judges.get(&mutant.id).map(Vec::as_slice).unwrap_or_default();
                    let recent = catchers
                        .lock()
                        .map(|it| it.get(&mutant.file).cloned().unwrap_or_default())
                        .unwrap_or_default();
                    let (outcome, by) = judge(mutant, reaching, &recent, binaries, tests);
                    if let (Some(by), Ok(mut catchers)) = (by, catchers.lock()) {
                        let list = catchers.entry(mutant.file.clone()).or_default();
                        list.retain(|test| *test != by);
                        list.insert(0, by);
                        list.truncate(4);
                    }
                    let note = by.map(|by| {
                        format!("{} {}", binaries[tests[by].binary].name, tests[by].name)
                    });
                    let note = note.unwrap_or_default();
                    let reached = !reaching.is_empty();
                    done(mutant, Row { outcome, note, digest: mutant.digest.clone(), reached });
                }
            });
        }
    });
}

fn judge(
    mutant: &Mutant,
    reaching: &[usize],
    recent: &[usize],
    binaries: &[Binary],
    tests: &[Test],
) -> (Outcome, Option<usize>) {
    let recent: Vec<usize> = recent.iter().copied().filter(|it| reaching.contains(it)).collect();
    let others = reaching.iter().copied().filter(|it| !recent.contains(it));
    let mut queue = recent.iter().copied().chain(others).peekable();
    let mut budget = FIRST;
    while queue.peek().is_some() {
        let mut batch = BTreeMap::<usize, Vec<usize>>::new();
        let mut time = Duration::ZERO;
        while let Some(test) = queue.next_if(|_| time < budget) {
            time += tests[test].time;
            batch.entry(tests[test].binary).or_default().push(test);
        }
        budget *= 2;
        for (binary, batch) in batch {
            let names: Vec<&str> = batch.iter().map(|it| tests[*it].name.as_str()).collect();
            let usual: Duration = batch.iter().map(|it| tests[*it].time).sum();
            let seconds = usual.as_secs() * 20 + 3;
            let id = mutant.id.to_string();
            let end = start_tests(&binaries[binary], &names, &id, "", seconds, seconds * 4 + 20);
            match end {
                End::Passed | End::NotRun => {}
                End::TimedOut => return (Outcome::TimedOut, batch.first().copied()),
                End::Failed(name) => {
                    let failed = batch.iter().find(|it| Some(&tests[**it].name) == name.as_ref());
                    return (Outcome::Caught, failed.or_else(|| batch.first()).copied());
                }
            }
        }
    }
    (Outcome::Missed, None)
}
