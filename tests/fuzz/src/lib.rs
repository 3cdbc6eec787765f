//! What any bytes may not do to the crates: a function for each fuzz target.
//!
//! Each takes the bytes that the fuzzer makes up, and panics where a law does not hold. The laws themselves are
//! those of the tests of `url1738`.

#![forbid(unsafe_op_in_unsafe_fn)]
#![allow(clippy::missing_panics_doc, reason = "a panic is what a fuzz target reports by")]

mod access;
mod build;
mod codec;
mod context;
mod differential;
mod grammar;
mod lines;
mod normal;
mod parse;
mod repair;
mod secrets;

/// The laws, shared with the tests of the crate.
#[path = "../../../crates/url1738/tests/it/held/mod.rs"]
#[allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each of both uses a part; a law reports by panicking"
)]
mod held;

pub use access::access_safe;
pub use build::build_parse;
pub use codec::encode_decode;
pub use context::context;
pub use differential::differential;
pub use grammar::{against_grammar, build_automata};
pub use lines::cli_lines;
pub use normal::normalize;
pub use parse::{parse_any, parse_bytes};
pub use repair::repair;
pub use secrets::format_redact;
