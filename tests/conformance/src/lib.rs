//! RFC 1738's grammar as the oracle of the `url1738` crates.

#![forbid(unsafe_code)]
#![allow(
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core,
    reason = "a program of the workspace, not a library for machines without std"
)]

pub mod byte_set;
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
pub mod parser;
pub mod parts;
pub mod product;
pub mod reader;
pub mod report;
pub mod requirements;
pub mod run;
pub mod split;
pub mod suite;
pub mod table_reader;
