//! Compares the automata with those of another library, compiled by other code from the same notation.

use crate::oracle_of;
use regex_automata::{
    Anchored, Input,
    dfa::{Automaton as _, dense},
    util::syntax,
};
use url1738_conformance::{
    grammar::Grammar,
    nfa::scheme_name,
    notation::Expr,
    oracle::SCHEMES,
    suite::{self, Effort},
};

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
