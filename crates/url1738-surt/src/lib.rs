#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod error;
mod exact;
mod masked;
mod profile;
mod surt;
mod wayback;

pub use error::SurtError;
pub use profile::{Profile, UnknownProfile};
pub use surt::Surt;
pub use wayback::wayback_key;
