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
        let marked = |len: usize| Span::new(start, start.saturating_add(offset(len)));
        let rest = bytes.get(at..).unwrap_or_default();
        match rest {
            [] => Error::bnf(self, ErrorKind::UnexpectedEnd, marked(0)),
            [b'%', ..] if self.class().allows_escapes() => {
                let digits = rest.iter().skip(1).take(2).take_while(|b| b.is_ascii_graphic());
                Error::bnf(self, ErrorKind::BadEscape, marked(digits.count().saturating_add(1)))
            }
            [b'#', ..] => Error::bnf(self, ErrorKind::Fragment, marked(1)),
            [byte, ..] => {
                let kind = ErrorKind::UnexpectedByte(*byte);
                let len = if byte.is_ascii() { 1 } else { character_len(rest) };
                let tail = rest.get(1..len).unwrap_or_default();
                Error::bnf(self, kind, marked(len)).with_tail(tail)
            }
        }
    }
}
