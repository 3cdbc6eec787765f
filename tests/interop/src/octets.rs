//! Octets as written in the data files and shown by failures: the notation of the plans'
//! `send` steps.

use core::{fmt, fmt::Write as _};
use std::io;

/// Writes octets in quotation marks, with `\r \n \t \\ \"` and `\xHH` for what is not printable ASCII.
///
/// ```
/// assert_eq!(url1738_interop::octets::quote(b"/find\tcaf\xc3\xa9\r\n"), r#""/find\tcaf\xc3\xa9\r\n""#);
/// ```
#[must_use]
pub fn quote(octets: &[u8]) -> String {
    let mut out = String::from("\"");
    for &octet in octets {
        match octet {
            b'\r' => out.push_str("\\r"),
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            b'\\' => out.push_str("\\\\"),
            b'"' => out.push_str("\\\""),
            b' '..=b'~' => out.push(char::from(octet)),
            _ => {
                let _ = write!(out, "\\x{octet:02x}");
            }
        }
    }
    out.push('"');
    out
}

/// Like [`quote`], cut after 300 octets: a failure shows where it went wrong, not a whole file.
#[must_use]
pub fn excerpt(octets: &[u8]) -> String {
    match octets.get(..300) {
        Some(head) if octets.len() > 300 => format!("{}... ({} octets)", quote(head), octets.len()),
        _ => quote(octets),
    }
}

/// Reads the quoted octets at the start of `text`. Returns them and the text after the closing mark.
///
/// # Errors
/// Returns an error if a quotation mark is missing, or if a backslash starts no escape.
pub fn unquote(text: &str) -> Result<(Vec<u8>, &str)> {
    let bad = || Error::new(format!("not quoted octets: {text}"));
    let mut rest = text.strip_prefix('"').ok_or_else(bad)?;
    let mut out = Vec::new();
    loop {
        let octet = rest.chars().next().ok_or_else(bad)?;
        rest = &rest[octet.len_utf8()..];
        if octet == '"' {
            return Ok((out, rest));
        }
        if octet != '\\' {
            out.extend(octet.encode_utf8(&mut [0; 4]).as_bytes());
            continue;
        }
        let escape = rest.chars().next().ok_or_else(bad)?;
        rest = &rest[escape.len_utf8()..];
        out.push(match escape {
            'r' => b'\r',
            'n' => b'\n',
            't' => b'\t',
            '\\' => b'\\',
            '"' => b'"',
            'x' => {
                let digits = rest.get(..2).ok_or_else(bad)?;
                rest = &rest[2..];
                hex(digits).ok_or_else(bad)?
            }
            _ => return Err(bad()),
        });
    }
}

/// Decodes `%HH` in a path of a data file, so that seeded names may contain any octet.
#[must_use]
pub fn percent_decode(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        out.extend(&rest.as_bytes()[..at]);
        match rest.get(at + 1..at + 3).and_then(hex) {
            Some(octet) => {
                out.push(octet);
                rest = &rest[at + 3..];
            }
            None => {
                out.push(b'%');
                rest = &rest[at + 1..];
            }
        }
    }
    out.extend(rest.as_bytes());
    out
}

/// Returns one octet from exactly two hexadecimal digits (`from_str_radix` would accept a sign).
fn hex(digits: &str) -> Option<u8> {
    let digits = digits.bytes().all(|d| d.is_ascii_hexdigit()).then_some(digits)?;
    u8::from_str_radix(digits, 16).ok()
}

/// An error of the harness, as a message. A plan that a server refuses is not an error: it is an
/// [`Outcome`](crate::execute::Outcome) to compare.
#[derive(Debug)]
pub struct Error(String);

impl Error {
    /// Returns an error with the message `what`.
    pub fn new(what: impl Into<String>) -> Self {
        Self(what.into())
    }

    /// Returns a function for `map_err` that adds what was being done.
    pub fn during<E: fmt::Display>(doing: impl fmt::Display) -> impl FnOnce(E) -> Self {
        move |error| Self(format!("{doing}: {error}"))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self(error.to_string())
    }
}

/// A result whose error is [`Error`].
pub type Result<T> = core::result::Result<T, Error>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_octets_come_back() {
        let all: Vec<u8> = (0..=255).collect();
        let text = format!("{} 550", quote(&all));
        let (octets, rest) = unquote(&text).unwrap();
        assert_eq!((octets, rest), (all, " 550"));
    }

    #[test]
    fn a_bad_escape_is_an_error() {
        for text in ["CWD", "\"CWD", r#""\q""#, r#""\x+f""#] {
            assert!(unquote(text).is_err(), "{text}");
        }
    }

    #[test]
    fn percent_escapes_are_decoded() {
        assert_eq!(percent_decode("x%FF%20%"), b"x\xff %");
    }
}
