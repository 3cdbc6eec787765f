//! The choice of as few strings as possible that cover the automata, the bytes, the errors and the seeded faults.

use std::collections::{HashMap, HashSet};

use url1738_conformance::{
    check::Check,
    dfa::{DEAD, Dfa, StateId},
    faults,
    faults::Fault,
    oracle::{Oracle, SCHEMES, Truth, Verdict},
    reader::{Parser, Reader as _, Refused},
    split::Piece,
};

use crate::candidates::candidates;

/// A string of the suite with the answers of the oracle and the crates, which agree.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The string.
    pub text: Vec<u8>,
    /// The parts, if it is valid.
    pub pieces: Vec<Piece>,
    /// The error, if it is not.
    pub refused: Option<Refused>,
    items: Vec<Item>,
    truth: Truth,
}

/// How much of a scheme a set covers.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// States and transitions covered.
    pub covered: usize,
    /// States and transitions that there are.
    pub of: usize,
    /// What is not covered.
    pub open: Vec<Item>,
    /// Seeded faults that change the language or an answer.
    pub faults: usize,
    /// The titles of those that no string of the set detects.
    pub survivors: Vec<&'static str>,
}

/// Reads the text with the oracle and with the crates.
///
/// # Panics
///
/// Panics if they disagree: then nothing can be written.
fn read(map: &Map<'_>, parser: &Parser, check: &mut Check<'_>, text: Vec<u8>) -> Chosen {
    let (truth, agrees) = check.text(parser, &text);
    assert!(agrees, "the crates and the grammar differ: {:?}", check.tally.mismatches);
    let mut pieces = Vec::new();
    let refused = parser.read(&text, &mut pieces).err();
    let items = map.of(&text, truth, &pieces, refused);
    Chosen { text, pieces, refused, items, truth }
}

/// Chooses the strings of a scheme, or of "generic".
///
/// # Panics
///
/// Panics if the crates and the grammar differ on a string.
#[must_use]
pub fn choose(oracle: &Oracle, large: bool) -> Vec<Chosen> {
    let map = Map::new(oracle, large);
    let parser = Parser::of(oracle.title).expect("a parser for every oracle");
    let mut check = Check::new(oracle);
    let mut faults = seeded(oracle);
    let mut trial = Check::new(oracle);

    let mut seen: HashSet<Item> = HashSet::new();
    let mut chosen: Vec<Chosen> = Vec::new();
    for text in candidates(oracle, large) {
        let read = read(&map, &parser, &mut check, text);
        let living = |faults: &[Fault]| faults.iter().filter(|it| it.killed_by.is_none()).count();
        let before = living(&faults);
        faults::try_on(&mut faults, oracle, &read.text, read.truth, &mut trial);
        let is_new = read.items.iter().any(|item| !seen.contains(item));
        if is_new || living(&faults) < before {
            seen.extend(&read.items);
            chosen.push(read);
        }
    }
    for one in &mut chosen {
        one.items.extend(kills(&mut faults, oracle, &one.text, one.truth, &mut trial));
    }
    fewest(chosen)
}

/// Removes strings, the longest first, all of whose items another string covers too.
fn fewest(mut chosen: Vec<Chosen>) -> Vec<Chosen> {
    let mut count: HashMap<Item, usize> = HashMap::new();
    for one in &mut chosen {
        one.items.sort_unstable();
        one.items.dedup();
        one.items.iter().for_each(|item| *count.entry(*item).or_default() += 1);
    }
    chosen.sort_by(|a, b| (b.text.len(), &b.text).cmp(&(a.text.len(), &a.text)));
    chosen.retain(|one| {
        let needed = one.items.iter().any(|item| count[item] == 1);
        if !needed {
            one.items.iter().for_each(|item| *count.entry(*item).or_default() -= 1);
        }
        needed
    });
    chosen.reverse();
    chosen
}

/// Returns the seeded faults of a scheme that can be detected.
fn seeded(oracle: &Oracle) -> Vec<Fault> {
    if !SCHEMES.contains(&oracle.title) {
        return Vec::new();
    }
    faults::of_scheme(oracle).into_iter().filter(|fault| !fault.equivalent).collect()
}

/// Returns the faults that this one text detects.
fn kills(
    faults: &mut [Fault],
    oracle: &Oracle,
    text: &[u8],
    truth: Truth,
    trial: &mut Check<'_>,
) -> Vec<Item> {
    faults.iter_mut().for_each(|fault| fault.killed_by = None);
    faults::try_on(faults, oracle, text, truth, trial);
    let killed = faults.iter().enumerate().filter(|(_, fault)| fault.killed_by.is_some());
    killed.map(|(number, _)| Item::Fault(number)).collect()
}

/// Measures how much of a scheme the texts cover, and which seeded faults they detect.
///
/// # Panics
///
/// Panics if the crates and the grammar differ on a text.
#[must_use]
pub fn measure(oracle: &Oracle, texts: impl IntoIterator<Item = Vec<u8>>, large: bool) -> Measured {
    let map = Map::new(oracle, large);
    let parser = Parser::of(oracle.title).expect("a parser for every oracle");
    let mut check = Check::new(oracle);
    let mut faults = seeded(oracle);
    let mut trial = Check::new(oracle);
    let all = map.all();
    let mut open = all.clone();
    for text in texts {
        let read = read(&map, &parser, &mut check, text);
        read.items.iter().for_each(|item| {
            open.remove(item);
        });
        faults::try_on(&mut faults, oracle, &read.text, read.truth, &mut trial);
    }
    let mut open: Vec<Item> = open.into_iter().collect();
    open.sort_unstable();
    let survivors = faults.iter().filter(|fault| fault.killed_by.is_none());
    Measured {
        covered: all.len() - open.len(),
        of: all.len(),
        open,
        faults: faults.len(),
        survivors: survivors.map(|fault| fault.title).collect(),
    }
}

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
