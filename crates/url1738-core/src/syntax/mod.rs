//! The declarations of section 5 of RFC 1738: characters and parts, with escapes and spans.

pub(crate) mod address;
pub(crate) mod code;
mod encode;
pub(crate) mod escaped;
pub mod international;
pub mod part;
pub(crate) mod scheme_info;
pub(crate) mod span;
pub(crate) mod split;
