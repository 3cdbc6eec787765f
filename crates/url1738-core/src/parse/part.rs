//! Checks text against the declaration of a part.

use crate::{
    diagnostics::error::{Error, ErrorKind},
    syntax::{
        escaped::Escaped,
        part::Part,
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

    /// Returns the error for the byte at `at`, where a run of this part ended.
    pub(crate) fn error_at(&'static self, bytes: &[u8], at: usize) -> Error {
        let start = offset(at);
        let marked = |len: u32| Span::new(start, start.saturating_add(len));
        let rest = bytes.get(at..).unwrap_or_default();
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
                error.with_tail(rest.get(1..len).unwrap_or_default())
            }
            [byte, ..] => Error::bnf(self, ErrorKind::UnexpectedByte(*byte), marked(1)),
        }
    }
}
