//! The parsers against the automata of the grammar.

use std::sync::OnceLock;

use url1738_conformance::{
    check::Check,
    oracle::{Oracle, SCHEMES},
    reader::Parser,
};

struct Judge {
    oracle: Oracle,
    parser: Parser,
}

/// Returns the oracles of the ten schemes, of the general syntax and of the union.
fn judges() -> &'static [Judge] {
    static JUDGES: OnceLock<Vec<Judge>> = OnceLock::new();
    JUDGES.get_or_init(|| {
        let ten = SCHEMES.map(Oracle::of_scheme);
        let others = [Oracle::generic(), Oracle::union(&ten)];
        let judge = |oracle: Oracle| {
            let parser = Parser::of(oracle.title).expect("every oracle has a parser");
            Judge { oracle, parser }
        };
        ten.into_iter().chain(others).map(judge).collect()
    })
}

/// Builds the automata, which takes longer than the fuzzer waits for one input.
pub fn build_automata() {
    judges();
}

/// Verdict, split, rule and place agree with the grammar: of the scheme that the text names, or, if it names
/// none, of the one that its first byte selects; of the general syntax and of the union.
pub fn against_grammar(bytes: &[u8]) {
    // An oracle keeps a trail of states for every byte.
    let bytes = bytes.get(..4096).unwrap_or(bytes);
    let judges = judges();
    let named = judges.iter().take(SCHEMES.len()).position(|judge| judge.oracle.is_named(bytes));
    let chosen = usize::from(bytes.first().copied().unwrap_or_default()) % SCHEMES.len();
    for at in [named.unwrap_or(chosen), SCHEMES.len(), SCHEMES.len() + 1] {
        let Judge { oracle, parser } = &judges[at];
        let mut check = Check::new(oracle);
        check.text(parser, bytes);
        let title = oracle.title;
        assert!(check.tally.mismatches.is_empty(), "{title}: {:?}", check.tally.mismatches);
    }
}
