//! Lines as a set: sorted and unique, in bounded memory.

mod arena;
mod aside;
mod bloom;
mod key;
mod merge;
mod store;

pub(crate) use arena::{Arena, Record};
pub(crate) use aside::Aside;
pub(crate) use bloom::Bloom;
pub(crate) use key::Keys;
pub(crate) use store::{Error, Store};
