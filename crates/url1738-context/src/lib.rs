#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod authority;
mod backslash;
mod bracketed;
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
pub use stream::{Finder, Pushed, Rest};
