//! The tests of the program.

#![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

mod attacks;
mod canary;
mod contract;
mod endings;
mod extract;
mod memory;
mod pages;
mod real_lists;
mod run;
mod transcripts;
