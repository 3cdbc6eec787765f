//! What the functions return, row by row, is what the library says; and SQL gets it.

#![allow(
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core,
    reason = "the engine has the whole standard library"
)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test panics where it fails"
)]

mod rows;
mod sql;
mod structures;
