//! Access plans proved: carried out against real servers, and compared with a real client.
//!
//! The servers ([`servers`]) with what they serve ([`seed`]), how they come ([`install`]), and a server
//! that writes down what a client sends ([`recorder`]).
//!
//! All of it stays on loopback, below a temporary directory, and ends with the run.

pub mod install;
pub mod octets;
pub mod recorder;
pub mod seed;
pub mod servers;
pub mod trouble;
