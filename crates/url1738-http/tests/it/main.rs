//! The tests of the crate, a file a subject.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::std_instead_of_core,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a test reports by panicking"
)]

mod accessors;
mod plans;
mod successors;
mod vectors;
