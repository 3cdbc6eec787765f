//! Support for tests and fuzzers.

#[cfg(feature = "arbitrary")]
pub mod arbitrary;
#[cfg(feature = "dev")]
pub mod dev;
#[cfg(feature = "dev")]
mod tables;
