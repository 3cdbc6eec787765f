//! A set that forgets nothing and confuses some, in constant memory.

use core::hash::Hasher as _;
use std::hash::DefaultHasher;

/// The memory of a filter, in bits: 32 MiB.
const BITS: u64 = 32 * 1024 * 1024 * 8;

/// A Bloom filter: a key that was added is always found, and one that was not is found with at most the probability that
/// was asked for.
#[derive(Debug)]
pub(crate) struct Bloom {
    words: Vec<u64>,
    /// How many bits are set for one key.
    hashes: u64,
    /// How many more keys can be added.
    left: u64,
}

/// The filter is full: with more keys, it would confuse more of them than was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

impl Bloom {
    /// Creates a filter that finds a key that was not added with a probability of at most `rate`.
    pub(crate) fn new(rate: f64) -> Self {
        let (hashes, capacity) = Self::shape(rate);
        Self {
            words: vec![0; usize::try_from(BITS / 64).unwrap_or_default()],
            hashes,
            left: capacity,
        }
    }

    /// Returns the number of keys that a filter with this rate holds.
    pub(crate) fn capacity(rate: f64) -> u64 {
        Self::shape(rate).1
    }

    /// Returns the number of hashes, and that of the keys at which the rate is reached: `(1 - e^(-hn/b))^h`.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "the numbers are rounded to be safe, and below 2^53"
    )]
    fn shape(rate: f64) -> (u64, u64) {
        let hashes = (-rate.log2()).ceil().clamp(1.0, 64.0);
        let capacity = -(BITS as f64) / hashes * (1.0 - rate.powf(1.0 / hashes)).ln();
        (hashes as u64, capacity.floor() as u64)
    }

    /// Adds a key, and returns whether it is new.
    ///
    /// # Errors
    /// Returns an error if the filter is full.
    pub(crate) fn insert(&mut self, key: &[u8]) -> Result<bool, Full> {
        let hash = |seed: u8| {
            let mut hasher = DefaultHasher::new();
            hasher.write_u8(seed);
            hasher.write(key);
            hasher.finish()
        };
        let (first, step) = (hash(0), hash(1) | 1);
        let mut is_new = false;
        for number in 0..self.hashes {
            let bit = first.wrapping_add(number.wrapping_mul(step)) % BITS;
            let mask = 1 << (bit % 64);
            let word = usize::try_from(bit / 64).ok().and_then(|at| self.words.get_mut(at));
            if let Some(word) = word {
                is_new |= *word & mask == 0;
                *word |= mask;
            }
        }
        if is_new {
            self.left = self.left.checked_sub(1).ok_or(Full)?;
        }
        Ok(is_new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_and_few_are_confused() {
        let mut bloom = Bloom { hashes: 4, ..Bloom::new(0.1) };
        let count = 200_000_u32;
        let new = (0..count).filter(|key| bloom.insert(&key.to_le_bytes()).unwrap()).count();
        assert!(new > 199_990, "{new}");
        assert!((0..count).all(|key| !bloom.insert(&key.to_le_bytes()).unwrap()));
    }

    #[test]
    fn the_capacity_follows_from_the_rate() {
        let millions = [0.1, 0.01, 0.001, 0.000_001].map(|rate| Bloom::capacity(rate) / 1_000_000);
        assert_eq!(millions, [55, 27, 18, 9]);
        let mut bloom = Bloom { left: 2, ..Bloom::new(0.01) };
        assert_eq!([b"a", b"b"].map(|key| bloom.insert(key)), [Ok(true), Ok(true)]);
        assert_eq!(bloom.insert(b"a"), Ok(false));
        assert_eq!(bloom.insert(b"c"), Err(Full));
    }
}
