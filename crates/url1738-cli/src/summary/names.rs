//! Counts names, of which there may be more than memory holds.

use core::hash::{BuildHasher as _, Hasher as _};
use std::sync::{Mutex, PoisonError};

use foldhash::fast::FixedState;
use hashbrown::{HashTable, hash_table::Entry};

/// How many names are kept. They take 20 MB at most.
const KEPT: usize = 128 * 1024;
/// Parts that are locked apart.
const SHARDS: usize = 64;
/// The longest name that is kept whole; a host name has 255 characters at most.
const LONGEST: usize = 255;

/// Counts of names, shared by the workers.
///
/// As long as there are few enough, every name is counted. From then on those are counted whose hash is below a
/// bound, which is halved whenever there are too many. Whether a name stays does not depend on the order in
/// which the names come, so the counts are the same for any number of threads.
#[derive(Debug)]
pub(crate) struct Names(Vec<Mutex<Shard>>);

#[derive(Debug)]
struct Shard {
    table: HashTable<Counted>,
    /// Names are kept whose hash has this many zeros at its end, at least.
    zeros: u32,
}

#[derive(Debug)]
struct Counted {
    hash: u64,
    count: u64,
    name: Box<[u8]>,
}

/// Names on their way into the shared counts.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    names: Vec<u8>,
    ends: Vec<(u64, u32)>,
}

impl Batch {
    /// Adds a name; upper case is read as lower.
    pub(crate) fn add(&mut self, name: &[u8]) {
        let start = self.names.len();
        self.names.extend(name.iter().take(LONGEST).map(u8::to_ascii_lowercase));
        let mut hasher = FixedState::with_seed(1738).build_hasher();
        hasher.write(self.names.get(start..).unwrap_or_default());
        self.ends.push((hasher.finish(), u32::try_from(self.names.len()).unwrap_or(u32::MAX)));
    }

    /// Whether it is worth handing in.
    pub(crate) fn is_full(&self) -> bool {
        self.ends.len() >= 4096
    }
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
        let shard = || Mutex::new(Shard { table: HashTable::new(), zeros: 0 });
        Self((0..SHARDS).map(|_| shard()).collect())
    }

    /// Counts the names of a batch and empties it.
    pub(crate) fn count(&self, batch: &mut Batch) {
        let mut order: Vec<(u64, u32, u32)> = Vec::with_capacity(batch.ends.len());
        let mut start = 0;
        for (hash, end) in batch.ends.drain(..) {
            order.push((hash, start, end));
            start = end;
        }
        // One lock for all names of a shard.
        order.sort_unstable_by_key(|(hash, ..)| hash >> (64 - SHARDS.ilog2()));
        let shard_of = |hash: u64| usize::try_from(hash >> (64 - SHARDS.ilog2())).unwrap_or(0);
        for group in order.chunk_by(|a, b| shard_of(a.0) == shard_of(b.0)) {
            let Some(shard) = group.first().and_then(|(hash, ..)| self.0.get(shard_of(*hash)))
            else {
                continue;
            };
            let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            for (hash, start, end) in group {
                let name = batch.names.get(*start as usize..*end as usize).unwrap_or_default();
                shard.add(*hash, name);
            }
        }
        batch.names.clear();
    }

    /// The `most` most frequent names; of equals the first in the alphabet.
    pub(crate) fn top(&self, most: usize) -> Top {
        let shards: Vec<_> = self
            .0
            .iter()
            .map(|shard| shard.lock().unwrap_or_else(PoisonError::into_inner))
            .collect();
        let zeros = shards.iter().map(|shard| shard.zeros).max().unwrap_or_default();
        let kept = |found: &&Counted| found.hash.trailing_zeros() >= zeros;
        let mut rows: Vec<&Counted> =
            shards.iter().flat_map(|shard| shard.table.iter()).filter(kept).collect();
        let one_in = 1 << zeros;
        let distinct = rows.len() as u64 * one_in;
        let order = |a: &&Counted, b: &&Counted| b.count.cmp(&a.count).then(a.name.cmp(&b.name));
        if rows.len() > most {
            rows.select_nth_unstable_by(most, order);
            rows.truncate(most);
        }
        rows.sort_unstable_by(order);
        let rows = rows.into_iter();
        let text = |found: &Counted| String::from_utf8_lossy(&found.name).into_owned();
        Top { rows: rows.map(|found| (text(found), found.count)).collect(), distinct, one_in }
    }
}

impl Shard {
    fn add(&mut self, hash: u64, name: &[u8]) {
        if hash.trailing_zeros() < self.zeros {
            return;
        }
        let same = |found: &Counted| found.hash == hash && *found.name == *name;
        match self.table.entry(hash, same, |found| found.hash) {
            Entry::Occupied(mut found) => found.get_mut().count += 1,
            Entry::Vacant(place) => {
                place.insert(Counted { hash, count: 1, name: name.into() });
            }
        }
        while self.table.len() > KEPT / SHARDS {
            self.zeros += 1;
            let zeros = self.zeros;
            self.table.retain(|found| found.hash.trailing_zeros() >= zeros);
        }
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
