//! Integration tests, one file per subject.

#![allow(
    clippy::unwrap_used,
    clippy::string_slice,
    clippy::indexing_slicing,
    reason = "a test reports by panicking"
)]
#![allow(
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core,
    reason = "a test has the whole standard library"
)]

mod errors;
mod escaped;
mod fixes;
mod lints;
mod names;
mod normal;
mod plans;
mod redacted;
mod repair;
mod shown;
mod values;
