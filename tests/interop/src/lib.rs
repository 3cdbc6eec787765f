#![doc = include_str!("../README.md")]
//!
//! ## The modules
//!
//! Sections 3.2 to 3.10 of RFC 1738 say what a client does with a URL. [`run`] takes the rows
//! ([`cases`]), starts the servers ([`servers`]) with what they serve
//! ([`seed`]), carries each plan out ([`execute`]) and checks what came ([`expect`]). [`compare`] lets
//! [`curl`] follow the same URLs to a [`recorder`], and knows where it differs.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a tool for developers: a panic reports a bug in it"
)]

pub mod cases;
pub mod clients;
pub mod compare;
pub mod curl;
pub mod execute;
pub mod expect;
pub mod install;
pub mod octets;
pub mod recorder;
pub mod report;
pub mod run;
pub mod seed;
pub mod servers;
