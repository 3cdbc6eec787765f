#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![allow(clippy::std_instead_of_alloc, reason = "a client has the whole standard library")]
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "positions and counts of octets in memory; numbers of a server are checked"
)]

#[cfg(feature = "tokio")]
mod asynchronous;
mod cancel;
mod client;
mod error;
mod exchange;
mod form;
mod handler;
mod handover;
mod identity;
mod limits;
mod listing;
mod options;
mod outcome;
mod policy;
mod reply;
mod secrets;
mod session;

#[cfg(feature = "tokio")]
pub use asynchronous::AsyncClient;
pub use cancel::Cancel;
pub use client::Client;
pub use error::{Error, ErrorKind};
pub use form::FormQuestion;
pub use handler::{Event, Handler};
pub use handover::{Handover, Sender};
pub use identity::Identity;
pub use limits::Limits;
pub use listing::{ItemKind, Listing, ListingReader, Row};
pub use outcome::Outcome;
pub use policy::Policy;
pub use reply::Reply;
pub use secrets::Secrets;
pub use session::{Action, Channel, Outgoing, Protocol, Session};
/// The plans and answers that the names of this crate refer to.
pub use url1738::plan;
