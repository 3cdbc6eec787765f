#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod amiga;
mod authority;
mod backslash;
mod bracketed;
mod brackets;
mod candidate;
mod class;
mod colons;
mod entity;
mod escapes;
mod find;
mod foreign;
mod front;
mod join;
mod lanes;
mod lines;
mod mark;
mod matched;
mod next;
mod opaque;
mod page;
mod pieces;
mod plain;
mod quote;
#[cfg(feature = "std")]
mod read;
mod replace;
mod run;
mod scan;
mod scheme;
mod stream;
mod template;
mod text;
mod trim;
mod wrapper;

pub use find::{FindIter, find_iter};
pub use matched::{Alternative, Ambiguity, Form, Match};
#[cfg(feature = "std")]
pub use read::{FindIn, find_in};
pub use replace::replace_all;
pub use stream::{Finder, Pushed, Rest};
