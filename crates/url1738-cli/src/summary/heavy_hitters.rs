//! The frequent names among those that are not in the sample.

use core::hash::{BuildHasherDefault, Hasher};
use std::collections::{HashMap, hash_map::Entry};

use super::key::{MAX_TEXT, NamedCount, Seed, SeededKey};

/// The number of names that are kept when there are too many.
const KEPT: usize = 128;
/// When there are this many names, the less frequent ones are dropped.
const TOO_MANY: usize = 2 * KEPT;
/// The count from which the text of a name is kept.
const TEXT_FROM: u64 = 8;

/// Counts of the most frequent names of a stream, in the memory of a few hundred names: the Space-Saving algorithm, with
/// many names dropped at once.
///
/// Every name that occurs more often than `missed` is included. A count is never too high. It is too low by at most the
/// `missed` of the time when its name was added, which is zero for names counted from the start. After `n` names, `missed`
/// is at most `n / 128`, the [`bound`](Self::bound). Unlike `missed`, the bound does not depend on the order of names.
#[derive(Debug, Default)]
pub(super) struct HeavyHitters {
    names: HashMap<SeededKey, Name, BuildHasherDefault<IdentityHasher>>,
    /// How often a name may occur that is not included.
    missed: u64,
    /// The number of names added so far.
    total: u64,
}

#[derive(Debug)]
struct Name {
    count: u64,
    /// How often the name may have occurred before it was counted.
    missed: u64,
    /// In lower case; empty until the name is frequent enough.
    text: Box<[u8]>,
}

impl HeavyHitters {
    /// Counts a name.
    pub(super) fn add<'n>(&mut self, seeded: SeededKey, text: impl FnOnce() -> &'n [u8]) {
        self.total += 1;
        let missed = self.missed;
        match self.names.entry(seeded) {
            Entry::Occupied(name) => {
                let name = name.into_mut();
                name.count += 1;
                if name.count >= TEXT_FROM && name.text.is_empty() {
                    let text = text().iter().take(MAX_TEXT);
                    name.text = text.map(u8::to_ascii_lowercase).collect();
                }
            }
            Entry::Vacant(name) => {
                name.insert(Name { count: 1, missed, text: Box::default() });
                self.drop_some();
            }
        }
    }

    /// Adds a name that was counted from the start.
    pub(super) fn take_over(&mut self, seeded: SeededKey, count: u64, text: &[u8]) {
        self.total += count;
        // A less frequent name would be dropped at once.
        if count > self.missed {
            self.names.insert(seeded, Name { count, missed: 0, text: text.into() });
            self.drop_some();
        }
    }

    /// Returns how often a name may occur that is not included, for any order of names.
    pub(super) const fn bound(&self) -> u64 {
        self.total / KEPT as u64
    }

    /// Drops the less frequent names if there are too many: all that are at most as frequent as the 129th. Each increment of
    /// `missed` is paid for by more than 128 names that were added, and each name pays once.
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

    /// Returns the names whose text is known.
    pub(super) fn named<'s>(&'s self, seed: &Seed) -> impl Iterator<Item = NamedCount<'s>> {
        let known = self.names.iter().filter(|(_, name)| !name.text.is_empty());
        known.map(|(seeded, name)| NamedCount {
            count: name.count,
            missed: name.missed,
            key: seed.key(*seeded),
            name: &name.text,
        })
    }
}

/// Returns the seeded keys themselves, which are random enough. Their lowest bits are zero, and a hash map uses the lowest
/// bits, so the halves are swapped.
#[derive(Clone, Copy, Debug, Default)]
struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
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
