//! The tests of the family over all schemes, a file a subject.

#![allow(
    clippy::std_instead_of_core,
    clippy::std_instead_of_alloc,
    reason = "tests have an operating system"
)]
#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    reason = "a test reports by panicking"
)]

mod accessors;
mod allocations;
#[cfg(feature = "arbitrary")]
mod arbitrary;
mod attacks;
mod authority;
mod canary;
#[cfg(all(feature = "relative", feature = "std"))]
mod codes;
mod edits;
/// What every text, URL, part and plan is held to, one value at a time. The tests here and the fuzz targets find the values.
mod held {
    pub(crate) mod hidden;
    pub(crate) mod leaks;
    pub(crate) mod url;
}
mod injection;
mod international;
mod laws;
mod lints;
mod places;
mod plans;
mod questions;
#[cfg(all(feature = "url", feature = "fluent-uri", feature = "http-crate"))]
mod readings;
#[cfg(all(feature = "relative", feature = "arbitrary"))]
mod relative;
mod repair;
mod repaired;
mod scheme_names;
#[cfg(feature = "arbitrary")]
mod seeds;
#[cfg(feature = "serde")]
mod serialised;
mod suggestions;
#[cfg(feature = "arbitrary")]
mod sums;
mod umbrella;
