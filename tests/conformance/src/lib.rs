//! RFC 1738's grammar as the oracle of the `url1738` crates.
//!
//! From the text of the grammar to a verdict: [`notation`] reads productions, [`grammar`] keeps them,
//! [`nfa`] writes them out, [`dfa`] runs them once they are deterministic and [`minimize`] has made them
//! small, and compares two; [`split`] reads the parts off. An [`oracle::Oracle`] holds all
//! automata of a scheme.
//!
//! From the oracle to the proof: [`suite`] generates the strings, a [`reader::Reader`] reads them (crates
//! and tables alike), [`check`] compares the reading with the help of
//! [`exceptions`], [`coverage`] and [`faults`] check the suites and the tests. [`run`] does
//! it all, and [`report`] prints the result.

#![forbid(unsafe_code)]
#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    reason = "a tool for developers: a panic reports a bug in it"
)]
#![allow(
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core,
    reason = "a program of the workspace, not a library for machines without std"
)]

pub mod check;
pub mod coverage;
pub mod dfa;
pub mod exceptions;
pub mod faults;
pub mod grammar;
pub mod minimize;
pub mod nfa;
pub mod notation;
pub mod oracle;
pub mod reader;
pub mod report;
pub mod run;
pub mod split;
pub mod suite;

/// The pages that belong to no crate: their examples are tests, like those of the crates.
#[cfg(doctest)]
mod pages_of_the_repository {
    #[doc = include_str!("../../../README.md")]
    mod front {}
    #[doc = include_str!("../../../crates/README.md")]
    mod code_map {}
    #[doc = include_str!("../../README.md")]
    mod tests {}
    #[doc = include_str!("../README.md")]
    mod conformance {}
    #[doc = include_str!("../../interop/README.md")]
    mod interop {}
    #[doc = include_str!("../../fuzz/README.md")]
    mod fuzz {}
}
