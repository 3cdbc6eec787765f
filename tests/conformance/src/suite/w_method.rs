//! The W-method of Chow and the Wp-method of Fujiwara and others: finite suites that no wrong
//! automaton passes.
//!
//! A reader that decides by some automaton with at most as many states as the right one, and
//! that gives the right verdict on every string of the suite, gives it on every string there is.
//! A parser is not written as an automaton, but it can be in only finitely many situations. Typical mistakes in
//! parsers merge two states or treat a single byte wrongly, and the suite reveals both.

use std::collections::HashMap;

use super::sink::Sink;
use crate::dfa::{Dfa, StateId, number};

/// Returns suffixes that distinguish every two states of `dfa`: one of each pair accepts one of them and
/// the other does not. The empty suffix is the first.
#[must_use]
pub fn characterizing_set(dfa: &Dfa) -> Vec<Vec<u8>> {
    let mut suffixes: Vec<Vec<u8>> = Vec::new();
    let mut blocks: Vec<usize> = vec![0; dfa.len()];
    let mut next = Some(Vec::new());
    while let Some(suffix) = next {
        let mut numbers: HashMap<(usize, bool), usize> = HashMap::new();
        let mut first_of: Vec<StateId> = Vec::new();
        next = None;
        for state in states(dfa) {
            let ends = dfa.accepts_in(dfa.run_from(state, &suffix));
            let fresh = numbers.len();
            let block = &mut blocks[state as usize];
            *block = *numbers.entry((*block, ends)).or_insert(fresh);
            if *block == fresh {
                first_of.push(state);
            } else if next.is_none() {
                next = dfa.difference_from(first_of[*block], dfa, state);
            }
        }
        suffixes.push(suffix);
    }
    suffixes
}

/// Returns all states of `dfa`.
fn states(dfa: &Dfa) -> impl Iterator<Item = StateId> {
    0..number(dfa.len())
}

/// Returns for each state those of the `suffixes` (by number) that distinguish it from all others.
fn identifying_sets(dfa: &Dfa, suffixes: &[Vec<u8>]) -> Vec<Vec<usize>> {
    let words = dfa.len().div_ceil(64);
    // For each suffix the states that accept it.
    let accepted: Vec<Vec<u64>> = suffixes
        .iter()
        .map(|suffix| {
            let mut set = vec![0; words];
            for state in states(dfa) {
                if dfa.accepts_in(dfa.run_from(state, suffix)) {
                    set[state as usize / 64] |= 1 << (state % 64);
                }
            }
            set
        })
        .collect();
    states(dfa)
        .map(|state| {
            let (word, bit) = (state as usize / 64, 1_u64 << (state % 64));
            let mut same: Vec<u64> = vec![u64::MAX; words];
            if dfa.len() % 64 != 0 {
                same[words - 1] = (1 << (dfa.len() % 64)) - 1;
            }
            same[word] &= !bit;
            let mut chosen = Vec::new();
            while same.iter().any(|set| *set != 0) {
                // The states that answer otherwise are removed; the suffix that leaves the fewest is chosen.
                let left = |suffix: usize| {
                    let flip = if accepted[suffix][word] & bit == 0 { u64::MAX } else { 0 };
                    let sets = same.iter().zip(&accepted[suffix]);
                    sets.map(move |(same, accepts)| same & (accepts ^ flip))
                };
                let best = (0..suffixes.len())
                    .min_by_key(|suffix| left(*suffix).map(u64::count_ones).sum::<u32>())
                    .expect("the empty suffix is there");
                same = left(best).collect();
                chosen.push(best);
            }
            chosen
        })
        .collect()
}

/// The W-method's suite over all 256 bytes: every state is entered by a shortest text, every byte
/// is put after it, and after that every suffix of the characterizing set.
pub fn w_method(dfa: &Dfa, bytes: &[u8], sink: &mut Sink<'_>) {
    let suffixes = characterizing_set(dfa);
    suffixes.iter().for_each(|suffix| sink.add(&[suffix]));
    for access in dfa.access().iter().flatten() {
        for byte in bytes {
            for suffix in &suffixes {
                sink.add(&[access, &[*byte], suffix]);
            }
        }
    }
}

/// The Wp-method's suite: every state with all suffixes of the characterizing set, every
/// transition by one of `bytes` with those that distinguish the next state from all others, and
/// with the empty one.
///
/// It proves as much with far fewer strings, which matters where an automaton counts to 63.
pub fn wp_method(dfa: &Dfa, bytes: &[u8], sink: &mut Sink<'_>) {
    let suffixes = characterizing_set(dfa);
    let identifying = identifying_sets(dfa, &suffixes);
    let access = dfa.access();
    for (state, access) in states(dfa).zip(&access) {
        let Some(access) = access else { continue };
        suffixes.iter().for_each(|suffix| sink.add(&[access, suffix]));
        for byte in bytes {
            let next = dfa.next(state, *byte);
            sink.add(&[access, &[*byte]]);
            for suffix in &identifying[next as usize] {
                sink.add(&[access, &[*byte], &suffixes[*suffix]]);
            }
        }
    }
}
