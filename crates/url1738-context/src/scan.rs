//! The search: from colon to colon.

use core::ops::Range;

use memchr::memchr;

use crate::{
    candidate::{self, Outcome},
    class::is_space,
    found::Found,
    text::Text,
    wrapper::Close,
};

/// How far back from a colon anything looks: the longest line, scheme and prefix.
pub(crate) const LOOK_BACK: usize = 1024;

/// Where a search stands in a text.
///
/// Each step looks at one colon, since every URL has one behind its scheme. A step moves on past all
/// that it looked at, or looks ahead a bounded number of bytes: so the time is linear.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scanner {
    /// The offset where the search goes on.
    position: usize,
    /// A wrapper that holds another URL.
    open: Option<OpenWrapper>,
}

/// A wrapper with a URL in it that has not been returned yet.
#[derive(Clone, Debug)]
pub(crate) struct OpenWrapper {
    /// The offset of that URL.
    pub(crate) from: usize,
    pub(crate) close: Close,
    /// The closing bracket.
    pub(crate) closing: Range<usize>,
    /// Whether it opened with `URL:`.
    pub(crate) prefixed: bool,
}

/// What one step came to.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "made and taken apart at once, never stored")]
pub(crate) enum Step<'t> {
    Found(Found<'t>),
    /// Nothing here; there may be more.
    Nothing,
    /// The answer depends on what the stream brings next. Nothing has changed but the position.
    Short,
    /// No colon is left.
    End,
}

impl Scanner {
    /// The offset before which nothing is needed any more, but for [`LOOK_BACK`] bytes.
    pub(crate) fn position(&self) -> usize {
        self.open.as_ref().map_or(self.position, |open| open.from)
    }

    /// The same search in a text from which the first `count` bytes were taken.
    pub(crate) fn move_back(&mut self, count: usize) {
        let by = |offset: &mut usize| *offset = offset.saturating_sub(count);
        by(&mut self.position);
        if let Some(open) = &mut self.open {
            by(&mut open.from);
            by(&mut open.closing.start);
            by(&mut open.closing.end);
        }
    }

    /// Looks at the next colon that may be a scheme's.
    #[inline]
    pub(crate) fn step<'t>(&mut self, text: &Text<'t>) -> Step<'t> {
        if let Some(open) = self.open.take() {
            return match candidate::in_wrapper(text, &open) {
                _ if text.short() => {
                    self.open = Some(open);
                    Step::Short
                }
                outcome => self.settle(outcome),
            };
        }
        let floor = self.position;
        let mut from = floor;
        loop {
            let Some(ahead) = memchr(b':', text.tail(from)) else {
                self.position = text.len();
                return Step::End;
            };
            let colon = from.saturating_add(ahead);
            if promises(text, colon) {
                let outcome = candidate::at_colon(text, floor, colon);
                if text.short() {
                    self.position = colon;
                    return Step::Short;
                }
                return self.settle(outcome);
            }
            if text.short() {
                self.position = colon;
                return Step::Short;
            }
            from = colon.saturating_add(1);
        }
    }

    fn settle<'t>(&mut self, outcome: Outcome<'t>) -> Step<'t> {
        match outcome {
            Outcome::Found { found, next, open } => {
                self.position = next;
                self.open = open;
                Step::Found(found)
            }
            Outcome::Nothing { next } => {
                self.position = next;
                Step::Nothing
            }
        }
    }
}

/// Whether a colon may end the name of a scheme: nearly none does, and this sorts most of them out
/// by the bytes at its sides.
#[inline]
fn promises(text: &Text<'_>, colon: usize) -> bool {
    // The last letters of the ten names and of `URL`.
    let ends_name = || {
        let last = text.before(colon).unwrap_or_default() | 0x20;
        matches!(last, b'p' | b'o' | b's' | b'e' | b'r' | b't' | b'l')
    };
    match text.at(colon.saturating_add(1)) {
        Some(b'/') => text.at(colon.saturating_add(2)) == Some(b'/') || ends_name(),
        Some(b':') | None => false,
        Some(byte) if is_space(byte) => matches!(text.before(colon), Some(b'l' | b'L')),
        Some(_) => ends_name(),
    }
}
