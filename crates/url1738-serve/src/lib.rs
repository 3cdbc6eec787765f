#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![allow(clippy::std_instead_of_alloc, reason = "a server has the whole standard library")]

mod content;
mod exchange;
mod gateway;
mod links;
mod pages;
mod requests;
mod state;

pub use gateway::{Gateway, Server};
