//! The tables of the scheme, through the checks that all schemes share.

use url1738_core::dev::{assert_codes, assert_lints, assert_plans, assert_repairs, assert_vectors};
use url1738_nntp::NntpUrl;

// req: N-03
#[test]
fn vectors() {
    assert_vectors::<NntpUrl>(include_str!("../data/nntp.tsv"));
}

// req: S-02
#[test]
fn plans() {
    assert_plans::<NntpUrl>(include_str!("../data/plans.tsv"));
}

// req: S-01
#[test]
fn lints() {
    assert_lints::<NntpUrl>(include_str!("../data/lints.tsv"));
}

#[test]
fn repairs() {
    assert_repairs::<NntpUrl>(include_str!("../data/repairs.tsv"));
}

#[test]
fn codes() {
    assert_codes::<NntpUrl>(url1738_nntp::CODES.iter().copied());
}
