//! How a URL is found.
//!
//! Take this text, in which `|` marks the ends of lines:
//!
//! ```text
//! See <URL:ftp://ds.inter|nic.net/rfc> or "http://h.dom/a", (http://h/b).
//! ```
//!
//! 1. **Anchor** (`colons.rs`). Every URL has a colon after its scheme, so the search goes from colon to colon. Most colons of
//!    a text are between other bytes than those around a scheme's, and are passed in blocks.
//! 2. **Candidate** (`candidate.rs`). The name before the colon (`scheme.rs`) and what follows it (`evidence.rs`) must make a
//!    URL: `std::fmt` and `http://<host>/` do not. What is before the name (`front.rs`) decides where the URL ends:
//!    `<URL:`, `"` and `(` here. The common case, a familiar scheme between marks that leave no doubt, is decided at once
//!    (`plain.rs`).
//! 3. **Wrapper** (`wrapper.rs`). In angle brackets, all up to the closing one is the URL, in pieces between white space:
//!    `ftp://ds.inter` and `nic.net/rfc`. Without them the URL is a run of characters that a URL may contain (`run.rs`);
//!    `authority.rs`, `foreign.rs` and `markup.rs` say where it goes on after others.
//! 4. **Join** (`join.rs`). A run that ends with its line may go on in the next one, after margins and the ends of pages,
//!    or where a file divides long values (`lines.rs`).
//! 5. **Trim** (`trim.rs`). What belongs to the sentence is taken away: the `.` and the `)` after `http://h/b`. Quotation
//!    marks keep all that is between them.
//!
//! The pieces are put together with all their readings in `pieces.rs`, and returned as `Match` (`matched.rs`).
//!
//! A step looks at one colon, moves on past all that it used, and looks ahead a bounded number of bytes: so the time is
//! linear. A step that needs bytes of a stream that have not arrived is taken back (`text.rs`).

use crate::{
    candidate, colons,
    matched::Match,
    plain,
    text::Text,
    wrapper::{self, Next},
};

/// How far back from a colon the search looks: the longest line, scheme and prefix.
pub(crate) const LOOK_BACK: usize = 1024;

/// The position of a search in a text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scanner {
    next: Next,
    /// The end of the text that is used. No name of a scheme begins before it.
    floor: usize,
}

impl Scanner {
    /// Returns the first offset still needed, not counting [`LOOK_BACK`].
    pub(crate) fn position(&self) -> usize {
        self.next.open.map_or(self.next.at, |open| open.from)
    }

    /// Adapts to a text from which the first `count` bytes were taken.
    pub(crate) fn move_back(&mut self, count: usize) {
        // The floor may be far after the position.
        self.floor = self.floor.saturating_sub(count);
        self.next.at -= count;
        if let Some(open) = &mut self.next.open {
            open.from -= count;
        }
    }

    /// Returns the next URL. If there is none and the text is [short](Text::short), the answer depends on what the stream brings
    /// next.
    #[inline]
    pub(crate) fn next<'t>(&mut self, text: &Text<'t>) -> Option<Match<'t>> {
        loop {
            let colon = if self.next.open.is_none() {
                let Some(colon) = colons::next(text.tail(0), self.next.at) else {
                    self.next.at = text.len();
                    return None;
                };
                if let Some((found, stop)) = plain::at_colon(text, self.floor, colon) {
                    self.next.at = stop;
                    self.floor = stop;
                    return Some(found);
                }
                colon
            } else {
                self.next.at
            };
            let found = self.step(text, colon);
            if found.is_some() || text.short() {
                return found;
            }
        }
    }

    /// Looks at the colon at `colon`, or at the next URL of an open wrapper.
    // Not inlined into the search, which would copy its result twice.
    #[inline(never)]
    fn step<'t>(&mut self, text: &Text<'t>, colon: usize) -> Option<Match<'t>> {
        let open = self.next.open;
        let found = match open {
            Some(open) => wrapper::next_url(text, open, &mut self.next),
            None => {
                self.next.at = colon + 1;
                candidate::at_colon(text, self.floor, colon, &mut self.next)
            }
        };
        // A stream: with more bytes, the step may have another result, so that this one is forgotten and the same colon is
        // looked at again. `http://host` at the end of a chunk may go on with `.dom/` in the next.
        if text.short() {
            self.next = Next { at: colon, open };
            return None;
        }
        self.floor = self.next.at;
        found
    }
}
