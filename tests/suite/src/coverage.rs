//! What a text covers in the automata of its scheme.

use std::collections::HashSet;

use url1738_conformance::{
    dfa::{DEAD, Dfa, StateId},
    oracle::{Oracle, Truth, Verdict},
    parts::Piece,
    reader::Refused,
};

/// One thing that some text of the suite has to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Item {
    /// A state of the strict automaton, entered by a text that is accepted.
    State(StateId),
    /// A transition between states of the structure, taken by an accepted text: state and class of bytes.
    Step(StateId, u8),
    /// A byte of that class that the structure refuses in that state.
    Stop(StateId, u8),
    /// A transition of the strict automaton to its dead state, or between its states. Only the large set has them.
    Counted(StateId, u8),
    /// A state of the structure in which a text must not end.
    End(StateId),
    /// A byte that section 5 refuses: state of its automaton and class.
    Published(StateId, u8),
    /// A label or a number of a length that only the count refuses: state of the structure.
    Count(StateId),
    /// A byte in a part of an accepted text.
    Byte(&'static str, u8),
    /// A byte that is refused in a part, with the rule that does so.
    Wrong(&'static str, u8),
    /// An error: part, code, kind of rule, production or section.
    Error(&'static str, &'static str, u8, &'static str),
    /// A seeded fault, by its number.
    Fault(usize),
}

/// The automata of a scheme with the class of every byte.
#[derive(Debug)]
pub struct Map<'o> {
    /// The automata themselves.
    pub oracle: &'o Oracle,
    strict: [u8; 256],
    structure: [u8; 256],
    published: [u8; 256],
    counted: bool,
}

impl<'o> Map<'o> {
    /// Returns the map of a scheme. `counted` asks for the transitions of the strict automaton too.
    #[must_use]
    pub fn new(oracle: &'o Oracle, counted: bool) -> Self {
        let [strict, structure, published] =
            [&oracle.strict, &oracle.uncounted, &oracle.bnf].map(classes);
        Self { oracle, strict, structure, published, counted }
    }

    /// Returns everything in the automata: what the set has to cover.
    #[must_use]
    pub fn all(&self) -> HashSet<Item> {
        let mut all = HashSet::new();
        // An automaton also has a class of bytes that are refused everywhere, which `Stop` covers.
        for (state, class, next) in transitions(&self.oracle.uncounted, &self.structure) {
            all.insert(if next == DEAD {
                Item::Stop(state, class)
            } else {
                Item::Step(state, class)
            });
        }
        for (state, class, next) in transitions(&self.oracle.bnf, &self.published) {
            if next == DEAD {
                all.insert(Item::Published(state, class));
            }
        }
        for state in reachable(&self.oracle.strict) {
            all.insert(Item::State(state));
        }
        if self.counted {
            let counted = transitions(&self.oracle.strict, &self.strict);
            all.extend(counted.map(|(state, class, _)| Item::Counted(state, class)));
        }
        for state in reachable(&self.oracle.uncounted) {
            if !self.oracle.uncounted.accepts_in(state) {
                all.insert(Item::End(state));
            }
        }
        all
    }

    /// Returns what `text` covers, given the answers to it.
    #[must_use]
    pub fn of(
        &self,
        text: &[u8],
        truth: Truth,
        pieces: &[Piece],
        refused: Option<Refused>,
    ) -> Vec<Item> {
        let mut items = Vec::new();
        let Oracle { strict, uncounted, bnf, .. } = self.oracle;
        if truth.verdict == Verdict::Valid {
            let (mut state, mut step) = (strict.start(), uncounted.start());
            items.push(Item::State(state));
            for byte in text {
                let at = usize::from(*byte);
                items.push(Item::Step(step, self.structure[at]));
                if self.counted {
                    items.push(Item::Counted(state, self.strict[at]));
                }
                (state, step) = (strict.next(state, *byte), uncounted.next(step, *byte));
                items.push(Item::State(state));
            }
            for piece in pieces.iter().filter(|piece| piece.part != "scheme") {
                let bytes = text[piece.start..piece.end].iter();
                items.extend(bytes.map(|byte| Item::Byte(piece.part, *byte)));
            }
            return items;
        }
        let run = uncounted.run(text);
        match text.get(run.death) {
            Some(byte) => items.push(Item::Stop(run.last, self.structure[usize::from(*byte)])),
            None if !run.accepted => items.push(Item::End(run.last)),
            None => items.push(Item::Count(run.last)),
        }
        let run = bnf.run(text);
        if let Some(byte) = text.get(run.death) {
            items.push(Item::Published(run.last, self.published[usize::from(*byte)]));
        }
        let run = strict.run(text);
        if let Some(byte) = text.get(run.death).filter(|_| self.counted) {
            items.push(Item::Counted(run.last, self.strict[usize::from(*byte)]));
        }
        if let Some(refused) = refused {
            if let Some(byte) = text.get(refused.start) {
                items.push(Item::Wrong(refused.part, *byte));
            }
            let (kind, name) = crate::judge::rule_of(refused);
            items.push(Item::Error(refused.part, refused.code, kind, name));
        }
        items
    }
}

/// Returns the class of every byte.
fn classes(dfa: &Dfa) -> [u8; 256] {
    let mut class_of = [0; 256];
    for (class, bytes) in (0_u8..).zip(dfa.byte_classes()) {
        bytes.into_iter().for_each(|byte| class_of[usize::from(byte)] = class);
    }
    class_of
}

/// Returns the states that a text can be in, the dead one left out.
fn reachable(dfa: &Dfa) -> Vec<StateId> {
    let access = dfa.access();
    (0..)
        .zip(&access)
        .filter(|(state, text)| *state != DEAD && text.is_some())
        .map(|it| it.0)
        .collect()
}

/// Returns the transitions out of those states: state, class, next state.
fn transitions<'d>(
    dfa: &'d Dfa,
    class_of: &'d [u8; 256],
) -> impl Iterator<Item = (StateId, u8, StateId)> + 'd {
    let bytes = dfa.class_bytes();
    reachable(dfa).into_iter().flat_map(move |state| {
        let of_state: Vec<_> = bytes
            .iter()
            .map(|byte| (state, class_of[usize::from(*byte)], dfa.next(state, *byte)))
            .collect();
        of_state
    })
}
