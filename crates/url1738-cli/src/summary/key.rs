//! The keys of names: bits of their hashes.

use core::hash::BuildHasher as _;
use std::hash::RandomState;

/// The bits of a word that a key takes.
pub(super) const KEY_BITS: u64 = !0x3FFF;
/// The length of the longest text that is kept; a host name has at most 255 characters.
pub(super) const MAX_TEXT: usize = 255;
/// The number of shards. With fewer shards a batch takes fewer locks; with more shards a lock is less often contended.
pub(super) const SHARDS: usize = 1 << SHARD_BITS;
pub(super) const SHARD_BITS: u32 = 6;

/// Returns the number of the shard of a name with this hash.
pub(super) const fn shard_of(hash: u64) -> u8 {
    hash.to_be_bytes()[0] >> (u8::BITS - SHARD_BITS)
}

/// 50 bits of the hash of a name, in the upper bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Key(u64);

impl Key {
    /// Returns the bits after those that select the shard.
    pub(super) const fn of(hash: u64) -> Self {
        Self((hash << SHARD_BITS) & KEY_BITS)
    }

    /// Returns how often the sample can be halved before it loses this name. Example: a key whose lowest bits are `1000`
    /// stays in a sample of 1 in 8, and is not in a sample of 1 in 16.
    pub(super) const fn zeros(self) -> u32 {
        (self.0 >> KEY_BITS.trailing_zeros()).trailing_zeros()
    }
}

/// A key as permuted by the seed of the run, so that no list of names can be made whose places in a table collide.
///
/// The output must not depend on the seed. So names are sampled, and equal counts ordered, by the keys themselves, which
/// the permutation can be inverted to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct SeededKey(pub(super) u64);

impl SeededKey {
    /// Adds the number of a shard in the unused bits.
    pub(super) fn with_shard(self, shard: u8) -> u64 {
        self.0 | u64::from(shard)
    }

    /// Separates what [`with_shard`](Self::with_shard) combined.
    pub(super) fn and_shard(both: u64) -> (Self, usize) {
        let [shard, ..] = both.to_le_bytes();
        (Self(both & KEY_BITS), shard.into())
    }

    /// Returns its preferred slot among `slots`. Example: the key `1 << 63` is half of 2^64, so
    /// that it goes to the slot `slots / 2`.
    pub(super) fn home(self, slots: usize) -> usize {
        usize::try_from((u128::from(self.0) * (slots as u128)) >> 64).unwrap_or_default()
    }
}

/// The permutation of keys in this run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seed {
    mask: u64,
    /// Odd numbers, and their inverses modulo a power of two.
    factors: [u64; 2],
    inverses: [u64; 2],
}

impl Seed {
    /// The number of bits of a key, and half of it.
    const BITS: u32 = KEY_BITS.count_ones();
    const HALF: u32 = Self::BITS / 2;

    /// Returns the permutation of a new run.
    pub(super) fn random() -> Self {
        let random = || RandomState::new().hash_one(0_u8);
        Self::new(random(), [random(), random()])
    }

    pub(super) fn new(mask: u64, factors: [u64; 2]) -> Self {
        let factors = factors.map(|factor| factor | 1);
        Self { mask, factors, inverses: factors.map(inverse) }
    }

    /// Applies the permutation. A multiplication carries differences to higher bits, and a shift back to lower ones.
    #[inline]
    pub(super) fn seeded(&self, Key(key): Key) -> SeededKey {
        let [first, second] = self.factors;
        let mut bits = (key >> KEY_BITS.trailing_zeros()) ^ (self.mask & Self::ALL);
        bits = bits.wrapping_mul(first) & Self::ALL;
        bits ^= bits >> Self::HALF;
        bits = bits.wrapping_mul(second) & Self::ALL;
        bits ^= bits >> Self::HALF;
        SeededKey(bits << KEY_BITS.trailing_zeros())
    }

    /// Inverts the permutation, step by step. The shift by half of the bits is its own inverse.
    pub(super) fn key(&self, SeededKey(seeded): SeededKey) -> Key {
        let [first, second] = self.inverses;
        let mut bits = seeded >> KEY_BITS.trailing_zeros();
        bits ^= bits >> Self::HALF;
        bits = bits.wrapping_mul(second) & Self::ALL;
        bits ^= bits >> Self::HALF;
        bits = bits.wrapping_mul(first) & Self::ALL;
        Key((bits ^ (self.mask & Self::ALL)) << KEY_BITS.trailing_zeros())
    }

    const ALL: u64 = KEY_BITS >> KEY_BITS.trailing_zeros();
}

/// Returns the inverse of an odd `factor` modulo 2^64, by Newton's method: each step doubles the number of correct bits.
/// The factor itself has three correct bits. Example: 3 is its own inverse modulo 8, since 3 * 3 = 9.
fn inverse(factor: u64) -> u64 {
    (0..5).fold(factor, |inverse, _| {
        inverse.wrapping_mul(2_u64.wrapping_sub(factor.wrapping_mul(inverse)))
    })
}

/// A name whose text is kept, and its count.
#[derive(Clone, Copy, Debug)]
pub(super) struct NamedCount<'s> {
    pub(super) count: u64,
    /// By how much the count may be too low.
    pub(super) missed: u64,
    pub(super) key: Key,
    /// In lower case.
    pub(super) name: &'s [u8],
}

impl NamedCount<'_> {
    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(self.name).into_owned()
    }
}
