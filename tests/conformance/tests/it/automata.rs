//! The automata: their sizes, and that they are minimal.

use std::collections::HashMap;

use crate::oracle_of;
use rstest::rstest;
use url1738_conformance::{
    dfa::{DEAD, Dfa},
    grammar::Grammar,
    nfa::Nfa,
    oracle::SCHEMES,
    suite::characterizing_set,
};

fn automaton(grammar: &Grammar, entry: &str) -> Dfa {
    Dfa::new(&Nfa::new(grammar, entry, false))
}

#[rstest]
#[case("ftpurl", 53, 22)]
#[case("httpurl", 29, 14)]
#[case("gopherurl", 28, 16)]
#[case("mailtourl", 12, 11)]
#[case("newsurl", 25, 16)]
#[case("nntpurl", 27, 11)]
#[case("telneturl", 47, 15)]
#[case("waisurl", 35, 16)]
#[case("fileurl", 24, 14)]
#[case("prosperourl", 36, 17)]
fn section_5_is_small(#[case] entry: &str, #[case] states: usize, #[case] classes: usize) {
    let dfa = automaton(&Grammar::bnf(), entry);
    assert_eq!((dfa.len(), dfa.classes()), (states, classes));
}

#[test]
fn the_smallest_automaton_has_no_two_states_alike_and_reaches_all() {
    for name in SCHEMES {
        let dfa = &oracle_of(name).bnf;
        let suffixes = characterizing_set(dfa);
        let mut answers = HashMap::new();
        for (state, access) in (0..).zip(dfa.access()) {
            let access = access.expect("every state is reached");
            assert_eq!(dfa.run_from(dfa.start(), &access), state);
            let answer: Vec<bool> =
                suffixes.iter().map(|suffix| dfa.accepts_in(dfa.run_from(state, suffix))).collect();
            assert_eq!(answers.insert(answer, state), None, "{name}");
        }
        assert!(suffixes[0].is_empty(), "the empty suffix sees whether a state accepts");
    }
}

#[test]
fn minimizing_keeps_the_language_and_its_own_result() {
    for name in ["http", "mailto", "news"] {
        let grammar = Grammar::strict();
        let raw = Dfa::subsets(&Nfa::new(&grammar, &format!("{name}url"), false)).0;
        let small = raw.minimized();
        assert!(small.len() < raw.len());
        assert_eq!(raw.difference(&small), None);
        let again = small.minimized();
        assert_eq!((again.len(), again.classes()), (small.len(), small.classes()));
    }
}

#[test]
fn a_run_dies_at_the_first_byte_that_nothing_can_follow() {
    let dfa = &oracle_of("http").strict;
    for (text, death, accepted) in [
        ("http://h/", 9, true),
        ("http://", 7, false),
        ("http://h:/", 9, false),
        ("http://a..b/", 9, false),
        ("http://h/%4g", 11, false),
        ("http://h:65536", 13, false),
        ("ftp://h", 0, false),
    ] {
        let run = dfa.run(text.as_bytes());
        assert_eq!((run.death, run.accepted), (death, accepted), "{text}");
        assert_ne!(run.last, DEAD);
    }
}

#[test]
fn the_strict_languages_lie_within_those_of_section_5() {
    for name in SCHEMES {
        let oracle = oracle_of(name);
        let beyond = oracle.strict.combined(&oracle.bnf, |strict, bnf| strict && !bnf);
        assert_eq!(beyond.len(), 1, "{name}: the dead state alone accepts nothing");
    }
}
