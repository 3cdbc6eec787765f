//! The client against scripts and servers on loopback.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::std_instead_of_core,
    clippy::std_instead_of_alloc,
    clippy::unwrap_used,
    reason = "a test reports by panicking"
)]

mod asynchronous;
mod client;
mod exchange;
mod handover;
mod hostile;
mod injection;
mod listing;
/// The places of the exhaustive test of the plans.
#[path = "../../../url1738/tests/it/places.rs"]
mod places;
mod play;
#[path = "../../../url1738/tests/it/seeds.rs"]
mod seeds;
mod server;
mod sessions;
mod sums;
