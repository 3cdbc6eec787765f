//! The names whose hashes begin with the same bits, and their counts.

use core::{cmp::Reverse, ops::Range};
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use super::{
    heavy_hitters::HeavyHitters,
    key::{KEY_BITS, Key, MAX_TEXT, NamedCount, SHARD_BITS, Seed, SeededKey},
};

/// The most slots of a shard for millions of names. All shards together take 32 MiB.
pub(super) const MAX_SLOTS: u32 = (4 << 20) >> SHARD_BITS;
/// The number of slots at the start.
const FIRST_SLOTS: u32 = 128;
/// The number of texts that are kept: more than a list shows, so that enough are left if names leave the sample.
const KEPT_TEXTS: usize = 32;
/// When there are this many texts, all but [`KEPT_TEXTS`] are dropped. That is rare, because all must be looked up.
const TOO_MANY: usize = KEPT_TEXTS * 2;
/// The usual length of a text, for the first allocation.
const USUAL_LEN: usize = 32;

/// A key in the upper 50 bits, then one bit for whether the text of the name is kept, then a count in 13 bits. The slot
/// is free if the count is zero. Example: `0x3` in the lower bits is a count of 3 without text, `0x2003` one with text.
#[derive(Clone, Copy, Debug, Default)]
struct Slot(u64);

/// Prefetches a slot.
#[cfg(target_arch = "x86_64")]
fn prefetch(slot: &u64) {
    safe_arch::prefetch_t0(slot);
}

/// Reads a slot, which loads it into the cache.
#[cfg(not(target_arch = "x86_64"))]
fn prefetch(slot: &u64) {
    core::hint::black_box(*slot);
}

/// The slots of a table while it is made larger. It is shared, because allocators keep such memory for each thread.
static OLD: Mutex<Vec<u64>> = Mutex::new(Vec::new());

const HAS_TEXT: u64 = 0x2000;
const COUNT: u64 = 0x1FFF;
/// When the count of a slot is full, all but this much of it moves to `carried`. A count of at least this much therefore
/// means that there may be more in `carried`. Example: the count 0x1FFF becomes 0x1000, with 0xFFF in `carried`.
const CARRIED: u64 = 0x1000;

impl Slot {
    const fn seeded(self) -> SeededKey {
        SeededKey(self.0 & KEY_BITS)
    }

    const fn count(self) -> u64 {
        self.0 & COUNT
    }

    const fn is_free(self) -> bool {
        self.count() == 0
    }

    const fn has_text(self) -> bool {
        self.0 & HAS_TEXT != 0
    }
}

/// The text of a frequent name.
#[derive(Debug)]
struct KeptText {
    seeded: SeededKey,
    /// Its range in `Rest::letters`.
    letters: Range<usize>,
}

/// The slots in use, a power of two or none.
#[derive(Clone, Copy, Debug)]
struct Table<'t>(&'t [u64]);

impl<'t> Table<'t> {
    /// Takes the first `slots` slots.
    fn of(room: &'t [u64], slots: u32) -> Self {
        Self(room.get(..slots as usize).unwrap_or_default())
    }

    /// Returns the slot of a name, or the free slot for it.
    fn place(self, seeded: SeededKey) -> usize {
        let Self(slots) = self;
        let home = seeded.home(slots.len());
        let (before, after) = slots.split_at_checked(home).unwrap_or_default();
        let fits = |slot: &u64| Slot(*slot).seeded() == seeded || Slot(*slot).is_free();
        match after.iter().position(fits) {
            Some(further) => home + further,
            None => before.iter().position(fits).unwrap_or_default(),
        }
    }

    fn slot(self, at: usize) -> Slot {
        self.0.get(at).copied().map(Slot).unwrap_or_default()
    }

    /// Returns the slot of a name.
    fn find(self, seeded: SeededKey) -> Slot {
        self.slot(self.place(seeded))
    }
}

/// The parts of a shard that are rarely used.
#[derive(Debug, Default)]
struct Rest {
    /// The parts of counts that do not fit into slots.
    carried: HashMap<SeededKey, u64>,
    /// The most frequent names, in the order of their letters.
    texts: Vec<KeptText>,
    /// The texts one after the other, in lower case.
    letters: Vec<u8>,
    /// Names that are not in the sample.
    heavy: HeavyHitters,
}

impl Rest {
    /// Removes the letters of texts that are no longer kept.
    fn pack(&mut self) {
        let mut end = 0;
        for KeptText { letters, .. } in &mut self.texts {
            let start = end;
            end += letters.len();
            self.letters.copy_within(letters.clone(), start);
            *letters = start..end;
        }
        self.letters.truncate(end);
    }
}

