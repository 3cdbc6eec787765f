//! Group names, as news and nntp have them (section 3.6).

use super::cursor::Cursor;
use crate::{
    diagnostics::error::{Error, ErrorKind},
    syntax::{
        part::{GROUP, Part},
        span::{Span, offset},
    },
};

impl Part {
    /// Checks a group name, for a builder.
    ///
    /// # Errors
    ///
    /// The first byte that a group name does not hold; it begins with a letter.
    pub fn read_group(&'static self, name: &str) -> Result<(), Error> {
        let mut cursor = Cursor::new(name.as_bytes())?;
        cursor.group()?;
        cursor.finish(self)
    }

    /// Why a group name cannot begin at `at`.
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
    /// Reads a group name.
    ///
    /// # Errors
    ///
    /// Where it does not begin with a letter; the byte after it is not checked.
    #[inline]
    pub fn group(&mut self) -> Result<Span, Error> {
        match self.peek() {
            Some(byte) if byte.is_ascii_alphabetic() => Ok(self.run(&GROUP)),
            _ => Err(GROUP.group_fault(self.bytes, self.at)),
        }
    }
}
