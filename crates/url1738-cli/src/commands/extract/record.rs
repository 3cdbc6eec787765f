//! A URL that was found, as a record.

use core::fmt::Display;
use std::io::{self, Write};

use serde::Serialize;
use url1738::{Error, Redacted, Span, Url};
use url1738_context::Found;

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
    #[serde(skip)]
    column: usize,
}

impl<'a> Extracted<'a> {
    /// `result` is what the URL reads as, perhaps mended; `place` is its line and column.
    pub(super) fn new(
        found: &Found<'_>,
        result: &Result<Url, Error>,
        (line, column): (u64, usize),
        origin: &'a Origin,
        session: &Session,
    ) -> Self {
        let text = |text: &str| shown(text, session);
        let url = match result {
            Ok(url) if session.show_passwords => url.to_string(),
            Ok(url) => url.redacted().to_string(),
            Err(_) => text(&found.url),
        };
        Self {
            file: origin.name(),
            line,
            start: found.span.start,
            end: found.span.end,
            url,
            fragment: found
                .fragment
                .as_ref()
                .map(|fragment| Shown::new(fragment.as_bytes()).to_string()),
            form: found.form.as_str(),
            ok: result.is_ok(),
            alternatives: found.alternatives().iter().map(|other| text(&other.url)).collect(),
            column,
        }
    }

    /// The URL as it may be shown.
    pub(super) fn url(&self) -> &str {
        &self.url
    }
}

/// A text, URL or not, as it may be shown.
fn shown(text: &str, session: &Session) -> String {
    let bytes = text.as_bytes();
    let secret = match (session.show_passwords, Url::parse(text)) {
        (true, _) => Span::default(),
        (false, Ok(url)) => url.redacted().secret(),
        (false, Err(_)) => Redacted::new(bytes).secret(),
    };
    Shown::hiding(bytes, secret).to_string()
}

impl Record for Extracted<'_> {
    const COLUMNS: &'static [&'static str] =
        &["file", "line", "column", "start", "end", "url", "fragment", "form", "ok"];

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
    }

    fn human(&self, session: &Session, out: &mut dyn Write) -> io::Result<()> {
        let (faint, strong) = (session.palette.faint, session.palette.strong);
        let Self { file, line, column, url, fragment, .. } = self;
        write!(out, "{faint}{file}:{line}:{column}:{faint:#} {strong}{url}{strong:#}")?;
        if let Some(fragment) = fragment {
            write!(out, "{faint}#{fragment}{faint:#}")?;
        }
        if !self.ok {
            write!(out, "  {}(not valid){:#}", session.palette.warning, session.palette.warning)?;
        }
        writeln!(out)
    }
}
