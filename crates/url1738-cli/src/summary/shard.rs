//! The names whose hashes begin alike, and how often each was found.

use core::{cmp::Reverse, hash::BuildHasher as _, ops::Range};
use std::{collections::HashMap, hash::RandomState};

use super::heavy::Heavy;

/// How many shards there are. Fewer are locked less often, and more are less often found locked.
pub(crate) const SHARDS: usize = 1 << SHARD_BITS;
const SHARD_BITS: u32 = 6;
/// How many slots there are at most where there may be millions of names: 32 MiB for all shards together.
pub(crate) const MOST_SLOTS: u32 = (4 << 20) >> SHARD_BITS;
/// How many to begin with.
const FIRST_SLOTS: u32 = 128;
/// The texts of so many names are kept: more than a list has, so that enough are left where names are given up.
const NAMED: usize = 32;
/// When there are so many, all but those are dropped: seldom, as it takes looking all of them up.
const TOO_MANY: usize = NAMED * 2;
/// The longest text that is kept; a host name has 255 characters at most.
pub(crate) const LONGEST: usize = 255;
/// How long a text usually is, at most.
const USUAL: usize = 32;

/// The number of the shard that a name of this hash belongs to.
pub(crate) const fn of(hash: u64) -> u8 {
    hash.to_be_bytes()[0] >> (u8::BITS - SHARD_BITS)
}

/// 50 bits of the hash of a name, in the upper bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Key(u64);

impl Key {
    /// Those behind the ones that tell the shard.
    pub(crate) const fn of(hash: u64) -> Self {
        Self((hash << SHARD_BITS) & KEY)
    }

    /// How many of the names are ruled out before this one.
    const fn zeros(self) -> u32 {
        (self.0 >> KEY.trailing_zeros()).trailing_zeros()
    }
}

/// A key as the table has it, another one in each run: nobody can make a list of names that crowd in one place.
///
/// What is shown must not differ from run to run, so names are sampled, and put in order where they are equal, by the
/// keys themselves: a place leads back to its key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Spot(u64);

impl Spot {
    /// With the number of a shard in the bits that it leaves free.
    pub(crate) fn with_shard(self, shard: u8) -> u64 {
        self.0 | u64::from(shard)
    }

    /// Spot and shard again.
    pub(crate) fn and_shard(both: u64) -> (Self, usize) {
        let [shard, ..] = both.to_le_bytes();
        (Self(both & KEY), shard.into())
    }

    /// Where it belongs among `slots`.
    fn home(self, slots: usize) -> usize {
        usize::try_from((u128::from(self.0) * (slots as u128)) >> 64).unwrap_or_default()
    }
}

/// How keys become spots, and spots keys, in this run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seed {
    mask: u64,
    /// Odd numbers, and what undoes a multiplication by them.
    factors: [u64; 2],
    inverses: [u64; 2],
}

impl Seed {
    /// How many bits a key has, and half of them.
    const BITS: u32 = KEY.count_ones();
    const HALF: u32 = Self::BITS / 2;

    /// Another one in each run.
    pub(crate) fn random() -> Self {
        let random = || RandomState::new().hash_one(0_u8);
        Self::new(random(), [random(), random()])
    }

    fn new(mask: u64, factors: [u64; 2]) -> Self {
        let factors = factors.map(|factor| factor | 1);
        Self { mask, factors, inverses: factors.map(inverse) }
    }

    /// Multiplications carry what differs upwards, the shifts between them bring it down again.
    #[inline]
    pub(crate) fn spot(&self, Key(key): Key) -> Spot {
        let [first, second] = self.factors;
        let mut bits = (key >> KEY.trailing_zeros()) ^ (self.mask & Self::ALL);
        bits = bits.wrapping_mul(first) & Self::ALL;
        bits ^= bits >> Self::HALF;
        bits = bits.wrapping_mul(second) & Self::ALL;
        bits ^= bits >> Self::HALF;
        Spot(bits << KEY.trailing_zeros())
    }

    /// The same steps back.
    pub(crate) fn key(&self, Spot(spot): Spot) -> Key {
        let [first, second] = self.inverses;
        let mut bits = spot >> KEY.trailing_zeros();
        bits ^= bits >> Self::HALF;
        bits = bits.wrapping_mul(second) & Self::ALL;
        bits ^= bits >> Self::HALF;
        bits = bits.wrapping_mul(first) & Self::ALL;
        Key((bits ^ (self.mask & Self::ALL)) << KEY.trailing_zeros())
    }

