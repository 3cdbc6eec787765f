//! A URL that was found, as a record.

use core::{fmt::Display, ops::Range};
use std::{
    borrow::Cow,
    io::{self, Write},
};

use serde::Serialize;
use url1738::{Error, Redacted, Span, Url};
use url1738_context::Found;

use super::window::Window;
use crate::{fault::Maybe, format::Record, line::Origin, session::Session, shown::Shown};

/// A URL in a text.
#[derive(Debug, Serialize)]
pub(super) struct Extracted<'a> {
    file: &'a str,
    line: u64,
    start: usize,
    end: usize,
    url: String,
    fragment: Option<String>,
    form: &'static str,
    ok: bool,
    alternatives: Vec<String>,
    truncated: bool,
    #[serde(skip)]
    column: usize,
}

impl<'a> Extracted<'a> {
    /// `result` is what the URL reads as, perhaps mended; `place` is its line and column.
    pub(super) fn new(
        found: &Found<'_>,
        masked: &Masked<'_>,
        result: &Result<Url, Error>,
        (line, column): (u64, usize),
        origin: &'a Origin,
        session: &Session,
    ) -> Self {
        let (url, fragment) = masked.shown();
        let url = match result {
            Ok(repaired) if repaired.as_str() != found.url && session.show_passwords => {
                repaired.to_string()
            }
            Ok(repaired) if repaired.as_str() != found.url => repaired.redacted().to_string(),
            _ => url,
        };
        let alternatives = found.alternatives().iter();
        Self {
            file: origin.name(),
            line,
            start: found.span.start,
            end: found.span.end,
            url,
            fragment,
            form: found.form.as_str(),
            ok: result.is_ok() && !found.is_truncated(),
            alternatives: alternatives
                .map(|other| Masked::new(&other.url, other.fragment.as_deref(), session).shown().0)
                .collect(),
            truncated: found.is_truncated(),
            column,
        }
    }

    /// The URL as it may be shown.
    pub(super) fn url(&self) -> &str {
        &self.url
    }
}

/// A URL and its fragment, taken as one text since the `#` may be part of a password, and what is secret in it.
pub(super) struct Masked<'t> {
    whole: Cow<'t, str>,
    /// The length of the URL.
    url: usize,
    secrets: Vec<Span>,
}

impl<'t> Masked<'t> {
    pub(super) fn new(url: &'t str, fragment: Option<&str>, session: &Session) -> Self {
        let whole = match fragment {
            None => Cow::Borrowed(url),
            Some(fragment) => Cow::Owned(format!("{url}#{fragment}")),
        };
        let secrets = match (Url::parse(url), fragment) {
            _ if session.show_passwords => Vec::new(),
            (Ok(url), None) => url.redacted().secrets().to_vec(),
            _ => Redacted::new(whole.as_bytes()).secrets().to_vec(),
        };
        Self { whole, url: url.len(), secrets }
    }

    /// What was found in a window of a text.
    pub(super) fn of(found: &'t Found<'_>, window: &Window, session: &Session) -> Self {
        let mut masked = Self::new(&found.url, found.fragment.as_deref(), session);
        if !session.show_passwords {
            masked.secrets.extend(window.divided_secrets(found));
        }
        masked
    }

    /// The text.
    pub(super) fn text(&self) -> Redacted<'_> {
        let text = Redacted::revealed(self.whole.as_bytes());
        self.secrets.iter().fold(text, |text, secret| text.and(*secret))
    }

    /// URL and fragment as they may be shown.
    fn shown(&self) -> (String, Option<String>) {
        let text = self.text();
        let piece = |from, to| Shown::masked(text.slice(span(from, to))).to_string();
        let behind = self.url + 1;
        let fragment = (behind <= self.whole.len()).then(|| piece(behind, self.whole.len()));
        (piece(0, self.url), fragment)
    }

    /// The places of the secrets in the text that the URL was found in.
    pub(super) fn places(&self, found: &Found<'_>) -> impl Iterator<Item = Range<usize>> {
        self.secrets.iter().map(|secret| found.origin_of(secret.range()))
    }
}

/// The bytes between two offsets.
pub(super) fn span(from: usize, to: usize) -> Span {
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Span::new(offset(from), offset(to))
}

impl Record for Extracted<'_> {
    const COLUMNS: &'static [&'static str] =
        &["file", "line", "column", "start", "end", "url", "fragment", "form", "ok", "truncated"];

    fn cells(&self, cell: &mut dyn FnMut(&dyn Display)) {
        cell(&self.file);
        cell(&self.line);
        cell(&self.column);
        cell(&self.start);
        cell(&self.end);
        cell(&self.url);
        cell(&Maybe(self.fragment.as_ref()));
        cell(&self.form);
        cell(&self.ok);
        cell(&self.truncated);
    }

    fn human(&self, session: &Session, out: &mut dyn Write) -> io::Result<()> {
        let (faint, strong) = (session.palette.faint, session.palette.strong);
        let Self { file, line, column, url, fragment, .. } = self;
        write!(out, "{faint}{file}:{line}:{column}:{faint:#} {strong}{url}{strong:#}")?;
        if let Some(fragment) = fragment {
            write!(out, "{faint}#{fragment}{faint:#}")?;
        }
        let warning = session.palette.warning;
        if self.truncated {
            write!(out, "  {warning}(truncated){warning:#}")?;
        } else if !self.ok {
            write!(out, "  {warning}(not valid){warning:#}")?;
        }
        writeln!(out)
    }
}
