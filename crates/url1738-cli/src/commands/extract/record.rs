//! A URL that was found, with its secrets, and as a record.

use core::ops::Range;
use std::{
    borrow::Cow,
    io::{self, Write},
};

use url1738::{Error, Redacted, Span, Url};
use url1738_context::Match;

use super::window::TextWindow;
use crate::{
    diagnostics::{Palette, Passwords, Report, Sanitized},
    line::{self, Origin},
    records::{self, Object},
};

/// A URL and its fragment, as one text because the `#` may be part of a password, and the secrets in it.
pub(crate) struct MaskedMatch<'t> {
    text: Cow<'t, str>,
    /// The length of the URL, without the fragment.
    url: usize,
    secrets: Vec<Span>,
    /// Whether a secret shows only with the text around it. Then the match is not the whole URL.
    pub(super) is_divided: bool,
}

impl<'t> MaskedMatch<'t> {
    pub(crate) fn of(url: &'t str, fragment: Option<&str>, masking: Passwords) -> Self {
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
    pub(crate) fn new(found: &'t Match<'_>, window: &TextWindow, masking: Passwords) -> Self {
        let mut masked = Self::of(&found.url, found.fragment.as_deref(), masking);
        if !masking.keeps() {
            let divided = window.divided_secrets(found);
            let is_known = |secret: &Span| {
                masked.secrets.iter().any(|it| it.start <= secret.start && secret.end <= it.end)
            };
            masked.is_divided = !divided.iter().all(is_known);
            masked.secrets.extend(divided);
        }
        masked
    }

    /// Masks another reading of the same text, which may end before the `@` of a login. As far as both begin alike, the secrets
    /// of this one are masked in the other. A secret that goes on after that is masked to the end.
    pub(crate) fn other<'o>(
        &self,
        url: &'o str,
        fragment: Option<&str>,
        masking: Passwords,
    ) -> MaskedMatch<'o> {
        let mut other = MaskedMatch::of(url, fragment, masking);
        let (same, _) = line::common(self.text.as_bytes(), other.text.as_bytes());
        let shared = self.secrets.iter().map(|it| it.range()).filter(|it| it.start < same);
        other.secrets.extend(shared.map(|secret| {
            Span::from(secret.start..if secret.end > same { other.text.len() } else { secret.end })
        }));
        other
    }

    /// Masks a URL that was repaired. What was a password is valid in another part now.
    pub(crate) fn of_repaired(url: &'t str, fragment: Option<&str>, masking: Passwords) -> Self {
        let mut masked = Self::of(url, fragment, masking);
        if !masking.keeps() {
            let secrets = Redacted::of_cut(masked.text.as_bytes()).secrets().to_vec();
            masked.secrets.extend(secrets);
        }
        masked
    }

    /// Returns whether there is a secret.
    pub(crate) fn has_secret(&self) -> bool {
        !self.secrets.is_empty()
    }

    /// Returns the text with its secrets masked.
    pub(crate) fn redacted(&self) -> Redacted<'_> {
        let text = Redacted::revealed(self.text.as_bytes());
        self.secrets.iter().fold(text, |text, secret| text.and(*secret))
    }

    /// Returns the URL with its secrets masked.
    pub(crate) fn url(&self) -> Redacted<'_> {
        self.redacted().slice(Span::from(0..self.url))
    }

    /// Returns the fragment with its secrets masked.
    pub(crate) fn fragment(&self) -> Option<Redacted<'_>> {
        let from = self.url + 1;
        let end = self.text.len();
        (from <= end).then(|| self.redacted().slice(Span::from(from..end)))
    }

    /// Returns the places of the secrets of a match in the text that contains it, as far as it shows them.
    pub(crate) fn places_in(found: &Match<'_>, masking: Passwords) -> Vec<Range<usize>> {
        let masked = MaskedMatch::of(&found.url, found.fragment.as_deref(), masking);
        masked.places(found).collect()
    }

    /// Returns the places of the secrets in the text that contains the URL.
    pub(crate) fn places(&self, found: &Match<'_>) -> impl Iterator<Item = Range<usize>> {
        self.secrets.iter().map(|secret| found.origin_of(secret.range()))
    }
}

