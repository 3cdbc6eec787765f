//! Splits a part at its separators.

#![expect(
    clippy::arithmetic_side_effects,
    reason = "INVARIANT: a separator is within the span, whose end is at most 2^32 - 1"
)]

use core::fmt;

use super::{
    escaped::Escaped,
    span::{Span, offset},
};
use crate::scan::{self, Block, lowest};

/// Iterator over the spans of the pieces between separators, created by [`Span::split`], for example for the segments of
/// a path (section 2.3).
///
/// The default value is an iterator without pieces.
///
/// ```
/// use url1738_core::Span;
///
/// let text = "/pub//a%2Fb";
/// let pieces = Span::new(1, 11).split(text, b'/');
/// assert!(pieces.clone().map(|piece| piece.slice(text)).eq(["pub", "", "a%2Fb"]));
/// assert_eq!(pieces.escaped().next_back().unwrap().decode_utf8(), Ok("a/b".into()));
/// ```
#[derive(Clone, Default)]
pub struct Split<'a> {
    text: &'a str,
    separator: u8,
    /// The rest of the text, whose pieces have not been returned yet.
    left: Option<Span>,
    /// Start of the block that `separators` describes.
    block: u32,
    /// Mask of the separators of the block that are in `left`.
    separators: u32,
}

/// Shows the rest as a span, but not the text, which may contain a password.
impl fmt::Debug for Split<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Split").field("left", &self.left).finish_non_exhaustive()
    }
}

impl<'a> Split<'a> {
    #[inline]
    pub(crate) fn new(span: Span, text: &'a str, separator: u8) -> Self {
        let mut pieces =
            Self { text, separator, left: Some(span), block: span.start, separators: 0 };
        // A path of up to 32 bytes is split without another look at the text.
        pieces.look(span.end);
        pieces
    }

    /// Returns the pieces as [`Escaped`] text. A parser must have validated the text; intended for scheme crates.
    #[must_use]
    #[inline]
    pub fn escaped(self) -> impl DoubleEndedIterator<Item = Escaped<'a>> {
        let text = self.text;
        self.map(move |piece| Escaped::new_validated(piece.slice(text)))
    }

    /// Finds the separators of the block that are before `end`.
    #[inline]
    fn look(&mut self, end: u32) {
        let found = Block::at(self.text.as_bytes(), self.block as usize).are(self.separator);
        self.separators = found & lowest(end.saturating_sub(self.block));
    }
}

impl Iterator for Split<'_> {
    type Item = Span;

    #[inline]
    fn next(&mut self) -> Option<Span> {
        let Span { start, end } = self.left?;
        while self.separators == 0 {
            // Saturates, because the last block of a text of 4 GiB - 1 may begin within 32 bytes of
            // the end.
            self.block = self.block.saturating_add(offset(scan::LEN));
            if self.block >= end {
                return self.left.take();
            }
            self.look(end);
        }
        // INVARIANT: a separator is below `end`, and one is left.
        let at = self.block + self.separators.trailing_zeros();
        // Clears the lowest bit, that of the separator at `at`: `0b1010 & 0b1001` is `0b1000`.
        self.separators &= self.separators - 1;
        self.left = Some(Span::new(at + 1, end));
        Some(Span::new(start, at))
    }
}

impl DoubleEndedIterator for Split<'_> {
    fn next_back(&mut self) -> Option<Span> {
        let left = self.left?;
        // Byte by byte: from the end, mostly the name after the last slash is asked for, and no
        // other piece.
        let separator = |byte| byte == self.separator;
        let Some(at) = left.slice(self.text).bytes().rposition(separator) else {
            return self.left.take();
        };
        let at = left.start + offset(at);
        self.left = Some(Span::new(left.start, at));
        // What was returned from the end must not be found again from the front. All separators of
        // a block after `at` are gone.
        self.separators &= lowest(at.saturating_sub(self.block));
        Some(Span::new(at + 1, left.end))
    }
}

impl Span {
    /// Splits the covered slice of `text` at every `separator`, which must be ASCII. Returns the spans of the pieces, at
    /// least one.
    #[must_use]
    #[inline]
    #[doc(hidden)]
    pub fn split(self, text: &str, separator: u8) -> Split<'_> {
        Split::new(self, text, separator)
    }
}
