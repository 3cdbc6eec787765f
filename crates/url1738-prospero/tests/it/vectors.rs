//! The tables of the scheme, through the checks that all schemes share.

use url1738_core::dev::{assert_codes, assert_lints, assert_plans, assert_repairs, assert_vectors};
use url1738_prospero::ProsperoUrl;

// req
#[test]
fn vectors() {
    assert_vectors::<ProsperoUrl>(include_str!("../data/prospero.tsv"));
}

// req: S-02
#[test]
fn plans() {
    assert_plans::<ProsperoUrl>(include_str!("../data/plans.tsv"));
}

// req: S-01
#[test]
fn lints() {
    assert_lints::<ProsperoUrl>(include_str!("../data/lints.tsv"));
}

#[test]
fn repairs() {
    assert_repairs::<ProsperoUrl>(include_str!("../data/repairs.tsv"));
}

#[test]
fn codes() {
    assert_codes::<ProsperoUrl>(url1738_prospero::CODES.iter().copied());
}
