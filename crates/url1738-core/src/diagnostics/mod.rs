//! What is wrong, in words, and how a text is shown without its secrets.

pub(crate) mod annotate;
mod codes;
pub(crate) mod error;
pub(crate) mod fix;
mod message;
pub mod redact;
mod secrets;
