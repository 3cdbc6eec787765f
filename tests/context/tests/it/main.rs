//! The scores on the documents, other documents, a long stream, and the names of the schemes.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test reports by panicking"
)]
mod borders;
#[rustfmt::skip]
mod fragments;
mod schemes;
#[path = "../../../../crates/url1738/tests/it/seeds.rs"]
mod seeds;
mod suites;
mod sums;
mod texts;

use url1738_context_tests::{corpus, extract, score, speed, stream, truth};

#[test]
fn recall_and_precision_reach_what_is_wanted() {
    let documents = truth::documents().unwrap();
    assert!(documents.iter().map(|document| document.urls.len()).sum::<usize>() >= 184);
    let score = score::score(&extract::Ours, &documents);
    assert!(score.recall() >= 0.99 && score.precision() >= 0.99, "{score}");
    assert!(score.misread.is_empty(), "{score}");
}

#[test]
fn documents_labeled_later_are_read_as_well() {
    let documents = truth::later_documents().unwrap();
    assert!(documents.len() >= 10);
    assert!(documents.iter().map(|document| document.urls.len()).sum::<usize>() >= 178);
    let score = score::score(&extract::Ours, &documents);
    assert!(score.recall() >= 0.99 && score.precision() >= 0.99, "{score}");
    assert!(score.misread.is_empty(), "{score}");
    assert!(!score.wrong.iter().any(|wrong| wrong.negative), "{score}");
}

/// URLs that are easily shortened, in documents that have hardly any others.
#[test]
fn harder_documents_are_read_nearly_as_well() {
    let documents = truth::harder_documents().unwrap();
    assert!(documents.iter().map(|document| document.urls.len()).sum::<usize>() >= 119);
    let score = score::score(&extract::Ours, &documents);
    assert!(score.recall() >= 0.96 && score.precision() >= 0.96, "{score}");
    assert!(!score.wrong.iter().any(|wrong| wrong.negative), "{score}");
}

#[test]
fn rfc_1738_gives_back_all_of_its_urls() {
    let mut documents = truth::documents().unwrap();
    documents.retain(|document| document.name == "rfc1738.txt");
    let score = score::score(&extract::Ours, &documents);
    assert!(score.missed.is_empty() && score.wrong.is_empty(), "{score}");
}

#[test]
fn no_look_alike_is_found() {
    let documents = truth::documents().unwrap();
    assert!(documents.iter().map(|document| document.negatives.len()).sum::<usize>() >= 30);
    let score = score::score(&extract::Ours, &documents);
    assert!(!score.wrong.iter().any(|wrong| wrong.negative), "{score}");
}

#[test]
fn others_find_less() {
    let documents = truth::documents().unwrap();
    let scores: Vec<_> = extract::all()
        .iter()
        .map(|extractor| score::score(extractor.as_ref(), &documents).recall())
        .collect();
    assert!(scores[1] < scores[0] && scores[2] < scores[0], "{scores:?}");
}

/// The program measures longer texts; this test only keeps the code working.
#[test]
fn throughput_is_measured() {
    let text = corpus::dense(100_000);
    let rates = speed::throughput(&extract::all(), &text, 1);
    assert!(rates.len() == 3 && rates.iter().all(|speed| speed.rate > 0.0));
}

#[test]
fn a_stream_of_unclosed_wrappers_is_read_in_constant_memory() {
    let short = stream::read(1 << 20, 4096);
    let long = stream::read(1 << 23, 4096);
    assert!(long.held <= short.held + 4096, "{short:?} {long:?}");
    assert!(long.held < 32 * 1024, "{long:?}");
    assert!(long.urls >= long.bytes / stream::LINE.len() as u64);
}
