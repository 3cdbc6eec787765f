//! Measures how well and how fast `url1738-context` and others find URLs in real documents.
//!
//! `data/` holds seven RFCs, `truth.tsv` with what a careful reader extracts from them and
//! `negatives.tsv` with what only looks like a URL. `data/later/` holds more documents, labeled before extraction had
//! read them, and `data/harder/` documents whose URLs are easily shortened. The program `context` prints the scores on
//! all, and compares with the test suites of other finders.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a tool for developers: a panic reports a bug in it"
)]

extern crate alloc;

pub mod corpus;
pub mod extract;
pub mod score;
pub mod speed;
pub mod suites;
pub mod truth;
