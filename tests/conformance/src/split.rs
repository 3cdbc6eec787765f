//! The split of a text into parts, read off the grammar; and whether there is only one.

use std::collections::{HashMap, VecDeque};

use crate::{
    dfa::{DEAD, Dfa, StateId, number},
    grammar::Grammar,
    nfa::Nfa,
    parts::{Mark, Piece},
};

/// An automaton that reads a text together with the marks of its parts.
///
/// It is deterministic, so a text with marks has one run; what remains open for a text without
/// them is only which marks stand between two bytes.
#[derive(Clone, Debug)]
pub struct Splitter {
    dfa: Dfa,
    /// For each state the marks that may come next, with the state behind them. The first is none.
    detours: Vec<Vec<Detour>>,
}

#[derive(Clone, Debug)]
struct Detour {
    marks: Vec<Mark>,
    to: StateId,
}

/// A text that the grammar splits in two ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ambiguity {
    /// The text.
    pub text: Vec<u8>,
}

impl Splitter {
    /// For the texts of `entry`.
    #[must_use]
    pub fn new(grammar: &Grammar, entry: &str) -> Self {
        let dfa = Dfa::new(&Nfa::new(grammar, entry, true));
        let states = number(dfa.len());
        let detours = (0..states).map(|state| detours(&dfa, state)).collect();
        Self { dfa, detours }
    }

    /// How many states it has.
    #[must_use]
    pub fn states(&self) -> usize {
        self.dfa.len()
    }

    /// The parts of `text` in order, into `pieces`; false where the grammar does not accept it.
    ///
    /// Where the split is unique (see [`ambiguity`](Self::ambiguity)) this is the split.
    pub fn split(&self, text: &[u8], pieces: &mut Vec<Piece>) -> bool {
        let mut trail = Trail { layers: vec![vec![(self.dfa.start(), 0, &[])]] };
        for byte in text {
            let mut layer: Vec<(StateId, usize, &[Mark])> = Vec::new();
            for (from, (state, ..)) in trail.last().iter().enumerate() {
                for detour in &self.detours[*state as usize] {
                    let next = self.dfa.next(detour.to, *byte);
                    if next != DEAD && !layer.iter().any(|(state, ..)| *state == next) {
                        layer.push((next, from, &detour.marks));
                    }
                }
            }
            if layer.is_empty() {
                return false;
            }
            trail.layers.push(layer);
        }
        for (at, (state, ..)) in trail.last().iter().enumerate() {
            for detour in &self.detours[*state as usize] {
                if self.dfa.accepts_in(detour.to) {
                    trail.pieces(at, &detour.marks, pieces);
                    return true;
                }
            }
        }
        false
    }

    /// A shortest text that is split in two ways, if there is one.
    ///
    /// Two runs over the same bytes are followed at once, with a note whether their marks have
    /// differed so far. As the automaton is deterministic, two runs that have not differed are in the
    /// same state. All pairs of states are finitely many, so finding none is a proof.
    #[must_use]
    pub fn ambiguity(&self) -> Option<Ambiguity> {
        type Pair = (StateId, StateId, bool);
        let first: Pair = (self.dfa.start(), self.dfa.start(), false);
        let mut came: HashMap<Pair, Option<(Pair, u8)>> = HashMap::from([(first, None)]);
        let mut open = VecDeque::from([first]);
        let bytes = self.dfa.class_bytes();
        while let Some(pair) = open.pop_front() {
            for left in &self.detours[pair.0 as usize] {
                for right in &self.detours[pair.1 as usize] {
                    let differ = pair.2 || left.marks != right.marks;
                    if differ && self.dfa.accepts_in(left.to) && self.dfa.accepts_in(right.to) {
                        let mut text = Vec::new();
                        let mut at = pair;
                        while let Some(Some((before, byte))) = came.get(&at) {
                            text.push(*byte);
                            at = *before;
                        }
                        text.reverse();
                        return Some(Ambiguity { text });
                    }
                    for byte in &bytes {
                        let next =
                            (self.dfa.next(left.to, *byte), self.dfa.next(right.to, *byte), differ);
                        if next.0 != DEAD && next.1 != DEAD {
                            came.entry(next).or_insert_with(|| {
                                open.push_back(next);
                                Some((pair, *byte))
                            });
                        }
                    }
                }
            }
        }
        None
    }

    /// Whether both split the same texts in the same way. Both splits have to be unique.
    #[must_use]
    pub fn equivalent(&self, other: &Self) -> bool {
        same_symbols(&self.dfa, &other.dfa)
    }
}

/// All sequences of marks that may follow `state`, the empty one first, with the states behind.
fn detours(dfa: &Dfa, state: StateId) -> Vec<Detour> {
    let mut all = vec![Detour { marks: Vec::new(), to: state }];
    let mut at = 0;
    while let Some(Detour { marks, to }) = all.get(at).cloned() {
        for index in 0..dfa.marks {
            let next = dfa.after(to, dfa.classes() + index);
            if next != DEAD {
                let mut marks = marks.clone();
                marks.push(Mark::from_index(index));
                all.push(Detour { marks, to: next });
            }
        }
        at += 1;
    }
    all
}

/// How a text was read: before each byte and after the last the possible states, each with the
/// entry of the layer before it came from and the marks on the way.
struct Trail<'s> {
    layers: Vec<Vec<(StateId, usize, &'s [Mark])>>,
}

impl<'s> Trail<'s> {
    fn last(&self) -> &[(StateId, usize, &'s [Mark])] {
        self.layers.last().map_or(&[], Vec::as_slice)
    }

    fn pieces(&self, mut at: usize, last: &'s [Mark], pieces: &mut Vec<Piece>) {
        let mut steps = vec![last];
        for layer in self.layers.iter().skip(1).rev() {
            let (_, from, marks) = layer[at];
            steps.push(marks);
            at = from;
        }
        pieces.clear();
        for (offset, marks) in steps.into_iter().rev().enumerate() {
            for mark in marks {
                if mark.begins() {
                    pieces.push(Piece { part: mark.part(), start: offset, end: offset });
                } else if let Some(piece) = pieces.last_mut() {
                    piece.end = offset;
                }
            }
        }
    }
}

/// Whether two automata accept the same sequences of bytes and marks.
fn same_symbols(left: &Dfa, right: &Dfa) -> bool {
    let bytes = left.joint_class_bytes(right);
    let mut seen = HashMap::new();
    let mut open = vec![(left.start(), right.start())];
    while let Some(pair @ (a, b)) = open.pop() {
        if seen.insert(pair, ()).is_some() {
            continue;
        }
        if left.accepts_in(a) != right.accepts_in(b) {
            return false;
        }
        open.extend(bytes.iter().map(|byte| (left.next(a, *byte), right.next(b, *byte))));
        open.extend((0..Mark::COUNT).map(|mark| {
            (left.after(a, left.classes() + mark), right.after(b, right.classes() + mark))
        }));
    }
    true
}
