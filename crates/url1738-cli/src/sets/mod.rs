//! Lines as a set: sorted and unique, in bounded memory.

mod bloom;
mod key;
mod sorter;

pub(crate) use bloom::Bloom;
pub(crate) use key::Keys;
pub(crate) use sorter::{Error, Order, Sorter};
