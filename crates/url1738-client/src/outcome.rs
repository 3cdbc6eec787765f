//! The record of an exchange: replies with a code, as in FTP, HTTP and NNTP, and the identity of a file.

use core::{fmt, net::SocketAddr, str::FromStr};

/// The record of an exchange: of one that was carried out, or of a [`Session`](crate::Session) so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome {
    /// The octets of the content.
    pub content_len: u64,
    /// The octets of the whole content, if the server announced them: the `Content-Length` of HTTP, the length in a
    /// Gopher+ header, or the answer to `SIZE` or the text of the reply before a file in FTP. In TYPE A, the text of a reply
    /// is only a hint, since the ends of lines change on the way.
    pub announced_len: Option<u64>,
    /// The identity of the file, if the client asked for it and the transfer began.
    pub identity: Option<Identity>,
    /// The replies of the server, in order.
    pub replies: Vec<Reply>,
    /// The steps that were guesses, because the URL does not determine them: `TYPE I [guess]`.
    pub guesses: Vec<String>,
    /// The address of the server. A session does not know it.
    pub peer: Option<SocketAddr>,
}

/// A reply of a server: a code of three digits and a text (RFC 959 section 4.2, RFC 977 section 2.4).
/// [`Session`](crate::Session) shows an example.
///
/// Display writes both. The text is safe to show: octets that are not printable are escaped, passwords that the
/// server repeats are `***`, and what is too long is cut.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reply {
    /// The index of the step of the plan that the reply answers, or `None` for a greeting and for the commands that the
    /// client adds to the plan.
    pub step: Option<usize>,
    /// The code, or 0 for a protocol without codes (Gopher).
    pub code: u16,
    /// The text of the last line, without the code.
    pub text: String,
    /// Whether the server itself fails or is closing, and not only this request.
    pub(crate) is_failure: bool,
}

impl Reply {
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

/// The length and time of a file, as the server reports them before the transfer. They show whether a resumed file is the
/// same one (RFC 3659, sections 3 and 4).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// The octets of the whole file: the answer to `SIZE`, or the length in the reply before the file.
    pub len: Option<u64>,
    /// The time of its last change as the server writes it, the answer to `MDTM`: `20261123170000`.
    pub modified: Option<String>,
}

/// Returns the time in the text of a reply to `MDTM` (RFC 3659, 3): digits, and perhaps a fraction.
pub(crate) fn modified(text: &[u8]) -> Option<String> {
    /// Servers write up to nine digits of a fraction.
    const LONGEST: usize = 32;
    let is_time = (14..=LONGEST).contains(&text.len())
        && text.iter().all(|octet| octet.is_ascii_digit() || *octet == b'.');
    String::from_utf8(text.to_vec()).ok().filter(|_| is_time)
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
