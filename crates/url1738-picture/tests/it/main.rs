//! What pictures show, and their laws.

#![allow(clippy::panic, clippy::unwrap_used, reason = "a test reports by panicking")]

mod drawn;
mod pictures;
