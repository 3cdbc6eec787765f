//! What the kernels return, row by row, is what the library says.

#![allow(
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core,
    reason = "Arrow has the whole standard library"
)]
#![allow(clippy::unwrap_used, reason = "a test panics where it fails")]
#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::panic,
    reason = "a test panics where it fails"
)]

mod layouts;
mod rows;
mod structures;
