#![doc = include_str!("../README.md")]
#![cfg_attr(target_arch = "wasm32", no_std)]
#![deny(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

#[cfg(target_arch = "wasm32")]
mod abi;
mod explain;
mod module;
mod offsets;
mod operations;
mod record;
mod summary;

pub use module::Module;
