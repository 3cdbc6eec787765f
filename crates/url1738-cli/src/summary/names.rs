//! Counts of names, of which there may be millions.

use std::collections::{HashMap, hash_map::Entry};

use foldhash::fast::RandomState;
use smallvec::SmallVec;

use super::{Row, Sample, Section};
use crate::{diagnostics::Sanitized, pipeline::Counter};

/// The memory that names may take, in bytes: that of some 400,000.
const BUDGET: usize = 32 * 1024 * 1024;
/// What a name takes in the table, in bytes: a place of 49, and its share of the places that are empty.
const PLACE: usize = 80;

/// A name. Most hosts are so short that they need no memory besides their place in the table.
type Name = SmallVec<[u8; 24]>;

/// Counts of names: the Space-Saving algorithm.
///
/// They are exact until the names take too much memory. Then the less frequent half is dropped, and so on. Every name that
/// occurs more often than `missed` is among the rest. A count is never too high. It is too low by at most the `missed` of
/// the time when its name was added, which is zero for names counted from the start.
///
/// Each thread counts alone, with its share of the memory.
#[derive(Debug)]
pub(crate) struct Names {
    /// The memory that the names may take.
    budget: usize,
    counts: HashMap<Name, Count, RandomState>,
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
        Self {
            budget: BUDGET / rayon::current_num_threads(),
            counts: HashMap::default(),
            used: 0,
            missed: 0,
        }
    }
}

impl Names {
    /// Counts a name. Case does not matter if it `ignores_case`.
    pub(crate) fn add(&mut self, name: &[u8], ignores_case: bool) {
        let mut name = Name::from_slice(name);
        if ignores_case {
            name.make_ascii_lowercase();
        }
        self.count(name, Count { count: 1, missed: 0 });
    }

    fn count(&mut self, name: Name, new: Count) {
        let taken = taken(&name);
        match self.counts.entry(name) {
            Entry::Occupied(mut found) => {
                let found = found.get_mut();
                found.count += new.count;
                found.missed += new.missed;
            }
            Entry::Vacant(place) => {
                place.insert(Count { missed: new.missed + self.missed, ..new });
                self.used += taken;
                if self.used > self.budget {
                    self.drop_half();
                }
            }
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
        self.used = self.counts.keys().map(taken).sum();
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

/// Returns the memory that a name takes, in bytes.
fn taken(name: &Name) -> usize {
    PLACE + if name.spilled() { name.len() } else { 0 }
}

impl Counter for Names {
    fn merge(&mut self, other: Self) {
        if self.counts.is_empty() {
            *self = other;
            return;
        }
        self.budget += other.budget;
        // A name that only one of them has may have been dropped by the other.
        for (name, count) in &mut self.counts {
            if !other.counts.contains_key(name) {
                count.missed += other.missed;
            }
        }
        other.counts.into_iter().for_each(|(name, count)| self.count(name, count));
        self.missed += other.missed;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts names within a twentieth of the memory that a run may take.
    fn counted(numbers: impl Iterator<Item = u32>) -> Section {
        let thread = || Names { budget: BUDGET / 40, ..Names::default() };
        let (mut names, mut other) = (thread(), thread());
        for (place, number) in numbers.enumerate() {
            let names = if place % 3 == 0 { &mut names } else { &mut other };
            names.add(format!("Host{number}.dom").as_bytes(), true);
        }
        names.merge(other);
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
