//! The tests of the oracle itself, and the oracle held against the crates.

#![allow(clippy::unwrap_used, reason = "a test that fails says where")]

mod agreement;
mod automata;
mod limits;
mod mailboxes;
mod notation;
mod splits;
mod suites;
