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
mod joined;
mod path;
mod relativize;
mod resolve;

pub use base::Base;
pub use components::Resolution;
pub use error::{CODES, JoinError};
pub use joined::Joined;