pub(crate) const COLUMNS: &[&str] = &[
    "file",
    "line",
    "column",
    "start",
    "end",
    "url",
    "fragment",
    "form",
    "ok",
    "truncated",
    "masked",
];

/// A URL in a text, in every format.
pub(crate) struct Extracted<'a> {
    pub(super) found: &'a Match<'a>,
    /// The match with its secrets masked.
    pub(super) masked: &'a MaskedMatch<'a>,
    /// The URL that the match was repaired to.
    pub(super) repaired: Option<MaskedMatch<'a>>,
    pub(super) error: Option<Error>,
    pub(super) alternatives: Vec<MaskedMatch<'a>>,
    pub(super) origin: &'a Origin,
    /// Where the match is in the file.
    pub(super) bytes: Range<usize>,
    /// Its line and column.
    pub(super) place: (u64, usize),
    /// The lines around it, and whether a password in them is masked.
    pub(super) context: Option<(Vec<Sanitized<'a>>, bool)>,
}

impl Extracted<'_> {
    /// Returns whether a password in the URL is masked.
    pub(crate) fn has_password(&self) -> bool {
        self.masked.has_secret() || self.repaired.as_ref().is_some_and(MaskedMatch::has_secret)
    }

    /// Returns the URL as it may be shown.
    pub(crate) fn url(&self) -> Sanitized<'_> {
        Sanitized::masked(self.repaired.as_ref().unwrap_or(self.masked).url())
    }

    fn is_ok(&self) -> bool {
        self.error.is_none() && !self.found.is_truncated()
    }

    /// Returns what is wrong with the URL.
    fn wrong(&self) -> Object {
        let Self { found, masked, error, .. } = *self;
        if let Some(error) = error.filter(|_| !found.is_truncated()) {
            return records::error(&error, &masked.url(), false);
        }
        let report = Report::truncated(found.url.len());
        Object::new()
            .with("part", "url")
            .with("code", report.code)
            .with("rule", ())
            .with("start", found.url.len())
            .with("end", found.url.len())
            .with("message", report.title)
            .with("fix", ())
    }

    pub(crate) fn record(&self) -> Object {
        let alternatives = self.alternatives.iter().map(|other| Sanitized::masked(other.url()));
        let record = Object::new()
            .with("file", self.origin.name())
            .with("line", self.place.0)
            .with("column", self.place.1)
            .with("start", self.bytes.start)
            .with("end", self.bytes.end)
            .with("url", self.url())
            .with("fragment", self.masked.fragment().map(Sanitized::masked))
            .with("form", self.found.form.as_str())
            .with("ok", self.is_ok())
            .masked(self.is_masked())
            .with_some("error", (!self.is_ok()).then(|| self.wrong()))
            .with_list("alternatives", alternatives)
            .with("truncated", self.found.is_truncated());
        match &self.context {
            Some((lines, _)) => record.with_list("context", lines.iter().copied()),
            None => record,
        }
    }

    fn is_masked(&self) -> bool {
        let others = || self.alternatives.iter().any(MaskedMatch::has_secret);
        let is_context_masked = self.context.as_ref().is_some_and(|(_, is_masked)| *is_masked);
        self.has_password() || is_context_masked || others()
    }

    pub(crate) fn text(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        let Palette { faint, strong, warning, .. } = palette;
        let ((line, column), file, url) = (self.place, self.origin.name(), self.url());
        write!(out, "{faint}{file}:{line}:{column}:{faint:#} {strong}{url}{strong:#}")?;
        if let Some(fragment) = self.masked.fragment().map(Sanitized::masked) {
            write!(out, "{faint}#{fragment}{faint:#}")?;
        }
        if !self.is_ok() {
            let what = if self.found.is_truncated() { "truncated" } else { "invalid" };
            write!(out, "  {warning}({what}){warning:#}")?;
        }
        writeln!(out)?;
        for line in self.context.iter().flat_map(|(lines, _)| lines) {
            writeln!(out, "    {faint}|{faint:#} {line}")?;
        }
        Ok(())
    }
}
