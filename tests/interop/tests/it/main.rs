//! Tests without an installed server: the client sends what the plan contains.

#![allow(clippy::expect_used, reason = "a test reports by panicking")]

mod recorded;
