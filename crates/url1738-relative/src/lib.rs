#![doc = include_str!("../README.md")]
#![doc = include_str!("../docs/implementations.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![allow(
    clippy::arithmetic_side_effects,
    reason = "places in a text, and sums of lengths of two texts in memory: none is larger than `usize`"
)]

extern crate alloc;

mod base;
mod components;
mod error;
mod item_type;
mod joined;
mod path;
mod relativize;
mod resolve;
mod schemes;
mod trace;

use url1738_core::codes::CodeInfo;

pub use base::Base;
pub use error::JoinError;
pub use joined::Joined;
pub use schemes::Resolution;

/// The codes of relative references (RFC 1808, section 4).
pub const CODES: &[&CodeInfo] = &[
    &error::NEVER_A_BASE,
    &error::OPAQUE_BASE,
    &error::PATH_AS_HOST,
    &item_type::GOPHER_TYPE_CHANGED,
];
