//! A URL that was found, as a record.

use core::ops::Range;
use std::io::{self, Write};

use url1738::{Error, Url};
use url1738_context::Match;

use super::masked::MaskedMatch;
use crate::{
    diagnostics::{Masking, Palette},
    line::Origin,
    record_buffer::RecordBuffer,
    records::{Record, Row, ToJson, object},
};

/// A URL in a text, in every format.
#[derive(Debug)]
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
    column: usize,
    context: Option<Vec<String>>,
}

impl<'a> Extracted<'a> {
    /// Creates the record of a match. `result` is the URL, which may have been repaired, and the tuple where
    /// it is in the file: bytes, line and column.
    pub(super) fn new(
        found: &Match<'_>,
        masked: &MaskedMatch<'_>,
        result: &Result<Url, Error>,
        (bytes, (line, column)): (Range<usize>, (u64, usize)),
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
            start: bytes.start,
            end: bytes.end,
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
            context: None,
        }
    }

    /// Returns the record with the lines around the URL.
    pub(super) fn within(self, context: Option<Vec<String>>) -> Self {
        Self { context, ..self }
    }

    /// Returns the URL as it may be shown.
    pub(super) fn url(&self) -> &str {
        &self.url
    }
}

impl ToJson for Extracted<'_> {
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        object!(out, {
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "start": self.start,
            "end": self.end,
            "url": self.url,
            "fragment": self.fragment,
            "form": self.form,
            "ok": self.ok,
            "alternatives": self.alternatives,
            "truncated": self.truncated,
            ? "context": self.context,
        });
    }
}

impl Record for Extracted<'_> {
    const COLUMNS: &'static [&'static str] =
        &["file", "line", "column", "start", "end", "url", "fragment", "form", "ok", "truncated"];

    fn cells(&self, row: &mut Row<'_, '_>) {
        row.text(self.file);
        row.number(self.line);
        row.number(self.column as u64);
        row.number(self.start as u64);
        row.number(self.end as u64);
        row.text(&self.url);
        row.text(self.fragment.as_deref().unwrap_or_default());
        row.text(self.form);
        row.flag(self.ok);
        row.flag(self.truncated);
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
        writeln!(out)?;
        for line in self.context.iter().flatten() {
            writeln!(out, "    {faint}|{faint:#} {line}")?;
        }
        Ok(())
    }
}
