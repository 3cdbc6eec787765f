//! The client against scripts and servers on loopback.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test reports by panicking"
)]

mod injection;
/// The places of the exhaustive test of the plans.
#[path = "../../../url1738/tests/it/places.rs"]
mod places;
mod play;
mod sessions;
