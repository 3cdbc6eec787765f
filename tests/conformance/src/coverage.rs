//! The productions of the BNF that accept texts of a suite, and in which texts are refused.

use crate::{dfa::Dfa, nfa::Nfa, oracle::Oracle};

/// Counts, for each production that a URL of one kind is made of, the texts that go through it.
#[derive(Debug)]
pub struct Coverage<'o> {
    /// The productions, by name.
    productions: Vec<&'o str>,
    /// For each the automaton of the texts with a derivation that uses it.
    through: Vec<Dfa>,
    /// The automaton of all texts, and for each of its states the productions that are being read.
    all: Dfa,
    inside: Vec<u128>,
    counts: Vec<Covered>,
    /// The productions that no URL uses, with the automata of their characters.
    unused: Vec<(&'o str, Dfa, u64)>,
}

/// How many texts went through a production.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Covered {
    /// Texts that the BNF accepts with a derivation that uses it.
    pub accepted: u64,
    /// Texts that the BNF refuses where it was being read, or came next.
    pub refused: u64,
}

impl<'o> Coverage<'o> {
    /// Of the productions that `oracle`'s is made of; of the union's only those that no member has.
    #[must_use]
    pub fn new(oracle: &'o Oracle) -> Self {
        let productions = match oracle.is_union() {
            true => vec!["otherurl", "url"],
            false => oracle.grammar.reachable(oracle.entry),
        };
        let nfa = Nfa::within(&oracle.grammar, oracle.entry, &productions);
        let (all, inside) = Dfa::subsets(&nfa);
        let through = (0..).zip(&productions).map(|(bit, _)| Dfa::new(&nfa.through(bit))).collect();
        let counts = vec![Covered::default(); productions.len()];
        let unused = oracle.grammar.unreachable("url").into_iter();
        let unused = unused
            .map(|name| (name, Dfa::new(&Nfa::new(&oracle.grammar, name, false)), 0))
            .collect();
        Self { productions, through, all, inside, counts, unused }
    }

    /// Counts a text, of which is known whether the BNF refuses it.
    pub fn text(&mut self, text: &[u8], refused: bool) {
        if !refused {
            for (count, through) in self.counts.iter_mut().zip(&self.through) {
                count.accepted += u64::from(through.accepts(text));
            }
        } else {
            let run = self.all.run(text);
            let inside = self.inside[run.last as usize];
            let wrong = text.get(run.death..=run.death).unwrap_or_default();
            for (_, characters, count) in &mut self.unused {
                *count += u64::from(characters.accepts(wrong));
            }
            for (bit, count) in self.counts.iter_mut().enumerate() {
                count.refused += u64::from(inside >> bit & 1 == 1);
            }
        }
    }

    /// Returns the productions that no URL is made of, with the number of texts refused at one of their
    /// characters.
    pub fn unused(&self) -> impl Iterator<Item = (&'o str, u64)> {
        self.unused.iter().map(|(name, _, count)| (*name, *count))
    }

    /// Returns the productions with their counts, by name.
    pub fn counts(&self) -> impl Iterator<Item = (&'o str, Covered)> {
        self.productions.iter().copied().zip(self.counts.iter().copied())
    }
}
