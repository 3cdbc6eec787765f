//! From a production to a nondeterministic automaton, by Thompson's construction.
//!
//! The BNF of section 5 is not recursive, so every production is written out where it is named.

use crate::{
    byte_set::ByteSet,
    grammar::Grammar,
    notation::Expr,
    parts::{Mark, PARTS},
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
