//! Deterministic automata: the subset construction, and running a text.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::{
    byte_set::ByteSet,
    nfa::{Nfa, Step},
    parts::Mark,
};

/// The number of a state.
pub type StateId = u32;

/// The number of the state at `index`.
pub(crate) fn number(index: usize) -> StateId {
    StateId::try_from(index).expect("fewer than 2^32 states")
}

/// The state from which nothing is accepted any more.
pub const DEAD: StateId = 0;

/// A complete deterministic automaton over bytes, and over marks where its NFA has them.
///
/// Its alphabet is numbered: first the classes of bytes that it never tells apart, then the marks.
#[derive(Clone, Debug)]
pub struct Dfa {
    pub(crate) class_of: [u8; 256],
    pub(crate) classes: usize,
    pub(crate) marks: usize,
    pub(crate) table: Vec<StateId>,
    pub(crate) accepting: Vec<bool>,
    pub(crate) start: StateId,
}

/// What a run of a text shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Whether the automaton accepts the text whole.
    pub accepted: bool,
    /// The offset of the first byte after which no text of the language can follow; the length
    /// of the text where there is none.
    pub death: usize,
    /// The last state that was not dead.
    pub last: StateId,
}

impl Dfa {
    /// The smallest automaton of the language of `nfa`.
    #[must_use]
    pub fn new(nfa: &Nfa) -> Self {
        Self::subsets(nfa).0.minimized()
    }

    /// The subset construction alone, and for each state the productions its transitions
    /// stand in.
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

    /// How many states it has, the dead one among them.
    #[must_use]
    pub fn len(&self) -> usize {
        self.accepting.len()
    }

    /// Never: it has at least the dead state.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.accepting.is_empty()
    }

    /// How many classes of bytes it tells apart.
    #[must_use]
    pub const fn classes(&self) -> usize {
        self.classes
    }

    /// The state every text begins in.
    #[must_use]
    pub const fn start(&self) -> StateId {
        self.start
    }

    /// The state after `byte`.
    #[must_use]
    pub fn next(&self, state: StateId, byte: u8) -> StateId {
        self.after(state, usize::from(self.class_of[usize::from(byte)]))
    }

    /// The state after symbol number `symbol`: a class of bytes, or a mark.
    pub(crate) fn after(&self, state: StateId, symbol: usize) -> StateId {
        self.table[state as usize * self.width() + symbol]
    }

    /// How many symbols there are.
    pub(crate) const fn width(&self) -> usize {
        self.classes + self.marks
    }

    /// The state after all of `text`.
    #[must_use]
    pub fn run_from(&self, state: StateId, text: &[u8]) -> StateId {
        text.iter().fold(state, |state, byte| self.next(state, *byte))
    }

    /// Whether a text may end in `state`.
    #[must_use]
    pub fn accepts_in(&self, state: StateId) -> bool {
        self.accepting[state as usize]
    }

    /// Whether `text` belongs to the language.
    #[must_use]
    pub fn accepts(&self, text: &[u8]) -> bool {
        self.accepts_in(self.run_from(self.start, text))
    }

    /// Runs `text` until it is through or dead. The automaton has to be a minimal one.
    #[must_use]
    pub fn run(&self, text: &[u8]) -> Run {
        let mut last = self.start;
        for (death, byte) in text.iter().enumerate() {
            match self.next(last, *byte) {
                DEAD => return Run { accepted: false, death, last },
                next => last = next,
            }
        }
        Run { accepted: self.accepts_in(last), death: text.len(), last }
    }

    /// One byte of each class, by preference one that reads well; those that do come first.
    #[must_use]
    pub fn class_bytes(&self) -> Vec<u8> {
        let mut bytes = representatives(&self.class_of, self.classes);
        bytes.sort_by_key(|byte| legibility(*byte));
        bytes
    }

    /// All bytes, those first that read well.
    pub(crate) fn legible_bytes() -> Vec<u8> {
        let mut bytes: Vec<u8> = (0..=u8::MAX).collect();
        bytes.sort_by_key(|byte| legibility(*byte));
        bytes
    }

    /// The bytes that it does not tell apart, class by class.
    #[must_use]
    pub fn byte_classes(&self) -> Vec<Vec<u8>> {
        let mut members = vec![Vec::new(); self.classes];
        for byte in 0..=u8::MAX {
            members[usize::from(self.class_of[usize::from(byte)])].push(byte);
        }
        members
    }

    /// For each state a shortest text that leads to it; `None` for those that none reaches.
    #[must_use]
    pub fn access(&self) -> Vec<Option<Vec<u8>>> {
        let bytes = self.class_bytes();
        let mut access = vec![None; self.len()];
        access[self.start as usize] = Some(Vec::new());
        let mut open = VecDeque::from([self.start]);
        while let Some(state) = open.pop_front() {
            for byte in &bytes {
                let next = self.next(state, *byte);
                if access[next as usize].is_none() {
                    let mut text = access[state as usize].clone().unwrap_or_default();
                    text.push(*byte);
                    access[next as usize] = Some(text);
                    open.push_back(next);
                }
            }
        }
        access
    }

    /// For each state a shortest text that is accepted from it; `None` for the dead one.
    #[must_use]
    pub fn completions(&self) -> Vec<Option<Vec<u8>>> {
        let bytes = self.class_bytes();
        let mut done: Vec<Option<Vec<u8>>> =
            self.accepting.iter().map(|accepts| accepts.then(Vec::new)).collect();
        let mut changed = true;
        while changed {
            changed = false;
            let before = done.clone();
            for state in 0..self.len() {
                if before[state].is_some() {
                    continue;
                }
                for byte in &bytes {
                    let symbol = usize::from(self.class_of[usize::from(*byte)]);
                    let next = self.table[state * self.width() + symbol] as usize;
                    if let Some(rest) = &before[next] {
                        let mut text = vec![*byte];
                        text.extend(rest);
                        done[state] = Some(text);
                        changed = true;
                        break;
                    }
                }
            }
        }
        done
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

    /// The number of the set of all states that `states` reach without reading.
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

/// The classes of bytes that no transition of `nfa` tells apart.
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

/// Orders bytes for readers: letters before digits before the rest, lower case first.
fn legibility(byte: u8) -> (u8, u8) {
    let rank = match byte {
        b'a'..=b'z' => 0,
        b'1'..=b'9' => 1,
        b'A'..=b'Z' | b'0' => 2,
        _ if byte.is_ascii_graphic() => 3,
        _ => 4,
    };
    (rank, byte)
}

/// One byte of each class in the order of the classes, the most legible one.
fn representatives(class_of: &[u8; 256], classes: usize) -> Vec<u8> {
    let mut bytes = vec![None; classes];
    for byte in Dfa::legible_bytes() {
        bytes[usize::from(class_of[usize::from(byte)])].get_or_insert(byte);
    }
    bytes.into_iter().flatten().collect()
}
