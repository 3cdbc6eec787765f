//! A URL that was found, as a record.

use core::{fmt::Display, ops::Range};
use std::io::{self, Write};

use serde::{Serialize, Serializer};
use url1738::{Error, Redacted, Url};
use url1738_context::Match;

use super::masked::MaskedMatch;
use crate::{
    diagnostics::{Palette, Passwords, Report, Sanitized},
    line::Origin,
    records::{ErrorRecord, Items, Record, object},
};

/// A URL in a text, in every format.
pub(super) struct Extracted<'a> {
    file: &'a str,
    line: u64,
    start: usize,
    end: usize,
    url: Shown<'a>,
    fragment: Option<Sanitized<'a>>,
    form: &'static str,
    wrong: Option<Wrong<'a>>,
    alternatives: Vec<MaskedMatch<'a>>,
    truncated: bool,
    column: usize,
    context: Option<Vec<Sanitized<'a>>>,
    /// Whether a password is masked in the URL.
    has_password: bool,
    /// Whether one is masked elsewhere in the record.
    is_masked: bool,
}

/// The URL of a record.
#[derive(Debug)]
enum Shown<'a> {
    /// As it is in the text, with its secrets masked.
    Found(Sanitized<'a>),
    Repaired(String),
}

/// What is wrong with a URL.
#[derive(Debug)]
enum Wrong<'a> {
    Error(&'a Error, Redacted<'a>),
    /// Only the first bytes of it were read, as many as this.
    Truncated(usize),
}

impl<'a> Extracted<'a> {
    /// Creates the record of a match. `result` is the URL, which may have been repaired, and the tuple where
    /// it is in the file: bytes, line and column.
    pub(super) fn new(
        found: &'a Match<'_>,
        masked: &'a MaskedMatch<'_>,
        result: &'a Result<Url, Error>,
        (bytes, (line, column)): (Range<usize>, (u64, usize)),
        origin: &'a Origin,
        passwords: Passwords,
    ) -> Self {
        let mut has_password = masked.has_secret();
        let url = match result {
            Ok(repaired) if repaired.as_str() != found.url => {
                let fragment = found.fragment.as_deref();
                let repaired = MaskedMatch::of_repaired(repaired.as_str(), fragment, passwords);
                has_password |= repaired.has_secret();
                Shown::Repaired(Sanitized::masked(repaired.url()).to_string())
            }
            _ => Shown::Found(Sanitized::masked(masked.url())),
        };
        let wrong = match result {
            _ if found.is_truncated() => Some(Wrong::Truncated(found.url.len())),
            Err(error) => Some(Wrong::Error(error, masked.url())),
            Ok(_) => None,
        };
        let alternatives = found
            .alternatives()
            .iter()
            .map(|other| MaskedMatch::of(&other.url, other.fragment.as_deref(), passwords));
        let alternatives: Vec<MaskedMatch<'_>> = alternatives.collect();
        Self {
            file: origin.name(),
            line,
            start: bytes.start,
            end: bytes.end,
            url,
            fragment: masked.fragment().map(Sanitized::masked),
            form: found.form.as_str(),
            wrong,
            is_masked: alternatives.iter().any(MaskedMatch::has_secret),
            alternatives,
            truncated: found.is_truncated(),
            column,
            context: None,
            has_password,
        }
    }

    /// Returns the record with the lines around the URL, and whether a password in them is masked.
    pub(super) fn within(self, context: Option<(Vec<Sanitized<'a>>, bool)>) -> Self {
        let (context, is_masked) = context.unzip();
        Self { context, is_masked: self.is_masked || is_masked.unwrap_or_default(), ..self }
    }

    /// Returns whether a password in the URL is masked.
    pub(super) fn has_password(&self) -> bool {
        self.has_password
    }

    /// Returns the URL as it may be shown.
    pub(super) const fn url(&self) -> &dyn Display {
        match &self.url {
            Shown::Found(url) => url,
            Shown::Repaired(url) => url,
        }
    }
}

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Found(url) => url.serialize(to),
            Self::Repaired(url) => url.serialize(to),
        }
    }
}

impl Serialize for Wrong<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Error(error, line) => ErrorRecord { error, line }.serialize(to),
            Self::Truncated(len) => {
                let (message, _) = Report::truncation(*len);
                object!(to, {
                    "part": "url",
                    "code": Report::TRUNCATED,
                    "rule": None::<&str>,
                    "start": len,
                    "end": len,
                    "message": message,
                    "fix": None::<&str>,
                })
            }
        }
    }
}

impl Serialize for Extracted<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let alternatives = self.alternatives.iter().map(|other| Sanitized::masked(other.url()));
        object!(to, {
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "start": self.start,
            "end": self.end,
            "url": self.url,
            "fragment": self.fragment,
            "form": self.form,
            "ok": self.wrong.is_none(),
            ? "masked": self.is_masked().then_some(true),
            ? "error": self.wrong,
            "alternatives": Items(alternatives),
            "truncated": self.truncated,
            ? "context": self.context,
        })
    }
}

impl Record for Extracted<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "file",
        "line",
        "column",
        "start",
        "end",
        "url",
        "fragment",
        "form",
        "ok",
        "truncated",
        "masked",
    ];

    fn is_masked(&self) -> bool {
        self.has_password || self.is_masked
    }

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        let Palette { faint, strong, warning, .. } = palette;
        let Self { file, line, column, fragment, .. } = self;
        let url = self.url();
        write!(out, "{faint}{file}:{line}:{column}:{faint:#} {strong}{url}{strong:#}")?;
        if let Some(fragment) = fragment {
            write!(out, "{faint}#{fragment}{faint:#}")?;
        }
        if self.truncated {
            write!(out, "  {warning}(truncated){warning:#}")?;
        } else if self.wrong.is_some() {
            write!(out, "  {warning}(invalid){warning:#}")?;
        }
        writeln!(out)?;
        for line in self.context.iter().flatten() {
            writeln!(out, "    {faint}|{faint:#} {line}")?;
        }
        Ok(())
    }
}
