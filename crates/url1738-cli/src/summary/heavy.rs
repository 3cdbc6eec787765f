//! The frequent names among those that a sample leaves out.

use core::hash::{BuildHasherDefault, Hasher};
use std::collections::{HashMap, hash_map::Entry};

use super::shard::{LONGEST, Named, Seed, Spot};

/// How many names stay where there are too many.
const KEPT: usize = 128;
/// When there are so many, the less frequent ones are dropped.
const TOO_MANY: usize = 2 * KEPT;
/// How often a name has to come before its text is kept.
const WORTH_A_TEXT: u64 = 8;

/// Counts of the most frequent names of a stream, in the memory of some hundred names ("Space-Saving", with many names
/// dropped at once).
///
/// A name that came more often than `missed` is here. A count is never too high; it is too low by what was missed when
/// its name came in, which is nothing for names that were counted from the beginning. After `n` names `missed` is at
/// most `n / 128`, the [`bound`](Self::bound); it depends on the order in which they come, the bound does not.
#[derive(Debug, Default)]
pub(crate) struct Heavy {
    names: HashMap<Spot, Name, BuildHasherDefault<Mixed>>,
    /// How often a name may have come that is not here.
    missed: u64,
    /// How many names have come.
    come: u64,
}

#[derive(Debug)]
struct Name {
    count: u64,
    /// How often it may have come before it was counted.
    missed: u64,
    /// In lower case; empty where it is not known yet.
    text: Box<[u8]>,
}

impl Heavy {
    /// Counts a name.
    pub(crate) fn add<'n>(&mut self, spot: Spot, text: impl FnOnce() -> &'n [u8]) {
        self.come += 1;
        let missed = self.missed;
        match self.names.entry(spot) {
            Entry::Occupied(name) => {
                let name = name.into_mut();
                name.count += 1;
                if name.count >= WORTH_A_TEXT && name.text.is_empty() {
                    let text = text().iter().take(LONGEST);
                    name.text = text.map(u8::to_ascii_lowercase).collect();
                }
            }
            Entry::Vacant(name) => {
                name.insert(Name { count: 1, missed, text: Box::default() });
                self.drop_some();
            }
        }
    }

    /// Takes a name over that was counted from the beginning.
    pub(crate) fn take_over(&mut self, spot: Spot, count: u64, text: &[u8]) {
        self.come += count;
        // What is not more frequent than a name that may be missing would be dropped at once.
        if count > self.missed {
            self.names.insert(spot, Name { count, missed: 0, text: text.into() });
            self.drop_some();
        }
    }

    /// How often a name may have come that is not here, whatever the order in which they came.
    pub(crate) const fn bound(&self) -> u64 {
        self.come / KEPT as u64
    }

    /// Drops the less frequent names where there are too many: all that are not more frequent than the 129th. For each
    /// one that `missed` grows by, more than 128 names have come that it did not grow by before.
    fn drop_some(&mut self) {
        if self.names.len() < TOO_MANY {
            return;
        }
        let most = |name: &Name| name.count + name.missed;
        let mut counts: Vec<u64> = self.names.values().map(most).collect();
        let (_, least, _) = counts.select_nth_unstable_by(KEPT, |a, b| b.cmp(a));
        self.missed = *least;
        self.names.retain(|_, name| most(name) > self.missed);
    }

    /// The names whose text is known.
    pub(crate) fn named<'s>(&'s self, seed: &Seed) -> impl Iterator<Item = Named<'s>> {
        let known = self.names.iter().filter(|(_, name)| !name.text.is_empty());
        known.map(|(spot, name)| Named {
            count: name.count,
            missed: name.missed,
            key: seed.key(*spot),
            name: &name.text,
        })
    }
}

/// Spots are mixed and seeded already. A hash map looks at the lowest bits, where they have none.
#[derive(Clone, Copy, Debug, Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number.rotate_left(32);
    }
}
