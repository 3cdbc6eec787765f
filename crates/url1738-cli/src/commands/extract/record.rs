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
        let secret = secret(found, session);
        let hiding =
            |text: &str| Shown::masked(Redacted::hiding(text.as_bytes(), secret)).to_string();
        let url = match result {
            Ok(url) if session.show_passwords => url.to_string(),
            Ok(url) if found.fragment.is_none() || url.as_str() != found.url => {
                url.redacted().to_string()
            }
            _ => hiding(&found.url),
        };
        let fragment = found.fragment.as_ref().map(|fragment| {
            let before = found.url.len() + 1;
            let within =
                |at: u32| u32::try_from((at as usize).saturating_sub(before)).unwrap_or(at);
            let secret = Span::new(within(secret.start), within(secret.end));
            Shown::masked(Redacted::hiding(fragment.as_bytes(), secret)).to_string()
        });
        let other = |text: &str| match Url::parse(text) {
            Ok(url) if !session.show_passwords => url.redacted().to_string(),
            _ => hiding(text),
        };
        Self {
            file: origin.name(),
            line,
            start: found.span.start,
            end: found.span.end,
            url,
            fragment,
            form: found.form.as_str(),
            ok: result.is_ok(),
            alternatives: found.alternatives().iter().map(|found| other(&found.url)).collect(),
            column,
        }
    }

    /// The URL as it may be shown.
    pub(super) fn url(&self) -> &str {
        &self.url
    }
}

/// The password in what was found, or what seems to be one: bytes of the URL, `#` and the fragment, taken as
/// one text, since the `#` may be part of the password.
pub(super) fn secret(found: &Found<'_>, session: &Session) -> Span {
    match (&found.fragment, Url::parse(&found.url)) {
        _ if session.show_passwords => Span::default(),
        (None, Ok(url)) => first(&url.redacted()),
        (None, Err(_)) => first(&Redacted::new(found.url.as_bytes())),
        (Some(fragment), _) => {
            first(&Redacted::new(format!("{}#{fragment}", found.url).as_bytes()))
        }
    }
}

fn first(text: &Redacted<'_>) -> Span {
    text.secrets().iter().copied().reduce(|a, b| Span::new(a.start, b.end)).unwrap_or_default()
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
