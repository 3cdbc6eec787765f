//! How well `url1738-context` finds URLs in real documents, how fast, and how others do.
//!
//! `data/` holds seven RFCs, `truth.tsv` with what a careful reader extracts from them and
//! `negatives.tsv` with what only looks like a URL. The program `context` prints the scores.

pub mod corpus;
pub mod extract;
pub mod score;
pub mod speed;
pub mod stream;
pub mod truth;
