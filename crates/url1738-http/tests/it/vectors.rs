//! The tables of the scheme, through the checks that all schemes share.

use url1738_core::dev::{assert_lints, assert_plans, assert_repairs, assert_vectors};
use url1738_http::HttpUrl;

// req: H-01, H-02, H-03, C-05, C-06, C-07, G-04, G-05, G-06
#[test]
fn vectors() {
    assert_vectors::<HttpUrl>(include_str!("../data/http.tsv"));
}

// req: S-02
#[test]
fn plans() {
    assert_plans::<HttpUrl>(include_str!("../data/plans.tsv"));
}

// req: S-01
#[test]
fn lints() {
    assert_lints::<HttpUrl>(include_str!("../data/lints.tsv"));
}

#[test]
fn repairs() {
    assert_repairs::<HttpUrl>(include_str!("../data/repairs.tsv"));
}
