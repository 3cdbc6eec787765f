//! Counts of names, of which there may be millions.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::{Row, Sample, Section};
use crate::{diagnostics::Sanitized, pipeline::Counter};

/// The memory that names may take, in bytes: that of some 400,000.
const BUDGET: usize = 32 * 1024 * 1024;
/// What a name takes besides its text, in bytes: its place in the table, at most half of which is empty.
const OVERHEAD: usize = 64;

/// Counts of names: the Space-Saving algorithm.
///
/// They are exact until the names take too much memory. Then the less frequent half is dropped, and so on. Every name that
/// occurs more often than `missed` is among the rest. A count is never too high. It is too low by at most the `missed` of
/// the time when its name was added, which is zero for names counted from the start.
#[derive(Debug)]
pub(crate) struct Names {
    /// The memory that the names may take.
    budget: usize,
    counts: HashMap<Box<[u8]>, Count, RandomState>,
    /// The memory that the names take.
    used: usize,
    /// How often a name may have occurred that is not among the counts.
    missed: u64,
}

#[derive(Clone, Copy, Debug)]
struct Count {
    count: u64,
    /// How often the name may have occurred before it was counted.
    missed: u64,
}

impl Default for Names {
    fn default() -> Self {
        Self { budget: BUDGET, counts: HashMap::default(), used: 0, missed: 0 }
    }
}

impl Names {
    pub(crate) fn add(&mut self, name: &[u8], count: u64) {
        if let Some(found) = self.counts.get_mut(name) {
            found.count += count;
            return;
        }
        self.counts.insert(name.into(), Count { count, missed: self.missed });
        self.used += name.len() + OVERHEAD;
        if self.used > self.budget {
            self.drop_half();
        }
    }

    /// Drops all names that are at most as frequent as the one in the middle.
    fn drop_half(&mut self) {
        let most = |count: &Count| count.count + count.missed;
        let mut counts: Vec<u64> = self.counts.values().map(most).collect();
        let middle = counts.len() / 2;
        let (_, least, _) = counts.select_nth_unstable(middle);
        self.missed = *least;
        self.counts.retain(|_, count| most(count) > self.missed);
        self.used = self.counts.keys().map(|name| name.len() + OVERHEAD).sum();
    }

    /// Returns the section of the `most` most frequent names, and of equally frequent ones the first of the alphabet.
    pub(crate) fn section(&self, most: usize) -> Section {
        let mut names: Vec<(&[u8], Count)> =
            self.counts.iter().map(|(name, count)| (&**name, *count)).collect();
        let by_place = |a: &(&[u8], Count), b: &(&[u8], Count)| {
            b.1.count.cmp(&a.1.count).then_with(|| a.0.cmp(b.0))
        };
        if most < names.len() {
            names.select_nth_unstable_by(most, by_place);
            names.truncate(most);
        }
        names.sort_unstable_by(by_place);
        let too_low_by = names.iter().map(|(_, count)| count.missed).max().unwrap_or(0);
        let sample = Sample { all_above: self.missed, too_low_by };
        let note = match (self.missed, self.counts.len() - names.len()) {
            (0, 0) => String::new(),
            (0, more) => format!("and {more} others"),
            (missed, _) => {
                let low = match too_low_by {
                    0 => String::new(),
                    _ => format!("; counts may be up to {too_low_by} too low"),
                };
                format!(
                    "too many to count: listed are all that were found more than {missed} times{low}"
                )
            }
        };
        let row = |(name, count): (&[u8], Count)| Row {
            name: Sanitized::new(name).to_string(),
            count: count.count,
            ..Row::default()
        };
        let rows = names.into_iter().map(row).collect();
        let sample = (self.missed > 0).then_some(sample);
        Section { rows, note, sample, ..Section::default() }
    }
}

impl Counter for Names {
    /// The names of a chunk are too few to be dropped, so their counts are exact.
    fn merge(&mut self, other: Self) {
        other.counts.into_iter().for_each(|(name, count)| self.add(&name, count.count));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts names within a thirtieth of the memory that a run may take.
    fn counted(numbers: impl Iterator<Item = u32>) -> Section {
        let mut names = Names { budget: BUDGET / 30, ..Names::default() };
        let mut chunk = Names::default();
        for number in numbers {
            chunk.add(format!("host{number}.dom").as_bytes(), 1);
            if number % 1000 == 0 {
                names.merge(core::mem::take(&mut chunk));
            }
        }
        names.merge(chunk);
        names.section(5)
    }

    #[test]
    fn names_are_counted_exactly() {
        let top = counted((0..10_000).chain(0..10).chain(0..3));
        assert_eq!((top.note.as_str(), top.sample.is_none()), ("and 9995 others", true));
        let row = |index: usize| (top.rows[index].name.as_str(), top.rows[index].count);
        assert_eq!([row(0), row(3)], [("host0.dom", 3), ("host3.dom", 2)]);
    }

    /// With too many names, the frequent ones are listed wherever they occur.
    #[test]
    fn frequent_names_are_found_among_very_many() {
        let others = || 1_000..101_000;
        let hot = || core::iter::repeat_n([7_u32, 8, 9, 10, 11], 1500).flatten();
        for top in [
            counted(others().chain(hot())),
            counted(hot().chain(others())),
            counted(others().step_by(2).chain(hot()).chain(others().skip(1).step_by(2))),
        ] {
            let Sample { all_above, too_low_by } = top.sample.unwrap();
            assert!(all_above > 0 && all_above < 100, "{top:?}");
            for Row { name, count, .. } in &top.rows {
                let number: u32 = name["host".len()..name.len() - 4].parse().unwrap();
                assert!((7..12).contains(&number), "{name}");
                assert!(*count <= 1500 && *count + too_low_by >= 1500, "{name} {count}");
            }
        }
    }
}
