//! A text that is searched: its kind, and its octets as written or with its escapes decoded.

use crate::scan::hex;

/// The kind of the text that is scanned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::diagnostics) enum TextKind {
    /// One URL, or a text intended as one.
    Url,
    /// Running text: any number of URLs between spaces, quotation marks and angle brackets.
    Text,
    /// Text after a `#`: its colons do not end a scheme name, and a login may have begun before it.
    Fragment,
    /// Data of a parsed URL, or text after its login: only logins after two slashes count.
    Rest,
}

/// One octet of a text: a byte, or an escape of one.
#[derive(Clone, Copy)]
pub(super) struct Octet {
    pub(super) value: u8,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Octet {
    /// Returns whether it is a byte rather than an escape.
    pub(super) const fn is_raw(self) -> bool {
        self.end.saturating_sub(self.start) == 1
    }
}

/// The octets of a text from `at` on.
#[derive(Clone, Copy)]
pub(super) struct Octets<'a> {
    pub(super) text: &'a [u8],
    pub(super) at: usize,
    pub(super) decoding: bool,
}

impl Iterator for Octets<'_> {
    type Item = Octet;

    fn next(&mut self) -> Option<Octet> {
        let rest = self.text.get(self.at..)?;
        let first = *rest.first()?;
        let escape = if self.decoding && first == b'%' { escape(rest) } else { None };
        let (value, len) = escape.unwrap_or((first, 1));
        let start = self.at;
        self.at = start.saturating_add(len);
        Some(Octet { value, start, end: self.at })
    }
}

/// Returns the octet of an escape at the start of `text`, and the length of the escape.
///
/// Escapes that were escaped again are decoded fully: `%2F`, `%252F` and `%25252F` are all a slash.
pub(super) fn escape(text: &[u8]) -> Option<(u8, usize)> {
    let digits = text.get(1..)?;
    let again = digits.chunks_exact(2).take_while(|pair| *pair == b"25").count().saturating_mul(2);
    match hex::octet(digits.get(again..)?) {
        Some(value) => Some((value, again.saturating_add(3))),
        _ if again > 0 => Some((b'%', again.saturating_add(1))),
        _ => None,
    }
}

pub(super) const fn is_slash(value: u8) -> bool {
    matches!(value, b'/' | b'\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_escapes_are_decoded() {
        for (text, read) in [
            ("%2Fx", Some((b'/', 3))),
            ("%252fx", Some((b'/', 5))),
            ("%25252Fx", Some((b'/', 7))),
            ("%25", Some((b'%', 3))),
            ("%25zz", Some((b'%', 3))),
            ("%2", None),
            ("%zz", None),
            ("%", None),
        ] {
            assert_eq!(escape(text.as_bytes()), read, "{text}");
        }
    }
}
