//! Parsing into a value that owns its text.

use std::hint::black_box;

use fluent_uri::Uri;
use iri_string::types::UriString;

use super::OURS;
use crate::{corpus::Lines, race::Candidate};

pub(super) fn candidates(lines: Lines) -> Vec<Candidate> {
    vec![
        Candidate::new(OURS, lines, |line: &str| black_box(line.parse::<url1738::Url>()).is_ok()),
        Candidate::new("url1738, from a String", lines, |line: &str| {
            black_box(url1738::Url::try_from(line.to_owned())).is_ok()
        }),
        Candidate::new("fluent-uri", lines, |line| {
            black_box(Uri::parse(line).map(|uri| uri.to_owned())).is_ok()
        }),
        Candidate::new("oxiri", lines, |line: &str| {
            black_box(oxiri::Iri::parse(line.to_owned())).is_ok()
        }),
        Candidate::new("iri-string", lines, |line: &str| {
            black_box(UriString::try_from(line.to_owned())).is_ok()
        }),
        Candidate::new("http", lines, |line| black_box(http::Uri::try_from(line)).is_ok()),
        #[cfg(feature = "ada")]
        Candidate::new("ada-url", lines, |line| black_box(ada_url::Url::parse(line, None)).is_ok()),
        Candidate::new("url", lines, |line| black_box(url::Url::parse(line)).is_ok()),
    ]
}
