//! Counts of names, of which there may be millions.

use core::{cmp::Reverse, hash::BuildHasher as _, mem, ops::Range};
use std::{collections::BinaryHeap, sync::LazyLock};

use foldhash::quality::RandomState;
use hashbrown::hash_table::{Entry, HashTable};
use rayon::prelude::*;

use super::{Row, Sample, Section};
use crate::{diagnostics::Sanitized, pipeline::Counter};

/// The memory that names may take, in bytes: that of some 480,000.
const BUDGET: usize = 32 * 1024 * 1024;
/// What a name takes besides its letters, in bytes: a place of 33, and its share of the places that are empty.
const PLACE: usize = 50;
/// The number of tables, which are merged side by side.
const TABLES: usize = 16;

/// The number of names that are counted together.
const TOGETHER: usize = 512;

/// Gives a name the same hash in all threads.
static HASHER: LazyLock<RandomState> = LazyLock::new(RandomState::default);

/// Counts of names: the Space-Saving algorithm.
///
/// They are exact until the names take too much memory. Then the less frequent half of a table is dropped, and so on. Every
/// name that occurs more often than the `missed` of its table is among the rest. A count is never too high. It is too low by at
/// most the `missed` of the time when its name was added, which is zero for names counted from the start.
///
/// Names are known by a hash of 64 bits: of the names that the memory holds, two have the same once in a hundred million runs.
/// Their letters are in no cache: to compare them would add a seventh to the time of a summary.
///
/// Each thread counts alone, with its share of the memory.
#[derive(Debug)]
pub(crate) struct Names {
    tables: Vec<Table>,
    /// Names to be counted together: their hashes, and where their letters are in `new`.
    waiting: Vec<(u64, Range<usize>)>,
    new: Vec<u8>,
}

#[derive(Debug, Default)]
struct Table {
    /// The memory that the names may take.
    budget: usize,
    counts: HashTable<Name>,
    /// The letters of the names.
    letters: Vec<u8>,
    /// How often a name may have occurred that is not among the counts.
    missed: u64,
}

/// A name and its count.
#[derive(Clone, Copy, Debug)]
struct Name {
    hash: u64,
    /// Where its letters are.
    start: u32,
    len: u32,
    count: u64,
    /// How often the name may have occurred before it was counted.
    missed: u64,
}

impl Name {
    fn text<'l>(&self, letters: &'l [u8]) -> &'l [u8] {
        let (_, rest) = letters.split_at(self.start as usize);
        rest.split_at(self.len as usize).0
    }
}

impl Table {
    /// Adds to the counts of a name.
    fn count(&mut self, hash: u64, text: &[u8], (count, missed): (u64, u64)) {
        match self.counts.entry(hash, |name| name.hash == hash, |name| name.hash) {
            Entry::Occupied(mut found) => {
                let found = found.get_mut();
                found.count += count;
                found.missed += missed;
            }
            Entry::Vacant(place) => {
                // INVARIANT: letters take little more memory than they may, which is far below 4 GiB.
                let lens = [self.letters.len(), text.len()];
                let [start, len] = lens.map(|len| u32::try_from(len).unwrap_or(u32::MAX));
                self.letters.extend_from_slice(text);
                place.insert(Name { hash, start, len, count, missed: missed + self.missed });
                if self.counts.len() * PLACE + self.letters.len() > self.budget {
                    self.drop_half();
                }
            }
        }
    }

    /// Drops all names that are at most as frequent as the one in the middle.
    fn drop_half(&mut self) {
        let most = |name: &Name| name.count + name.missed;
        let mut counts: Vec<u64> = self.counts.iter().map(most).collect();
        let middle = counts.len() / 2;
        let (_, least, _) = counts.select_nth_unstable(middle);
        self.missed = *least;
        self.counts.retain(|name| most(name) > self.missed);
        let letters = mem::take(&mut self.letters);
        for name in &mut self.counts {
            let text = name.text(&letters);
            // INVARIANT: no letters are added.
            name.start = u32::try_from(self.letters.len()).unwrap_or(u32::MAX);
            self.letters.extend_from_slice(text);
        }
    }

    fn merge(&mut self, other: Self) {
        if self.counts.is_empty() && self.missed == 0 {
            *self = other;
            return;
        }
        self.budget += other.budget;
        // A name that only one of them has may have been dropped by the other.
        if other.missed > 0 {
            for name in &mut self.counts {
                if other.counts.find(name.hash, |it| it.hash == name.hash).is_none() {
                    name.missed += other.missed;
                }
            }
        }
        for name in &other.counts {
            self.count(name.hash, name.text(&other.letters), (name.count, name.missed));
        }
        self.missed += other.missed;
    }
}

