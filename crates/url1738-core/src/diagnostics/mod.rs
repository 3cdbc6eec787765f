//! Errors, their messages and fixes, and redacted texts.

pub(crate) mod annotate;
mod codes;
pub(crate) mod error;
pub(crate) mod fix;
mod message;
pub mod redact;
mod secrets;