    const ALL: u64 = KEY >> KEY.trailing_zeros();
}

/// The number that times an odd `factor` is 1, modulo a power of two: each step doubles the bits that are right, of
/// which the factor itself has three.
fn inverse(factor: u64) -> u64 {
    (0..5).fold(factor, |inverse, _| {
        inverse.wrapping_mul(2_u64.wrapping_sub(factor.wrapping_mul(inverse)))
    })
}

/// A key, whether the text of the name is kept, and a count: nothing, where it is zero.
#[derive(Clone, Copy, Debug, Default)]
struct Slot(u64);

/// Has a slot brought near, and does not wait for it.
#[cfg(target_arch = "x86_64")]
fn send_for(slot: &u64) {
    safe_arch::prefetch_t0(slot);
}

/// The same by reading it, where nobody knows a better way.
#[cfg(not(target_arch = "x86_64"))]
fn send_for(slot: &u64) {
    core::hint::black_box(*slot);
}

const KEY: u64 = !0x3FFF;
const HAS_TEXT: u64 = 0x2000;
const COUNT: u64 = 0x1FFF;
/// What is carried over at once when a count is full. As much stays, which tells that some was carried.
const CARRIED: u64 = 0x1000;

impl Slot {
    const fn spot(self) -> Spot {
        Spot(self.0 & KEY)
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

/// A name whose text is kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named<'s> {
    pub(crate) count: u64,
    /// How often it may have come besides.
    pub(crate) missed: u64,
    pub(crate) key: Key,
    /// In lower case.
    pub(crate) name: &'s [u8],
}

impl Named<'_> {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(self.name).into_owned()
    }
}

/// The text of a frequent name.
#[derive(Debug)]
struct Text {
    spot: Spot,
    /// Where it is in the letters.
    letters: Range<usize>,
}

/// The slots in use, a power of two or none.
#[derive(Clone, Copy, Debug)]
struct Table<'t>(&'t [u64]);

impl<'t> Table<'t> {
    /// As many slots of the room.
    fn of(room: &'t [u64], slots: u32) -> Self {
        Self(room.get(..slots as usize).unwrap_or_default())
    }

    /// Where the name of this spot is, or is to be.
    fn place(self, spot: Spot) -> usize {
        let Self(slots) = self;
        let home = spot.home(slots.len());
        let (before, behind) = slots.split_at_checked(home).unwrap_or_default();
        let fits = |slot: &u64| Slot(*slot).spot() == spot || Slot(*slot).is_free();
        match behind.iter().position(fits) {
            Some(further) => home + further,
            None => before.iter().position(fits).unwrap_or_default(),
        }
    }

    fn slot(self, at: usize) -> Slot {
        self.0.get(at).copied().map(Slot).unwrap_or_default()
    }

    /// The slot of the name of this spot.
    fn find(self, spot: Spot) -> Slot {
        self.slot(self.place(spot))
    }
}

/// What a shard seldom looks at.
#[derive(Debug, Default)]
struct Rest {
    /// What the counts in the slots do not hold.
    carried: HashMap<Spot, u64>,
    /// The most frequent names, in the order of their letters.
    texts: Vec<Text>,
    /// The texts, one behind the other, in lower case.
    letters: Vec<u8>,
    /// Names that are not in the sample.
    heavy: Heavy,
}

impl Rest {
    /// Leaves the letters of those texts alone that are kept.
    fn pack(&mut self) {
        let mut end = 0;
        for Text { letters, .. } in &mut self.texts {
            let start = end;
            end += letters.len();
            self.letters.copy_within(letters.clone(), start);
            *letters = start..end;
        }
        self.letters.truncate(end);
    }
}

