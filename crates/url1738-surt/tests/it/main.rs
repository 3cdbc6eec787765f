//! The tests of keys, a file a subject.

#![allow(
    clippy::std_instead_of_core,
    clippy::std_instead_of_alloc,
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    reason = "a test has an operating system and reports by panicking"
)]

mod wayback;
