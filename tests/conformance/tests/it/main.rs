//! Tests of the oracle, and its comparison with the crates.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test reports by panicking"
)]

mod crates;
mod limits;
mod notation;
mod oracle;
mod rules;

use std::sync::OnceLock;

use url1738_conformance::oracle::{Oracle, SCHEMES};

/// Returns the oracle of a scheme, or of "generic", built once for all tests.
fn oracle_of(name: &str) -> &'static Oracle {
    static ORACLES: [OnceLock<Oracle>; SCHEMES.len() + 1] =
        [const { OnceLock::new() }; SCHEMES.len() + 1];
    let scheme = SCHEMES.iter().position(|scheme| *scheme == name);
    let oracle = &ORACLES[scheme.unwrap_or(SCHEMES.len())];
    oracle.get_or_init(|| scheme.map_or_else(Oracle::generic, |at| Oracle::of_scheme(SCHEMES[at])))
}
