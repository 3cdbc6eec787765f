//! Errors, their messages and fixes, and redacted texts.

pub(crate) mod codes;
pub(crate) mod error;
pub(crate) mod fix;
pub(crate) mod message;
pub mod redact;
mod secrets;
