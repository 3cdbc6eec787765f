//! The results, a file per crate in `tests/mutants`, sorted by name.

use core::fmt::Write as _;
use std::{collections::BTreeMap, fs, path::PathBuf};

use super::list::Mutant;
use crate::cargo::{Failure, top};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Caught,
    /// A test ran far longer than before: caught as well.
    TimedOut,
    Unviable,
    Missed,
}

impl Outcome {
    const ALL: [(Self, &'static str); 4] = [
        (Self::Caught, "caught"),
        (Self::TimedOut, "timeout"),
        (Self::Unviable, "unviable"),
        (Self::Missed, "missed"),
    ];

    fn name(self) -> &'static str {
        Self::ALL.iter().find(|(outcome, _)| *outcome == self).map_or("", |(_, name)| name)
    }

    fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, other)| *other == name).map(|(outcome, _)| *outcome)
    }
}

/// What became of a mutant.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) outcome: Outcome,
    /// The test that caught it, or the reason why none can.
    pub(super) note: String,
    /// The digest of the function that was changed.
    pub(super) digest: String,
    /// Whether any test runs the changed place; not kept in the file.
    pub(super) reached: bool,
}

/// The rows of a crate by the names of its mutants.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    rows: BTreeMap<String, Row>,
}

const HEADER: &str = "mutant\toutcome\tnote\tfunction\n";

fn path(package: &str) -> PathBuf {
    top().join("tests/mutants").join(format!("{package}.tsv"))
}

impl Table {
    /// Reads the table of a crate; that of a crate without one is empty.
    pub(super) fn read(package: &str) -> Self {
        let text = fs::read_to_string(path(package)).unwrap_or_default();
        let mut rows = BTreeMap::new();
        for line in text.lines().skip(1) {
            let mut columns = line.split('\t');
            let mut column = || columns.next().unwrap_or_default().to_owned();
            let (name, outcome, note, digest) = (column(), column(), column(), column());
            if let Some(outcome) = Outcome::parse(&outcome) {
                rows.insert(name, Row { outcome, note, digest, reached: true });
            }
        }
        Self { rows }
    }

    pub(super) fn write(&self, package: &str) -> Result<(), Failure> {
        let mut text = HEADER.to_owned();
        for (name, Row { outcome, note, digest, .. }) in &self.rows {
            let _ = writeln!(text, "{name}\t{}\t{note}\t{digest}", outcome.name());
        }
        let path = path(package);
        fs::create_dir_all(path.parent().unwrap_or(&path))?;
        // Whoever interrupts a run keeps a whole file.
        let partial = path.with_extension("partial");
        fs::write(&partial, text)?;
        Ok(fs::rename(partial, path)?)
    }

    /// Returns the row of a mutant whose function has not changed since.
    pub(super) fn get(&self, mutant: &Mutant) -> Option<&Row> {
        self.rows.get(&mutant.name).filter(|row| row.digest == mutant.digest)
    }

    /// Sets a row; a mutant that is missed again keeps its reason.
    pub(super) fn set(&mut self, mutant: &Mutant, mut row: Row) {
        if row.outcome == Outcome::Missed
            && let Some(old) = self.get(mutant)
            && old.outcome == Outcome::Missed
        {
            row.note.clone_from(&old.note);
        }
        self.rows.insert(mutant.name.clone(), row);
    }

    /// Removes the rows of mutants that are no longer in the list.
    pub(super) fn retain(&mut self, mutants: &[&Mutant]) {
        let names: std::collections::BTreeSet<&str> =
            mutants.iter().map(|mutant| mutant.name.as_str()).collect();
        self.rows.retain(|name, _| names.contains(name.as_str()));
    }

    pub(super) fn score(&self) -> Score {
        let count = |outcomes: &[Outcome]| {
            self.rows.values().filter(|row| outcomes.contains(&row.outcome)).count()
        };
        Score {
            caught: count(&[Outcome::Caught, Outcome::TimedOut]),
            unviable: count(&[Outcome::Unviable]),
            missed: count(&[Outcome::Missed]),
        }
    }

    /// Returns the mutants that no test notices, and the reasons.
    pub(super) fn missed(&self) -> impl Iterator<Item = (&str, &str)> {
        let missed = self.rows.iter().filter(|(_, row)| row.outcome == Outcome::Missed);
        missed.map(|(name, row)| (name.as_str(), row.note.as_str()))
    }
}

/// The mutants of a crate by what became of them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Score {
    pub(crate) caught: usize,
    pub(crate) unviable: usize,
    pub(crate) missed: usize,
}

impl Score {
    /// Returns the percentage of viable mutants that are caught.
    pub(crate) fn share(self) -> f64 {
        let viable = self.caught + self.missed;
        if viable == 0 { 100.0 } else { 100.0 * self.caught as f64 / viable as f64 }
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            caught: self.caught + other.caught,
            unviable: self.unviable + other.unviable,
            missed: self.missed + other.missed,
        }
    }
}
