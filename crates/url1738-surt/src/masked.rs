//! Texts without their passwords.

use alloc::{borrow::Cow, string::String, vec::Vec};

use url1738_core::{MASK, Redacted, redact::Segment};

/// Appends a text of US-ASCII with its secrets masked.
pub(crate) fn push(text: &Redacted<'_>, to: &mut String) {
    for segment in text.segments() {
        to.push_str(match segment {
            Segment::Plain(bytes) => core::str::from_utf8(bytes).unwrap_or_default(),
            Segment::Masked => MASK,
        });
    }
}

/// Returns a text with its secrets masked, and its other bytes as they are.
pub(crate) fn bytes<'t>(text: &Redacted<'t>) -> Cow<'t, [u8]> {
    if text.secrets().is_empty() {
        return Cow::Borrowed(text.bytes());
    }
    let mut bytes = Vec::with_capacity(text.bytes().len());
    for segment in text.segments() {
        bytes.extend_from_slice(match segment {
            Segment::Plain(bytes) => bytes,
            Segment::Masked => MASK.as_bytes(),
        });
    }
    Cow::Owned(bytes)
}
