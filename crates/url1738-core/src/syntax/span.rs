//! Byte ranges of a text, and the edit of one.

use alloc::{borrow::Cow, string::String};
use core::{fmt, ops::Range};

use crate::scan::has;

/// Byte range of the text that was passed to a parser.
///
/// Offsets are `u32`: parsers return an error for texts longer than 4 GiB - 1.
///
/// ```
/// use url1738_core::Span;
///
/// let span = Span::new(6, 10);
/// assert_eq!(span.slice("ftp://host/"), "host");
/// assert_eq!((span.len(), span.is_empty()), (4, false));
///
/// let text = "x:a%20%20b";
/// assert_eq!(Span::after(1, text).unwrap().slice_bytes(text.as_bytes()), b"a%20%20b");
/// assert_eq!((Span::after(10, text), Span::to_end(2, text)), (None, Span::new(2, 10)));
/// assert_eq!(Span::new(2, 10).find(text, b"%20"), Some(Span::of_len(3, 3)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset one past the last byte.
    pub end: u32,
}

impl Span {
    /// Creates the span `start..end`.
    #[must_use]
    #[inline]
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// Creates the span of `len` bytes from `start`, in a text that contains them.
    #[must_use]
    #[inline]
    #[doc(hidden)]
    pub const fn of_len(start: u32, len: u32) -> Self {
        Self { start, end: start.saturating_add(len) }
    }

    /// Returns the span as a range, for slicing.
    #[must_use]
    #[inline]
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns the number of bytes that the span covers.
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// Returns `true` if the span is empty: a position between two bytes.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// Returns the covered slice of `text`, which is empty if the span is out of range or not on character boundaries.
    #[must_use]
    #[inline]
    pub fn slice(self, text: &str) -> &str {
        // Not `get(range)`, which compares start and end once more. Nor `unwrap_or_default`, which takes four instructions
        // to select a pointer and a length: the branches to a cold call are never taken.
        let Some(head) = text.get(..self.end as usize) else { return nothing() };
        let Some(part) = head.get(self.start as usize..) else { return nothing() };
        part
    }

    /// Returns the covered slice of `bytes`, which is empty if the span is out of range.
    #[must_use]
    #[inline]
    #[doc(hidden)]
    pub fn slice_bytes(self, bytes: &[u8]) -> &[u8] {
        bytes.get(self.range()).unwrap_or_default()
    }

    /// Returns the span of the first `pattern` within this span of `text`.
    #[must_use]
    #[inline]
    #[doc(hidden)]
    pub fn find<const N: usize>(self, text: &str, pattern: &[u8; N]) -> Option<Self> {
        const { assert!(N > 0, "a pattern contains a byte") };
        // For the short texts of URLs, this is faster than `str::find`, which prepares its search.
        let bytes = self.slice_bytes(text.as_bytes());
        if !has(bytes, pattern[0]) {
            return None;
        }
        let before = bytes.windows(N).position(|window| window == pattern)?;
        Some(Self::of_len(self.start.saturating_add(offset(before)), offset(N)))
    }

    /// Returns the span from `start` to the end of `text`.
    #[must_use]
    #[inline]
    #[doc(hidden)]
    pub fn to_end(start: u32, text: &str) -> Self {
        Self::new(start, offset(text.len()))
    }

    /// Returns the span from the byte after `delimiter` to the end of `text`, or `None` if `text` ends at `delimiter`.
    ///
    /// The delimiter is one byte long.
    #[must_use]
    #[inline]
    #[doc(hidden)]
    pub fn after(delimiter: u32, text: &str) -> Option<Self> {
        let end = offset(text.len());
        (delimiter < end).then(|| Self::new(delimiter.saturating_add(1), end))
    }
}

/// Returns the empty text, for a span out of range.
#[cold]
#[inline(never)]
const fn nothing() -> &'static str {
    ""
}

/// Converts an offset to the type that spans use. Parsers have already rejected texts in which it would not fit.
#[inline]
pub(crate) fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Returns the length of the first UTF-8 character of `bytes`, or 1 if they do not begin with one.
pub(crate) fn character_len(bytes: &[u8]) -> usize {
    (1..=4)
        .find(|len| bytes.get(..*len).is_some_and(|head| core::str::from_utf8(head).is_ok()))
        .unwrap_or(1)
}

/// A place after 4 GiB, which no parser accepts, becomes the last one of a span.
impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self::new(offset(range.start), offset(range.end))
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

/// Edit of a text: replaces the bytes of `span` with `text`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fix {
    /// The bytes to replace. Empty for an insertion.
    pub span: Span,
    /// The new text.
    pub text: Cow<'static, str>,
}

impl Fix {
    /// Returns the text with the edit made: unchanged, if it has no such place.
    ///
    /// ```
    /// use url1738_core::GenericUrl;
    ///
    /// let text = "x-db://host.dom/a b";
    /// let error = GenericUrl::parse(text).unwrap_err();
    /// assert_eq!(GenericUrl::fix(text, &error).unwrap().apply(text), "x-db://host.dom/a%20b");
    /// ```
    #[must_use]
    pub fn apply(&self, text: &str) -> String {
        let Span { start, end } = self.span;
        match (text.get(..start as usize), text.get(end as usize..)) {
            (Some(before), Some(after)) => [before, &self.text, after].concat(),
            _ => text.into(),
        }
    }
}
