//! Values within a part: the pieces between separators, and names with values.

use core::{fmt, iter::FusedIterator};

use super::escaped::Escaped;

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
    pub const fn split(self, separator: u8) -> EscapedSplit<'a> {
        EscapedSplit { left: Some(self), separator }
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
        self.split_at(self.separators(separator).next()?)
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

    /// Returns the positions of the separators that are not part of an escape.
    #[inline]
    fn separators(self, separator: u8) -> impl DoubleEndedIterator<Item = usize> + use<'a> {
        let bytes = self.as_str().as_bytes();
        let all = bytes.iter().enumerate().filter(move |(_, byte)| **byte == separator);
        all.map(|(at, _)| at).filter(move |at| separator.is_ascii() && !is_in_escape(bytes, *at))
    }

    #[inline]
    fn split_at(self, at: usize) -> Option<(Self, Self)> {
        let (before, after) = (self.as_str().get(..at)?, self.as_str().get(at.checked_add(1)?..)?);
        Some((Self::new_validated(before), Self::new_validated(after)))
    }
}

/// Returns whether the byte at `at` is the `%` or a digit of an escape. Escapes of a validated text are whole.
#[inline]
fn is_in_escape(bytes: &[u8], at: usize) -> bool {
    // A separator may be a hexadecimal digit: of the two in `a%2Fb2c`, only the last `2` separates,
    // because the first one follows a `%`.
    let is = |back: usize, test: fn(&u8) -> bool| {
        at.checked_sub(back).and_then(|at| bytes.get(at)).is_some_and(test)
    };
    let is_percent = |byte: &u8| *byte == b'%';
    is(0, is_percent) || is(0, u8::is_ascii_hexdigit) && (is(1, is_percent) || is(2, is_percent))
}

/// Iterator over the pieces of a part between separators, created by [`Escaped::split`] (section 2.2).
#[derive(Clone)]
#[must_use = "iterators are lazy"]
pub struct EscapedSplit<'a> {
    /// The rest, whose pieces have not been returned.
    left: Option<Escaped<'a>>,
    separator: u8,
}

impl<'a> Iterator for EscapedSplit<'a> {
    type Item = Escaped<'a>;

    #[inline]
    fn next(&mut self) -> Option<Escaped<'a>> {
        let left = self.left.take()?;
        let Some((piece, rest)) = left.split_once(self.separator) else { return Some(left) };
        self.left = Some(rest);
        Some(piece)
    }
}

impl DoubleEndedIterator for EscapedSplit<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let left = self.left.take()?;
        let divided = left.separators(self.separator).next_back().and_then(|at| left.split_at(at));
        let Some((rest, piece)) = divided else { return Some(left) };
        self.left = Some(rest);
        Some(piece)
    }
}

impl FusedIterator for EscapedSplit<'_> {}

/// Shows the separator, but not the text, which may contain a password.
impl fmt::Debug for EscapedSplit<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = char::from(self.separator);
        f.debug_struct("EscapedSplit").field("separator", &separator).finish_non_exhaustive()
    }
}
