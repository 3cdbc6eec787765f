//! From a production to a nondeterministic automaton, by Thompson's construction, and from it to a deterministic one, by that
//! of subsets.
//!
//! The BNF of section 5 is not recursive, so every production is written out where it is named.

use std::collections::{HashMap, HashSet};

use crate::{
    dfa::{ByteSet, Dfa, StateId, number, representatives},
    grammar::Grammar,
    notation::Expr,
    split::{Mark, PARTS},
};

/// What a transition reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// One byte of the set.
    Bytes(ByteSet),
    /// No byte: the beginning or end of a part.
    Mark(Mark),
}

/// A state: free moves to others, and at most one that reads something.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// The states reached without reading.
    pub free: Vec<usize>,
    /// What is read, and the state after it.
    pub step: Option<(Step, usize)>,
    /// The productions that contain the step: one bit each, in the order of [`Nfa::within`].
    pub inside: u128,
}

/// A nondeterministic automaton with one start and one accepting state.
#[derive(Clone, Debug)]
pub struct Nfa {
    /// The states; the first is the start.
    pub states: Vec<State>,
    /// The accepting one.
    pub accept: usize,
}

impl Nfa {
    /// Returns the automaton of the whole texts of the production `entry`. With `marks` it also reads a
    /// [`Mark`] wherever a part begins or ends.
    #[must_use]
    pub fn new(grammar: &Grammar, entry: &str, marks: bool) -> Self {
        Inlining {
            grammar,
            marks,
            productions: &[],
            states: vec![State::default()],
            open: vec![],
            inside: 0,
        }
        .finish(entry)
    }

    /// Builds the automaton without marks; each state has the `productions` (at most 128) that contain it.
    #[must_use]
    pub fn within(grammar: &Grammar, entry: &str, productions: &[&str]) -> Self {
        Inlining {
            grammar,
            marks: false,
            productions,
            states: vec![State::default()],
            open: vec![],
            inside: 0,
        }
        .finish(entry)
    }

    /// Returns the texts of this automaton with a derivation that reads a byte inside production
    /// number `bit`, or passes through it empty.
    #[must_use]
    pub fn through(&self, bit: u32) -> Self {
        let len = self.states.len();
        let mut states: Vec<State> = Vec::with_capacity(2 * len);
        for layer in [0, len] {
            states.extend(self.states.iter().map(|state| State {
                free: state.free.iter().map(|to| to + layer).collect(),
                step: state.step.map(|(step, to)| (step, to + layer)),
                inside: state.inside,
            }));
        }
        for (at, state) in states.iter_mut().take(len).enumerate() {
            if state.inside >> bit & 1 == 1 {
                state.free.push(at + len);
            }
        }
        Self { states, accept: self.accept + len }
    }
}

/// The work of writing productions out.
struct Inlining<'g> {
    grammar: &'g Grammar,
    marks: bool,
    productions: &'g [&'g str],
    states: Vec<State>,
    /// The productions being written out, the outermost first.
    open: Vec<String>,
    inside: u128,
}

