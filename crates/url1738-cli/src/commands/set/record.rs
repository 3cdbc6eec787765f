//! The record of one line.

use std::io::{self, Write};

use serde::{Serialize, Serializer};
use url1738::{Error, Url};

use crate::{
    diagnostics::{Palette, Passwords},
    line::Line,
    records::{InvalidLine, Record, Row, ValidLine, object},
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
    /// The URL with its password masked, if it has one.
    masked: Option<String>,
}

impl<'a> Edited<'a> {
    pub(super) fn new(
        line: Line<'a>,
        result: Result<Url<&'a str>, Error>,
        edited: Option<Result<String, String>>,
        passwords: Passwords,
    ) -> Self {
        match result {
            Ok(url) => {
                let edited = edited.unwrap_or_else(|| Ok(url.as_str().to_owned()));
                let masked = passwords.masked_url(edited.as_deref().unwrap_or(url.as_str()));
                let valid = ValidLine::new(line, url, passwords).also_masked(masked.is_some());
                Self::Valid(EditedUrl { valid, edited, masked })
            }
            Err(error) => Self::Invalid(InvalidLine::new(line, error, passwords)),
        }
    }
}

impl EditedUrl<'_> {
    /// Returns the URL with its secrets: the line, if a part could not be set.
    fn text(&self) -> &str {
        self.edited.as_deref().unwrap_or_else(|_| self.valid.text())
    }

    /// Returns the URL as it may be shown.
    fn shown(&self) -> &str {
        self.masked.as_deref().unwrap_or(self.text())
    }

    /// Returns whether the URL has a password, which is masked.
    pub(super) fn has_password(&self) -> bool {
        self.masked.is_some()
    }

    fn is_changed(&self) -> bool {
        self.text() != self.valid.text()
    }
}

impl Serialize for Edited<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Valid(line) => object!(to, line.valid, {
                "url": line.shown(),
                "changed": line.is_changed(),
                ? "refused": line.edited.as_ref().err(),
            }),
            Self::Invalid(invalid) => invalid.serialize(to),
        }
    }
}

impl Record for Edited<'_> {
    const COLUMNS: &'static [&'static str] =
        &["file", "line", "ok", "url", "changed", "refused", "code", "message", "input"];

    fn is_masked(&self) -> bool {
        match self {
            Self::Valid(line) => line.valid.is_masked(),
            Self::Invalid(invalid) => invalid.is_masked(),
        }
    }

    fn cells(&self, row: &mut Row) {
        match self {
            Self::Valid(line) => {
                row.text(line.valid.line.origin.file());
                row.number(line.valid.line.number);
                row.flag(true);
                row.text(line.shown());
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
            Self::Valid(line) => writeln!(out, "{}", line.shown()),
            Self::Invalid(invalid) => invalid.report(palette, out),
        }
    }
}
