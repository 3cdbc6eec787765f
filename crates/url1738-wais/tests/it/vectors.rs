//! The tables of the scheme, through the checks that all schemes share.

use url1738_core::dev::{assert_codes, assert_lints, assert_plans, assert_repairs, assert_vectors};
use url1738_wais::WaisUrl;

// req: W-01, W-02
#[test]
fn vectors() {
    assert_vectors::<WaisUrl>(include_str!("../data/wais.tsv"));
}

// req: S-02
#[test]
fn plans() {
    assert_plans::<WaisUrl>(include_str!("../data/plans.tsv"));
}

// req: S-01
#[test]
fn lints() {
    assert_lints::<WaisUrl>(include_str!("../data/lints.tsv"));
}

#[test]
fn repairs() {
    assert_repairs::<WaisUrl>(include_str!("../data/repairs.tsv"));
}

#[test]
fn codes() {
    assert_codes::<WaisUrl>(url1738_wais::CODES.iter().copied());
}
