//! Replies with a code, as in FTP, HTTP and NNTP.

use core::{fmt, str::FromStr};

/// A reply of a server: a code of three digits and a text (RFC 959 section 4.2, RFC 977 section 2.4).
/// [`Session`](crate::Session) shows an example.
///
/// Display writes both. The text is safe to show: octets that are not printable are escaped, passwords that the
/// server repeats are `***`, and what is too long is cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    pub(crate) step: Option<usize>,
    pub(crate) code: u16,
    pub(crate) text: String,
}

impl Reply {
    /// Returns the index of the step of the plan that the reply answers, or `None` for a greeting and for the commands
    /// that set up a data connection.
    #[must_use]
    pub const fn step(&self) -> Option<usize> {
        self.step
    }

    /// Returns the code, or 0 for a protocol without codes (Gopher).
    #[must_use]
    pub const fn code(&self) -> u16 {
        self.code
    }

    /// Returns the text of the last line, without the code.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    pub(crate) const fn class(&self) -> u16 {
        self.code / 100
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.code {
            0 if self.text.is_empty() => f.write_str("an error without a text"),
            0 => f.write_str(&self.text),
            code if self.text.is_empty() => write!(f, "{code:03}"),
            code => write!(f, "{code:03} {}", self.text),
        }
    }
}

/// Returns the code at the start of a line: three digits, from 100 to 599, before a space, a hyphen or the end.
pub(crate) fn code(line: &[u8]) -> Option<u16> {
    let (digits, rest) = line.split_at_checked(3)?;
    let ends = matches!(rest.first(), None | Some(b' ' | b'-' | b'\t'));
    number(digits).filter(|code| ends && (100..600).contains(code))
}

/// Returns a decimal number. `+1`, which [`str::parse`] takes, is none.
pub(crate) fn number<T: FromStr>(octets: &[u8]) -> Option<T> {
    let digits = core::str::from_utf8(octets).ok()?;
    digits.parse().ok().filter(|_| octets.iter().all(u8::is_ascii_digit))
}
