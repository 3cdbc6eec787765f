#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "places that were found in a text, and sums of them that are at most its length and a few bytes"
)]

extern crate alloc;

mod exact;
mod surt;
mod wayback;

pub use surt::{Profile, UnknownProfile, key};
pub use wayback::{SurtError, wayback_key};
