//! Lines as a set: sorted and unique, in bounded memory.

mod sorter;

use core::hash::{BuildHasher, Hash};
use std::hash::RandomState;

use fastbloom::BloomFilter;
pub(crate) use sorter::{Order, Sorter, stdout};

use crate::{
    diagnostics::Passwords,
    fields::{Field, Subject, Value, listed},
};

/// The room for most lines, in bytes.
pub(crate) const LINE: usize = 160;

/// The fields to sort by, and whether higher values of each come first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Keys(Vec<(Field, bool)>);

impl Keys {
    /// Parses fields, separated by commas; `-` before one reverses its order.
    ///
    /// # Errors
    /// Returns a message if a field is unknown.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let key = |text: &str| {
            let (name, descending) = match text.strip_prefix('-') {
                Some(name) => (name, true),
                None => (text, false),
            };
            Ok((Field::parse(name)?, descending))
        };
        listed(text).map(key).collect::<Result<_, String>>().map(Self)
    }

    /// Returns the key of a URL, and whether a secret is masked in it, unless that is asked for with `redacted`. Lines without a
    /// field precede those with it; numbers and truth values are in their order, and texts in the order of their bytes, in
    /// lower case if their case makes no difference.
    pub(crate) fn key(&self, subject: &Subject<'_>) -> (Vec<u8>, bool) {
        let (mut out, mut is_masked) = (Vec::with_capacity(LINE), false);
        for (field, descending) in &self.0 {
            let start = out.len();
            let value = subject.shown(*field, Passwords::Keep);
            is_masked |= !field.modifiers.redacted && matches!(value, Some(Value::Masked(_)));
            out.push(value.is_some().into());
            if let Some(value) = value {
                // A NUL ends the value, so that `a` precedes `a!`; a NUL in it gets a byte that no end has.
                let value = value.into_key(field.row.ignores_case);
                for (number, piece) in value.split(|byte| *byte == 0).enumerate() {
                    out.extend_from_slice(if number == 0 { &[] } else { &[0, 1] });
                    out.extend_from_slice(piece);
                }
                out.extend_from_slice(&[0, 0]);
            }
            if *descending {
                out.iter_mut().skip(start).for_each(|byte| *byte = !*byte);
            }
        }
        (out, is_masked)
    }

    /// Returns the key by which lines are unique. The key of an invalid line contains the line, unless it has all fields, and
    /// so does one with a masked secret: two URLs are not equal because they are masked, unless that is asked for with
    /// `redacted`.
    pub(crate) fn unique_key(&self, subject: &Subject<'_>) -> Vec<u8> {
        let (mut out, is_masked) = self.key(subject);
        let is_whole = || {
            let mut fields = self.0.iter().map(|(field, _)| *field);
            fields.all(|it| it.is_of_lines() && subject.value(it).is_some())
        };
        if subject.url.is_err() && !is_whole() || is_masked {
            out.extend_from_slice(subject.line.bytes);
        }
        out
    }
}

/// Hashes of 128 bits with random keys. With those of std, `SipHash`, a server cannot choose two texts that have the same; those
/// of other hashers are the same only by chance.
#[derive(Debug, Default)]
pub(crate) struct Hashes<S = RandomState>([S; 2]);

impl<S: BuildHasher> Hashes<S> {
    pub(crate) fn of(&self, value: impl Hash) -> u128 {
        let [high, low] = self.0.each_ref().map(|state| u128::from(state.hash_one(&value)));
        high << 64 | low
    }
}

/// The memory of a filter, in bits: 32 MiB.
const BITS: usize = 32 * 1024 * 1024 * 8;

/// A Bloom filter: a key that was added is always found, and one that was not is found with at most the probability that
/// was asked for.
///
/// Which keys are confused depends on a seed of the run, so that no list can be made whose lines are dropped.
#[derive(Debug)]
pub(crate) struct Bloom {
    filter: BloomFilter<RandomState>,
    /// The number of keys at which the probability is reached.
    pub(crate) capacity: usize,
    added: usize,
}

impl Bloom {
    /// Creates a filter that finds a key that was not added with a probability of at most `rate`.
    pub(crate) fn new(rate: f64) -> Self {
        Self::with_bits(BITS, rate)
    }

    fn with_bits(bits: usize, rate: f64) -> Self {
        let capacity = capacity(bits, rate);
        let filter =
            BloomFilter::with_num_bits(bits).hasher(RandomState::new()).expected_items(capacity);
        Self { filter, capacity, added: 0 }
    }

    /// Adds a key, and returns whether it is new, or `None` if the filter is full: with more keys, it would confuse more
    /// of them than was asked for.
    pub(crate) fn insert(&mut self, key: &[u8]) -> Option<bool> {
        let is_new = !self.filter.insert(key);
        self.added += usize::from(is_new);
        (self.added <= self.capacity).then_some(is_new)
    }
}

/// Returns the number of keys at which a filter with the best number of hashes reaches the rate: `-b (ln 2)^2 / ln rate`,
/// less two percent, for the number of hashes is whole.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "the number is rounded to be safe, and below 2^53"
)]
fn capacity(bits: usize, rate: f64) -> usize {
    (-(bits as f64) * core::f64::consts::LN_2.powi(2) / rate.ln() * 0.98) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A full filter reaches the rate that was asked for, and does not exceed it but for chance. What is confused in one run
    /// is new in another.
    #[test]
    fn a_full_filter_confuses_as_many_keys_as_was_asked_for() {
        // So many bits that some 70 keys are confused at least: chance alone does not add half to that.
        for (rate, bits) in [(0.1, 1 << 17), (0.01, 1 << 18), (0.001, 1 << 20)] {
            let confused = || {
                let mut bloom = Bloom::with_bits(bits, rate);
                let mut keys = 0..;
                while bloom.added < bloom.capacity {
                    bloom.insert(&u64::to_le_bytes(keys.next().unwrap())).unwrap();
                }
                let first = keys.start;
                assert!((0..first).all(|key| bloom.filter.contains(&key.to_le_bytes()[..])));
                let others = first..first + bloom.capacity as u64;
                let is_confused = |key: &u64| bloom.filter.contains(&key.to_le_bytes()[..]);
                (others.filter(is_confused).collect::<Vec<_>>(), bloom.capacity)
            };
            let ((found, all), (again, _)) = (confused(), confused());
            let share = found.len() as f64 / all as f64;
            assert!(share < rate * 1.5 && share > rate / 2.0, "{rate}: {share}");
            let shared = found.iter().filter(|key| again.contains(key)).count();
            assert!(shared < found.len() / 2, "{shared} of {}", found.len());
        }
    }

    #[test]
    fn a_full_filter_takes_no_more_keys() {
        let millions = [0.1, 0.01, 0.001, 0.000_001].map(|rate| capacity(BITS, rate) / 1_000_000);
        assert_eq!(millions, [54, 27, 18, 9]);
        let mut bloom = Bloom { capacity: 2, ..Bloom::new(0.01) };
        let added = [b"a", b"b", b"a", b"c"].map(|key| bloom.insert(key));
        assert_eq!(added, [Some(true), Some(true), Some(false), None]);
    }
}
