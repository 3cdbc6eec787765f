//! The subset construction: from a nondeterministic automaton to a deterministic one.

use std::collections::{HashMap, HashSet};

use crate::{
    byte_set::ByteSet,
    dfa::{Dfa, StateId, number, representatives},
    nfa::{Nfa, Step},
    parts::Mark,
};

impl Dfa {
    /// Returns the subset construction, and for each state the productions that contain its
    /// transitions.
    #[must_use]
    pub fn subsets(nfa: &Nfa) -> (Self, Vec<u128>) {
        let (class_of, classes) = byte_classes(nfa);
        let marked = nfa.states.iter().any(|s| matches!(s.step, Some((Step::Mark(_), _))));
        let marks = if marked { Mark::COUNT } else { 0 };
        let bytes: Vec<u8> = representatives(&class_of, classes);

        let mut subsets = Subsets::new(nfa);
        subsets.number(vec![]);
        let start = subsets.number(vec![0]);
        let mut table = Vec::new();
        let mut at = 0;
        while let Some(set) = subsets.sets.get(at).cloned() {
            let mut next: Vec<Vec<usize>> = vec![Vec::new(); classes + marks];
            for (step, to) in set.iter().filter_map(|state| nfa.states[*state].step) {
                match step {
                    Step::Mark(mark) => next[classes + mark.index()].push(to),
                    Step::Bytes(set) => (0..classes)
                        .filter(|class| set.contains(bytes[*class]))
                        .for_each(|class| next[class].push(to)),
                }
            }
            // Most classes lead to the same states.
            let mut known: HashMap<Vec<usize>, StateId> = HashMap::new();
            for to in next {
                let number = match known.get(&to) {
                    Some(number) => *number,
                    None => *known.entry(to.clone()).or_insert_with(|| subsets.number(to)),
                };
                table.push(number);
            }
            at += 1;
        }
        let accepting = subsets.sets.iter().map(|set| set.contains(&nfa.accept)).collect();
        let inside = |set: &Vec<usize>| {
            let steps = set.iter().filter(|state| nfa.states[**state].step.is_some());
            steps.fold(0, |all, state| all | nfa.states[*state].inside)
        };
        let inside = subsets.sets.iter().map(inside).collect();
        (Self { class_of, classes, marks, table, accepting, start }, inside)
    }
}

/// Sets of NFA states by number; only those are kept that read something or accept.
struct Subsets<'n> {
    nfa: &'n Nfa,
    sets: Vec<Vec<usize>>,
    numbers: HashMap<Vec<usize>, StateId>,
    /// For each NFA state the last call that has seen it.
    seen: Vec<usize>,
    calls: usize,
}

impl<'n> Subsets<'n> {
    fn new(nfa: &'n Nfa) -> Self {
        let seen = vec![0; nfa.states.len()];
        Self { nfa, sets: Vec::new(), numbers: HashMap::new(), seen, calls: 0 }
    }

    /// Returns the number of the set of all states that `states` reach without reading.
    fn number(&mut self, mut open: Vec<usize>) -> StateId {
        self.calls += 1;
        let mut set = Vec::new();
        while let Some(state) = open.pop() {
            if core::mem::replace(&mut self.seen[state], self.calls) == self.calls {
                continue;
            }
            open.extend(&self.nfa.states[state].free);
            if self.nfa.states[state].step.is_some() || state == self.nfa.accept {
                set.push(state);
            }
        }
        set.sort_unstable();
        if let Some(number) = self.numbers.get(&set) {
            return *number;
        }
        let number = number(self.sets.len());
        self.sets.push(set.clone());
        self.numbers.insert(set, number);
        number
    }
}

/// Returns the classes of bytes that every transition of `nfa` treats alike.
fn byte_classes(nfa: &Nfa) -> ([u8; 256], usize) {
    let steps = nfa.states.iter().filter_map(|state| state.step);
    let sets: HashSet<ByteSet> = steps
        .filter_map(|(step, _)| match step {
            Step::Bytes(set) => Some(set),
            Step::Mark(_) => None,
        })
        .collect();
    let mut numbers: HashMap<Vec<bool>, u8> = HashMap::new();
    let class_of = core::array::from_fn(|byte| {
        let byte = u8::try_from(byte).expect("an index below 256");
        let next = u8::try_from(numbers.len()).expect("at most 256 classes");
        *numbers.entry(sets.iter().map(|set| set.contains(byte)).collect()).or_insert(next)
    });
    (class_of, numbers.len())
}
