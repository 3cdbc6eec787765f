#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod comparison;
mod dialogue;
mod labelled;
mod layout;
mod markup;
mod page;
mod picture;
mod sanitized;
mod svg;
mod text;
mod window;

pub use comparison::{Comparison, STANDARDS};
pub use dialogue::{Dialogue, Speaker, Turn};
pub use labelled::{LabelledPart, production};
pub use layout::Skipped;
pub use markup::Markup;
pub use page::Page;
pub use picture::{Finding, Picture, Piece, title};
pub use sanitized::{Sanitized, is_safe};
