//! The names whose hashes begin with one byte, and how often each was found.

use core::{cmp::Reverse, ops::Range};
use std::collections::HashMap;

/// How many slots there are at most where there may be millions of names: 32 MiB for all shards together.
pub(crate) const MOST_SLOTS: usize = 16 * 1024;
/// How many to begin with.
const FIRST_SLOTS: usize = 32;
/// The texts of so many names are kept: more than a list has, so that enough are left where names are given up.
const NAMED: usize = 32;
/// When there are so many, all but those are dropped: seldom, as it takes looking all of them up.
const TOO_MANY: usize = NAMED * 2;
/// The longest text that is kept; a host name has 255 characters at most.
const LONGEST: usize = 255;

/// 48 bits of the hash of a name, in the upper bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Key(u64);

impl Key {
    /// Those behind the byte that tells the shard.
    pub(crate) const fn of(hash: u64) -> Self {
        Self((hash << 8) & !0xFFFF)
    }

    /// How many of the names are ruled out before this one.
    const fn zeros(self) -> u32 {
        (self.0 >> 16).trailing_zeros()
    }

    /// Where it belongs among `slots`.
    fn home(self, slots: usize) -> usize {
        usize::try_from((u128::from(self.0) * (slots as u128)) >> 64).unwrap_or_default()
    }
}

/// A key, whether the text of the name is kept, and a count: nothing, where it is zero.
#[derive(Clone, Copy, Debug, Default)]
struct Slot(u64);

/// Has a slot brought near, and does not wait for it.
#[cfg(target_arch = "x86_64")]
fn send_for(slot: &Slot) {
    safe_arch::prefetch_t0(slot);
}

/// The same by reading it, where nobody knows a better way.
#[cfg(not(target_arch = "x86_64"))]
fn send_for(slot: &Slot) {
    core::hint::black_box(slot.0);
}

const HAS_TEXT: u64 = 0x8000;
const COUNT: u64 = 0x7FFF;
/// What is carried over at once when a count is full. As much stays, which tells that some was carried.
const CARRIED: u64 = 0x4000;

impl Slot {
    const fn key(self) -> Key {
        Key(self.0 & !0xFFFF)
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
    pub(crate) key: Key,
    /// In lower case.
    pub(crate) name: &'s [u8],
}

impl Named<'_> {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(self.name).into_owned()
    }
}

/// Names that are found with linear probing. The slots are in the order of the keys but for those that had to move
/// on, so that a larger table is filled from its beginning to its end.
#[derive(Debug, Default)]
pub(crate) struct Shard {
    /// How many slots there may be.
    most: usize,
    slots: Vec<Slot>,
    used: usize,
    /// Names are counted whose keys have this many zeros at their end, at least.
    zeros: u32,
    /// What the counts in the slots do not hold.
    carried: HashMap<Key, u64>,
    /// The most frequent names, and where their texts are.
    texts: Vec<(Key, Range<usize>)>,
    /// The texts, one behind the other, in lower case.
    letters: Vec<u8>,
    /// Count and key of the least name whose text must be there; nothing before a text was dropped.
    least: Option<(u64, Key)>,
}

impl Shard {
    /// With up to so many slots.
    pub(crate) fn new(most: usize) -> Self {
        Self { most, ..Self::default() }
    }

