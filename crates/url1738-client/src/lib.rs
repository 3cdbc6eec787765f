#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![allow(clippy::std_instead_of_alloc, reason = "a client has the whole standard library")]
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "positions and counts of octets in memory; numbers of a server are checked"
)]

mod cancel;
mod client;
mod error;
mod exchange;
mod handler;
mod handover;
mod listing;
mod outcome;
mod policy;
mod row;
mod secrets;
mod session;

pub use cancel::Cancel;
pub use client::Client;
pub use error::{Error, ErrorKind};
pub use handler::{Event, Handler};
pub use handover::{Handover, Sender};
pub use listing::Listing;
pub use outcome::{Identity, Outcome, Reply};
pub use policy::{Limits, is_public};
pub use row::{ItemKind, Row};
pub use secrets::Secrets;
pub use session::gopher::FormQuestion;
pub use session::{Action, Channel, Outgoing, Protocol, Session};
