//! A URL that was found, as a record.

use core::fmt::Display;
use std::io::{self, Write};

use serde::Serialize;
use url1738::{Error, Url};
use url1738_context::Match;

use super::masked::MaskedMatch;
use crate::{
    diagnostics::{Masking, Palette},
    line::Origin,
    records::{OptionalCell, Record},
};

/// A URL in a text, in every format.
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
    /// Creates the record of a match. `result` is the URL, which may have been repaired, and the tuple its line and column.
    pub(super) fn new(
        found: &Match<'_>,
        masked: &MaskedMatch<'_>,
        result: &Result<Url, Error>,
        (line, column): (u64, usize),
        origin: &'a Origin,
        masking: Masking,
    ) -> Self {
        let (url, fragment) = masked.shown();
        let url = match result {
            Ok(repaired) if repaired.as_str() != found.url && masking.show_passwords => {
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
                .map(|other| {
                    MaskedMatch::of(&other.url, other.fragment.as_deref(), masking).shown().0
                })
                .collect(),
            truncated: found.is_truncated(),
            column,
        }
    }

    /// Returns the URL as it may be shown.
    pub(super) fn url(&self) -> &str {
        &self.url
    }
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
        cell(&OptionalCell(self.fragment.as_ref()));
        cell(&self.form);
        cell(&self.ok);
        cell(&self.truncated);
    }

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        let Palette { faint, strong, warning, .. } = palette;
        let Self { file, line, column, url, fragment, .. } = self;
        write!(out, "{faint}{file}:{line}:{column}:{faint:#} {strong}{url}{strong:#}")?;
        if let Some(fragment) = fragment {
            write!(out, "{faint}#{fragment}{faint:#}")?;
        }
        if self.truncated {
            write!(out, "  {warning}(truncated){warning:#}")?;
        } else if !self.ok {
            write!(out, "  {warning}(invalid){warning:#}")?;
        }
        writeln!(out)
    }
}
