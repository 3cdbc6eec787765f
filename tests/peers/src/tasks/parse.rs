//! Parsing without copying, where the library can.

use std::hint::black_box;

use fluent_uri::Uri;
use iri_string::types::UriStr;

use super::OURS;
use crate::{corpus::Lines, race::Candidate};

pub(super) fn candidates(lines: Lines) -> Vec<Candidate> {
    vec![
        Candidate::new(OURS, lines, |line| black_box(&url1738::Url::parse(line)).is_ok()),
        Candidate::new("fluent-uri", lines, |line| black_box(&Uri::parse(line)).is_ok()),
        Candidate::new("oxiri", lines, |line| black_box(&oxiri::Iri::parse(line)).is_ok()),
        Candidate::new("iri-string", lines, |line| black_box(&UriStr::new(line)).is_ok()),
        Candidate::new("http", lines, |line| black_box(&http::Uri::try_from(line)).is_ok()),
        #[cfg(feature = "ada")]
        Candidate::new("ada-url", lines, |line| {
            black_box(&ada_url::Url::parse(line, None)).is_ok()
        }),
        Candidate::new("url", lines, |line| black_box(&url::Url::parse(line)).is_ok()),
    ]
}
