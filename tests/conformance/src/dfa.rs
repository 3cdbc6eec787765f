//! Deterministic automata over sets of bytes, and their runs over texts.

use std::collections::VecDeque;

use crate::nfa::Nfa;

/// The number of a state.
pub type StateId = u32;

/// Returns the number of the state at `index`.
pub(crate) fn number(index: usize) -> StateId {
    StateId::try_from(index).expect("fewer than 2^32 states")
}

/// The state from which nothing is accepted any more.
pub const DEAD: StateId = 0;

/// A complete deterministic automaton over bytes, and over marks where its NFA has them.
///
/// Its alphabet is numbered: first the classes of bytes that it treats alike, then the marks.
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
    /// Whether the automaton accepts the whole text.
    pub accepted: bool,
    /// The offset of the first byte after which no text of the language can follow; the length
    /// of the text if there is none.
    pub death: usize,
    /// The last state that was not dead.
    pub last: StateId,
}

impl Dfa {
    /// Returns the smallest automaton of the language of `nfa`.
    #[must_use]
    pub fn new(nfa: &Nfa) -> Self {
        Self::subsets(nfa).0.minimized()
    }

    /// Returns the number of states, including the dead one.
    #[must_use]
    pub fn len(&self) -> usize {
        self.accepting.len()
    }

    /// Never: it has at least the dead state.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.accepting.is_empty()
    }

    /// Returns the number of classes of bytes that it distinguishes.
    #[must_use]
    pub const fn classes(&self) -> usize {
        self.classes
    }

    /// Returns the start state.
    #[must_use]
    pub const fn start(&self) -> StateId {
        self.start
    }

    /// Returns the state after `byte`.
    #[must_use]
    pub fn next(&self, state: StateId, byte: u8) -> StateId {
        self.after(state, usize::from(self.class_of[usize::from(byte)]))
    }

    /// Returns the state after symbol number `symbol`: a class of bytes, or a mark.
    pub(crate) fn after(&self, state: StateId, symbol: usize) -> StateId {
        self.table[state as usize * self.width() + symbol]
    }

    /// Returns the number of symbols.
    pub(crate) const fn width(&self) -> usize {
        self.classes + self.marks
    }

    /// Returns the state after all of `text`.
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

    /// Returns one byte of each class, by preference one that reads well; those that do come first.
    #[must_use]
    pub fn class_bytes(&self) -> Vec<u8> {
        let mut bytes = representatives(&self.class_of, self.classes);
        bytes.sort_by_key(|byte| legibility(*byte));
        bytes
    }

    /// Returns all bytes, those first that read well.
    pub(crate) fn legible_bytes() -> Vec<u8> {
        let mut bytes: Vec<u8> = (0..=u8::MAX).collect();
        bytes.sort_by_key(|byte| legibility(*byte));
        bytes
    }

    /// Returns the bytes that it treats alike, class by class.
    #[must_use]
    pub fn byte_classes(&self) -> Vec<Vec<u8>> {
        let mut members = vec![Vec::new(); self.classes];
        for byte in 0..=u8::MAX {
            members[usize::from(self.class_of[usize::from(byte)])].push(byte);
        }
        members
    }

    /// Returns for each state a shortest text that leads to it; `None` if unreachable.
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

    /// Returns for each state a shortest text that is accepted from it; `None` for the dead one.
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

/// Returns one byte of each class in the order of the classes, the most legible one.
pub(crate) fn representatives(class_of: &[u8; 256], classes: usize) -> Vec<u8> {
    let mut bytes = vec![None; classes];
    for byte in Dfa::legible_bytes() {
        bytes[usize::from(class_of[usize::from(byte)])].get_or_insert(byte);
    }
    bytes.into_iter().flatten().collect()
}

/// A set of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByteSet([u64; 4]);

impl ByteSet {
    /// Returns the set of one byte.
    #[must_use]
    pub fn of(byte: u8) -> Self {
        let mut set = Self::default();
        set.0[usize::from(byte >> 6)] |= 1 << (byte & 63);
        set
    }

    /// Returns the bytes of both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(core::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// Whether `byte` is in it.
    #[must_use]
    pub fn contains(&self, byte: u8) -> bool {
        self.0[usize::from(byte >> 6)] >> (byte & 63) & 1 == 1
    }
}
