//! The tests of the program.

#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::expect_used,
    clippy::panic,
    reason = "a test reports by panicking"
)]

mod archives;
mod attacks;
mod browser;
mod canary;
mod contract;
mod endings;
mod explain;
mod extract;
mod extract_archives;
mod fix;
mod memory;
mod pages;
mod real_lists;
mod records;
mod reports;
mod run;
mod sarif;
mod settings;
mod shared_options;
mod shells;
mod suggested;
mod transcripts;
