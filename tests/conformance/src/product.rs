//! Pairs of automata: unions and differences of languages, and a text on which two differ.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::dfa::{Dfa, StateId, number};

/// A state of either automaton.
type Pair = (StateId, StateId);

impl Dfa {
    /// The smallest automaton of the texts for which `keep` holds of what the two automata say.
    /// Neither may have marks.
    ///
    /// # Panics
    ///
    /// Panics if `keep` holds for texts that neither accepts.
    #[must_use]
    pub fn combined(&self, other: &Self, keep: impl Fn(bool, bool) -> bool) -> Self {
        let mut numbers: HashMap<(u8, u8), u8> = HashMap::new();
        let class_of = core::array::from_fn(|byte| {
            let next = u8::try_from(numbers.len()).expect("at most 256 classes");
            *numbers.entry((self.class_of[byte], other.class_of[byte])).or_insert(next)
        });
        let classes = numbers.len();
        let mut pairs_of_class: Vec<_> = numbers.into_iter().collect();
        pairs_of_class.sort_by_key(|(_, class)| *class);

        // The pair of dead states comes first: it is dead here too, as `keep(false, false)` never is.
        assert!(!keep(false, false), "a text that neither accepts is not in the language");
        let mut pairs = vec![(0, 0), (self.start, other.start)];
        let mut states: HashMap<(StateId, StateId), StateId> =
            HashMap::from([(pairs[0], 0), (pairs[1], 1)]);
        let mut table = Vec::new();
        let mut at = 0;
        while let Some((left, right)) = pairs.get(at).copied() {
            for ((a, b), _) in &pairs_of_class {
                let next = (self.after(left, usize::from(*a)), other.after(right, usize::from(*b)));
                let fresh = number(pairs.len());
                table.push(*states.entry(next).or_insert_with(|| {
                    pairs.push(next);
                    fresh
                }));
            }
            at += 1;
        }
        let accepting =
            pairs.iter().map(|(a, b)| keep(self.accepts_in(*a), other.accepts_in(*b))).collect();
        Self { class_of, classes, marks: 0, table, accepting, start: 1 }.minimized()
    }

    /// Returns one byte of each class that the two together distinguish, printable ones first.
    pub(crate) fn joint_class_bytes(&self, other: &Self) -> Vec<u8> {
        let mut seen = HashSet::new();
        let mut bytes = Self::legible_bytes();
        bytes.retain(|byte| {
            let byte = usize::from(*byte);
            seen.insert((self.class_of[byte], other.class_of[byte]))
        });
        bytes
    }

    /// Returns a shortest text that one accepts and the other does not; `None` if the languages are equal.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<Vec<u8>> {
        self.difference_from(self.start, other, other.start)
    }

    /// Returns a shortest text that is accepted from one of the states and not from the other.
    pub(crate) fn difference_from(
        &self,
        state: StateId,
        other: &Self,
        with: StateId,
    ) -> Option<Vec<u8>> {
        let bytes = self.joint_class_bytes(other);
        let mut came: HashMap<Pair, Option<(Pair, u8)>> = HashMap::from([((state, with), None)]);
        let mut open = VecDeque::from([(state, with)]);
        while let Some(pair) = open.pop_front() {
            if self.accepts_in(pair.0) != other.accepts_in(pair.1) {
                let mut text = Vec::new();
                let mut at = pair;
                while let Some(Some((before, byte))) = came.get(&at) {
                    text.push(*byte);
                    at = *before;
                }
                text.reverse();
                return Some(text);
            }
            for byte in &bytes {
                let next = (self.next(pair.0, *byte), other.next(pair.1, *byte));
                came.entry(next).or_insert_with(|| {
                    open.push_back(next);
                    Some((pair, *byte))
                });
            }
        }
        None
    }
}
