//! The policy for passwords: what happens to a URL that has one.

use clap::ValueEnum;
use serde::Deserialize;
use url1738::{Redacted, Url};

use crate::line::Line;

/// What happens to passwords in output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ValueEnum)]
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

/// What output is for, which decides what happens to the passwords in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Reports, pictures and listings, which users read.
    Report,
    /// Records, which say that a password is masked: JSON, CSV and TSV.
    Record,
    /// Text that another program reads as URLs.
    Data,
}

impl Passwords {
    /// Returns whether passwords are written.
    #[inline]
    pub(crate) const fn keeps(self) -> bool {
        matches!(self, Self::Keep)
    }

    /// Returns whether a line with a password is left out: masked data would name another URL.
    #[inline]
    pub(crate) const fn withholds(self, purpose: Purpose) -> bool {
        matches!((self, purpose), (Self::Refuse, Purpose::Data))
    }

    /// Returns the name on the command line.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Refuse => "refuse",
            Self::Mask => "mask",
            Self::Keep => "keep",
        }
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
    pub(crate) fn is_fragment_masked(self, line: Line<'_>) -> bool {
        line.fragment.is_some_and(|text| !self.redact_fragment(text).secrets().is_empty())
    }

    /// Masks the secrets of `url`, whose text is `text`. Returns `None` if there is nothing to mask.
    #[inline]
    pub(crate) fn redact_url<'a>(
        self,
        text: &'a [u8],
        url: &Url<&str>,
    ) -> Option<Box<Redacted<'a>>> {
        if self.keeps() { None } else { masked(text, url) }
    }

    /// Returns a URL that the program made with its secrets masked, or `None` if there is nothing to mask.
    pub(crate) fn masked_url(self, url: &str) -> Option<String> {
        if self.keeps() {
            return None;
        }
        let masked = Url::parse(url);
        let masked = masked.as_ref().map_or_else(|_| Redacted::new(url.as_bytes()), Url::redacted);
        (!masked.secrets().is_empty()).then(|| masked.to_string())
    }
}

#[inline(never)]
fn masked<'a>(text: &'a [u8], url: &Url<&str>) -> Option<Box<Redacted<'a>>> {
    let found = url.redacted();
    let revealed = Redacted::revealed(text);
    let mask = || found.secrets().iter().fold(revealed, |text, secret| text.and(*secret));
    (!found.secrets().is_empty()).then(|| Box::new(mask()))
}
