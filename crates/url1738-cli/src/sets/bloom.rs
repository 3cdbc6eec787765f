//! A set that forgets nothing and confuses some, in constant memory.

use std::hash::RandomState;

use fastbloom::BloomFilter;

/// The memory of a filter, in bits: 32 MiB.
const BITS: u64 = 32 * 1024 * 1024 * 8;

/// A Bloom filter: a key that was added is always found, and one that was not is found with at most the probability that
/// was asked for.
///
/// Which keys are confused depends on a seed of the run, so that no list can be made whose lines are dropped.
#[derive(Debug)]
pub(crate) struct Bloom {
    filter: BloomFilter<RandomState>,
    /// How many more keys can be added.
    left: u64,
}

/// The filter is full: with more keys, it would confuse more of them than was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

impl Bloom {
    /// Creates a filter that finds a key that was not added with a probability of at most `rate`.
    pub(crate) fn new(rate: f64) -> Self {
        Self::with_bits(BITS, rate)
    }

    fn with_bits(bits: u64, rate: f64) -> Self {
        let (hashes, left) = shape(bits, rate);
        let filter = BloomFilter::with_num_bits(usize::try_from(bits).unwrap_or(usize::MAX))
            .hasher(RandomState::new())
            .hashes(hashes);
        Self { filter, left }
    }

    /// Returns the number of keys that a filter with this rate holds.
    pub(crate) fn capacity(rate: f64) -> u64 {
        shape(BITS, rate).1
    }

    /// Adds a key, and returns whether it is new.
    ///
    /// # Errors
    /// Returns an error if the filter is full.
    pub(crate) fn insert(&mut self, key: &[u8]) -> Result<bool, Full> {
        let is_new = !self.filter.insert(key);
        if is_new {
            self.left = self.left.checked_sub(1).ok_or(Full)?;
        }
        Ok(is_new)
    }
}

/// Returns the number of hashes, and that of the keys at which the rate is reached: `(1 - e^(-hn/b))^h`.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "the numbers are rounded to be safe, and below 2^53"
)]
fn shape(bits: u64, rate: f64) -> (u32, u64) {
    let hashes = (-rate.log2()).ceil().clamp(1.0, 64.0);
    let capacity = -(bits as f64) / hashes * (1.0 - rate.powf(1.0 / hashes)).ln();
    (hashes as u32, capacity.floor() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds as many keys as a filter holds, and returns how many of as many others it would confuse.
    fn confused(bits: u64, rate: f64) -> (u64, u64) {
        let mut bloom = Bloom::with_bits(bits, rate);
        let capacity = bloom.left;
        let mut key = 0_u64;
        while bloom.left > 0 {
            key += 1;
            bloom.insert(&key.to_le_bytes()).unwrap();
        }
        assert!((1..=key).all(|key| bloom.filter.contains(&key.to_le_bytes()[..])));
        let others = (key + 1..=key + capacity).map(u64::to_le_bytes);
        (others.filter(|other| bloom.filter.contains(&other[..])).count() as u64, capacity)
    }

    /// A full filter reaches the rate that was asked for, and does not exceed it but for chance.
    #[test]
    fn a_full_filter_confuses_as_many_keys_as_was_asked_for() {
        for rate in [0.1, 0.01, 0.001] {
            let (confused, all) = confused(1 << 21, rate);
            let found = confused as f64 / all as f64;
            assert!(found < rate * 1.5 && found > rate / 2.0, "{rate}: {found}");
        }
    }

    /// What is confused in one run is new in another. With a fixed seed, every filter would confuse the same keys.
    #[test]
    fn filters_confuse_different_keys() {
        let full = || {
            let mut bloom = Bloom::with_bits(1 << 16, 0.1);
            (0..bloom.left)
                .filter(|key| !bloom.insert(&key.to_le_bytes()).unwrap())
                .collect::<Vec<_>>()
        };
        let (first, second) = (full(), full());
        assert!(first.len() > 100 && second.len() > 100);
        let shared = first.iter().filter(|key| second.contains(key)).count();
        assert!(shared < first.len() / 2, "{shared} of {}", first.len());
    }

    #[test]
    fn the_capacity_follows_from_the_rate() {
        let millions = [0.1, 0.01, 0.001, 0.000_001].map(|rate| Bloom::capacity(rate) / 1_000_000);
        assert_eq!(millions, [55, 27, 18, 9]);
        let mut bloom = Bloom { left: 2, ..Bloom::new(0.01) };
        assert_eq!(bloom.filter.num_bits() as u64, BITS);
        assert_eq!([b"a", b"b"].map(|key| bloom.insert(key)), [Ok(true), Ok(true)]);
        assert_eq!(bloom.insert(b"a"), Ok(false));
        assert_eq!(bloom.insert(b"c"), Err(Full));
    }
}
