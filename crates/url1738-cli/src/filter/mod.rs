//! Filters: conditions over the fields of a line, compiled once.

mod condition;
mod parse;
mod token;

pub(crate) use condition::Condition;
pub(crate) use parse::parse;
