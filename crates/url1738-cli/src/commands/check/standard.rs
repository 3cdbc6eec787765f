//! `check --standard`: the verdict of a later standard on every line.

use std::{io, io::Write};

use clap::ValueEnum;
use serde::{Serialize, Serializer};
use url1738::{Lint, Span};

use crate::{
    commands::{inputs::Inputs, line_command},
    config::Config,
    diagnostics::{Palette, Passwords, Purpose, Sanitized},
    exit,
    exit::Outcome,
    line::Line,
    pipeline::{Output, Stats},
    records::{InvalidLine, Record, ValidLine, object},
    selection::Level,
};

/// A standard that came after RFC 1738.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Standard {
    /// RFC 3986, as the crate fluent-uri reads it
    Rfc3986,
    /// The WHATWG URL Standard, as the crate url reads it
    Whatwg,
}

impl Standard {
    const fn name(self) -> &'static str {
        match self {
            Self::Rfc3986 => "RFC 3986",
            Self::Whatwg => "WHATWG",
        }
    }

    /// Returns why the standard rejects a line, and at which byte if its reader says so.
    fn reject(self, line: Line<'_>) -> Option<(String, usize)> {
        let Some(text) = line.text else { return Some(("the line is not UTF-8".to_owned(), 0)) };
        match self {
            Self::Rfc3986 => {
                let error = fluent_uri::Uri::parse(text).err()?;
                Some((error.to_string(), error.index()))
            }
            Self::Whatwg => url::Url::parse(text).err().map(|error| (error.to_string(), 0)),
        }
    }
}

/// Writes the verdict on every line.
pub(super) fn run(config: &Config, inputs: Inputs, standard: Standard) -> exit::Result<Outcome> {
    let processor = |line: Line<'_>, stats: &mut Stats, out: &mut Output| {
        let rejected = standard.reject(line);
        let is_valid = rejected.is_none();
        if !config.is_human() || !is_valid {
            let verdict = Verdict { line, standard, rejected, passwords: config.passwords };
            line_command::write(config, &verdict, stats, out)?;
        }
        Ok(stats.verdict(line, is_valid))
    };
    line_command::run_lines::<Verdict<'_>>(config, inputs, Purpose::Report, &processor)
}

/// The verdict on a line.
struct Verdict<'a> {
    line: Line<'a>,
    standard: Standard,
    rejected: Option<(String, usize)>,
    passwords: Passwords,
}

impl Serialize for Verdict<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        object!(to, {
            "file": self.line.origin.known_file(),
            "line": self.line.number,
            "column": self.rejected.as_ref().map_or(1, |(_, at)| at + 1),
            "input": Sanitized::masked(self.passwords.redact(self.line.bytes)),
            "ok": self.rejected.is_none(),
            ? "masked": self.is_masked().then_some(true),
            "standard": self.standard.name(),
            ? "message": self.rejected.as_ref().map(|(message, _)| message),
        })
    }
}

impl Record for Verdict<'_> {
    const COLUMNS: &'static [&'static str] =
        &["file", "line", "ok", "standard", "message", "input", "masked"];

    fn is_masked(&self) -> bool {
        !self.passwords.redact(self.line.bytes).secrets().is_empty()
    }

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        let Some((message, at)) = &self.rejected else { return Ok(()) };
        let (name, number, column) = (self.line.origin.name(), self.line.number, at + 1);
        let Palette { strong, error, .. } = palette;
        let place = format!("{strong}{name}:{number}:{column}{strong:#}");
        let standard = self.standard.name();
        let input = Sanitized::masked(self.passwords.redact(self.line.bytes));
        writeln!(out, "{place}: {error}{standard}{error:#}: {message}\n  {input}")
    }
}

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
            "level": self.level,
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