/// A hash table of names with linear probing. The slots are nearly in the order of the keys, so that a larger table is
/// filled from its start to its end.
///
/// The fields that every access needs fit into one cache line together with the lock, because half of the time they come
/// from another core. Allocations are rare: a worker that frees the memory of another one has to wait for it.
#[derive(Debug, Default)]
pub(super) struct Shard {
    /// Memory for the most slots, all zero. It is not resident before it is written.
    room: Box<[u64]>,
    /// Count and key of the last name whose text must be kept; zero until a text is dropped.
    least: (u64, Key),
    rest: Box<Rest>,
    /// The most slots.
    most: u32,
    /// The number of slots of the table.
    slots: u32,
    used: u32,
    /// The names of the sample are those whose keys end in at least this many zero bits.
    zeros: u32,
}

impl Shard {
    /// Creates an empty shard of at most `most` slots.
    pub(super) fn new(most: u32) -> Self {
        Self { most, ..Self::default() }
    }

    /// Counts a name.
    #[inline]
    pub(super) fn add<'n>(
        &mut self,
        seed: &Seed,
        seeded: SeededKey,
        name: impl FnOnce() -> &'n [u8],
    ) {
        if self.zeros > 0 && !self.samples(seed, seeded) {
            return self.rest.heavy.add(seeded, name);
        }
        let mut at = self.table().place(seeded);
        let mut slot = self.table().slot(at);
        if slot.is_free() {
            self.used += 1;
            if self.used > self.slots / 4 * 3 {
                self.make_room(seed);
                if !self.samples(seed, seeded) {
                    self.used -= 1;
                    return self.rest.heavy.add(seeded, name);
                }
                at = self.table().place(seeded);
            }
            slot = Slot(seeded.0);
        }
        slot.0 += 1;
        if slot.count() == COUNT {
            slot.0 -= CARRIED - 1;
            *self.rest.carried.entry(seeded).or_default() += CARRIED - 1;
        }
        self.set(at, slot);
        if !slot.has_text() {
            self.keep_text(seed, at, slot, name);
        }
    }

    /// Returns whether a name is in the sample.
    fn samples(&self, seed: &Seed, seeded: SeededKey) -> bool {
        seed.key(seeded).zeros() >= self.zeros
    }

    /// Prefetches the slots of these keys together. Otherwise, counting would wait for one cache miss after the other.
    pub(super) fn fetch(&self, keys: impl Iterator<Item = SeededKey>) {
        let Table(slots) = self.table();
        keys.filter_map(|seeded| slots.get(seeded.home(slots.len()))).for_each(prefetch);
    }

    fn table(&self) -> Table<'_> {
        Table::of(&self.room, self.slots)
    }

    fn set(&mut self, at: usize, slot: Slot) {
        if let Some(place) = self.room.get_mut(at) {
            *place = slot.0;
        }
    }

    /// Makes the table four times as large, or halves the sample if it has its largest size.
    #[cold]
    fn make_room(&mut self, seed: &Seed) {
        if self.room.is_empty() {
            self.room = vec![0; self.most as usize].into_boxed_slice();
        }
        let mut old = OLD.lock().unwrap_or_else(PoisonError::into_inner);
        old.clear();
        old.extend_from_slice(self.table().0);
        self.slots = match self.slots {
            0 => FIRST_SLOTS,
            slots if slots >= self.most => {
                self.zeros += 1;
                slots
            }
            slots => self.most.min(slots * 4),
        };
        // Write every page first. A page that is read first faults twice, and the second fault stops all workers.
        self.room.iter_mut().take(self.slots as usize).for_each(|slot| *slot = 0);
        // The new name.
        self.used = 1;
        for slot in old.iter().copied().map(Slot) {
            if slot.is_free() {
                continue;
            }
            let seeded = slot.seeded();
            if self.zeros == 0 || self.samples(seed, seeded) {
                let at = self.table().place(seeded);
                self.set(at, slot);
                self.used += 1;
            } else {
                let count = self.total(slot);
                let Rest { carried, texts, letters, heavy } = &mut *self.rest;
                carried.remove(&seeded);
                let text = slot.has_text().then(|| texts.iter().find(|text| text.seeded == seeded));
                let text = text.flatten().and_then(|text| letters.get(text.letters.clone()));
                heavy.take_over(seeded, count, text.unwrap_or_default());
            }
        }
        let zeros = self.zeros;
        self.rest.texts.retain(|text| seed.key(text.seeded).zeros() >= zeros);
        self.rest.pack();
    }

    fn total(&self, slot: Slot) -> u64 {
        let carried = match slot.count() {
            CARRIED.. => self.rest.carried.get(&slot.seeded()).copied().unwrap_or_default(),
            _ => 0,
        };
        carried + slot.count()
    }

    /// Returns the count of a name, and its key.
    fn rank(&self, seed: &Seed, seeded: SeededKey) -> (u64, Key) {
        (self.total(self.table().find(seeded)), seed.key(seeded))
    }

    /// Keeps the text of a name if it is frequent enough.
    #[inline]
    fn keep_text<'n>(
        &mut self,
        seed: &Seed,
        at: usize,
        slot: Slot,
        name: impl FnOnce() -> &'n [u8],
    ) {
        let total = self.total(slot);
        let (least, least_key) = self.least;
        if total < least || total == least && seed.key(slot.seeded()) < least_key {
            return;
        }
        let text = name();
        let Rest { letters, texts, .. } = &mut *self.rest;
        if texts.is_empty() {
            texts.reserve_exact(TOO_MANY);
            letters.reserve_exact(TOO_MANY * USUAL_LEN);
        }
        let start = letters.len();
        letters.extend(text.iter().take(MAX_TEXT).map(u8::to_ascii_lowercase));
        texts.push(KeptText { seeded: slot.seeded(), letters: start..letters.len() });
        self.set(at, Slot(slot.0 | HAS_TEXT));
        if self.rest.texts.len() == TOO_MANY {
            self.drop_texts(seed);
        }
    }

    /// Drops the texts of the less frequent names.
    #[cold]
    fn drop_texts(&mut self, seed: &Seed) {
        let mut ranks = [((0, Key::default()), SeededKey::default()); TOO_MANY];
        for (rank, text) in ranks.iter_mut().zip(&self.rest.texts) {
            *rank = (self.rank(seed, text.seeded), text.seeded);
        }
        let (_, least, dropped) =
            ranks.select_nth_unstable_by_key(KEPT_TEXTS - 1, |(rank, _)| Reverse(*rank));
        self.least = least.0;
        for (_, seeded) in dropped {
            let at = self.table().place(*seeded);
            let slot = self.table().slot(at);
            self.set(at, Slot(slot.0 & !HAS_TEXT));
        }
        let table = Table::of(&self.room, self.slots);
        self.rest.texts.retain(|text| table.find(text.seeded).has_text());
        self.rest.pack();
    }

    /// Returns the number of names; an estimate if they are sampled.
    pub(super) fn distinct(&self) -> u64 {
        u64::from(self.used) << self.zeros
    }

    /// Returns `n` for a sample of 1 in `n` names.
    pub(super) const fn one_in(&self) -> u64 {
        1 << self.zeros
    }

    /// Returns whether the texts of all names are kept.
    pub(super) const fn names_all(&self) -> bool {
        self.least.0 == 0
    }

    /// Returns how often a name may occur without being counted; zero if all names are counted.
    pub(super) fn unseen(&self) -> u64 {
        self.rest.heavy.bound()
    }

    /// Returns the most frequent names with their counts.
    pub(super) fn named(&self, seed: &Seed) -> impl Iterator<Item = NamedCount<'_>> {
        let Rest { texts, letters, heavy, .. } = &*self.rest;
        self.fetch(texts.iter().map(|text| text.seeded));
        let sampled = texts.iter().map(|text| {
            let (count, key) = self.rank(seed, text.seeded);
            let name = letters.get(text.letters.clone()).unwrap_or_default();
            NamedCount { count, missed: 0, key, name }
        });
        sampled.chain(heavy.named(seed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permutation_is_inverted() {
        let hashes = (0..1000_u64).map(|n| n.wrapping_mul(0xD6E8_FEB8_6659_FD93));
        let keys: Vec<Key> = hashes.map(Key::of).collect();
        for seed in [Seed::random(), Seed::new(0, [0, 0]), Seed::new(u64::MAX, [u64::MAX, 2])] {
            for key in &keys {
                assert_eq!(seed.key(seed.seeded(*key)), *key);
            }
        }
    }

    /// Returns the average and the largest distance of names from their preferred slots.
    fn distances(hashes: &[u64]) -> (usize, usize) {
        let (seed, mut shard) = (Seed::random(), Shard::new(MAX_SLOTS));
        for hash in hashes {
            shard.add(&seed, seed.seeded(Key::of(*hash)), || b"host.dom");
        }
        assert_eq!(shard.distinct(), hashes.len() as u64);
        let table = shard.table();
        let far = |hash: &u64| {
            let seeded = seed.seeded(Key::of(*hash));
            let slots = shard.slots as usize;
            (slots + table.place(seeded) - seeded.home(slots)) % slots
        };
        let sum: usize = hashes.iter().map(far).sum();
        (sum / hashes.len(), hashes.iter().map(far).max().unwrap())
    }

    /// Fills a table with names whose keys collide. Without a seed, the distances are tens of thousands.
    #[test]
    fn chosen_names_do_not_collide() {
        const FIRST_BITS_ALIKE: u64 = 0x1738_1738 << 32;
        for step in [8, 9, 12, 16] {
            let hashes: Vec<u64> = (0..49_100).map(|n| FIRST_BITS_ALIKE | n << step).collect();
            let (average, worst) = distances(&hashes);
            assert!(average < 8 && worst < 2_000, "{step}: {average} {worst}");
        }
        let last_bits_alike: Vec<u64> = (0..49_100).map(|n| n << 40 | 0x17_3800).collect();
        let (average, worst) = distances(&last_bits_alike);
        assert!(average < 8 && worst < 2_000, "{average} {worst}");
    }
}
