#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![allow(
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core,
    reason = "Arrow has the whole standard library"
)]

#[doc(no_inline)]
pub use arrow_array;
#[doc(no_inline)]
pub use arrow_schema;

mod errors;
mod kernel;
mod parts;
mod pieces;
mod plan;
mod rewritten;
mod texts;
mod verdict;

pub use errors::{ColumnError, errors};
pub use kernel::{Kernel, concatenated, on_threads};
pub use parts::{check_part, part, part_by_row, parts};
pub use plan::plan;
pub use rewritten::{normalize, repair, surt};
#[doc(no_inline)]
pub use url1738::surt::Profile;
pub use verdict::{scheme, urls_in, valid};
