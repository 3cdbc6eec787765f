//! The commands, one file each.

pub(crate) mod build;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod explain;
pub(crate) mod extract;
pub(crate) mod fetch;
pub(crate) mod fix;
pub(crate) mod index;
mod inputs;
pub(crate) mod join;
mod line_command;
pub(crate) mod list;
pub(crate) mod normalize;
pub(crate) mod parse;
pub(crate) mod plan;
mod rule_options;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod set;
