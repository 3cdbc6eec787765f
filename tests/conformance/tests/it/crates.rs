//! The crates compared with the grammar: the short form of `cargo xtask conformance`, and hard inputs.

use url1738::{Rule, Url};
use url1738_conformance::{
    check::Check, coverage, exceptions::EXCEPTIONS, oracle::SCHEMES, reader::Parser,
    report::Report, run, suite, suite::Effort,
};

use crate::oracle_of;

#[test]
fn the_crates_read_exactly_the_strict_grammar() {
    let outcomes = run::run(Effort::Quick);
    let covered = coverage::ids().map(|id| (id, vec![String::new()])).collect();
    let report = Report { outcomes: &outcomes, requirements: &covered };
    assert_eq!(report.mismatches(), 0, "{}", report.console());
    assert_eq!(report.survivors(), [""; 0]);
    assert_eq!(report.uncovered(), [""; 0]);

    let strings: u64 = outcomes.iter().map(|outcome| outcome.tally.strings()).sum();
    assert!(strings > 1_000_000, "{strings}");
    let faults = outcomes.iter().map(|outcome| outcome.faults.len()).sum::<usize>();
    assert!(faults >= 60, "{faults}");
    for (number, exception) in EXCEPTIONS.iter().enumerate() {
        let used = outcomes.iter().any(|outcome| outcome.tally.excepted.contains_key(&number));
        assert!(used, "no error needs the exception for {:?}", exception.codes);
    }
}

/// A sample of every suite, without seeded faults: fast, and used to test mutants.
#[test]
fn a_sample_of_the_suites_agrees() {
    for name in SCHEMES.into_iter().chain(["generic"]) {
        let oracle = oracle_of(name);
        let parser = Parser::of(name).expect("a parser for every oracle");
        let (mut check, mut number) = (Check::new(oracle), 0_u32);
        suite::run(oracle, Effort::Quick, &mut |_, text| {
            number += 1;
            if number % 61 == 0 {
                check.text(&parser, text);
            }
        });
        assert_eq!(check.tally.mismatches(), 0, "{name}: {:?}", check.tally.mismatches);
        assert!(check.tally.accepted > 10 && check.tally.refused > 100, "{name}");
    }
}

const NASTY: &str = include_str!("../../data/nasty.tsv");

/// Rows that the file leaves open and the decisions settle: the number of the row, and the verdict.
const DECIDED: &[(u32, Verdict)] = &[
    // Decision 18: a port is at most 65535, so 2^32 + 80 is not one.
    (53, Verdict::Range),
    // Decision 35: empty components of a group are a lint.
    (79, Verdict::Valid),
    // Decision 41: so are empty parts of a wais path.
    (95, Verdict::Valid),
    (99, Verdict::Valid),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Valid,
    Bnf,
    Prose,
    Range,
}

#[test]
fn every_nasty_input_gets_its_verdict() {
    let mut rows = 0;
    for line in NASTY.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [number, _, _, input, bnf, prose, ..] = fields.as_slice() else { panic!("{line}") };
        let number: u32 = number.parse().unwrap();
        let decided = DECIDED.iter().find(|(row, _)| *row == number).map(|(_, verdict)| *verdict);
        let expected = decided.unwrap_or_else(|| match (*bnf, *prose) {
            ("invalid", _) => Verdict::Bnf,
            ("valid", "valid") => Verdict::Valid,
            ("valid", "invalid") => Verdict::Prose,
            other => panic!("row {number}: {other:?} is not decided"),
        });
        let text = written_out(input);
        let found = match Url::parse_bytes(&text).map_err(|error| error.rule()) {
            Ok(_) => Verdict::Valid,
            Err(Rule::Bnf(_)) => Verdict::Bnf,
            Err(Rule::Prose(_)) => Verdict::Prose,
            Err(Rule::Range) => Verdict::Range,
            Err(other) => panic!("row {number}: {other}"),
        };
        assert_eq!(found, expected, "row {number}: {input}");
        rows += 1;
    }
    assert_eq!(rows, 63);
}

/// Returns the input itself: `\t` is a tab, and `a + 'b' x 3 + c` is `abbbc`.
fn written_out(input: &str) -> Vec<u8> {
    let pieces = input.split(" + ").map(|piece| match piece.split_once(" x ") {
        Some((item, times)) => item.trim_matches('\'').repeat(times.parse().unwrap()),
        None => piece.replace("\\t", "\t"),
    });
    pieces.collect::<String>().into_bytes()
}
