//! A URL that was found, with its secrets.

use core::ops::Range;
use std::borrow::Cow;

use url1738::{Redacted, Span, Url};
use url1738_context::Match;

use crate::diagnostics::Passwords;

/// A URL and its fragment, as one text because the `#` may be part of a password, and the secrets in it.
pub(super) struct MaskedMatch<'t> {
    text: Cow<'t, str>,
    /// The length of the URL, without the fragment.
    url: usize,
    secrets: Vec<Span>,
    is_divided: bool,
}

impl<'t> MaskedMatch<'t> {
    pub(super) fn of(url: &'t str, fragment: Option<&str>, masking: Passwords) -> Self {
        let text = match fragment {
            None => Cow::Borrowed(url),
            Some(fragment) => Cow::Owned(format!("{url}#{fragment}")),
        };
        let secrets = match (Url::parse(url), fragment) {
            _ if masking.keeps() => Vec::new(),
            (Ok(url), None) => url.redacted().secrets().to_vec(),
            // A line break or a space in a password ends the match.
            _ => Redacted::of_cut(text.as_bytes()).secrets().to_vec(),
        };
        Self { text, url: url.len(), secrets, is_divided: false }
    }

    /// Masks a match, and the secrets that show only with the text around it.
    pub(super) fn new(found: &'t Match<'_>, divided: Vec<Span>, masking: Passwords) -> Self {
        let mut masked = Self::of(&found.url, found.fragment.as_deref(), masking);
        if !masking.keeps() {
            let is_known = |secret: &Span| {
                masked.secrets.iter().any(|it| it.start <= secret.start && secret.end <= it.end)
            };
            masked.is_divided = !divided.iter().all(is_known);
            masked.secrets.extend(divided);
        }
        masked
    }

    /// Masks a URL that was repaired. What was a password is valid in another part now.
    pub(super) fn of_repaired(url: &'t str, fragment: Option<&str>, masking: Passwords) -> Self {
        let mut masked = Self::of(url, fragment, masking);
        if !masking.keeps() {
            let secrets = Redacted::of_cut(masked.text.as_bytes()).secrets().to_vec();
            masked.secrets.extend(secrets);
        }
        masked
    }

    /// Returns whether a secret shows only with the text around it. Then the match is not the whole URL.
    pub(super) fn is_divided(&self) -> bool {
        self.is_divided
    }

    /// Returns whether there is a secret.
    pub(super) fn has_secret(&self) -> bool {
        !self.secrets.is_empty()
    }

    /// Returns the text with its secrets masked.
    pub(super) fn redacted(&self) -> Redacted<'_> {
        let text = Redacted::revealed(self.text.as_bytes());
        self.secrets.iter().fold(text, |text, secret| text.and(*secret))
    }

    /// Returns the URL with its secrets masked.
    pub(super) fn url(&self) -> Redacted<'_> {
        self.redacted().slice(span(0, self.url))
    }

    /// Returns the fragment with its secrets masked.
    pub(super) fn fragment(&self) -> Option<Redacted<'_>> {
        let from = self.url + 1;
        let end = self.text.len();
        (from <= end).then(|| self.redacted().slice(span(from, end)))
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
