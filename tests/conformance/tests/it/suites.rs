//! The suites themselves: that they find the faults they are made for.

use crate::oracle_of;
use url1738_conformance::{
    check::{Check, Difference},
    parts::Piece,
    reader::{Reader, Refused},
    suite::{self, Effort},
    table_reader::TableReader,
};

#[test]
fn the_tables_agree_with_themselves() {
    for name in ["http", "mailto", "prospero"] {
        let oracle = oracle_of(name);
        let mut check = Check::new(oracle);
        suite::run(oracle, Effort::Quick, &mut |_, text| {
            check.text(&TableReader(oracle), text);
        });
        assert_eq!(check.tally.mismatches(), 0, "{:?}", check.tally.mismatches);
        assert!(check.tally.accepted > 100 && check.tally.refused > 1000, "{name}");
    }
}

/// Accepts everything.
struct Credulous;

impl Reader for Credulous {
    fn read(&self, _: &[u8], _: &mut Vec<Piece>) -> Result<(), Refused> {
        Ok(())
    }
}

#[test]
fn a_reader_that_accepts_everything_differs_in_verdicts_and_splits() {
    let oracle = oracle_of("news");
    let mut check = Check::new(oracle);
    suite::run(oracle, Effort::Quick, &mut |_, text| {
        check.text(&Credulous, text);
    });
    assert_eq!(check.tally.counts[&Difference::Verdict], check.tally.refused);
    assert_eq!(check.tally.counts[&Difference::Split], check.tally.accepted);
}
