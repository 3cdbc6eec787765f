#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    reason = "a tool for developers: a panic reports a bug in it"
)]
#![allow(
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core,
    reason = "a program of the workspace, not a library for machines without std"
)]

pub mod adapters;
pub mod candidates;
pub mod choose;
pub mod files;
pub mod generate;
pub mod judge;
pub mod scoreboard;
pub mod web;
