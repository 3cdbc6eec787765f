//! The tables of the scheme, through the checks that all schemes share.

use url1738_core::dev::{assert_codes, assert_lints, assert_plans, assert_repairs, assert_vectors};
use url1738_telnet::TelnetUrl;

// req: T-01, C-01, C-02, C-03, C-04
#[test]
fn vectors() {
    assert_vectors::<TelnetUrl>(include_str!("../data/telnet.tsv"));
}

// req: T-02
#[test]
fn plans() {
    assert_plans::<TelnetUrl>(include_str!("../data/plans.tsv"));
}

// req: S-01
#[test]
fn lints() {
    assert_lints::<TelnetUrl>(include_str!("../data/lints.tsv"));
}

#[test]
fn repairs() {
    assert_repairs::<TelnetUrl>(include_str!("../data/repairs.tsv"));
}

#[test]
fn codes() {
    assert_codes::<TelnetUrl>(url1738_telnet::CODES.iter().copied());
}