impl Inlining<'_> {
    fn finish(mut self, entry: &str) -> Nfa {
        let accept = self.production(entry, 0);
        Nfa { states: self.states, accept }
    }

    fn state(&mut self) -> usize {
        self.states.push(State { inside: self.inside, ..State::default() });
        self.states.len() - 1
    }

    fn free(&mut self, from: usize, to: usize) {
        self.states[from].free.push(to);
    }

    /// Adds what reads `step` after `from`, and returns the next state.
    fn step(&mut self, from: usize, step: Step) -> usize {
        let (at, to) = (self.state(), self.state());
        self.free(from, at);
        self.states[at].step = Some((step, to));
        to
    }

    /// Adds what reads `body` after `from`, and returns the next state.
    fn expr(&mut self, body: &Expr, from: usize) -> usize {
        if let Some(set) = self.one_byte(body).filter(|_| self.names_none(body)) {
            return self.step(from, Step::Bytes(set));
        }
        match body {
            Expr::Literal(text) => self.literal(text, from),
            Expr::Name(name) => self.production(name, from),
            Expr::Sequence(items) => items.iter().fold(from, |at, item| self.expr(item, at)),
            Expr::Choice(items) => {
                let out = self.state();
                for item in items {
                    let end = self.expr(item, from);
                    self.free(end, out);
                }
                out
            }
            Expr::Repeat { min, max, item } => self.repeat(*min, *max, item, from),
        }
    }

    fn repeat(&mut self, min: u32, max: Option<u32>, item: &Expr, from: usize) -> usize {
        let mut at = from;
        for _ in 0..min {
            at = self.expr(item, at);
        }
        let out = self.state();
        match max {
            None => {
                let again = self.state();
                self.free(at, again);
                let end = self.expr(item, again);
                self.free(end, again);
                self.free(again, out);
            }
            Some(max) => {
                for _ in min..max {
                    self.free(at, out);
                    at = self.expr(item, at);
                }
                self.free(at, out);
            }
        }
        out
    }

    /// Literals keep their case (decision 5), but for a scheme name at their beginning (decision 4).
    fn literal(&mut self, text: &str, from: usize) -> usize {
        let name = scheme_name(text);
        let mut at = from;
        if !name.is_empty() {
            at = self.mark("scheme", true, at);
            self.open.push("scheme".into());
            at = self.letters(name, at);
            self.open.pop();
            at = self.mark("scheme", false, at);
        }
        self.letters(&text[name.len()..], at)
    }

    fn letters(&mut self, text: &str, from: usize) -> usize {
        text.bytes().fold(from, |at, byte| {
            let set = self.letter(byte);
            self.step(at, Step::Bytes(set))
        })
    }

    fn letter(&self, byte: u8) -> ByteSet {
        let set = ByteSet::of(byte);
        if self.open.iter().any(|name| name == "scheme") {
            return set.union(ByteSet::of(byte.to_ascii_uppercase()));
        }
        set
    }

    fn production(&mut self, name: &str, from: usize) -> usize {
        assert!(!self.open.iter().any(|open| open == name), "{name} is recursive: {:?}", self.open);
        let production = self.grammar.get(name).unwrap_or_else(|| panic!("there is no {name}"));
        let inside = self.inside;
        if let Some(bit) = self.productions.iter().position(|production| *production == name) {
            self.inside |= 1 << bit;
        }
        let at = self.mark(name, true, from);
        self.open.push(name.to_owned());
        // A separate state, so that passing through an empty production is counted.
        let enter = self.state();
        self.free(at, enter);
        let end = self.expr(&production.body, enter);
        self.open.pop();
        self.inside = inside;
        let out = self.state();
        self.free(end, out);
        self.mark(name, false, out)
    }

    /// Returns the mark where the part of this production begins or ends, if it is one and in no other.
    fn mark(&mut self, production: &str, begins: bool, from: usize) -> usize {
        let is_part = |name: &str| PARTS.iter().position(|(production, _)| *production == name);
        match is_part(production) {
            Some(part) if self.marks && !self.open.iter().any(|name| is_part(name).is_some()) => {
                self.step(from, Step::Mark(Mark::new(part, begins)))
            }
            _ => from,
        }
    }

    /// Whether `body` contains none of the requested productions.
    fn names_none(&self, body: &Expr) -> bool {
        match body {
            Expr::Literal(_) => true,
            Expr::Name(name) => {
                let named = self.grammar.reachable(name);
                self.productions.is_empty()
                    || !named.iter().any(|name| self.productions.contains(name))
            }
            Expr::Sequence(items) | Expr::Choice(items) => {
                items.iter().all(|item| self.names_none(item))
            }
            Expr::Repeat { item, .. } => self.names_none(item),
        }
    }

    /// Returns the bytes `body` reads, where it always reads exactly one and no part begins in it.
    fn one_byte(&self, body: &Expr) -> Option<ByteSet> {
        match body {
            Expr::Literal(text) => match text.as_bytes() {
                [byte] => Some(self.letter(*byte)),
                _ => None,
            },
            Expr::Name(name) if self.marks && PARTS.iter().any(|(part, _)| part == name) => None,
            Expr::Name(name) => self.one_byte(&self.grammar.get(name)?.body),
            Expr::Choice(items) => items
                .iter()
                .map(|item| self.one_byte(item))
                .try_fold(ByteSet::default(), |all, set| Some(all.union(set?))),
            Expr::Sequence(_) | Expr::Repeat { .. } => None,
        }
    }
}

/// Returns the scheme's name in a literal like `"ftp://"`; nothing in one like `";type="`.
#[must_use]
pub fn scheme_name(literal: &str) -> &str {
    match literal.split_once(':') {
        Some((name, _)) if name.bytes().all(|byte| byte.is_ascii_lowercase()) => name,
        _ => "",
    }
}

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
