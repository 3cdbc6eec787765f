//! Counts of names, of which there may be millions.

use core::{
    ops::Range,
    sync::atomic::{AtomicUsize, Ordering},
};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{
    key::{self, Key, NamedCount, SHARDS, Seed, SeededKey},
    shard::{MAX_SLOTS, Shard},
    top,
};

/// Counts of names, shared by the workers.
///
/// Names are distinguished by 56 bits of their hashes, so that one takes eight bytes. The probability that two of a million
/// names share them is 1 in 100,000. The texts of the most frequent names are kept too. Up to three million names are
/// counted exactly. Of more, a sample is counted, which is halved whenever there are too many. The sample does not
/// depend on the order of names, so the counts are the same for any number of threads. Frequent names outside the sample
/// are listed too: see [`HeavyHitters`](super::heavy_hitters::HeavyHitters).
///
/// The places in the table depend on a seed of the run, so that no list of names can be made that takes longer than others.
#[derive(Debug)]
pub(super) struct Names {
    seed: Seed,
    shards: Vec<PaddedShard>,
    /// The number of batches counted so far.
    batches: AtomicUsize,
}

/// A shard in one cache line with its lock, and in none with another shard.
#[derive(Debug)]
#[repr(align(64))]
struct PaddedShard(Mutex<Shard>);

impl PaddedShard {
    fn lock(&self) -> MutexGuard<'_, Shard> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The size of a full batch. A larger one would take fewer locks, but 64 workers would need too much memory: the chunks of
/// short lines have thousands of names.
const FULL: usize = 512;

/// Names in a text, on their way into the shared counts.
#[derive(Debug)]
pub(super) struct Batch {
    seed: Seed,
    places: Vec<Place>,
    /// The names of `places`, grouped by shard.
    sorted: Vec<Place>,
}

/// A name: its shard, its key, and its bytes in the text.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    key_and_shard: u64,
    start: u32,
    len: u32,
}

impl Place {
    fn shard(self) -> usize {
        SeededKey::and_shard(self.key_and_shard).1
    }

    fn seeded(self) -> SeededKey {
        SeededKey::and_shard(self.key_and_shard).0
    }
}

impl Batch {
    /// Creates an empty batch of these names.
    pub(super) fn of(names: &Names) -> Self {
        let room = || Vec::with_capacity(FULL + FULL / 8);
        Self { seed: names.seed, places: room(), sorted: room() }
    }

    /// Returns whether the names should be counted before more are added.
    pub(super) const fn is_full(&self) -> bool {
        self.places.len() >= FULL
    }

    /// Adds the name at `start`, ignoring case.
    pub(super) fn add(&mut self, start: usize, name: &[u8]) {
        // Chunks are far shorter than 4 GiB.
        if let (Ok(start), Ok(len)) = (u32::try_from(start), u32::try_from(name.len())) {
            let hash = hash(name);
            let key_and_shard = self.seed.seeded(Key::of(hash)).with_shard(key::shard_of(hash));
            self.places.push(Place { key_and_shard, start, len });
        }
    }

    /// Groups the names by shard, and returns the end of each group.
    fn sort(&mut self) -> [usize; SHARDS] {
        let mut ends = [0; SHARDS];
        for place in &self.places {
            if let Some(count) = ends.get_mut(place.shard()) {
                *count += 1;
            }
        }
        let mut before = 0;
        for end in &mut ends {
            before += core::mem::replace(end, before);
        }
        self.sorted.resize(self.places.len(), Place::default());
        for place in &self.places {
            if let Some(end) = ends.get_mut(place.shard()) {
                if let Some(slot) = self.sorted.get_mut(*end) {
                    *slot = *place;
                }
                *end += 1;
            }
        }
        ends
    }
}

/// Returns a hash of a name of letters, digits, `+`, `-` and `.` that ignores case.
///
/// Or-ing 20 to each byte makes `A` (41) and `a` (61) equal. Digits and marks have this bit already, so `2` (32) stays 32.
fn hash(name: &[u8]) -> u64 {
    const SEED: u64 = 0x9E37_79B9_7F4A_7C15;
    const STEP: u64 = 0xD6E8_FEB8_6659_FD93;
    let (words, rest) = name.as_chunks();
    let last = match name.last_chunk() {
        Some(last) => u64::from_le_bytes(*last),
        None => rest.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)),
    };
    let start = SEED ^ (name.len() as u64).wrapping_mul(STEP);
    let words = words.iter().map(|word| u64::from_le_bytes(*word));
    words.chain([last, SEED]).fold(start, |state, word| {
        let product = u128::from(state ^ (word | 0x2020_2020_2020_2020)) * u128::from(STEP);
        u64::try_from((product ^ (product >> 64)) & u128::from(u64::MAX)).unwrap_or_default()
    })
}

