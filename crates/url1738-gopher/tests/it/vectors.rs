//! The tables of the scheme, through the checks that all schemes share.

use url1738_core::dev::{assert_codes, assert_lints, assert_plans, assert_repairs, assert_vectors};
use url1738_gopher::GopherUrl;

// req: P-01, P-02, P-03, P-05, P-06, P-07
#[test]
fn vectors() {
    assert_vectors::<GopherUrl>(include_str!("../data/gopher.tsv"));
}

// req: P-04, P-05, P-06, P-07, S-02
#[test]
fn plans() {
    assert_plans::<GopherUrl>(include_str!("../data/plans.tsv"));
}

// req: S-01
#[test]
fn lints() {
    assert_lints::<GopherUrl>(include_str!("../data/lints.tsv"));
}

#[test]
fn repairs() {
    assert_repairs::<GopherUrl>(include_str!("../data/repairs.tsv"));
}

#[test]
fn codes() {
    // The example of this code is an answer to a form.
    let codes = url1738_gopher::CODES.iter().filter(|info| info.code != "form-end");
    assert_codes::<GopherUrl>(codes.copied());
}
