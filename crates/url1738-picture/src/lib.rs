#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "INVARIANT: columns, offsets and numbers of parts are at most the bytes of a text, of which a picture has at \
              most some thousands; a page has at least 50 columns, and cells are not wider than their column. A slice is \
              indexed by a place that was found in it"
)]

extern crate alloc;

mod comparison;
mod dialogue;
mod labelled;
mod layout;
mod picture;
mod sanitized;
mod svg;
mod text;

pub use comparison::{Comparison, STANDARDS};
pub use dialogue::{Dialogue, Speaker, Turn};
pub use labelled::{LabelledPart, production};
pub use layout::{Skipped, width, wrap};
pub use picture::{Finding, Picture, Piece, about, title};
pub use sanitized::{Markup, Sanitized};
pub use text::Page;
