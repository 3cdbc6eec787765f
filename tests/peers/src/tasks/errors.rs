//! Parsing URLs, some of which are invalid.

use std::hint::black_box;

use fluent_uri::Uri;

use crate::{corpus, race::Candidate};

pub(super) fn candidates() -> Vec<Candidate> {
    let (none, some, all) = (corpus::generated(), corpus::damaged(10), corpus::damaged(100));
    let ours = |line| black_box(&url1738::Url::parse(line)).is_ok();
    let fluent = |line| black_box(&Uri::parse(line)).is_ok();
    vec![
        Candidate::new("url1738, 0 % wrong", none, ours),
        Candidate::new("url1738, 10 % wrong", some, ours),
        Candidate::new("url1738, 100 % wrong", all, ours),
        Candidate::new("fluent-uri, 0 % wrong", none, fluent),
        Candidate::new("fluent-uri, 10 % wrong", some, fluent),
        Candidate::new("fluent-uri, 100 % wrong", all, fluent),
    ]
}
