//! The tests of the program.

#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::expect_used,
    clippy::panic,
    reason = "a test reports by panicking"
)]

mod attacks;
mod browser;
mod canary;
mod captures;
mod charsets;
mod contract;
mod explain;
mod extract;
mod extract_archives;
#[allow(clippy::std_instead_of_alloc, reason = "the tests need the operating system")]
mod fetch;
mod fix;
#[allow(
    clippy::std_instead_of_core,
    clippy::std_instead_of_alloc,
    reason = "the tests need the operating system"
)]
mod ftp;
#[cfg(all(unix, feature = "serve"))]
mod gateway;
/// The hostile servers of the client's tests.
#[cfg(all(unix, feature = "serve"))]
#[path = "../../../url1738-client/tests/it/hostile/servers.rs"]
#[allow(clippy::std_instead_of_alloc, reason = "the tests need the operating system")]
mod hostile;
mod join;
#[allow(dead_code, reason = "the tables come one by one")]
mod losses;
mod memory;
mod options;
mod pages;
mod records;
mod reports;
mod rows;
mod run;
mod selection;
/// The servers of the client's tests.
#[path = "../../../url1738-client/tests/it/server.rs"]
#[allow(
    dead_code,
    clippy::std_instead_of_core,
    clippy::std_instead_of_alloc,
    reason = "each user needs only a part, and the operating system"
)]
mod server;
mod settings;
mod shared_options;
mod shells;
mod suggested;
#[cfg(unix)]
#[allow(clippy::std_instead_of_alloc, reason = "the tests need the operating system")]
mod terminal;
mod texts;
mod transcripts;
mod warc;