/// The most frequent names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Top {
    /// Names and counts.
    pub(super) rows: Vec<(String, u64)>,
    /// The number of different names.
    pub(super) distinct: u64,
    /// One in this many names was counted.
    pub(super) one_in: u64,
    /// The largest error of a count. Counts are never too high.
    pub(super) missed: u64,
    /// Every name that occurs more often was counted.
    pub(super) unseen: u64,
}

impl Names {
    /// Creates counts for millions of names: hosts.
    pub(super) fn many() -> Self {
        Self::with_slots(MAX_SLOTS)
    }

    /// Creates counts for few names: schemes. More than a few are made up.
    pub(super) fn few() -> Self {
        Self::with_slots(MAX_SLOTS / 16)
    }

    fn with_slots(most: u32) -> Self {
        let shards = (0..SHARDS).map(|_| PaddedShard(Mutex::new(Shard::new(most)))).collect();
        Self { seed: Seed::random(), shards, batches: AtomicUsize::new(0) }
    }

    /// Counts the names of a batch, which are in `text`, and empties the batch.
    pub(super) fn count(&self, batch: &mut Batch, text: &[u8]) {
        if batch.places.is_empty() {
            return;
        }
        let ends = batch.sort();
        // Each batch starts at another shard, so that workers rarely wait for each other.
        let turn = self.batches.fetch_add(1, Ordering::Relaxed);
        let first = turn.wrapping_mul(SHARDS / 2 - 1) % SHARDS;
        for shards in [first..SHARDS, 0..first] {
            self.count_in(shards, &ends, &batch.sorted, text);
        }
        batch.places.clear();
    }

