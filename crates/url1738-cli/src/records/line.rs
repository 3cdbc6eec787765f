//! The record of a line: that of a URL, which depends on the command, or that of a line that is not one.

use std::io::{self, Write};

use serde::{Serialize, Serializer, ser::SerializeMap};
use url1738::{Error, Redacted};

use super::{error::ErrorRecord, format::Record, json::object};
use crate::{
    diagnostics::{Palette, Passwords, Report, Sanitized},
    line::Line,
};

/// The record of a line.
#[derive(Debug)]
pub(crate) enum LineRecord<'a, R> {
    Valid(R),
    Invalid(InvalidLine<'a>),
}

impl<R: Serialize> Serialize for LineRecord<'_, R> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Valid(record) => record.serialize(to),
            Self::Invalid(invalid) => invalid.serialize(to),
        }
    }
}

impl<R: Record> Record for LineRecord<'_, R> {
    const COLUMNS: &'static [&'static str] = R::COLUMNS;

    fn is_masked(&self) -> bool {
        match self {
            Self::Valid(record) => record.is_masked(),
            Self::Invalid(invalid) => invalid.is_masked(),
        }
    }

    fn cell(&self, column: &str) -> Option<String> {
        match self {
            Self::Valid(record) => record.cell(column),
            Self::Invalid(_) => None,
        }
    }

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Valid(record) => record.human(palette, out),
            Self::Invalid(invalid) => invalid.human(palette, out),
        }
    }
}

/// A line that is not a URL.
#[derive(Clone, Debug)]
pub(crate) struct InvalidLine<'a> {
    error: Error,
    source: Line<'a>,
    passwords: Passwords,
    pub(crate) masked: Redacted<'a>,
}

impl<'a> InvalidLine<'a> {
    pub(crate) fn new(source: Line<'a>, error: Error, passwords: Passwords) -> Self {
        Self { error, source, passwords, masked: passwords.redact(source.bytes) }
    }

    /// Returns the fragment as it may be shown.
    fn fragment(&self) -> Option<Sanitized<'a>> {
        Some(Sanitized::masked(self.passwords.redact_fragment(self.source.fragment?)))
    }

    /// Serializes the record, with the unsafe changes that would make the line a URL.
    pub(crate) fn serialize_with<S: Serializer>(
        &self,
        changes: Option<&impl Serialize>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        object!(to, { .. self, ? "unsafe_changes": changes })
    }

    /// Adds the members of the record: `"file"` to `"error"`.
    pub(super) fn members<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
        let input = Sanitized::masked(self.masked);
        object.serialize_entry("file", &self.source.origin.known_file())?;
        object.serialize_entry("line", &self.source.number)?;
        object.serialize_entry("column", &self.source.column(self.error.span()))?;
        object.serialize_entry("input", &input)?;
        if let Some(bytes) = input.base64() {
            object.serialize_entry("input_base64", &bytes)?;
        }
        object.serialize_entry("ok", &false)?;
        if self.is_masked() {
            object.serialize_entry("masked", &true)?;
        }
        if let Some(fragment) = self.fragment() {
            object.serialize_entry("fragment", &fragment)?;
        }
        let (error, line) = (&self.error, &self.masked);
        object.serialize_entry("error", &ErrorRecord { error, line })
    }

    /// Writes the report.
    pub(crate) fn report(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        Report::error(&self.error, &self.masked).write(self.source, &self.masked, palette, out)
    }
}

impl Serialize for InvalidLine<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.serialize_with(None::<&()>, to)
    }
}

impl Record for InvalidLine<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "file", "line", "ok", "scheme", "part", "code", "rule", "start", "end", "message", "fix",
        "lints", "input", "masked",
    ];

    fn is_masked(&self) -> bool {
        !self.masked.secrets().is_empty() || self.passwords.is_fragment_masked(self.source)
    }

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        self.report(palette, out)
    }
}
