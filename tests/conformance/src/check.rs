//! Compares a reader with the oracle, one text after another.

use std::collections::BTreeMap;

use crate::{
    exceptions::{EXCEPTIONS, Measure, Place},
    oracle::{Oracle, Truth, Verdict},
    reader::{Reader, Refused, RuleNamed},
    split::Piece,
};

/// The kind of a difference between a reader and the oracle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difference {
    /// One accepts and the other refuses.
    Verdict,
    /// The parts of an accepted text.
    Split,
    /// The class of the rule that refuses, or a production or section that does not exist.
    Rule,
    /// The place of the error.
    Span,
    /// The answer of another URL type to the text.
    Twin,
}

/// A text on which a reader and the oracle differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The kind.
    pub difference: Difference,
    /// The text.
    pub text: Vec<u8>,
    /// The answer of the oracle.
    pub expected: String,
    /// The answer of the reader.
    pub found: String,
}

/// The number of mismatches of each kind that are kept; further ones are only counted.
const KEPT: usize = 12;

/// The result of a run.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Texts that both accept.
    pub accepted: u64,
    /// Texts that both refuse.
    pub refused: u64,
    /// Refused texts by the rule that refuses them: BNF, prose, range.
    pub by_rule: [u64; 3],
    /// Errors that begin where an automaton dies.
    pub exact: BTreeMap<Measure, u64>,
    /// Errors that begin elsewhere for one of the [`EXCEPTIONS`], by its number.
    pub excepted: BTreeMap<usize, u64>,
    /// The number of mismatches of each kind.
    pub counts: BTreeMap<Difference, u64>,
    /// The first mismatches of each kind.
    pub mismatches: Vec<Mismatch>,
}

impl Tally {
    /// Returns the number of texts.
    #[must_use]
    pub const fn strings(&self) -> u64 {
        self.accepted + self.refused
    }

    /// Returns the number of mismatches of all kinds.
    #[must_use]
    pub fn mismatches(&self) -> u64 {
        self.counts.values().sum()
    }

    fn note(&mut self, difference: Difference, text: &[u8], expected: String, found: String) {
        let count = self.counts.entry(difference).or_default();
        *count += 1;
        let kept = self.mismatches.iter().filter(|m| m.difference == difference).count();
        if kept < KEPT {
            self.mismatches.push(Mismatch { difference, text: text.to_vec(), expected, found });
        }
    }
}

/// Reads texts with a reader and judges each reading.
#[derive(Debug)]
pub struct Check<'o> {
    oracle: &'o Oracle,
    productions: Vec<&'o str>,
    expected: Vec<Piece>,
    found: Vec<Piece>,
    twin_found: Vec<Piece>,
    read: Result<(), Refused>,
    /// The result so far.
    pub tally: Tally,
}

impl<'o> Check<'o> {
    /// Returns a check against this oracle.
    #[must_use]
    pub fn new(oracle: &'o Oracle) -> Self {
        // A wrong name breaks `scheme`, which the productions of the ten only name as a literal.
        let mut productions = oracle.grammar.reachable(oracle.entry);
        // A user is held against `hostport`, also where the scheme has a bare host (decision 22).
        productions.extend(["scheme", "hostport"]);
        Self {
            oracle,
            productions,
            expected: vec![],
            found: vec![],
            twin_found: vec![],
            read: Ok(()),
            tally: Tally::default(),
        }
    }

    /// Checks the reading of `text`. Returns the answer of the oracle, and whether the reader
    /// agrees.
    pub fn text(&mut self, reader: &impl Reader, text: &[u8]) -> (Truth, bool) {
        let truth = self.oracle.judge(text, &mut self.expected);
        let before = self.tally.mismatches();
        self.found.clear();
        let read = reader.read(text, &mut self.found);
        self.read = read;
        match truth.verdict {
            Verdict::Valid => self.tally.accepted += 1,
            _ => self.tally.refused += 1,
        }
        match (truth.verdict, read) {
            (Verdict::Valid, Ok(())) => {
                if self.expected != self.found {
                    let (expected, found) = (shown(&self.expected), shown(&self.found));
                    self.tally.note(Difference::Split, text, expected, found);
                }
            }
            (verdict, Err(refused)) if verdict != Verdict::Valid => {
                self.refusal(text, truth, refused);
            }
            (verdict, read) => {
                let expected = format!("{verdict:?}, dies at {}", truth.death);
                self.tally.note(Difference::Verdict, text, expected, format!("{read:?}"));
            }
        }
        (truth, self.tally.mismatches() == before)
    }

    /// Compares another reader's answer to the text that was just read: everything has to be
    /// equal.
    pub fn twin(&mut self, twin: &impl Reader, text: &[u8]) {
        self.twin_found.clear();
        let read = twin.read(text, &mut self.twin_found);
        if read != self.read || self.found != self.twin_found {
            let expected = format!("{:?} {}", self.read, shown(&self.found));
            let found = format!("{read:?} {}", shown(&self.twin_found));
            self.tally.note(Difference::Twin, text, expected, found);
        }
    }

    fn refusal(&mut self, text: &[u8], truth: Truth, refused: Refused) {
        let (class, right) = match (refused.rule, truth.verdict) {
            (RuleNamed::Bnf(production), Verdict::Bnf) => {
                (0, self.productions.contains(&production))
            }
            (RuleNamed::Prose(section), Verdict::Prose | Verdict::ProseAndRange) => {
                (1, is_section(section))
            }
            (RuleNamed::Range, Verdict::Range | Verdict::ProseAndRange) => (2, true),
            _ => (0, false),
        };
        self.tally.by_rule[class] += 1;
        if !right {
            let expected = format!("{:?}", truth.verdict);
            self.tally.note(Difference::Rule, text, expected, format!("{refused:?}"));
        }
        let in_text = refused.start <= refused.end && refused.end <= text.len();
        let (measure, death) = match refused.start {
            start if start == truth.death => (Measure::Strict, truth.death),
            _ => self.oracle.measure(text, truth),
        };
        let place = Place { text, truth, death, refused };
        let exception = || EXCEPTIONS.iter().position(|exception| exception.covers(&place));
        if in_text && refused.start == death {
            *self.tally.exact.entry(measure).or_default() += 1;
        } else if let Some(number) = in_text.then(exception).flatten() {
            *self.tally.excepted.entry(number).or_default() += 1;
        } else {
            let expected = format!("{:?} dies at {death}", measure);
            self.tally.note(Difference::Span, text, expected, format!("{refused:?}"));
        }
    }
}

/// Whether this is a section of RFC 1738 that describes a part.
fn is_section(section: &str) -> bool {
    [
        "2.1", "2.2", "3.1", "3.2.2", "3.3", "3.4.1", "3.5", "3.6", "3.7", "3.8", "3.9", "3.10",
        "3.11",
    ]
    .contains(&section)
}

fn shown(pieces: &[Piece]) -> String {
    let shown: Vec<String> = pieces
        .iter()
        .map(|piece| format!("{} {}..{}", piece.part, piece.start, piece.end))
        .collect();
    shown.join(", ")
}