impl Default for Names {
    fn default() -> Self {
        Self::with_budget(BUDGET / rayon::current_num_threads())
    }
}

impl Names {
    fn with_budget(bytes: usize) -> Self {
        let table = |_| Table { budget: bytes / TABLES, ..Table::default() };
        Self { tables: (0..TABLES).map(table).collect(), waiting: Vec::new(), new: Vec::new() }
    }

    /// Counts a name, once [`TOGETHER`] wait. Case does not matter if it `ignores_case`.
    pub(crate) fn add(&mut self, name: &[u8], ignores_case: bool) {
        let start = self.new.len();
        self.new.extend_from_slice(name);
        let text = self.new.split_at_mut(start).1;
        if ignores_case {
            text.make_ascii_lowercase();
        }
        let hash = HASHER.hash_one(&*text);
        self.waiting.push((hash, start..self.new.len()));
        if self.waiting.len() == TOGETHER {
            self.count_waiting();
        }
    }

    /// Counts the names that wait, first those that are known. So one lookup follows another, and they wait for memory together.
    fn count_waiting(&mut self) {
        let Self { tables, waiting, new } = self;
        // The lower half of the bits gives a name its place in the table.
        let of = |hash: u64| (hash >> 32) as usize % TABLES;
        waiting.retain(|(hash, _)| {
            let counts = tables.get_mut(of(*hash)).map(|table| &mut table.counts);
            let known = counts.and_then(|it| it.find_mut(*hash, |name| name.hash == *hash));
            known.map(|name| name.count += 1).is_none()
        });
        for (hash, text) in waiting.drain(..) {
            if let Some(table) = tables.get_mut(of(hash)) {
                table.count(hash, new.get(text).unwrap_or(&[]), (1, 0));
            }
        }
        new.clear();
    }

    /// Returns the section of the `most` most frequent names, and of equally frequent ones the first of the alphabet.
    pub(crate) fn section(&mut self, most: usize) -> Section {
        self.count_waiting();
        // The last of the heap is the first to go.
        let mut names = BinaryHeap::new();
        for (name, letters) in self
            .tables
            .iter()
            .flat_map(|table| table.counts.iter().map(|name| (name, &table.letters)))
        {
            let place = (Reverse(name.count), name.text(letters), name.missed);
            if names.len() < most || Some(&place) < names.peek() {
                names.push(place);
            }
            if names.len() > most {
                names.pop();
            }
        }
        let names = names.into_sorted_vec();
        let all: usize = self.tables.iter().map(|table| table.counts.len()).sum();
        let missed = self.tables.iter().map(|table| table.missed).max().unwrap_or(0);
        let too_low_by = names.iter().map(|(.., missed)| *missed).max().unwrap_or(0);
        let sample = Sample { all_above: missed, too_low_by };
        let note = match (missed, all - names.len()) {
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
        let row = |(Reverse(count), text, _): (Reverse<u64>, &[u8], u64)| Row {
            name: Sanitized::new(text).to_string(),
            count,
            ..Row::default()
        };
        let rows = names.into_iter().map(row).collect();
        let sample = (missed > 0).then_some(sample);
        Section { rows, note, sample, ..Section::default() }
    }
}

impl Counter for Names {
    fn merge(&mut self, mut other: Self) {
        self.count_waiting();
        other.count_waiting();
        let tables = self.tables.par_iter_mut().zip(other.tables);
        tables.for_each(|(mine, theirs)| mine.merge(theirs));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts names within a twentieth of the memory that a run may take.
    fn counted(numbers: impl Iterator<Item = u32>) -> Section {
        let thread = || Names::with_budget(BUDGET / 40);
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

    /// What a thread dropped is known after a merge, even if it dropped all it had.
    #[test]
    fn a_merge_keeps_how_often_names_were_dropped() {
        let mut dropped = Names::with_budget(TABLES * PLACE);
        let names = (0..TOGETHER).map(|number| format!("{number}.dom"));
        names.for_each(|name| dropped.add(name.as_bytes(), true));
        assert!(dropped.tables.iter().all(|table| table.counts.is_empty() && table.missed > 0));
        let mut other = Names::with_budget(BUDGET);
        other.add(b"host.dom", true);
        dropped.merge(other);
        let Sample { all_above, too_low_by } = dropped.section(5).sample.unwrap();
        assert!(all_above > 0 && too_low_by > 0, "{all_above} {too_low_by}");
    }
}
