//! The tables of the scheme, through the checks that all schemes share.

use url1738_core::dev::{assert_codes, assert_lints, assert_plans, assert_repairs, assert_vectors};
use url1738_news::NewsUrl;

// req: N-01
#[test]
fn vectors() {
    assert_vectors::<NewsUrl>(include_str!("../data/news.tsv"));
}

// req: N-02
#[test]
fn plans() {
    assert_plans::<NewsUrl>(include_str!("../data/plans.tsv"));
}

// req: S-01
#[test]
fn lints() {
    assert_lints::<NewsUrl>(include_str!("../data/lints.tsv"));
}

#[test]
fn repairs() {
    assert_repairs::<NewsUrl>(include_str!("../data/repairs.tsv"));
}

#[test]
fn codes() {
    assert_codes::<NewsUrl>(url1738_news::CODES.iter().copied());
}
