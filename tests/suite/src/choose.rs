//! The choice of as few strings as possible that cover the automata, the bytes, the errors and the seeded faults.

use std::collections::{HashMap, HashSet};

use url1738_conformance::{
    check::Check,
    faults::{self, Fault},
    oracle::{Oracle, SCHEMES, Truth},
    parser::Parser,
    parts::Piece,
    reader::{Reader as _, Refused},
};

use crate::{
    candidates::candidates,
    coverage::{Item, Map},
};

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
