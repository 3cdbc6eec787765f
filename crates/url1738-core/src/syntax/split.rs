//! Splits a part at its separators, and into names with values.

#![expect(
    clippy::arithmetic_side_effects,
    reason = "INVARIANT: a separator is within the span, whose end is at most 2^32 - 1"
)]

use core::{fmt, iter::FusedIterator};

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
    pub fn escaped(self) -> impl DoubleEndedIterator<Item = Escaped<'a>> + FusedIterator + Clone {
        let text = self.text;
        self.map(move |piece| Escaped::new_validated(piece.slice(text)))
    }

    /// Finds the separators of the block that are before `end`.
    #[inline]
    fn look(&mut self, end: u32) {
        let found = Block::at(self.text.as_bytes(), self.block as usize).are(self.separator);
        let found = found & lowest(end.saturating_sub(self.block));
        // By values: a reference to the iterator would keep it out of the registers.
        self.separators = if may_be_data(self.separator) {
            outside_escapes(self.text.as_bytes(), self.separator, self.block as usize, found)
        } else {
            found
        };
    }
}

/// Returns the bits of `found`, the separators of the block at `block`, that are not part of an escape.
#[cold]
fn outside_escapes(bytes: &[u8], separator: u8, block: usize, found: u32) -> u32 {
    let bits = (0..u32::BITS).filter(|bit| found >> bit & 1 == 1);
    let bits = bits.filter(|bit| divides(bytes, separator, block + *bit as usize));
    bits.fold(0, |mask, bit| mask | 1 << bit)
}

/// Returns whether the byte at `at` is a separator that is not part of an escape. Escapes of a validated text are whole.
#[inline]
fn divides(bytes: &[u8], separator: u8, at: usize) -> bool {
    let is_percent = |back| at.checked_sub(back).is_some_and(|at| bytes.get(at) == Some(&b'%'));
    // Of the two `2` in `a%2Fb2c`, only the last one separates, because the first one follows a `%`.
    let is_data = || !separator.is_ascii() || (0..=2).any(is_percent);
    bytes.get(at) == Some(&separator) && !(may_be_data(separator) && is_data())
}

/// Returns whether a separator may be part of an escape, or of a character outside US-ASCII.
#[inline]
const fn may_be_data(separator: u8) -> bool {
    separator == b'%' || separator.is_ascii_hexdigit() || !separator.is_ascii()
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
        let bytes = self.text.as_bytes();
        // Byte by byte: from the end, mostly the name after the last slash is asked for, and no
        // other piece.
        let Some(at) =
            left.range().rev().find(|at| divides(bytes, self.separator, *at)).map(offset)
        else {
            return self.left.take();
        };
        self.left = Some(Span::new(left.start, at));
        // What was returned from the end must not be found again from the front. All separators of
        // a block after `at` are gone.
        self.separators &= lowest(at.saturating_sub(self.block));
        Some(Span::new(at + 1, left.end))
    }
}

impl FusedIterator for Split<'_> {}

impl<'a> Escaped<'a> {
    /// Returns the pieces between the separators, at least one, each as written. An escaped separator is data and does
    /// not separate (section 2.2), so split first and decode then.
    ///
    /// No escape is divided: `separator` never matches within `%HH`. A byte outside US-ASCII matches nothing.
    ///
    /// ```
    /// use url1738_core::Escaped;
    ///
    /// let path = Escaped::new_validated("pub/a%2Fb//caf%C3%A9");
    /// let mut names = path.split(b'/').map(|name| name.decode_utf8().unwrap());
    /// assert!(names.eq(["pub", "a/b", "", "café"]));
    /// assert_eq!(path.split(b'/').next_back().unwrap(), "caf%C3%A9");
    /// ```
    #[inline]
    #[must_use]
    pub fn split(
        self,
        separator: u8,
    ) -> impl DoubleEndedIterator<Item = Self> + FusedIterator + Clone + use<'a> {
        self.pieces(separator).escaped()
    }

    /// Returns what is before and after the first separator, each as written, or `None` if there is none. Like
    /// [`split`](Self::split), it does not match within an escape.
    ///
    /// ```
    /// use url1738_core::Escaped;
    ///
    /// let option = Escaped::new_validated("pass%3Dword=a%3Db=c");
    /// let (name, value) = option.split_once(b'=').unwrap();
    /// assert_eq!((&*name.decode(), &*value.decode()), (&b"pass=word"[..], &b"a=b=c"[..]));
    /// assert_eq!(option.split_once(b'&'), None);
    /// ```
    #[must_use]
    #[inline]
    pub fn split_once(self, separator: u8) -> Option<(Self, Self)> {
        let mut pieces = self.pieces(separator);
        let (before, after) = (pieces.next()?, pieces.left?);
        let piece = |span: Span| Self::new_validated(span.slice(self.as_str()));
        Some((piece(before), piece(after)))
    }

    /// Returns the names and values of `name=value&name=value`, in order, each side as written and to be decoded by
    /// itself. A piece without `=` is a name without a value; an empty piece is left out.
    ///
    /// RFC 1738 gives a search no inner structure: `&` and `=` are the convention of forms. Their convention that `+` is
    /// a space is not applied, because it does not hold in a path or in the options of a database URL.
    ///
    /// ```
    /// use url1738_core::Escaped;
    ///
    /// let search = Escaped::new_validated("name=J%26J&&tls&note=a=b");
    /// let pairs: Vec<_> = search.pairs().map(|(name, value)| (name.as_str(), value)).collect();
    /// assert_eq!(pairs[0].1.unwrap().decode_utf8()?, "J&J");
    /// assert_eq!(pairs[1], ("tls", None));
    /// assert_eq!(pairs[2].1.unwrap(), "a=b");
    /// # Ok::<(), core::str::Utf8Error>(())
    /// ```
    #[inline]
    #[doc(alias = "query_pairs")]
    #[doc(alias = "parse_qs")]
    #[doc(alias = "searchParams")]
    #[must_use]
    pub fn pairs(
        self,
    ) -> impl DoubleEndedIterator<Item = (Self, Option<Self>)> + FusedIterator + Clone + use<'a>
    {
        self.split(b'&').filter(|piece| !piece.is_empty()).map(|piece| {
            match piece.split_once(b'=') {
                Some((name, value)) => (name, Some(value)),
                None => (piece, None),
            }
        })
    }

    #[inline]
    fn pieces(self, separator: u8) -> Split<'a> {
        Split::new(Span::from(0..self.as_str().len()), self.as_str(), separator)
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
