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

mod error;
mod errors;
mod found;
mod kernel;
mod lists;
mod part;
mod parts;
mod pieces;
mod plan;
mod rewritten;
mod texts;
mod threads;
mod verdict;

pub use error::ColumnError;
pub use errors::errors;
pub use found::urls_in;
pub use kernel::Kernel;
pub use part::{check_part, part, part_by_row};
pub use parts::parts;
pub use plan::plan;
pub use rewritten::{normalize, repair, surt};
pub use threads::on_threads;
#[doc(no_inline)]
pub use url1738::surt::Profile;
pub use verdict::{scheme, valid};
