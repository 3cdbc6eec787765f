//! The record of one line.

use std::io::{self, Write};

use url1738::{Error, Url};

use super::super::line_command::Withheld;
use crate::{
    diagnostics::{Masking, Palette},
    line::Line,
    record_buffer::RecordBuffer,
    records::{InvalidLine, OutputUrl, Record, Row, ToJson, ValidLine, object},
};

/// The result for one line.
#[derive(Debug)]
pub(super) enum Edited<'a> {
    Valid(EditedUrl<'a>),
    Invalid(InvalidLine<'a>),
}

/// The URL of a line with its parts set.
#[derive(Debug)]
pub(super) struct EditedUrl<'a> {
    valid: ValidLine<'a>,
    /// The URL, or why it is unchanged.
    edited: Result<String, String>,
    masking: Masking,
    /// Whether the URL is left out, because its password may be neither shown nor masked.
    is_withheld: bool,
}

impl<'a> Edited<'a> {
    pub(super) fn new(
        line: Line<'a>,
        result: Result<Url<&'a str>, Error>,
        edited: Option<Result<String, String>>,
        masking: Masking,
    ) -> Self {
        match result {
            Ok(url) => {
                let valid = ValidLine::new(line, url, masking);
                let edited = edited.unwrap_or_else(|| Ok(url.as_str().to_owned()));
                Self::Valid(EditedUrl { valid, edited, masking, is_withheld: false })
            }
            Err(error) => Self::Invalid(InvalidLine::new(line, error, masking)),
        }
    }
}

impl Withheld for Edited<'_> {
    fn is_masked(&self) -> bool {
        let Self::Valid(line) = self else { return false };
        let text = line.text();
        !line.masking.redact(text.as_bytes()).secrets().is_empty()
            && Url::parse(text)
                .is_ok_and(|url| line.masking.redact_url(text.as_bytes(), &url).is_some())
    }

    fn withhold(&mut self) {
        if let Self::Valid(line) = self {
            line.is_withheld = true;
        }
    }

    fn invalid(&self) -> Option<&InvalidLine<'_>> {
        match self {
            Self::Invalid(invalid) => Some(invalid),
            Self::Valid(_) => None,
        }
    }
}

impl EditedUrl<'_> {
    /// Returns the URL with its secrets: the line, if a part could not be set.
    fn text(&self) -> &str {
        self.edited.as_deref().unwrap_or_else(|_| self.valid.text())
    }

    /// Returns the URL as it may be shown.
    fn shown(&self) -> Option<String> {
        let text = self.text();
        let url = Url::parse(text).ok()?;
        (!self.is_withheld).then(|| OutputUrl::new(url, self.masking).to_string())
    }

    fn is_changed(&self) -> bool {
        self.text() != self.valid.text()
    }
}

impl ToJson for Edited<'_> {
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        match self {
            Self::Valid(line) => object!(out, line.valid, {
                "url": line.shown(),
                "changed": line.is_changed(),
                ? "refused": line.edited.as_ref().err(),
            }),
            Self::Invalid(invalid) => invalid.to_json(out),
        }
    }
}

impl Record for Edited<'_> {
    const COLUMNS: &'static [&'static str] =
        &["file", "line", "ok", "url", "changed", "refused", "code", "message", "input"];

    fn cells(&self, row: &mut Row<'_, '_>) {
        match self {
            Self::Valid(line) => {
                row.text(line.valid.line.origin.file());
                row.number(line.valid.line.number);
                row.flag(true);
                row.text(&line.shown().unwrap_or_default());
                row.flag(line.is_changed());
                row.text(line.edited.as_ref().err().map_or("", String::as_str));
                row.empty();
                row.empty();
                row.sanitized(line.valid.input());
            }
            Self::Invalid(invalid) => invalid.cells(3, row),
        }
    }

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Valid(line) => match line.shown() {
                Some(text) => writeln!(out, "{text}"),
                None => Ok(()),
            },
            Self::Invalid(invalid) => invalid.report(palette, out),
        }
    }
}
