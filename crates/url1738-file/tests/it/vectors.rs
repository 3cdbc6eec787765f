//! The tables of the scheme, through the checks that all schemes share.

use url1738_core::{
    codes::CodeKind,
    dev::{assert_codes, assert_lints, assert_plans, assert_repairs, assert_vectors},
};
use url1738_file::FileUrl;

// req: L-01, L-02
#[test]
fn vectors() {
    assert_vectors::<FileUrl>(include_str!("../data/file.tsv"));
}

// req: L-02
#[test]
fn plans() {
    assert_plans::<FileUrl>(include_str!("../data/plans.tsv"));
}

// req: S-01
#[test]
fn lints() {
    assert_lints::<FileUrl>(include_str!("../data/lints.tsv"));
}

#[test]
fn repairs() {
    assert_repairs::<FileUrl>(include_str!("../data/repairs.tsv"));
}

#[test]
fn codes() {
    // The others are about paths, which no plan has.
    let codes = url1738_file::CODES.iter().filter(|info| {
        info.kind != CodeKind::Refusal || ["other-host", "separator-in-name"].contains(&info.code)
    });
    assert_codes::<FileUrl>(codes.copied());
}
