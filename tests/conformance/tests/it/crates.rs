//! The crates against the grammar: the shorter form of `cargo xtask conformance`.

use url1738_conformance::{
    exceptions::EXCEPTIONS, report::Report, requirements, run, suite::Effort,
};

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
