//! Reading a text that comes in chunks.

use alloc::vec::Vec;
use core::fmt;

use crate::{
    matched::Match,
    scan::{LOOK_BACK, Scanner, State},
    text::Text,
};

/// Finds URLs in a text that arrives in chunks, as [`find_iter`](crate::find_iter) finds them in the whole of
/// it, wherever the chunks are divided (Appendix).
///
/// It holds the last chunk and a bounded rest of the ones before: a URL is cut after 64 KiB, a wrapper
/// that has not closed after 2 KiB never does, so at most twice that much waits for more bytes.
/// What it returns owns its text, and its offsets count from the beginning of the first chunk.
///
/// ```
/// use url1738_context::Finder;
///
/// let mut finder = Finder::new();
/// let mut urls = Vec::new();
/// for chunk in ["see <URL:ftp://ds.in", "\n   ternic.net/r", "fc> and ftp://h/"] {
///     urls.extend(finder.push(chunk.as_bytes()));
/// }
/// urls.extend(finder.finish());
/// assert_eq!(urls[0].url, "ftp://ds.internic.net/rfc");
/// assert_eq!(urls[1].url, "ftp://h/");
/// assert_eq!(urls[1].span, 44..52);
/// ```
///
/// What it holds is bounded, whatever comes:
///
/// ```
/// let mut finder = url1738_context::Finder::new();
/// for _ in 0..100 {
///     finder.push(&[b'x'; 65_536]).for_each(drop);
/// }
/// assert!(finder.held() <= 4 * 65_536);
/// ```
#[derive(Clone, Default)]
pub struct Finder {
    /// The end of what has arrived.
    held: Vec<u8>,
    /// How many bytes came before `held`.
    base: usize,
    scanner: Scanner,
    /// How many bytes must be held before the search is worth going on.
    wanted: usize,
}

impl fmt::Debug for Finder {
    /// Says how much text is held, and shows none of it: it may have passwords in it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Finder")
            .field("held", &self.held.len())
            .field("base", &self.base)
            .field("scanner", &self.scanner)
            .field("wanted", &self.wanted)
            .finish()
    }
}

impl Finder {
    /// Returns a finder at the beginning of a text.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next chunk and returns the URLs that are complete by now.
    ///
    /// What the iterator has not returned when it is dropped comes with the next chunk.
    pub fn push(&mut self, chunk: &[u8]) -> Pushed<'_> {
        let done = self.scanner.position().saturating_sub(LOOK_BACK).min(self.held.len());
        if done > 0 {
            self.held.drain(..done);
            self.scanner.move_back(done);
            self.base = self.base.saturating_add(done);
            self.wanted = self.wanted.saturating_sub(done);
        }
        self.held.extend_from_slice(chunk);
        Pushed { finder: self }
    }

    /// Ends the text and returns the URLs that are left.
    pub fn finish(self) -> Rest {
        Rest { finder: self }
    }

    /// Returns how many bytes of the text are held.
    #[must_use]
    pub fn held(&self) -> usize {
        self.held.len()
    }

    pub(crate) fn next(&mut self, whole: bool) -> Option<Match<'static>> {
        if self.held.len() < self.wanted && !whole {
            return None;
        }
        loop {
            let text = Text::new(&self.held, whole);
            let hit = self.scanner.step(&text);
            match self.scanner.state() {
                State::Going => {
                    if let Some(hit) = hit {
                        return Some(hit.into_match(&text).into_owned().moved_by(self.base));
                    }
                }
                State::End => return None,
                State::Short => {
                    // As much again as was in vain: or a URL that comes byte by byte takes quadratic time.
                    let vain = self.held.len().saturating_sub(self.scanner.position());
                    self.wanted = self.held.len().saturating_add(vain);
                    return None;
                }
            }
        }
    }
}

/// The URLs that a chunk brought to an end.
#[derive(Debug)]
#[must_use = "the URLs are found while it is read"]
pub struct Pushed<'f> {
    finder: &'f mut Finder,
}

impl Iterator for Pushed<'_> {
    type Item = Match<'static>;

    fn next(&mut self) -> Option<Match<'static>> {
        self.finder.next(false)
    }
}

/// The URLs at the end of a text.
#[derive(Debug)]
#[must_use = "the URLs are found while it is read"]
pub struct Rest {
    finder: Finder,
}

impl Iterator for Rest {
    type Item = Match<'static>;

    fn next(&mut self) -> Option<Match<'static>> {
        self.finder.next(true)
    }
}
