//! The URL types: the type that they wrap, the trait that a scheme implements, and the types that all schemes share.

#![allow(
    clippy::arithmetic_side_effects,
    reason = "INVARIANT: an offset is at most the length of a text, which fits in 32 bits, and only the length of what is at \
              it, or of the delimiter before or after it, is added or subtracted"
)]

pub(crate) mod any;
mod builder;
pub(crate) mod components;
#[cfg(feature = "serde")]
pub mod deserialize;
pub(crate) mod edit;
pub(crate) mod form;
pub(crate) mod generic;
pub(crate) mod host;
pub(crate) mod login;
pub(crate) mod raw;
pub(crate) mod registry;
pub(crate) mod scheme;
mod url_type;
