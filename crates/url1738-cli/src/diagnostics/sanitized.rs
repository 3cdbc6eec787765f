//! Text that is safe to show: it cannot control a terminal, and its passwords are shown as the policy says.

use core::fmt;
use std::borrow::Cow;

use clap::ValueEnum;
use data_encoding::BASE64;
use serde::{Deserialize, Serialize, Serializer};
use url1738::{
    Redacted, Repaired, Url,
    syntax::{MASK, redact::Segment},
};

/// Bytes of unknown origin, shown as text.
///
/// `Display` escapes all characters that are not safe on a terminal. [`unescaped`](Self::unescaped) keeps them, because the
/// JSON writer escapes them in a form that can be read back. Both write bytes that are not UTF-8 as `\xHH` and secrets as
/// `***`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sanitized<'a> {
    /// A text without secrets.
    Text(&'a str),
    /// Bytes that are not UTF-8, or have secrets.
    Bytes(Redacted<'a>),
}

impl<'a> Sanitized<'a> {
    /// Shows all of `bytes`, which must not contain a secret.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        match core::str::from_utf8(bytes) {
            Ok(text) => Self::Text(text),
            Err(_) => Self::Bytes(Redacted::revealed(bytes)),
        }
    }

    /// Shows a text with its secrets masked.
    pub(crate) fn masked(text: Redacted<'a>) -> Self {
        if text.secrets().is_empty() { Self::new(text.bytes()) } else { Self::Bytes(text) }
    }

    fn redacted(&self) -> Redacted<'a> {
        match self {
            Self::Text(text) => Redacted::revealed(text.as_bytes()),
            Self::Bytes(text) => *text,
        }
    }

    /// Returns the text with its characters as they are. They must be escaped before they are shown.
    pub(crate) fn unescaped(&self) -> impl fmt::Display + use<'a> {
        url1738_picture::Sanitized::new(self.redacted()).keeping(|_| true)
    }

    /// Returns the bytes in base64, with secrets masked, if they are not UTF-8. The text cannot be read back: it shows the
    /// byte FF and the four characters `\xFF` alike.
    pub(crate) fn base64(&self) -> Option<String> {
        let Self::Bytes(text) = self else { return None };
        core::str::from_utf8(text.bytes()).err()?;
        Some(BASE64.encode(&masked_bytes(*text)))
    }
}

/// Serializes the text with its characters as they are. They must be escaped before they are shown.
impl Serialize for Sanitized<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => to.serialize_str(text),
            Self::Bytes(_) => to.collect_str(&self.unescaped()),
        }
    }
}

/// Returns the bytes of a text as they are, with its secrets masked.
pub(crate) fn masked_bytes(text: Redacted<'_>) -> Vec<u8> {
    let shown = text.segments().map(|segment| match segment {
        Segment::Plain(bytes) => bytes,
        Segment::Masked => MASK.as_bytes(),
    });
    shown.collect::<Vec<_>>().concat()
}

impl fmt::Display for Sanitized<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A loop without an early end looks at many bytes at once.
        let is_printable =
            |text: &str| text.bytes().fold(true, |all, byte| all & matches!(byte, b' '..=b'~'));
        match self {
            // Most text, which is read as a whole.
            Self::Text(text) if is_printable(text) => f.write_str(text),
            _ => url1738_picture::Sanitized::new(self.redacted()).fmt(f),
        }
    }
}

fn masked_text(text: Redacted<'_>) -> Option<String> {
    (!text.secrets().is_empty()).then(|| text.to_string())
}

/// Returns the name of a file as it may be shown. A URL may have been given in place of a file, so secrets are masked.
pub(crate) fn path(path: &std::path::Path) -> String {
    Sanitized::masked(Redacted::new(path.as_os_str().as_encoded_bytes())).to_string()
}

/// Returns an argument with its secrets masked. All of it may be a login without a scheme.
pub(crate) fn argument(text: &str) -> String {
    let login = Redacted::of_fragment(text.as_bytes());
    let masked =
        login.secrets().iter().fold(Redacted::new(text.as_bytes()), |all, one| all.and(*one));
    Sanitized::masked(masked).to_string()
}

/// What happens to passwords in output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Passwords {
    /// Mask them in reports and records, and leave lines with one out of URLs that are written as data
    #[default]
    Refuse,
    /// Write *** in place of them, in data, too
    Mask,
    /// Write them
    Keep,
}

impl Passwords {
    /// Returns whether passwords are written.
    #[inline]
    pub(crate) const fn keeps(self) -> bool {
        matches!(self, Self::Keep)
    }

    /// Masks the secrets of a text that may be a URL.
    pub(crate) fn redact(self, text: &[u8]) -> Redacted<'_> {
        if self.keeps() { Redacted::revealed(text) } else { Redacted::new(text) }
    }

    /// Masks the secrets of the text after a `#`.
    pub(crate) fn redact_fragment(self, text: &[u8]) -> Redacted<'_> {
        if self.keeps() { Redacted::revealed(text) } else { Redacted::of_fragment(text) }
    }

    /// Returns whether a secret in the fragment of a line is masked.
    pub(crate) fn is_fragment_masked(self, fragment: Option<&[u8]>) -> bool {
        fragment.is_some_and(|text| !self.redact_fragment(text).secrets().is_empty())
    }

    /// Returns a URL that the program made with its secrets masked, or `None` if there is nothing to mask.
    pub(crate) fn masked_url(self, url: &str) -> Option<String> {
        match Url::parse(url) {
            Ok(url) => self.masked(&url),
            Err(_) => masked_text(self.redact(url.as_bytes())),
        }
    }

    /// Returns a URL that the program writes and its fragment with their secrets masked, and whether some in the URL were. They
    /// are judged as one text, because the `#` may be part of a password. `masked` is the URL without its secrets, if it has any.
    #[inline(always)]
    pub(crate) fn masked_reference<'u>(
        self,
        url: Cow<'u, str>,
        fragment: Option<String>,
        masked: Option<String>,
    ) -> (Cow<'u, str>, Option<String>, bool) {
        let is_masked = masked.is_some();
        let Some(fragment) = fragment else {
            return (masked.map_or(url, Cow::Owned), None, is_masked);
        };
        let shown = self.redact_fragment(fragment.as_bytes()).to_string();
        let mut reference = Repaired::unchanged(url);
        reference.fragment = Some(fragment);
        match reference.redacted_as_one().filter(|_| !self.keeps()) {
            Some((url, fragment)) => (url.into(), Some(fragment), true),
            None => (masked.map_or(reference.url, Cow::Owned), Some(shown), is_masked),
        }
    }

    /// Returns a URL with its secrets masked, or `None` if there is nothing to mask.
    pub(crate) fn masked(self, url: &Url<&str>) -> Option<String> {
        if self.keeps() { None } else { masked_text(url.redacted()) }
    }
}
