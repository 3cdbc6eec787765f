//! The tables of the scheme, through the checks that all schemes share.

use url1738_core::dev::{assert_codes, assert_lints, assert_plans, assert_repairs, assert_vectors};
use url1738_ftp::FtpUrl;

// req: C-03, C-04, C-06, C-07, C-08, F-04, F-07
#[test]
fn vectors() {
    assert_vectors::<FtpUrl>(include_str!("../data/ftp.tsv"));
}

// req: F-02, F-03, F-05, F-06, F-07, F-08, S-02
#[test]
fn plans() {
    assert_plans::<FtpUrl>(include_str!("../data/plans.tsv"));
}

// req: S-01
#[test]
fn lints() {
    assert_lints::<FtpUrl>(include_str!("../data/lints.tsv"));
}

#[test]
fn repairs() {
    assert_repairs::<FtpUrl>(include_str!("../data/repairs.tsv"));
}

#[test]
fn codes() {
    assert_codes::<FtpUrl>(url1738_ftp::CODES.iter().copied());
}
