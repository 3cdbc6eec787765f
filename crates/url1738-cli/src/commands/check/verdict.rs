//! The verdict on a valid line as a record.

use std::io::{self, Write};

use serde::{Serialize, Serializer};
use url1738::{Lint, Span};

use crate::{
    diagnostics::Palette,
    records::{InvalidLine, Record, ValidLine, object},
    selection::Level,
};

/// A valid line, and its lints with their levels.
#[derive(Debug)]
pub(super) struct Checked<'a> {
    pub(super) valid: ValidLine<'a>,
    pub(super) lints: Vec<CheckedLint>,
}

/// A lint with its level.
#[derive(Clone, Copy, Debug)]
pub(super) struct CheckedLint {
    pub(super) lint: Lint,
    pub(super) level: Level,
}

impl Serialize for CheckedLint {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Span { start, end } = self.lint.span;
        object!(to, {
            "code": self.lint.code(),
            "start": start,
            "end": end,
            "message": self.lint.message(),
            "level": self.level.as_str(),
        })
    }
}

impl Serialize for Checked<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self { valid, lints } = self;
        object!(to, valid, { "scheme": valid.scheme(), "lints": lints })
    }
}

impl Record for Checked<'_> {
    const COLUMNS: &'static [&'static str] = InvalidLine::COLUMNS;

    fn is_masked(&self) -> bool {
        self.valid.is_masked()
    }

    fn human(&self, _palette: &Palette, _out: &mut dyn Write) -> io::Result<()> {
        // Text for reading has a finding for each lint, and not a record for each line.
        Ok(())
    }
}
