//! The crates compared with the grammar: the short form of `cargo xtask conformance`.

use url1738_conformance::{
    check::Check,
    exceptions::EXCEPTIONS,
    oracle::SCHEMES,
    parser::Parser,
    report::Report,
    requirements, run,
    suite::{self, Effort},
};

use crate::oracle_of;

#[test]
fn the_crates_read_exactly_the_strict_grammar() {
    let outcomes = run::run(Effort::Quick);
    let covered = requirements::ids().map(|id| (id, vec![String::new()])).collect();
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
