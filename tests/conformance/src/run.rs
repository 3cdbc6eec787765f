//! The complete proof: every suite on every type, on all processors.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use crate::{
    check::{Check, Tally},
    coverage::{Coverage, Covered},
    faults,
    faults::Fault,
    grammar::Grammar,
    oracle::{Oracle, SCHEMES, Verdict},
    reader::Parser,
    split::Splitter,
    suite,
    suite::{Effort, Section},
};

/// The result of one suite.
#[derive(Debug)]
pub struct Outcome {
    /// The scheme, "generic", or "union".
    pub title: &'static str,
    /// States and classes of bytes of the automaton of section 5.
    pub bnf: (usize, usize),
    /// States and classes of the automaton of the decisions.
    pub strict: (usize, usize),
    /// The sections of the suite with their numbers of strings.
    pub sections: BTreeMap<Section, u64>,
    /// Verdicts, splits, rules and places.
    pub tally: Tally,
    /// The productions of the BNF.
    pub covered: Vec<(String, Covered)>,
    /// The productions that no URL uses, with the number of texts refused at one of their characters.
    pub unused: Vec<(String, u64)>,
    /// A text that section 5 splits in two ways, if the scheme has one.
    pub ambiguous: Option<String>,
    /// The seeded faults of the scheme.
    pub faults: Vec<Fault>,
}

/// Runs all suites; the outcomes are in the order of the schemes, then "generic" and "union".
///
/// # Panics
///
/// Panics if a suite panics.
#[must_use]
pub fn run(effort: Effort) -> Vec<Outcome> {
    let ten: Vec<Oracle> = on_all_processors(SCHEMES.len(), |at| Oracle::of_scheme(SCHEMES[at]));
    let mut oracles = vec![Oracle::generic(), Oracle::union(&ten)];
    oracles.splice(0..0, ten);
    // The suite of mailto is the longest by far, that of ftp comes next.
    let first = |at: usize| (at + 4) % oracles.len();
    let mut outcomes =
        on_all_processors(oracles.len(), |at| (first(at), outcome(&oracles[first(at)], effort)));
    outcomes.sort_by_key(|(at, _)| *at);
    outcomes.into_iter().map(|(_, outcome)| outcome).collect()
}

/// Runs `jobs` jobs, one per processor at a time.
fn on_all_processors<T: Send>(jobs: usize, job: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= jobs {
                        return;
                    }
                    let result = job(at);
                    done.lock().expect("no job panics with the lock").push((at, result));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no job panics with the lock");
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Runs the suite of one oracle.
fn outcome(oracle: &Oracle, effort: Effort) -> Outcome {
    let parser = Parser::of(oracle.title).expect("a parser for every oracle");
    let umbrella = Parser::of("union").expect("the umbrella has a parser").of_bytes();
    let is_scheme = SCHEMES.contains(&oracle.title);
    let mut check = Check::new(oracle);
    let mut coverage = Coverage::new(oracle);
    let mut faults = if is_scheme { faults::of_scheme(oracle) } else { Vec::new() };
    let mut trial = Check::new(oracle);

    let mut sections = BTreeMap::new();
    suite::run(oracle, effort, &mut |section, text| {
        *sections.entry(section).or_default() += 1;
        let (truth, _) = check.text(&parser, text);
        if is_scheme && oracle.is_named(text) {
            check.twin(&umbrella, text);
        }
        if section != Section::WpMethod {
            coverage.text(text, truth.verdict == Verdict::Bnf);
        }
        faults::try_on(&mut faults, oracle, text, truth, &mut trial);
    });

    let ambiguity = || Splitter::new(&Grammar::bnf(), oracle.entry).ambiguity();
    Outcome {
        title: oracle.title,
        bnf: (oracle.bnf.len(), oracle.bnf.classes()),
        strict: (oracle.strict.len(), oracle.strict.classes()),
        sections,
        tally: check.tally,
        covered: coverage.counts().map(|(name, covered)| (name.to_owned(), covered)).collect(),
        unused: coverage.unused().map(|(name, refused)| (name.to_owned(), refused)).collect(),
        ambiguous: is_scheme
            .then(ambiguity)
            .flatten()
            .map(|found| String::from_utf8_lossy(&found.text).into_owned()),
        faults,
    }
}
