//! The tests of the crate, a file a subject.

#![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

mod builder;
mod plans;
mod vectors;
