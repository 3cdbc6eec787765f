//! The tests of the family over all schemes, a file a subject.

mod allocations;
mod examples;
mod plans;
#[cfg(all(feature = "url", feature = "fluent-uri", feature = "http-crate"))]
mod readings;
