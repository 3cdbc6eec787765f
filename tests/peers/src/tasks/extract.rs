//! Finding URLs in running text, over the texts of `tests/context`.

use std::hint::black_box;

use url1738_context_tests::{
    corpus,
    extract::{Extractor, Linkify, Ours},
};

use crate::{corpus::leak, race::Candidate};

/// The size of the texts: 20 MB.
const SIZE: usize = 20_000_000;

/// Text with many URLs, none of which is repeated.
pub(super) fn dense() -> Vec<Candidate> {
    candidates(corpus::dense(SIZE))
}

/// Documentation with few URLs: that of the crates that cargo has unpacked on this machine, including sources.
pub(super) fn few() -> Vec<Candidate> {
    candidates(corpus::documentation(SIZE).expect("cargo has unpacked what this is built from"))
}

/// Returns one item: the whole text.
fn candidates(text: String) -> Vec<Candidate> {
    let items: &'static [&'static str] = Vec::leak(vec![leak(text)]);
    let linkify = Linkify::default();
    vec![
        Candidate::new(Ours.name(), items, |text| black_box(Ours.count(text)) > 0),
        Candidate::new(linkify.name(), items, move |text| black_box(linkify.count(text)) > 0),
    ]
}
