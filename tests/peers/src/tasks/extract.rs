//! Finding URLs in running text.

use std::hint::black_box;

use linkify::{LinkFinder, LinkKind};

use super::OURS;
use crate::{
    corpus::{self, Random, leak},
    race::Candidate,
};

const WORDS: &[&str] = &[
    "the",
    "archive",
    "of",
    "documents",
    "was",
    "moved",
    "to",
    "another",
    "server:",
    "see",
    "also",
    "what",
    "stands",
    "there,",
    "in",
    "(August",
    "1994)",
    "and",
    "all",
    "its",
    "mirrors.",
];
const TEXTS: usize = 4096;

/// URLs in every `every`-th line of texts of 16 lines.
pub(super) fn candidates(every: u64) -> Vec<Candidate> {
    let mut random = Random(1738);
    let mut urls = corpus::generated().iter();
    let mut text = || {
        let mut text = String::new();
        for _ in 0..16 {
            for _ in 0..10 {
                let word = usize::try_from(random.below(WORDS.len() as u64)).unwrap_or_default();
                text.push_str(WORDS[word]);
                text.push(' ');
            }
            if random.below(every) == 0 {
                text.push_str(urls.next().copied().unwrap_or_default());
            }
            text.push('\n');
        }
        leak(text)
    };
    let texts: &'static [&'static str] = Vec::leak((0..TEXTS).map(|_| text()).collect());
    vec![
        Candidate::new(OURS, texts, |text| {
            black_box(url1738_context::find(text.as_bytes()).count()) > 0
        }),
        Candidate::new("linkify", texts, |text| {
            let mut finder = LinkFinder::new();
            finder.kinds(&[LinkKind::Url]);
            black_box(finder.links(text).count()) > 0
        }),
    ]
}
