//! A URL that was found, with its secrets.

use core::ops::Range;
use std::borrow::Cow;

use url1738::{Redacted, Span, Url};
use url1738_context::Match;

use crate::diagnostics::{Masking, Sanitized};

/// A URL and its fragment, as one text because the `#` may be part of a password, and the secrets in it.
pub(super) struct MaskedMatch<'t> {
    text: Cow<'t, str>,
    /// The length of the URL, without the fragment.
    url: usize,
    secrets: Vec<Span>,
}

impl<'t> MaskedMatch<'t> {
    pub(super) fn of(url: &'t str, fragment: Option<&str>, masking: Masking) -> Self {
        let text = match fragment {
            None => Cow::Borrowed(url),
            Some(fragment) => Cow::Owned(format!("{url}#{fragment}")),
        };
        let secrets = match (Url::parse(url), fragment) {
            _ if masking.show_passwords => Vec::new(),
            (Ok(url), None) => url.redacted().secrets().to_vec(),
            _ => Redacted::new(text.as_bytes()).secrets().to_vec(),
        };
        Self { text, url: url.len(), secrets }
    }

    /// Masks a match, and the secrets that show only with the text around it.
    pub(super) fn new(found: &'t Match<'_>, divided: Vec<Span>, masking: Masking) -> Self {
        let mut masked = Self::of(&found.url, found.fragment.as_deref(), masking);
        if !masking.show_passwords {
            masked.secrets.extend(divided);
        }
        masked
    }

    /// Returns the text with its secrets masked.
    pub(super) fn redacted(&self) -> Redacted<'_> {
        let text = Redacted::revealed(self.text.as_bytes());
        self.secrets.iter().fold(text, |text, secret| text.and(*secret))
    }

    /// Returns URL and fragment as they may be shown.
    pub(super) fn shown(&self) -> (String, Option<String>) {
        let text = self.redacted();
        let piece = |from, to| Sanitized::masked(text.slice(span(from, to))).to_string();
        let after = self.url + 1;
        let fragment = (after <= self.text.len()).then(|| piece(after, self.text.len()));
        (piece(0, self.url), fragment)
    }

    /// Returns the places of the secrets in the text that contains the URL.
    pub(super) fn places(&self, found: &Match<'_>) -> impl Iterator<Item = Range<usize>> {
        self.secrets.iter().map(|secret| found.origin_of(secret.range()))
    }
}

/// Returns the span between two offsets.
pub(super) fn span(from: usize, to: usize) -> Span {
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Span::new(offset(from), offset(to))
}
