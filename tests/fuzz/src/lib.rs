//! The laws that hold for any bytes: one function per fuzz target.
//!
//! Each takes the fuzzer's bytes, and panics if a law does not hold. The laws are
//! those of the tests of `url1738`.

#![forbid(unsafe_op_in_unsafe_fn)]
#![allow(clippy::missing_panics_doc, reason = "a fuzz target reports by panicking")]

mod access;
mod build;
mod context;
mod differential;
mod exchange;
mod fields;
mod grammar;
mod parse;
mod program;
mod secrets;
mod surt;

/// The laws, shared with the tests of the crate.
#[path = "../../../crates/url1738/tests/it/held"]
#[allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each user needs only a part; a law reports by panicking"
)]
mod held {
    pub(crate) mod hidden;
    pub(crate) mod leaks;
    pub(crate) mod url;
}

pub use access::access_safe;
pub use build::build_parse;
pub use context::context;
pub use differential::differential;
pub use exchange::exchange;
pub use fields::fields;
pub use grammar::{against_grammar, build_automata};
pub use parse::{parse_any, parse_bytes};
pub use secrets::{canary, format_redact};
pub use surt::surt;

pub use crate::{
    build::encode_decode,
    context::documents,
    fields::settings,
    parse::{normalize, repair},
    program::cli_lines,
    surt::join,
};

/// The law of each target, by the target's name.
pub const TARGETS: [(&str, fn(&[u8])); 19] = [
    ("access_safe", access_safe),
    ("against_grammar", against_grammar),
    ("build_parse", build_parse),
    ("canary", canary),
    ("cli_lines", cli_lines),
    ("context", context),
    ("differential", differential),
    ("documents", documents),
    ("encode_decode", encode_decode),
    ("exchange", exchange),
    ("fields", fields),
    ("format_redact", format_redact),
    ("join", join),
    ("normalize", normalize),
    ("parse_any", parse_any),
    ("parse_bytes", parse_bytes),
    ("repair", repair),
    ("settings", settings),
    ("surt", surt),
];

/// Returns the law of a target.
///
/// # Panics
/// Panics if no target has the name.
#[must_use]
pub fn target(name: &str) -> fn(&[u8]) {
    let found = TARGETS.into_iter().find(|(known, _)| *known == name);
    found.unwrap_or_else(|| panic!("unknown target {name}")).1
}
