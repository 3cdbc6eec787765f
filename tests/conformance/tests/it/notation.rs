//! The reader of the grammar's notation.

use rstest::rstest;
use url1738_conformance::{
    dfa::Dfa,
    grammar::Grammar,
    nfa::Nfa,
    notation::{Expr, read},
};

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
