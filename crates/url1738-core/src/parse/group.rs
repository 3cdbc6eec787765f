//! Parses the group names of news and nntp URLs (section 3.6).

use super::cursor::Cursor;
use crate::{
    diagnostics::error::{Error, ErrorKind},
    syntax::{
        part::{GROUP, Part},
        span::{Span, offset},
    },
};

impl Part {
    /// Checks that `name` is a group name; for builders.
    ///
    /// # Errors
    ///
    /// Returns an error if `name` does not begin with a letter, or contains a byte that is not allowed in a group name.
    pub fn read_group(&'static self, name: &str) -> Result<(), Error> {
        let mut cursor = Cursor::new(name.as_bytes())?;
        cursor.group()?;
        cursor.finish(self)
    }

    /// Returns the error for a position at which no group name begins.
    fn group_fault(&'static self, bytes: &[u8], at: usize) -> Error {
        let here = |len: u32| Span::new(offset(at), offset(at).saturating_add(len));
        match bytes.get(at) {
            None => Error::bnf(self, ErrorKind::Empty, here(0)),
            Some(byte) if byte.is_ascii_digit() => Error::bnf(self, ErrorKind::Custom(0), here(1)),
            Some(_) => self.error_at(bytes, at),
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
            _ => Err(GROUP.group_fault(self.bytes, self.at)),
        }
    }
}
