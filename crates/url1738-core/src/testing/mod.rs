//! What tests and fuzzers need.

#[cfg(feature = "arbitrary")]
pub mod arbitrary;
#[cfg(feature = "dev")]
pub mod dev;
