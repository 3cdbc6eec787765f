//! The counts of `fix`.

use core::fmt;

use crate::pipeline::{Counter, LineCounts};

/// How many lines were repaired.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FixCounts {
    pub(super) unchanged: u64,
    pub(super) fixed: u64,
    pub(super) not_fixable: u64,
    /// How many of `not_fixable` could be repaired by an unsafe change.
    pub(super) needs_unsafe: u64,
    /// How many lines were left out because of their password.
    pub(super) withheld: u64,
}

impl Counter for FixCounts {
    fn merge(&mut self, other: Self) {
        self.unchanged += other.unchanged;
        self.fixed += other.fixed;
        self.not_fixable += other.not_fixable;
        self.needs_unsafe += other.needs_unsafe;
        self.withheld += other.withheld;
    }
}

/// Writes `12 lines = 9 unchanged + 2 fixed + 1 not fixable + 0 skipped`, and how many `--unsafe` would fix.
#[derive(Clone, Copy, Debug)]
pub(super) struct Summary<'a> {
    pub(super) lines: &'a LineCounts,
    pub(super) counts: &'a FixCounts,
    /// The word for lines that are repaired.
    pub(super) fixed: &'a str,
}

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { lines, counts, fixed: word } = self;
        let FixCounts { unchanged, fixed, not_fixable, needs_unsafe, .. } = counts;
        let verdicts = [(*unchanged, "unchanged"), (*fixed, *word), (*not_fixable, "not fixable")];
        lines.write(f, &verdicts)?;
        match needs_unsafe {
            0 => Ok(()),
            count => write!(f, "; {count} fixable with --unsafe"),
        }
    }
}
