//! Strings with a special meaning: the literals of the grammar and near misses, numbers and names
//! at their limits, escapes whole and broken, text of other alphabets. Each is put after a shortest
//! text to every state of the automaton, followed by every suffix of the characterizing set.

use std::collections::HashMap;

use super::{
    Effort,
    vocabulary::{BYTES, ESCAPES, FOREIGN, NUMBERS, SAMPLES},
};
use crate::{
    dfa::{Dfa, StateId, number},
    oracle::Oracle,
    suite::Sink,
};

/// Adds the samples, their beginnings, and each with one byte less, doubled, or put in another
/// case or place of the alphabet.
pub(super) fn samples(sink: &mut Sink<'_>) {
    for sample in SAMPLES {
        near(sample).iter().for_each(|text| sink.add(&[text]));
        (0..sample.len()).for_each(|end| sink.add(&[&sample.as_bytes()[..end]]));
    }
}

/// Labels, and names of several labels, around their limits.
fn names() -> Vec<Vec<u8>> {
    let mut names = Vec::new();
    for len in [61, 62, 63, 64, 65, 127, 128] {
        let plain = "a".repeat(len);
        names.push(plain.clone());
        names.push(format!("{plain}.b"));
        names.push(format!("b.{plain}"));
        names.push(format!("{}a", "1".repeat(len - 1)));
        names.push(format!("a{}a", "-".repeat(len - 2)));
        names.push(format!("a{}", "-".repeat(len - 1)));
        names.push(format!("{}.1.1.1", "0".repeat(len)));
        names.push(format!("1.1.1.{}1", "0".repeat(len - 1)));
        names.push(format!("{}.a", "0".repeat(len)));
    }
    let label = "a".repeat(63);
    for len in [250, 253, 254, 255, 256, 257, 300] {
        // Labels of 63 bytes, of 1 byte, and of one too many.
        names.push(
            [format!("{label}."), format!("{label}."), format!("{label}.")].concat()
                + &"b".repeat(len - 192),
        );
        names.push("a.".repeat((len - 1) / 2) + if len % 2 == 0 { "ab" } else { "a" });
        names.push("1.".repeat((len - 1) / 2) + if len % 2 == 0 { "ab" } else { "a" });
        names.push(format!("1.2.3.{}", "0".repeat(len - 6)));
    }
    names.into_iter().map(String::into_bytes).collect()
}

/// Each number in each of the four places of an address.
fn addresses() -> impl Iterator<Item = String> {
    NUMBERS.iter().flat_map(|number| {
        (0..4).map(move |place| {
            let groups: Vec<&str> =
                (0..4).map(|at| if at == place { number } else { "1" }).collect();
            groups.join(".")
        })
    })
}

/// Returns a literal of the grammar with near misses: in other cases, too short, too long.
fn near(literal: &str) -> Vec<Vec<u8>> {
    let bytes = literal.as_bytes();
    let mut all =
        vec![bytes.to_vec(), literal.to_ascii_uppercase().into(), [bytes, bytes].concat()];
    for at in 0..bytes.len() {
        let mut other_case = bytes.to_vec();
        other_case[at] ^= if bytes[at].is_ascii_alphabetic() { 0x20 } else { 0x01 };
        all.push(other_case);
        all.push([&bytes[..at], &bytes[at + 1..]].concat());
        all.push([&bytes[..at], &bytes[at..=at], &bytes[at..]].concat());
    }
    all
}

/// Adds the words for the texts of `oracle`.
pub(super) fn words(oracle: &Oracle, effort: Effort, sink: &mut Sink<'_>) {
    let mut words: Vec<Vec<u8>> =
        oracle.grammar.literals(oracle.entry).into_iter().flat_map(near).collect();
    words.extend(
        [NUMBERS, ESCAPES, FOREIGN].concat().into_iter().map(|word| word.as_bytes().to_vec()),
    );
    words.extend(BYTES.iter().map(|bytes| bytes.to_vec()));
    let long: Vec<Vec<u8>> = addresses().map(String::into_bytes).chain(names()).collect();

    let suffixes = match effort {
        Effort::Full => characterizing_set(&oracle.bnf),
        Effort::Quick => vec![Vec::new()],
    };
    let completions = oracle.bnf.completions();
    for (access, end) in oracle.bnf.access().iter().zip(&completions) {
        let Some(access) = access else { continue };
        for word in &words {
            suffixes.iter().chain(end).for_each(|suffix| sink.add(&[access, word, suffix]));
        }
        // After the long ones only bytes that end a host matter.
        for word in &long {
            let short = suffixes.iter().filter(|suffix| suffix.len() < 5);
            short.chain(end).for_each(|suffix| sink.add(&[access, word, suffix]));
        }
    }
    // Here a host follows an "@" that the automaton of section 5 need not distinguish.
    if let "mailto" | "news" = oracle.title {
        let begin = format!("{}:a@", oracle.title);
        names().iter().for_each(|host| sink.add(&[begin.as_bytes(), host]));
    }
}

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
