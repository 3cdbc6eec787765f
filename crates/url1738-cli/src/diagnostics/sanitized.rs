//! Text that is safe to show: it cannot control a terminal, and its passwords are masked.

use core::fmt;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use url1738::{
    Redacted,
    syntax::{MASK, redact::Segment},
};

pub(crate) use url1738_picture::is_safe;

/// Bytes of unknown origin, shown as text.
///
/// `Display` escapes all characters that are not safe on a terminal. [`unescaped`](Self::unescaped) keeps them, because the
/// JSON writer escapes them in a form that can be read back. Both write bytes that are not UTF-8 as `\xHH` and secrets as
/// `***`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sanitized<'a>(Content<'a>);

/// Nearly all texts have no secrets, and are not copied with room for some.
#[derive(Clone, Copy, Debug)]
enum Content<'a> {
    /// Text that every format writes as it is.
    Safe(&'a str),
    /// Bytes without secrets.
    Plain(&'a [u8]),
    /// Bytes with secrets.
    Masked(Redacted<'a>),
}

impl<'a> Sanitized<'a> {
    /// Shows all of `bytes`, which must not contain a secret.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self(Content::Plain(bytes))
    }

    /// Shows a text with its secrets masked.
    pub(crate) fn masked(text: Redacted<'a>) -> Self {
        if text.secrets().is_empty() {
            Self(Content::Plain(text.bytes()))
        } else {
            Self(Content::Masked(text))
        }
    }

    /// Shows a text that was checked to be [plain](is_plain) and to contain no secret.
    #[inline]
    pub(crate) const fn safe(text: &'a str) -> Self {
        Self(Content::Safe(text))
    }

    /// Returns the text if it is [plain](is_plain) and contains no secret.
    #[inline]
    pub(crate) fn plain(&self) -> Option<&'a str> {
        match self.0 {
            Content::Safe(text) => Some(text),
            Content::Plain(bytes) if is_plain(bytes) => core::str::from_utf8(bytes).ok(),
            _ => None,
        }
    }

    /// Returns the text with its characters as they are. They must be escaped before they are shown.
    pub(crate) fn unescaped(&self) -> impl fmt::Display {
        struct Unescaped<'a>(Sanitized<'a>);
        impl fmt::Display for Unescaped<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                url1738_picture::Sanitized::new(self.0.redacted()).keeping(|_| true).fmt(f)
            }
        }
        Unescaped(*self)
    }

    /// Returns the bytes in base64, with secrets masked, if they are not UTF-8. The text cannot be read back: it shows the
    /// byte FF and the four characters `\xFF` alike.
    pub(crate) fn base64(&self) -> Option<String> {
        let text = self.redacted();
        core::str::from_utf8(text.bytes()).err()?;
        let shown = text.segments().map(|segment| match segment {
            Segment::Plain(bytes) => bytes,
            Segment::Masked => MASK.as_bytes(),
        });
        Some(STANDARD.encode(shown.collect::<Vec<_>>().concat()))
    }

    fn redacted(&self) -> Redacted<'a> {
        match self.0 {
            Content::Safe(text) => Redacted::revealed(text.as_bytes()),
            Content::Plain(bytes) => Redacted::revealed(bytes),
            Content::Masked(text) => text,
        }
    }
}

/// Returns whether a text contains only graphic US-ASCII characters and spaces, and neither `"` nor `\`. So it cannot
/// control a terminal, and needs no escape in JSON.
pub(crate) fn is_plain(text: &[u8]) -> bool {
    text.iter().all(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\'))
}

impl fmt::Display for Sanitized<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plain() {
            Some(text) => f.write_str(text),
            None => url1738_picture::Sanitized::new(self.redacted()).fmt(f),
        }
    }
}

/// Returns the name of a file as it may be shown. A URL may have been given in place of a file, so secrets are masked.
pub(crate) fn path(path: &std::path::Path) -> String {
    Sanitized::masked(Redacted::new(path.as_os_str().as_encoded_bytes())).to_string()
}
