//! Places in a text.

use core::{fmt, ops::Range};

/// A range of bytes of the text that was handed to a parser.
///
/// Offsets are `u32`: a text over 4 GiB - 1 is refused before anything is read.
///
/// ```
/// use url1738_core::Span;
///
/// let span = Span::new(6, 10);
/// assert_eq!(span.slice("ftp://host/"), "host");
/// assert_eq!((span.len(), span.is_empty()), (4, false));
/// ```
///
/// ```
/// use url1738_core::Span;
///
/// let text = "x:path";
/// let behind_colon = Span::after(1, text).unwrap();
/// assert_eq!(behind_colon.slice_bytes(text.as_bytes()), b"path");
/// assert_eq!(Span::after(6, text), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset one past the last byte.
    pub end: u32,
}

impl Span {
    /// From `start` up to and without `end`.
    #[must_use]
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// As a range for slicing.
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// How many bytes it covers.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// Whether it covers none: a place between two bytes.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// The covered piece of `text`; empty where the span does not lie in it.
    #[must_use]
    #[inline]
    pub fn slice(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or_default()
    }

    /// The covered piece of `bytes`; empty where the span does not lie in them.
    #[must_use]
    #[inline]
    pub fn slice_bytes(self, bytes: &[u8]) -> &[u8] {
        bytes.get(self.range()).unwrap_or_default()
    }

    /// From behind the one byte at `delimiter` to the end of `text`; `None` where `text` ends there.
    #[must_use]
    #[inline]
    pub fn after(delimiter: u32, text: &str) -> Option<Self> {
        let end = offset(text.len());
        (delimiter < end).then(|| Self::new(delimiter.saturating_add(1), end))
    }
}

/// An offset as the spans hold it. Texts are refused beforehand where it would not fit.
#[inline]
pub(crate) fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// How many bytes the first character of `bytes` takes: all of a UTF-8 sequence, else one.
pub(crate) fn character_len(bytes: &[u8]) -> usize {
    (1..=4)
        .find(|len| bytes.get(..*len).is_some_and(|head| core::str::from_utf8(head).is_ok()))
        .unwrap_or(1)
}

impl From<Span> for Range<usize> {
    fn from(span: Span) -> Self {
        span.range()
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}
