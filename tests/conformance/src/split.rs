//! The split of a text into parts by the grammar, and whether it is unique.

use std::collections::{HashMap, VecDeque};

use crate::{
    dfa::{DEAD, Dfa, StateId, number},
    grammar::Grammar,
    nfa::Nfa,
};

/// An automaton that reads a text together with the marks of its parts.
///
/// It is deterministic, so a text with marks has one run; what remains open for a text without
/// them is only in the marks between two bytes.
#[derive(Clone, Debug)]
pub struct Splitter {
    dfa: Dfa,
    /// For each state the marks that may come next, with the state after them. The first is the empty sequence.
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

    /// Writes the parts of `text` in order into `pieces`; returns false if the grammar does not accept it.
    ///
    /// If the split is unique (see [`ambiguity`](Self::ambiguity)) this is the split.
    pub fn split(&self, text: &[u8], pieces: &mut Vec<Piece>) -> bool {
        let mut trail = vec![Reached { state: self.dfa.start(), from: 0, marks: &[] }];
        trail.reserve(2 * text.len());
        let mut layer = 0..1;
        for byte in text {
            let begin = trail.len();
            for from in layer {
                for detour in &self.detours[trail[from].state as usize] {
                    let state = self.dfa.next(detour.to, *byte);
                    if state != DEAD && trail[begin..].iter().all(|reached| reached.state != state)
                    {
                        trail.push(Reached { state, from, marks: &detour.marks });
                    }
                }
            }
            layer = begin..trail.len();
        }
        for at in layer {
            for detour in &self.detours[trail[at].state as usize] {
                if self.dfa.accepts_in(detour.to) {
                    read_off(&trail, at, &detour.marks, text.len(), pieces);
                    return true;
                }
            }
        }
        false
    }

    /// Returns a shortest text that is split in two ways, if there is one.
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

/// Returns all sequences of marks that may follow `state`, the empty one first, with the states after them.
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

/// A state that a text may have led to, with the entry it came from and the marks on the way.
#[derive(Clone, Copy)]
struct Reached<'s> {
    state: StateId,
    from: usize,
    marks: &'s [Mark],
}

/// Goes back from entry `at`, which the whole text of `len` bytes led to, and puts down the parts.
fn read_off(trail: &[Reached<'_>], at: usize, last: &[Mark], len: usize, pieces: &mut Vec<Piece>) {
    pieces.clear();
    let (mut at, mut offset, mut marks) = (at, len, last);
    loop {
        // Backwards, a part begins with its end.
        for mark in marks.iter().rev() {
            if mark.begins() {
                if let Some(piece) = pieces.last_mut() {
                    piece.start = offset;
                }
            } else {
                pieces.push(Piece { part: mark.part(), start: offset, end: offset });
            }
        }
        if offset == 0 {
            break;
        }
        (at, offset, marks) = (trail[at].from, offset - 1, trail[at].marks);
    }
    pieces.reverse();
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

/// The productions that are parts, with the parts' names. If one contains another, only
/// the outer one is a part: `digits` in `nntpurl`, not in `port`.
pub const PARTS: &[(&str, &str)] = &[
    ("scheme", "scheme"),
    ("user", "user"),
    ("password", "password"),
    ("host", "host"),
    ("port", "port"),
    ("fsegment", "fsegment"),
    ("ftptype", "ftptype"),
    ("hsegment", "hsegment"),
    ("search", "search"),
    ("gopher-search", "search"),
    ("gtype", "gtype"),
    ("selector", "selector"),
    ("gopher+_string", "gopher+_string"),
    ("encoded822addr", "encoded822addr"),
    ("all-groups", "grouppart"),
    ("group", "group"),
    ("article", "article"),
    ("digits", "digits"),
    ("database", "database"),
    ("wtype", "wtype"),
    ("wpath", "wpath"),
    ("ppath", "ppath"),
    ("fieldname", "fieldname"),
    ("fieldvalue", "fieldvalue"),
    ("urlpath", "urlpath"),
    ("opaque", "schemepart"),
];

/// The beginning or the end of one of the [`PARTS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Mark(usize);

impl Mark {
    /// How many marks there are.
    pub const COUNT: usize = 2 * PARTS.len();

    /// Where part number `part` begins or ends.
    #[must_use]
    pub const fn new(part: usize, begins: bool) -> Self {
        Self(2 * part + if begins { 0 } else { 1 })
    }

    /// Returns the mark of that number.
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        Self(index)
    }

    /// Its number, below [`COUNT`](Self::COUNT).
    #[must_use]
    pub const fn index(self) -> usize {
        self.0
    }

    /// Whether the part begins here.
    #[must_use]
    pub const fn begins(self) -> bool {
        self.0 % 2 == 0
    }

    /// Returns the part's name.
    #[must_use]
    pub const fn part(self) -> &'static str {
        PARTS[self.0 / 2].1
    }
}

/// A part of a text: its name and the bytes it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The part's name.
    pub part: &'static str,
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
}
