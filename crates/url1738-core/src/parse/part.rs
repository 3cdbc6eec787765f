//! Checks text against the declaration of a part, and parses the group names of news and nntp URLs (section 3.6).

use super::cursor::Cursor;
use crate::{
    diagnostics::error::{Error, ErrorKind},
    syntax::{
        escaped::Escaped,
        part::{GROUP, Part},
        span::{Span, character_len, offset},
    },
};

impl Part {
    /// Parses `text`, which is already percent-encoded, as the whole of this part.
    ///
    /// # Errors
    ///
    /// Returns an error if `text` contains a byte that the part cannot contain, or a `%` without two hexadecimal digits.
    pub fn read<'a>(&'static self, text: &'a str) -> Result<Escaped<'a>, Error> {
        let bytes = text.as_bytes();
        match self.class().run(bytes) {
            end if end == bytes.len() => Ok(Escaped::new_validated(text)),
            end => Err(self.error_at(bytes, end)),
        }
    }

    /// Checks that `name` is a group name; for builders.
    ///
    /// # Errors
    ///
    /// Returns an error if `name` does not begin with a letter, or contains a byte that is not allowed in a group name.
    #[doc(hidden)]
    pub fn read_group(&'static self, name: &str) -> Result<(), Error> {
        let mut cursor = Cursor::new(name.as_bytes())?;
        cursor.group()?;
        cursor.finish(self)
    }

    /// Returns the error for the byte at `at`, where a run of this part ended.
    pub(crate) fn error_at(&'static self, bytes: &[u8], at: usize) -> Error {
        let marked = |len| Span::of_len(offset(at), len);
        let rest = bytes.get(at..).unwrap_or(&[]);
        match rest {
            [] => Error::bnf(self, ErrorKind::UnexpectedEnd, marked(0)),
            [b'%', after @ ..] if self.class().allows_escapes() => {
                let len = match after {
                    [a, b, ..] if a.is_ascii_graphic() && b.is_ascii_graphic() => 3,
                    [a, ..] if a.is_ascii_graphic() => 2,
                    _ => 1,
                };
                Error::bnf(self, ErrorKind::BadEscape, marked(len))
            }
            [b'#', ..] => Error::bnf(self, ErrorKind::Fragment, marked(1)),
            [byte, ..] if !byte.is_ascii() => {
                let len = character_len(rest);
                let error = Error::bnf(self, ErrorKind::UnexpectedByte(*byte), marked(offset(len)));
                error.with_tail(rest.get(1..len).unwrap_or(&[]))
            }
            [byte, ..] => Error::bnf(self, ErrorKind::UnexpectedByte(*byte), marked(1)),
        }
    }
}

impl Cursor<'_> {
    /// Parses a group name. The byte after it is not checked.
    ///
    /// # Errors
    ///
    /// Returns an error if the next byte is not a letter.
    #[inline]
    pub fn group(&mut self) -> Result<Span, Error> {
        match self.peek() {
            Some(byte) if byte.is_ascii_alphabetic() => Ok(self.run(&GROUP)),
            first => Err(self.without_group(first)),
        }
    }

    /// Returns the error for a position at which no group name begins.
    #[cold]
    fn without_group(&self, first: Option<u8>) -> Error {
        let here = |len| Span::of_len(self.position(), len);
        match first {
            None => Error::bnf(&GROUP, ErrorKind::Empty, here(0)),
            Some(b'0'..=b'9') => Error::bnf(&GROUP, ErrorKind::Custom(0), here(1)),
            Some(_) => self.unexpected(&GROUP),
        }
    }
}
