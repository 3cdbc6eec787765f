//! The verdict on a line as a record.

use std::io::{self, Write};

use serde::{Serialize, Serializer};
use url1738::{Lint, Span};

use crate::{
    diagnostics::{Palette, Report},
    records::{InvalidLine, Record, ValidLine, object},
    selection::Level,
};

/// The verdict on one line.
#[derive(Debug)]
pub(super) enum Checked<'a> {
    Valid { valid: ValidLine<'a>, lints: Vec<CheckedLint> },
    Invalid(InvalidLine<'a>),
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
        match self {
            Self::Valid { valid, lints } => object!(to, valid, {
                "scheme": valid.scheme(),
                "lints": lints,
            }),
            Self::Invalid(invalid) => invalid.serialize(to),
        }
    }
}

impl Record for Checked<'_> {
    const COLUMNS: &'static [&'static str] = InvalidLine::COLUMNS;

    fn is_masked(&self) -> bool {
        match self {
            Self::Valid { valid, .. } => valid.is_masked(),
            Self::Invalid(invalid) => invalid.is_masked(),
        }
    }

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Valid { valid, lints } => lints.iter().try_for_each(|found| {
                Report::lint(&found.lint).write(valid.line, &valid.masked(), palette, out)
            }),
            Self::Invalid(invalid) => invalid.report(palette, out),
        }
    }
}
