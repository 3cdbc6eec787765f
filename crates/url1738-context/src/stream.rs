//! Finds the URLs of a text that comes in chunks.

use alloc::vec::Vec;
use core::{fmt, iter};

use crate::{
    matched::Match,
    scan::{LOOK_BACK, Scanner},
    text::Text,
};

/// Finds the URLs of a text that arrives in chunks, like [`find_iter`](crate::find_iter), wherever the chunks are divided
/// (Appendix).
///
/// It holds the last chunk and a bounded rest of earlier ones: a URL is cut after 64 KiB, and a wrapper that has not closed
/// after 2 KiB never does, so that at most twice that much waits for more bytes. A match owns its text, and its offsets count
/// from the beginning of the first chunk.
///
/// ```
/// use url1738_context::Finder;
///
/// let mut finder = Finder::new();
/// let mut urls = Vec::new();
/// for chunk in ["see <URL:ftp://ds.in", "\n   ternic.net/r", "fc> and ftp://h/"] {
///     urls.extend(finder.push(chunk.as_bytes()));
/// }
/// assert!(finder.held() < 64);
/// urls.extend(finder.finish());
/// assert_eq!(urls[0].url, "ftp://ds.internic.net/rfc");
/// assert_eq!(urls[1].url, "ftp://h/");
/// assert_eq!(urls[1].span, 44..52);
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
    /// Writes how much text is held, but none of it: it may contain passwords.
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

    /// Appends the next chunk and returns the URLs that are complete by now.
    ///
    /// URLs that the iterator has not returned when it is dropped are returned with the next chunk.
    pub fn push(&mut self, chunk: &[u8]) -> impl Iterator<Item = Match<'static>> + use<'_> {
        self.add(chunk);
        iter::from_fn(|| self.next(false))
    }

    /// Appends the next chunk.
    pub(crate) fn add(&mut self, chunk: &[u8]) {
        // INVARIANT: the position is in the text that is held. What is wanted may be before it, once that has arrived.
        // Before the position only what precedes a scheme matters, such as `<URL:` and the margin of the line.
        let done = self.scanner.position().saturating_sub(LOOK_BACK);
        self.held.drain(..done);
        self.scanner.move_back(done);
        self.wanted = self.wanted.saturating_sub(done);
        // A stream may be longer than `usize` counts on a target with 32 bits.
        self.base = self.base.saturating_add(done);
        self.held.extend_from_slice(chunk);
    }

    /// Ends the text and returns the URLs that are left.
    pub fn finish(mut self) -> impl Iterator<Item = Match<'static>> {
        iter::from_fn(move || self.next(true))
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
        let text = Text::new(&self.held, whole);
        let found = self.scanner.next(&text);
        if text.short() {
            // With 3,000 bytes held and the colon at 1,000, a URL has been read for 2,000 bytes and goes on: it is looked
            // at again when 5,000 bytes are held.
            // As much again as was read in vain: a URL that comes byte by byte would take quadratic time.
            self.wanted = self.held.len() + (self.held.len() - self.scanner.position());
        }
        found.map(|found| found.into_owned().moved_by(self.base))
    }
}