/// Names that are found with linear probing. The slots are in the order of the keys but for those that had to move
/// on, so that a larger table is filled from its beginning to its end.
///
/// What each visit looks at fits into one line of a cache together with a lock, as it comes from another core half of
/// the time. Memory is asked for seldom: who gives back what another worker asked for has to wait for that one.
#[derive(Debug, Default)]
pub(crate) struct Shard {
    /// Room for as many slots as there may be, zeros: it takes no memory before it is written to.
    room: Box<[u64]>,
    /// Count and key of the least name whose text must be there; zero before a text was dropped.
    least: (u64, Key),
    rest: Box<Rest>,
    /// How much room there may be.
    most: u32,
    /// How much of it is the table.
    slots: u32,
    used: u32,
    /// Names are counted whose keys have this many zeros at their end, at least.
    zeros: u32,
}

impl Shard {
    /// With up to so many slots.
    pub(crate) fn new(most: u32) -> Self {
        Self { most, ..Self::default() }
    }

    /// Counts a name.
    #[inline]
    pub(crate) fn add<'n>(&mut self, seed: &Seed, spot: Spot, name: impl FnOnce() -> &'n [u8]) {
        if self.zeros > 0 && !self.samples(seed, spot) {
            return self.rest.heavy.add(spot, name);
        }
        let mut at = self.table().place(spot);
        let mut slot = self.table().slot(at);
        if slot.is_free() {
            self.used += 1;
            if self.used > self.slots / 4 * 3 {
                self.make_room(seed);
                if !self.samples(seed, spot) {
                    self.used -= 1;
                    return self.rest.heavy.add(spot, name);
                }
                at = self.table().place(spot);
            }
            slot = Slot(spot.0);
        }
        slot.0 += 1;
        if slot.count() == COUNT {
            slot.0 -= CARRIED - 1;
            *self.rest.carried.entry(spot).or_default() += CARRIED - 1;
        }
        self.set(at, slot);
        if !slot.has_text() {
            self.keep_text(seed, at, slot, name);
        }
    }

    /// Whether the name of this spot is in the sample.
    fn samples(&self, seed: &Seed, spot: Spot) -> bool {
        seed.key(spot).zeros() >= self.zeros
    }

    /// Sends for the slots of these spots, all at once: counting them would wait for one after the other, as a large
    /// table is far away.
    pub(crate) fn fetch(&self, spots: impl Iterator<Item = Spot>) {
        let Table(slots) = self.table();
        spots.filter_map(|spot| slots.get(spot.home(slots.len()))).for_each(send_for);
    }

    fn table(&self) -> Table<'_> {
        Table::of(&self.room, self.slots)
    }

    fn set(&mut self, at: usize, slot: Slot) {
        if let Some(place) = self.room.get_mut(at) {
            *place = slot.0;
        }
    }

    /// Makes the table four times as large or, where it is as large as may be, gives up half of the names.
    #[cold]
    fn make_room(&mut self, seed: &Seed) {
        if self.room.is_empty() {
            self.room = vec![0; self.most as usize].into_boxed_slice();
        }
        let old = self.table().0.to_vec();
        self.slots = match self.slots {
            0 => FIRST_SLOTS,
            slots if slots >= self.most => {
                self.zeros += 1;
                slots
            }
            slots => self.most.min(slots * 4),
        };
        // A page that is read before it is written to costs twice, and halts all workers the second time.
        self.room.iter_mut().take(self.slots as usize).for_each(|slot| *slot = 0);
        // The one for which there must be room.
        self.used = 1;
        for slot in old.into_iter().map(Slot) {
            if slot.is_free() {
                continue;
            }
            let spot = slot.spot();
            if self.zeros == 0 || self.samples(seed, spot) {
                let at = self.table().place(spot);
                self.set(at, slot);
                self.used += 1;
            } else {
                let count = self.total(slot);
                let Rest { carried, texts, letters, heavy } = &mut *self.rest;
                carried.remove(&spot);
                let text = slot.has_text().then(|| texts.iter().find(|text| text.spot == spot));
                let text = text.flatten().and_then(|text| letters.get(text.letters.clone()));
                heavy.take_over(spot, count, text.unwrap_or_default());
            }
        }
        let zeros = self.zeros;
        self.rest.texts.retain(|text| seed.key(text.spot).zeros() >= zeros);
        self.rest.pack();
    }

    fn total(&self, slot: Slot) -> u64 {
        let carried = match slot.count() {
            CARRIED.. => self.rest.carried.get(&slot.spot()).copied().unwrap_or_default(),
            _ => 0,
        };
        carried + slot.count()
    }

    /// The count of the name of this spot, and its key.
    fn rank(&self, seed: &Seed, spot: Spot) -> (u64, Key) {
        (self.total(self.table().find(spot)), seed.key(spot))
    }

    /// Keeps the text of a name that is frequent enough.
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
        if total < least || total == least && seed.key(slot.spot()) < least_key {
            return;
        }
        let text = name();
        let Rest { letters, texts, .. } = &mut *self.rest;
        if texts.is_empty() {
            texts.reserve_exact(TOO_MANY);
            letters.reserve_exact(TOO_MANY * USUAL);
        }
        let start = letters.len();
        letters.extend(text.iter().take(LONGEST).map(u8::to_ascii_lowercase));
        texts.push(Text { spot: slot.spot(), letters: start..letters.len() });
        self.set(at, Slot(slot.0 | HAS_TEXT));
        if self.rest.texts.len() == TOO_MANY {
            self.drop_texts(seed);
        }
    }

    /// Drops the texts of the less frequent names.
    #[cold]
    fn drop_texts(&mut self, seed: &Seed) {
        let mut ranks = [((0, Key::default()), Spot::default()); TOO_MANY];
        for (rank, text) in ranks.iter_mut().zip(&self.rest.texts) {
            *rank = (self.rank(seed, text.spot), text.spot);
        }
        let (_, least, dropped) =
            ranks.select_nth_unstable_by_key(NAMED - 1, |(rank, _)| Reverse(*rank));
        self.least = least.0;
        for (_, spot) in dropped {
            let at = self.table().place(*spot);
            let slot = self.table().slot(at);
            self.set(at, Slot(slot.0 & !HAS_TEXT));
        }
        let table = Table::of(&self.room, self.slots);
        self.rest.texts.retain(|text| table.find(text.spot).has_text());
        self.rest.pack();
    }

    /// How many names there are, or about how many.
    pub(crate) fn distinct(&self) -> u64 {
        u64::from(self.used) << self.zeros
    }

    /// One in how many names was counted.
    pub(crate) const fn one_in(&self) -> u64 {
        1 << self.zeros
    }

    /// Whether the text of every name is there.
    pub(crate) const fn names_all(&self) -> bool {
        self.least.0 == 0
    }

    /// How often a name may have come that was not counted; zero where all names are.
    pub(crate) fn unseen(&self) -> u64 {
        self.rest.heavy.bound()
    }

    /// The most frequent names with their counts.
    pub(crate) fn named(&self, seed: &Seed) -> impl Iterator<Item = Named<'_>> {
        let Rest { texts, letters, heavy, .. } = &*self.rest;
        self.fetch(texts.iter().map(|text| text.spot));
        let sampled = texts.iter().map(|text| {
            let (count, key) = self.rank(seed, text.spot);
            let name = letters.get(text.letters.clone()).unwrap_or_default();
            Named { count, missed: 0, key, name }
        });
        sampled.chain(heavy.named(seed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spot_leads_back_to_its_key() {
        let hashes = (0..1000_u64).map(|n| n.wrapping_mul(0xD6E8_FEB8_6659_FD93));
        let keys: Vec<Key> = hashes.map(Key::of).collect();
        for seed in [Seed::random(), Seed::new(0, [0, 0]), Seed::new(u64::MAX, [u64::MAX, 2])] {
            for key in &keys {
                assert_eq!(seed.key(seed.spot(*key)), *key);
            }
        }
    }

    /// How far the names of these hashes are from where they belong, on average, and how far the worst is.
    fn distances(hashes: &[u64]) -> (usize, usize) {
        let (seed, mut shard) = (Seed::random(), Shard::new(MOST_SLOTS));
        for hash in hashes {
            shard.add(&seed, seed.spot(Key::of(*hash)), || b"host.dom");
        }
        assert_eq!(shard.distinct(), hashes.len() as u64);
        let table = shard.table();
        let far = |hash: &u64| {
            let spot = seed.spot(Key::of(*hash));
            let slots = shard.slots as usize;
            (slots + table.place(spot) - spot.home(slots)) % slots
        };
        let sum: usize = hashes.iter().map(far).sum();
        (sum / hashes.len(), hashes.iter().map(far).max().unwrap())
    }

    /// As many as a table holds, made so that they crowd: without a seed the distances are ten thousands.
    #[test]
    fn no_names_crowd() {
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
