//! The tables of the scheme, through the checks that all schemes share.

use url1738_core::dev::{assert_codes, assert_lints, assert_plans, assert_repairs, assert_vectors};
use url1738_mailto::MailtoUrl;

// req: M-01
#[test]
fn vectors() {
    assert_vectors::<MailtoUrl>(include_str!("../data/mailto.tsv"));
}

/// The groups of an address have any number of zeros before them, so a domain may be longer than a name.
#[test]
fn an_address_may_be_longer_than_a_name() {
    let zeros = "0".repeat(300);
    assert!(MailtoUrl::parse(&format!("mailto:joe@{zeros}1.2.3.4")).is_ok());
    assert!(MailtoUrl::parse(&format!("mailto:joe@{zeros}1.2.3.400")).is_err());
    assert!(MailtoUrl::parse(&format!("mailto:joe@{}", "a".repeat(300))).is_err());
}

// req: M-02
#[test]
fn plans() {
    assert_plans::<MailtoUrl>(include_str!("../data/plans.tsv"));
}

// req: S-01
#[test]
fn lints() {
    assert_lints::<MailtoUrl>(include_str!("../data/lints.tsv"));
}

#[test]
fn repairs() {
    assert_repairs::<MailtoUrl>(include_str!("../data/repairs.tsv"));
}

#[test]
fn codes() {
    assert_codes::<MailtoUrl>(url1738_mailto::CODES.iter().copied());
}
