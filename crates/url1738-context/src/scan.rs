//! The search: from colon to colon.

use alloc::boxed::Box;
use core::ops::Range;

use memchr::memchr;

use crate::{candidate, class::is_space, found::Found, text::Text, wrapper::Close};

/// How far back from a colon anything looks: the longest line, scheme and prefix.
pub(crate) const LOOK_BACK: usize = 1024;

/// Where a search stands in a text.
///
/// Each step looks at one colon, since every URL has one behind its scheme. A step moves on past all
/// that it looked at, or looks ahead a bounded number of bytes: so the time is linear.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scanner {
    next: Next,
}

/// Where a search goes on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Next {
    /// The offset of the first byte that nothing has used.
    pub(crate) at: usize,
    /// A wrapper that holds another URL.
    pub(crate) open: Option<Box<OpenWrapper>>,
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
        self.next.open.as_ref().map_or(self.next.at, |open| open.from)
    }

    /// The same search in a text from which the first `count` bytes were taken.
    pub(crate) fn move_back(&mut self, count: usize) {
        let by = |offset: &mut usize| *offset = offset.saturating_sub(count);
        by(&mut self.next.at);
        if let Some(open) = &mut self.next.open {
            by(&mut open.from);
            by(&mut open.closing.start);
            by(&mut open.closing.end);
        }
    }

    /// Looks at the next colon that may be a scheme's.
    #[inline]
    pub(crate) fn step<'t>(&mut self, text: &Text<'t>) -> Step<'t> {
        if self.next.open.is_some() {
            return self.step_in_wrapper(text);
        }
        let floor = self.next.at;
        let mut from = floor;
        loop {
            let Some(ahead) = memchr(b':', text.tail(from)) else {
                self.next.at = text.len();
                return Step::End;
            };
            let colon = from.saturating_add(ahead);
            from = colon.saturating_add(1);
            if promises(text, colon) {
                let mut next = Next { at: from, open: None };
                let found = candidate::at_colon(text, floor, colon, &mut next);
                if text.short() {
                    self.next.at = colon;
                    return Step::Short;
                }
                self.next = next;
                return match found {
                    Some(found) => Step::Found(found),
                    None => Step::Nothing,
                };
            }
            if text.short() {
                self.next.at = colon;
                return Step::Short;
            }
        }
    }

    #[cold]
    fn step_in_wrapper<'t>(&mut self, text: &Text<'t>) -> Step<'t> {
        let Some(open) = self.next.open.take() else { return Step::Nothing };
        let mut next = Next { at: open.closing.end, open: None };
        let found = candidate::in_wrapper(text, &open, &mut next);
        if text.short() {
            self.next.open = Some(open);
            return Step::Short;
        }
        self.next = next;
        match found {
            Some(found) => Step::Found(found),
            None => Step::Nothing,
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
