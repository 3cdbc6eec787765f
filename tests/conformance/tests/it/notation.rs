//! The reader of the grammar's notation, and the automata of the grammar.

use std::collections::HashMap;

use regex_automata::{
    Anchored, Input,
    dfa::{Automaton as _, dense},
    util::syntax,
};
use rstest::rstest;
use url1738_conformance::{
    dfa::{DEAD, Dfa},
    grammar::Grammar,
    nfa::{Nfa, scheme_name},
    notation::{Expr, read},
    oracle::SCHEMES,
    suite,
    suite::{Effort, characterizing_set},
};

use crate::oracle_of;

fn body(text: &str) -> Expr {
    read(text).unwrap().remove(0).body
}

fn literal(text: &str) -> Expr {
    Expr::Literal(text.into())
}

fn repeat(min: u32, max: Option<u32>, item: Expr) -> Expr {
    Expr::Repeat { min, max, item: Box::new(item) }
}

#[rstest]
#[case::optional(r#"a = [ "b" ]"#, repeat(0, Some(1), literal("b")))]
#[case::any_number(r#"a = *[ "b" ]"#, repeat(0, None, literal("b")))]
#[case::at_least(r#"a = 1*"b""#, repeat(1, None, literal("b")))]
#[case::at_most(r#"a = *61[ "b" ]"#, repeat(0, Some(61), literal("b")))]
#[case::exactly(r#"a = 3*3b"#, repeat(3, Some(3), Expr::Name("b".into())))]
#[case::quote_mark(r#"a = <">"#, literal("\""))]
#[case::name_with_a_plus(r#"a = gopher+_string"#, Expr::Name("gopher+_string".into()))]
#[case::comment(r#"a = "b" ; "c""#, literal("b"))]
#[case::semicolon_in_a_literal(r#"a = ";""#, literal(";"))]
#[case::choice_binds_least(
    r#"a = "b" "c" | "d""#,
    Expr::Choice(vec![Expr::Sequence(vec![literal("b"), literal("c")]), literal("d")])
)]
#[case::group(
    r#"a = "b" ( "c" | "d" )"#,
    Expr::Sequence(vec![literal("b"), Expr::Choice(vec![literal("c"), literal("d")])])
)]
fn elements(#[case] text: &str, #[case] expected: Expr) {
    assert_eq!(body(text), expected);
}

#[test]
fn a_line_that_begins_with_a_blank_continues_the_production_before() {
    assert_eq!(read("a = \"b\" |\n  \"c\"\nd = a").unwrap().len(), 2);
}

#[test]
fn a_comment_directly_above_belongs_to_the_production() {
    let productions = read("; no\n\n; decision 1:\n; yes\na = \"b\"\nc = a").unwrap();
    assert_eq!(productions[0].note, "decision 1: yes");
    assert_eq!(productions[1].note, "");
}

#[rstest]
#[case::no_name("= \"a\"")]
#[case::empty("a = ")]
#[case::empty_alternative("a = \"b\" |")]
#[case::open_quote("a = \"b")]
#[case::open_bracket("a = [ \"b\"")]
#[case::closed_twice("a = \"b\" ]")]
#[case::number_alone("a = 3\"b\"")]
#[case::other_sign("a = {b}")]
fn what_is_not_in_the_notation(#[case] text: &str) {
    assert_eq!(read(text).unwrap_err().line, 1);
}

#[test]
fn a_production_is_defined_once() {
    assert!(Grammar::read("a = \"b\"\na = \"c\"").is_err());
}

#[test]
#[should_panic(expected = "recursive")]
fn recursion_has_no_finite_automaton() {
    let _ = Nfa::new(&Grammar::read("a = \"(\" [ a ] \")\"").unwrap(), "a", false);
}

#[test]
fn literals_keep_their_case_but_for_scheme_names() {
    let grammar = Grammar::read("a = \"x:y\" \";type=\"").unwrap();
    let dfa = Dfa::new(&Nfa::new(&grammar, "a", false));
    assert!(dfa.accepts(b"x:y;type=") && dfa.accepts(b"X:y;type="));
    assert!(!dfa.accepts(b"x:Y;type=") && !dfa.accepts(b"x:y;Type="));
}

#[test]
fn every_narrowing_names_its_decision() {
    let grammar = Grammar::narrowings();
    let silent: Vec<&str> = grammar
        .iter()
        .filter(|production| !production.note.starts_with("decision"))
        .map(|production| production.name.as_str())
        .collect();
    assert_eq!(silent, [""; 0]);
}

#[test]
fn every_name_has_a_production() {
    let strict = Grammar::strict();
    for entry in ["url", "ip-url", "opaque-url", "national", "punctuation"] {
        for name in strict.reachable(entry) {
            assert!(strict.get(name).is_some(), "{name}");
        }
    }
    // Every production is used by some entry; others would be dead text in the file.
    let mut reached: Vec<&str> = ["url", "ip-url", "opaque-url", "national", "punctuation"]
        .iter()
        .flat_map(|entry| strict.reachable(entry))
        .collect();
    reached.sort_unstable();
    reached.dedup();
    assert_eq!(reached, strict.iter().map(|production| &production.name).collect::<Vec<_>>());
}

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

/// Returns a regular expression for a body, its productions written out.
fn regex(grammar: &Grammar, body: &Expr) -> String {
    let joined = |items: &[Expr], by: &str| {
        items.iter().map(|item| regex(grammar, item)).collect::<Vec<_>>().join(by)
    };
    match body {
        Expr::Literal(text) => {
            let name = scheme_name(text);
            let rest: String =
                text[name.len()..].chars().map(|c| format!("\\x{{{:x}}}", u32::from(c))).collect();
            format!("(?i:{name}){rest}")
        }
        Expr::Name(name) => format!("(?:{})", regex(grammar, &grammar.get(name).unwrap().body)),
        Expr::Sequence(items) => joined(items, ""),
        Expr::Choice(items) => format!("(?:{})", joined(items, "|")),
        Expr::Repeat { min, max, item } => {
            let max = max.map_or(String::new(), |max| max.to_string());
            format!("(?:{}){{{min},{max}}}", regex(grammar, item))
        }
    }
}

#[test]
fn regex_automata_gives_the_same_verdicts() {
    let mut strings = 0;
    for name in SCHEMES {
        let oracle = oracle_of(name);
        let pattern =
            format!("{}$", regex(&oracle.grammar, &oracle.grammar.get(oracle.entry).unwrap().body));
        let other = dense::Builder::new()
            .configure(dense::Config::new().start_kind(regex_automata::dfa::StartKind::Anchored))
            .syntax(syntax::Config::new().unicode(false).utf8(false))
            .thompson(regex_automata::nfa::thompson::Config::new().utf8(false))
            .build(&pattern)
            .unwrap();
        suite::run(oracle, Effort::Quick, &mut |_, text| {
            let input = Input::new(text).anchored(Anchored::Yes);
            let state = other.start_state_forward(&input).unwrap();
            let end = text.iter().fold(state, |state, byte| other.next_state(state, *byte));
            let accepts = other.is_match_state(other.next_eoi_state(end));
            assert_eq!(oracle.bnf.accepts(text), accepts, "{}", text.escape_ascii());
            strings += 1;
        });
    }
    assert!(strings > 1_000_000, "{strings}");
}