    /// Counts the names of some shards. `ends` are the ends of their groups.
    fn count_in(
        &self,
        shards: Range<usize>,
        ends: &[usize; SHARDS],
        sorted: &[Place],
        text: &[u8],
    ) {
        let before = shards.start.checked_sub(1).and_then(|before| ends.get(before));
        let mut start = before.copied().unwrap_or_default();
        let ends = ends.get(shards.clone()).unwrap_or_default();
        let shards = self.shards.get(shards).unwrap_or_default();
        // The slots of the next shard are prefetched while those of this one are counted. All workers lock in the order of
        // the shards, so that there is no deadlock.
        let mut next: Option<(MutexGuard<'_, Shard>, &[Place])> = None;
        for (shard, end) in shards.iter().zip(ends) {
            let places = sorted.get(start..*end).unwrap_or_default();
            start = *end;
            if places.is_empty() {
                continue;
            }
            let shard = shard.lock();
            shard.fetch(places.iter().map(|place| place.seeded()));
            if let Some((mut shard, places)) = next.replace((shard, places)) {
                self.count_all(&mut shard, places, text);
            }
        }
        if let Some((mut shard, places)) = next {
            self.count_all(&mut shard, places, text);
        }
    }

    /// Counts the names of one shard, which are in `text`.
    #[inline]
    fn count_all(&self, shard: &mut Shard, places: &[Place], text: &[u8]) {
        for place in places {
            let name = || {
                let start = place.start as usize;
                text.get(start..start + place.len as usize).unwrap_or_default()
            };
            shard.add(&self.seed, place.seeded(), name);
        }
    }

    /// Returns the `most` most frequent names. If there are many, the hash decides among equal counts, else the alphabet. The
    /// order in which names were counted does not matter.
    pub(super) fn top(&self, most: usize) -> Top {
        let shards: Vec<_> = self.shards.iter().map(PaddedShard::lock).collect();
        let mut rows: Vec<NamedCount<'_>> =
            shards.iter().flat_map(|shard| shard.named(&self.seed)).collect();
        if !shards.iter().all(|shard| shard.names_all()) {
            top::keep_first(&mut rows, most, |a, b| (b.count, b.key).cmp(&(a.count, a.key)));
        }
        top::keep_first(&mut rows, most, |a, b| b.count.cmp(&a.count).then(a.name.cmp(b.name)));
        let unseen = shards.iter().map(|shard| shard.unseen()).max().unwrap_or_default();
        Top {
            missed: rows.iter().map(|row| row.missed).max().unwrap_or_default(),
            unseen,
            rows: rows.iter().map(|row| (row.text(), row.count)).collect(),
            distinct: shards.iter().map(|shard| shard.distinct()).sum(),
            one_in: shards.iter().map(|shard| shard.one_in()).max().unwrap_or(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Batch, Names, PaddedShard, Top};

    fn counted(names: impl Iterator<Item = u32>) -> Top {
        let shared = Names::many();
        let (mut batch, mut text) = (Batch::of(&shared), Vec::new());
        for name in names {
            let name = format!("Host{name}.dom");
            batch.add(text.len(), name.as_bytes());
            text.extend(name.bytes());
            if text.len() > 100_000 {
                shared.count(&mut batch, &text);
                text.clear();
            }
        }
        shared.count(&mut batch, &text);
        shared.top(5)
    }

    #[test]
    fn few_names_are_counted_exactly() {
        let top = counted((0..100).chain(0..10).chain(0..3));
        assert_eq!((top.distinct, top.one_in), (100, 1));
        assert_eq!(top.rows[0], ("host0.dom".to_owned(), 3));
        assert_eq!(top.rows[3], ("host3.dom".to_owned(), 2));
    }

    #[test]
    fn a_million_names_are_counted_exactly() {
        let top = counted((0..1_000_000).chain((0..100_000).flat_map(|n| vec![n % 7; 1])));
        assert_eq!((top.distinct, top.one_in), (1_000_000, 1));
        let counts = [14287, 14287, 14287, 14287, 14287];
        let names = ["host0.dom", "host1.dom", "host2.dom", "host3.dom", "host4.dom"];
        let rows: Vec<_> = names.map(str::to_owned).into_iter().zip(counts).collect();
        assert_eq!(top.rows, rows);
    }

    /// The count of a slot overflows.
    #[test]
    fn counts_may_exceed_a_slot() {
        let top = counted((0..1_000_000).map(|n| n % 2 * (n % 400)));
        assert_eq!(top.rows[0], ("host0.dom".to_owned(), 500_000));
        assert_eq!((top.rows[1].1, top.distinct), (2500, 201));
    }

    #[cfg(all(target_os = "linux", target_pointer_width = "64"))]
    #[test]
    fn a_shard_and_its_lock_fill_one_cache_line() {
        assert_eq!((size_of::<PaddedShard>(), align_of::<PaddedShard>()), (64, 64));
    }

    #[test]
    fn order_does_not_matter_for_too_many_names() {
        let most = 4_000_000;
        let forward = counted((0..most).chain(0..most / 2));
        let backward = counted((0..most).rev().chain(0..most / 2));
        assert!(forward.one_in > 1);
        assert_eq!(forward, backward);
        assert!(forward.rows.iter().all(|(_, count)| *count == 2));
        let error = forward.distinct.abs_diff(u64::from(most)) * 100 / u64::from(most);
        assert!(error < 1, "{error} %");
    }

    /// The first names fill the table, so that a frequent name after them may be left out of the sample.
    #[test]
    fn frequent_names_are_listed_wherever_they_occur() {
        let others = || 1_000..5_001_000;
        let hot = || core::iter::repeat_n([7_u32, 8, 9, 10, 11, 12, 13, 14], 40_000).flatten();
        for top in [
            counted(others().chain(hot())),
            counted(hot().chain(others())),
            counted(others().step_by(2).chain(hot()).chain(others().skip(1).step_by(2))),
        ] {
            assert!(top.one_in > 1 && top.unseen <= 2 * 5_000_000 / 64 / 128, "{top:?}");
            assert_eq!(top.rows.len(), 5);
            for (name, count) in &top.rows {
                let number: u32 = name["host".len()..name.len() - 4].parse().unwrap();
                assert!((7..15).contains(&number), "{name}");
                assert!(*count <= 40_000 && *count + top.missed >= 40_000, "{name} {count}");
            }
        }
        assert_eq!(counted(hot().chain(others())).missed, 0);
    }
}
