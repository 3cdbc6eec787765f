//! The counts of `fix`.

use core::fmt;

use super::result::Fixed;
use crate::pipeline::{Counter, LineCounts};

/// How many lines were repaired.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FixCounts {
    pub(super) unchanged: u64,
    pub(super) fixed: u64,
    pub(super) not_fixable: u64,
    /// How many of `not_fixable` could be repaired by an unsafe change.
    pub(super) needs_unsafe: u64,
    /// How many lines were left out, or left as they are, because of their passwords. No other count has them.
    pub(super) withheld: u64,
}

impl FixCounts {
    /// Counts a line.
    pub(super) fn add(&mut self, fixed: &Fixed<'_>) {
        match fixed {
            Fixed::Valid(_) if fixed.is_fixed() => self.fixed += 1,
            Fixed::Valid(_) => self.unchanged += 1,
            Fixed::NeedsUnsafe(_) => {
                self.not_fixable += 1;
                self.needs_unsafe += 1;
            }
            Fixed::Invalid(_) => self.not_fixable += 1,
            Fixed::Ignored(_) => {}
        }
    }
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
        let withheld = (counts.withheld, "withheld");
        let verdicts =
            [(*unchanged, "unchanged"), (*fixed, *word), (*not_fixable, "not fixable"), withheld];
        // Few lists have passwords.
        let shown = if counts.withheld == 0 { &verdicts[..3] } else { &verdicts };
        lines.write(f, shown)?;
        match needs_unsafe {
            0 => Ok(()),
            count => write!(f, "; {count} fixable with --unsafe"),
        }
    }
}
