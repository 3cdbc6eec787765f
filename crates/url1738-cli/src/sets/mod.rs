//! Lines as a set: sorted and unique, in bounded memory.

mod arena;
mod bloom;
mod key;
mod merge;
mod store;

pub(crate) use arena::{Arena, Record};
pub(crate) use bloom::Bloom;
pub(crate) use key::Keys;
pub(crate) use store::{Error, Store};
