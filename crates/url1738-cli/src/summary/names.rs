//! Counts names, of which there may be more than memory holds.

use core::hash::{BuildHasher as _, Hasher as _};
use std::sync::{Mutex, MutexGuard, PoisonError};

use foldhash::fast::FixedState;
use hashbrown::HashTable;

/// How many names are kept. They take 20 MB at most, of names as long as host names are.
const KEPT: usize = 256 * 1024;
/// Parts that are locked apart.
const SHARDS: usize = 32;
/// The longest name that is kept whole; a host name has 255 characters at most.
const LONGEST: usize = 255;
/// How many bytes of names a shard holds.
const HELD: usize = 512 * 1024;
/// How many names are handed in together.
const BATCH: usize = 4096;

/// Counts of names, shared by the workers.
///
/// As long as there are few enough, every name is counted. From then on those are counted whose hash is below a
/// bound, which is halved whenever there are too many. Whether a name stays does not depend on the order in
/// which the names come, so the counts are the same for any number of threads.
#[derive(Debug)]
pub(crate) struct Names(Vec<Mutex<Shard>>);

#[derive(Debug, Default)]
struct Shard {
    table: HashTable<Counted>,
    /// The names one after the other.
    names: Vec<u8>,
    /// Names are kept whose hash has this many zeros at its end, at least.
    zeros: u32,
}

#[derive(Clone, Copy, Debug)]
struct Counted {
    hash: u64,
    count: u64,
    start: u32,
    len: u32,
}

impl Counted {
    fn name(self, names: &[u8]) -> &[u8] {
        names.get(self.start as usize..(self.start + self.len) as usize).unwrap_or_default()
    }
}

/// Names on their way into the shared counts.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    names: Vec<u8>,
    /// Hash and place of each.
    places: Vec<(u64, u32, u32)>,
    /// The same by shard.
    sorted: Vec<(u64, u32, u32)>,
}

impl Batch {
    /// Adds a name; upper case is read as lower.
    pub(crate) fn add(&mut self, name: &[u8]) {
        let start = self.names.len();
        self.names.extend_from_slice(name.get(..LONGEST).unwrap_or(name));
        let Some(name) = self.names.get_mut(start..) else { return };
        name.make_ascii_lowercase();
        let mut hasher = FixedState::with_seed(1738).build_hasher();
        hasher.write(name);
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let len = name.len();
        self.places.push((hasher.finish(), place(start), place(len)));
    }

    /// Whether it is worth handing in.
    pub(crate) fn is_full(&self) -> bool {
        self.places.len() >= BATCH
    }

    /// Puts the names of a shard together, and returns where those of each end.
    fn sort(&mut self) -> [usize; SHARDS] {
        let mut ends = [0; SHARDS];
        for (hash, ..) in &self.places {
            if let Some(count) = ends.get_mut(shard_of(*hash)) {
                *count += 1;
            }
        }
        let mut before = 0;
        for end in &mut ends {
            before += core::mem::replace(end, before);
        }
        self.sorted.resize(self.places.len(), (0, 0, 0));
        for place in &self.places {
            if let Some(end) = ends.get_mut(shard_of(place.0)) {
                if let Some(slot) = self.sorted.get_mut(*end) {
                    *slot = *place;
                }
                *end += 1;
            }
        }
        ends
    }
}

/// Other bits than those that tell whether a name stays.
fn shard_of(hash: u64) -> usize {
    usize::try_from(hash >> 40).unwrap_or_default() % SHARDS
}

/// What was counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Top {
    /// The most frequent, with their counts.
    pub(crate) rows: Vec<(String, u64)>,
    /// How many there are.
    pub(crate) distinct: u64,
    /// One in how many was counted, where there are too many.
    pub(crate) one_in: u64,
}

impl Names {
    pub(crate) fn new() -> Self {
        Self((0..SHARDS).map(|_| Mutex::default()).collect())
    }