    /// Counts a name.
    pub(crate) fn add<'n>(&mut self, key: Key, name: impl FnOnce() -> &'n [u8]) {
        if self.zeros > 0 && key.zeros() < self.zeros {
            return;
        }
        let mut at = self.place(key);
        let mut slot = self.slot(at);
        if slot.is_free() {
            self.used += 1;
            if self.used * 4 > self.slots.len() * 3 {
                self.make_room();
                if key.zeros() < self.zeros {
                    self.used -= 1;
                    return;
                }
                at = self.place(key);
            }
            slot = Slot(key.0);
        }
        slot.0 += 1;
        if slot.count() == COUNT {
            slot.0 -= CARRIED - 1;
            *self.carried.entry(key).or_default() += CARRIED - 1;
        }
        self.set(at, slot);
        if !slot.has_text() {
            self.keep_text(at, slot, name);
        }
    }

    /// Sends for the slots of these keys, all at once: counting them would wait for one after the other, as a large
    /// table is far away.
    pub(crate) fn fetch(&self, keys: impl Iterator<Item = Key>) {
        let slots = self.slots.len();
        keys.filter_map(|key| self.slots.get(key.home(slots))).for_each(send_for);
    }

    fn slot(&self, at: usize) -> Slot {
        self.slots.get(at).copied().unwrap_or_default()
    }

    fn set(&mut self, at: usize, slot: Slot) {
        if let Some(place) = self.slots.get_mut(at) {
            *place = slot;
        }
    }

    /// Where the name of this key is, or is to be.
    fn place(&self, key: Key) -> usize {
        let home = key.home(self.slots.len());
        let (before, behind) = self.slots.split_at_checked(home).unwrap_or_default();
        let fits = |slot: &Slot| slot.key() == key || slot.is_free();
        match behind.iter().position(fits) {
            Some(further) => home + further,
            None => before.iter().position(fits).unwrap_or_default(),
        }
    }

    /// Makes the table four times as large or, where it is as large as may be, gives up half of the names.
    #[cold]
    fn make_room(&mut self) {
        let slots = match self.slots.len() {
            0 => FIRST_SLOTS,
            slots if slots >= self.most => {
                self.zeros += 1;
                slots
            }
            slots => self.most.min(slots * 4),
        };
        let zeros = self.zeros;
        let old = core::mem::replace(&mut self.slots, vec![Slot::default(); slots]);
        // The one for which there must be room.
        self.used = 1;
        for slot in old.into_iter().filter(|slot| !slot.is_free() && slot.key().zeros() >= zeros) {
            let at = self.place(slot.key());
            self.set(at, slot);
            self.used += 1;
        }
        self.carried.retain(|key, _| key.zeros() >= zeros);
        self.texts.retain(|(key, _)| key.zeros() >= zeros);
        self.pack();
    }

    fn total(&self, slot: Slot) -> u64 {
        let carried = match slot.count() {
            CARRIED.. => self.carried.get(&slot.key()).copied().unwrap_or_default(),
            _ => 0,
        };
        carried + slot.count()
    }

    /// Keeps the text of a name that is frequent enough.
    fn keep_text<'n>(&mut self, at: usize, slot: Slot, name: impl FnOnce() -> &'n [u8]) {
        let rank = (self.total(slot), slot.key());
        if self.least.is_some_and(|least| rank < least) {
            return;
        }
        let text = name();
        let start = self.letters.len();
        self.letters.extend(text.iter().take(LONGEST).map(u8::to_ascii_lowercase));
        self.texts.push((slot.key(), start..self.letters.len()));
        self.set(at, Slot(slot.0 | HAS_TEXT));
        if self.texts.len() == TOO_MANY {
            self.drop_texts();
        }
    }

    /// Drops the texts of the less frequent names.
    #[cold]
    fn drop_texts(&mut self) {
        let texts = core::mem::take(&mut self.texts);
        let rank = |key| (self.total(self.slot(self.place(key))), key);
        let mut ranked: Vec<_> = texts.into_iter().map(|(key, text)| (rank(key), text)).collect();
        ranked.select_nth_unstable_by_key(NAMED - 1, |(rank, _)| Reverse(*rank));
        self.least = ranked.get(NAMED - 1).map(|(rank, _)| *rank);
        for ((_, key), _) in ranked.drain(NAMED..) {
            let at = self.place(key);
            let slot = self.slot(at);
            self.set(at, Slot(slot.0 & !HAS_TEXT));
        }
        self.texts = ranked.into_iter().map(|((_, key), text)| (key, text)).collect();
        self.pack();
    }

    /// Leaves the letters of those texts alone that are kept.
    fn pack(&mut self) {
        let mut packed = Vec::new();
        for (_, text) in &mut self.texts {
            let start = packed.len();
            packed.extend_from_slice(self.letters.get(text.clone()).unwrap_or_default());
            *text = start..packed.len();
        }
        self.letters = packed;
    }

    /// How many names there are, or about how many.
    pub(crate) fn distinct(&self) -> u64 {
        (self.used as u64) << self.zeros
    }

    /// One in how many names was counted.
    pub(crate) const fn one_in(&self) -> u64 {
        1 << self.zeros
    }

    /// Whether the text of every name is there.
    pub(crate) const fn names_all(&self) -> bool {
        self.least.is_none()
    }

    /// The most frequent names with their counts.
    pub(crate) fn named(&self) -> impl Iterator<Item = Named<'_>> {
        self.fetch(self.texts.iter().map(|(key, _)| *key));
        self.texts.iter().map(|(key, text)| Named {
            count: self.total(self.slot(self.place(*key))),
            key: *key,
            name: self.letters.get(text.clone()).unwrap_or_default(),
        })
    }
}
