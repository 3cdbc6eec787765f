//! The races and their candidates.

mod codec;
mod parts;
mod whole;

use crate::{corpus, race::Candidate};

/// One race. Its first candidate is this project.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task {
    pub(crate) name: &'static str,
    pub(crate) what: &'static str,
    pub(crate) candidates: fn() -> Vec<Candidate>,
}

/// The name of this project in the races.
pub(crate) const OURS: &str = "url1738";

pub(crate) const ALL: &[Task] = &[
    Task {
        name: "parse",
        what: "parse without copying, generated corpus",
        candidates: || whole::parse_candidates(corpus::generated()),
    },
    Task {
        name: "parse-mixed",
        what: "parse without copying, generated corpus and real lists",
        candidates: || whole::parse_candidates(corpus::mixed()),
    },
    Task {
        name: "parse-http",
        what: "parse without copying, http only, generated and real",
        candidates: || whole::parse_candidates(corpus::http()),
    },
    Task {
        name: "parts",
        what: "parse and read every part as written, paths whole, generated corpus",
        candidates: || parts::written(corpus::generated()),
    },
    Task {
        name: "segments",
        what: "parse and read every part as written, paths by segment, generated corpus",
        candidates: || parts::segments(corpus::generated()),
    },
    Task {
        name: "decoded",
        what: "parse and decode every part, generated corpus",
        candidates: || parts::decoded(corpus::generated()),
    },
    Task {
        name: "owned",
        what: "parse into an owned value, from a `&str`",
        candidates: || whole::owned_candidates(corpus::generated()),
    },
    Task {
        name: "build",
        what: "build an FTP URL of six parts",
        candidates: whole::build_candidates,
    },
    Task {
        name: "normalize",
        what: "parse and write the normal form, generated corpus",
        candidates: || whole::normalize_candidates(corpus::generated()),
    },
    Task {
        name: "errors",
        what: "parse without copying, with a share of invalid URLs",
        candidates: whole::errors_candidates,
    },
    Task {
        name: "decode-0",
        what: "percent decode 48 bytes without escapes",
        candidates: || codec::decode(0),
    },
    Task {
        name: "decode-5",
        what: "percent decode 48 bytes, 5 % of which are escaped",
        candidates: || codec::decode(5),
    },
    Task {
        name: "encode-0",
        what: "percent encode 48 bytes without escapes",
        candidates: || codec::encode(0),
    },
    Task {
        name: "encode-5",
        what: "percent encode 48 bytes, 5 % of which need an escape",
        candidates: || codec::encode(5),
    },
    Task {
        name: "extract-few",
        what: "find URLs in 20 MB of documentation with few URLs (an item is the whole text)",
        candidates: whole::few,
    },
    Task {
        name: "extract-dense",
        what: "find URLs in 20 MB of text with many URLs (an item is the whole text)",
        candidates: whole::dense,
    },
];

/// Returns the race of this name.
pub(crate) fn named(name: &str) -> Option<&'static Task> {
    ALL.iter().find(|task| task.name == name)
}
