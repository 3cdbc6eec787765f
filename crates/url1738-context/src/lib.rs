#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "INVARIANT: an offset is at most the length of a text, which is below 2^63, and a sum adds a few bytes to one. \
              What is taken from an offset is the width of bytes before it that were looked at. A slice is indexed by a \
              position in it or by the number of bytes that were counted in it; `scan.rs` explains the search"
)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod authority;
mod candidate;
mod class;
mod colons;
mod evidence;
mod find;
mod foreign;
mod front;
mod join;
mod lines;
mod markup;
mod matched;
mod pieces;
mod plain;
#[cfg(feature = "std")]
mod read;
mod run;
mod scan;
mod scheme;
mod stream;
mod text;
mod trim;
mod wrapper;

pub use find::{FindIter, find_iter, replace_all};
pub use matched::{Alternative, Ambiguity, Form, Match};
#[cfg(feature = "std")]
pub use read::find_in;
pub use stream::Finder;
