//! The percent-encoded text of a part.

use alloc::{borrow::Cow, string::String, vec::Vec};
use core::{fmt, str::Utf8Error};

use crate::scan::{has, hex, swar::find};

/// Percent-encoded text of a part, as written in the URL (section 2.2).
///
/// [`decode`](Self::decode) returns the octets that it encodes, [`decode_utf8`](Self::decode_utf8) the same as text.
/// Equality and order compare the text as written.
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
    /// Wraps text that a parser has validated. Intended for scheme crates.
    #[must_use]
    #[inline]
    pub const fn new_validated(text: &'a str) -> Self {
        Self(text)
    }

    /// Returns the text as written in the URL.
    #[must_use]
    #[inline]
    pub const fn as_str(self) -> &'a str {
        self.0
    }

    /// Returns `true` if the text is empty.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Returns the decoded octets (section 2.2). Borrows if there are no escapes.
    #[must_use]
    #[inline]
    #[doc(alias = "unquote")]
    pub fn decode(self) -> Cow<'a, [u8]> {
        let bytes = self.0.as_bytes();
        // Most parts are short and have no escape. This test is inlined; what copies is not.
        if has(bytes, b'%') { Cow::Owned(decoded(bytes)) } else { Cow::Borrowed(bytes) }
    }

    /// Returns the decoded octets as text.
    ///
    /// # Errors
    ///
    /// Returns an error if the octets are not UTF-8. RFC 1738 does not specify their character set.
    #[doc(alias = "percent_decode_str")]
    pub fn decode_utf8(self) -> Result<Cow<'a, str>, Utf8Error> {
        match self.decode() {
            Cow::Borrowed(bytes) => core::str::from_utf8(bytes).map(Cow::Borrowed),
            Cow::Owned(bytes) => {
                String::from_utf8(bytes).map(Cow::Owned).map_err(|error| error.utf8_error())
            }
        }
    }
}

/// Returns the escapes of a text: the offset of each `%`, and the two digits after it, which are not checked.
#[inline]
#[expect(clippy::arithmetic_side_effects, reason = "INVARIANT: an escape is within the text")]
pub(crate) fn escapes(bytes: &[u8]) -> impl Iterator<Item = (usize, [u8; 2])> + '_ {
    let mut next = 0;
    core::iter::from_fn(move || {
        let at = find(bytes, b'%', next);
        let [_, high, low] = *bytes.get(at..)?.first_chunk()?;
        next = at + 1;
        Some((at, [high, low]))
    })
}

/// Decodes a text. A `%` that does not begin an escape is kept.
#[inline(never)]
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "INVARIANT: `find` returns a place from `from` on, or the end; an escape is within the text"
)]
fn decoded(bytes: &[u8]) -> Vec<u8> {
    // Decoding makes no text longer, so that this is the only allocation.
    let mut out = Vec::with_capacity(bytes.len());
    let (mut from, mut at) = (0, find(bytes, b'%', 0));
    while let Some([_, after_percent @ ..]) = bytes.get(at..) {
        out.extend_from_slice(&bytes[from..at]);
        // Only a text that no parser has checked contains `100%`. Its sign is kept, because it
        // encodes no octet.
        let (octet, len) = hex::octet(after_percent).map_or((b'%', 1), |octet| (octet, 3));
        out.push(octet);
        from = at + len;
        at = find(bytes, b'%', from);
    }
    out.extend_from_slice(&bytes[from..]);
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
