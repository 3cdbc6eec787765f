//! A part of a URL as it is written.

use alloc::{borrow::Cow, string::String, vec::Vec};
use core::{fmt, str::Utf8Error};

use crate::scan::{hex, swar::find};

/// A part as it stands in the URL, escapes and all (section 2.2).
///
/// The octets it stands for come from [`decode`](Self::decode), as text from
/// [`decode_utf8`](Self::decode_utf8). Equality and order are those of the written text.
///
/// ```
/// use url1738_core::part::FSEGMENT;
///
/// let name = FSEGMENT.read("caf%C3%A9")?;
/// assert_eq!(name.as_str(), "caf%C3%A9");
/// assert_eq!(&*name.decode(), b"caf\xC3\xA9");
/// assert_eq!(name.decode_utf8().unwrap(), "café");
/// # Ok::<(), url1738_core::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Escaped<'a>(&'a str);

impl<'a> Escaped<'a> {
    /// Wraps text that a parser has validated; for scheme crates.
    #[must_use]
    pub const fn new_validated(text: &'a str) -> Self {
        Self(text)
    }

    /// The text as it stands in the URL.
    #[must_use]
    pub const fn as_str(self) -> &'a str {
        self.0
    }

    /// Whether nothing stands there.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The octets it stands for (section 2.2); borrows where nothing is escaped.
    #[must_use]
    pub fn decode(self) -> Cow<'a, [u8]> {
        let bytes = self.0.as_bytes();
        match find(bytes, b'%', 0) {
            end if end == bytes.len() => Cow::Borrowed(bytes),
            first => Cow::Owned(decoded(bytes, first)),
        }
    }

    /// The octets as text.
    ///
    /// # Errors
    ///
    /// Where they are not UTF-8; RFC 1738 leaves their character set open.
    pub fn decode_utf8(self) -> Result<Cow<'a, str>, Utf8Error> {
        match self.decode() {
            Cow::Borrowed(bytes) => core::str::from_utf8(bytes).map(Cow::Borrowed),
            Cow::Owned(bytes) => {
                String::from_utf8(bytes).map(Cow::Owned).map_err(|error| error.utf8_error())
            }
        }
    }
}

/// The octets of a text whose first `%` is at `first`. A `%` that begins no escape stands for itself.
fn decoded(bytes: &[u8], first: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let (mut from, mut at) = (0, first);
    while let Some([_, behind @ ..]) = bytes.get(at..) {
        out.extend_from_slice(bytes.get(from..at).unwrap_or_default());
        let (octet, len) = hex::octet(behind).map_or((b'%', 1), |octet| (octet, 3));
        out.push(octet);
        from = at.saturating_add(len);
        at = find(bytes, b'%', from);
    }
    out.extend_from_slice(bytes.get(from..).unwrap_or_default());
    out
}

impl AsRef<str> for Escaped<'_> {
    fn as_ref(&self) -> &str {
        self.0
    }
}

impl PartialEq<str> for Escaped<'_> {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for Escaped<'_> {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}