    /// Counts the names of a batch and empties it.
    pub(crate) fn count(&self, batch: &mut Batch) {
        let ends = batch.sort();
        let mut start = 0;
        for (shard, end) in self.0.iter().zip(ends) {
            let places = batch.sorted.get(start..end).unwrap_or_default();
            start = end;
            if places.is_empty() {
                continue;
            }
            let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            for (hash, at, len) in places {
                let name = batch.names.get(*at as usize..(*at + *len) as usize);
                shard.add(*hash, name.unwrap_or_default());
            }
        }
        batch.names.clear();
        batch.places.clear();
    }

    /// The `most` most frequent names; of equals the first in the alphabet.
    pub(crate) fn top(&self, most: usize) -> Top {
        let shards: Vec<MutexGuard<'_, Shard>> = self
            .0
            .iter()
            .map(|shard| shard.lock().unwrap_or_else(PoisonError::into_inner))
            .collect();
        let zeros = shards.iter().map(|shard| shard.zeros).max().unwrap_or_default();
        let mut rows: Vec<(u64, &[u8])> = Vec::new();
        for shard in &shards {
            let kept = shard.table.iter().filter(|found| found.hash.trailing_zeros() >= zeros);
            rows.extend(kept.map(|found| (found.count, found.name(&shard.names))));
        }
        let one_in = 1 << zeros;
        let distinct = rows.len() as u64 * one_in;
        let order = |a: &(u64, &[u8]), b: &(u64, &[u8])| b.0.cmp(&a.0).then(a.1.cmp(b.1));
        if rows.len() > most {
            rows.select_nth_unstable_by(most, order);
            rows.truncate(most);
        }
        rows.sort_unstable_by(order);
        let text = |name: &[u8]| String::from_utf8_lossy(name).into_owned();
        Top {
            rows: rows.iter().map(|(count, name)| (text(name), *count)).collect(),
            distinct,
            one_in,
        }
    }
}

impl Shard {
    fn add(&mut self, hash: u64, name: &[u8]) {
        if hash.trailing_zeros() < self.zeros {
            return;
        }
        let names = &mut self.names;
        let same = |found: &Counted| found.hash == hash && found.name(names) == name;
        if let Some(found) = self.table.find_mut(hash, same) {
            found.count += 1;
            return;
        }
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let new = Counted { hash, count: 1, start: place(names.len()), len: place(name.len()) };
        names.extend_from_slice(name);
        self.table.insert_unique(hash, new, |found| found.hash);
        while self.table.len() > KEPT / SHARDS || self.names.len() > HELD {
            self.halve();
        }
    }

    /// Keeps one name in two.
    fn halve(&mut self) {
        self.zeros += 1;
        let (zeros, old) = (self.zeros, core::mem::take(&mut self.names));
        self.table.retain(|found| {
            let stays = found.hash.trailing_zeros() >= zeros;
            if stays {
                let start = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
                self.names.extend_from_slice(found.name(&old));
                found.start = start;
            }
            stays
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{Batch, KEPT, Names};

    fn counted(names: impl Iterator<Item = u32>) -> super::Top {
        let (shared, mut batch) = (Names::new(), Batch::default());
        for name in names {
            batch.add(format!("Host{name}").as_bytes());
            if batch.is_full() {
                shared.count(&mut batch);
            }
        }
        shared.count(&mut batch);
        shared.top(5)
    }

    #[test]
    fn few_names_are_counted_exactly() {
        let top = counted((0..100).chain(0..10).chain(0..3));
        assert_eq!((top.distinct, top.one_in), (100, 1));
        assert_eq!(top.rows[0], ("host0".to_owned(), 3));
        assert_eq!(top.rows[3], ("host3".to_owned(), 2));
    }

    #[test]
    fn too_many_names_are_counted_alike_in_any_order() {
        let most = u32::try_from(KEPT).unwrap() * 3;
        let forward = counted((0..most).chain(0..most / 2));
        let backward = counted((0..most).rev().chain(0..most / 2));
        assert!(forward.one_in > 1);
        assert_eq!(forward, backward);
        let error = forward.distinct.abs_diff(u64::from(most)) * 100 / u64::from(most);
        assert!(error < 5, "{error} %");
    }
}
