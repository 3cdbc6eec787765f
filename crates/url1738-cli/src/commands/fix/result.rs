//! The result for one line, as a record and as the line to write.

use std::io::{self, Write};

use serde::{Serialize, Serializer};
use url1738::{Redacted, Repaired, Url};

use super::changes::Changes;
use crate::{
    diagnostics::{Palette, Passwords, Sanitized, sanitized::masked_bytes},
    line::Line,
    records::{InvalidLine, Record, object},
};

/// The result for one line.
#[derive(Debug)]
pub(super) enum Fixed<'a> {
    Valid(RepairedLine<'a>),
    /// A line that is not a URL, and the changes that would make it one if some of them were not unsafe.
    Invalid(InvalidLine<'a>, Option<Changes<'a>>),
    /// A line with an error that is not repaired, because the settings or the command line turn it off.
    Ignored(InvalidLine<'a>),
}

/// A line that is a URL now.
#[derive(Debug)]
pub(super) struct RepairedLine<'a> {
    /// The URL to write.
    url: String,
    pub(super) changes: Changes<'a>,
    fragment: Option<String>,
    source: Line<'a>,
    /// Whether a password is masked in the URL.
    has_secret: bool,
}

impl<'a> RepairedLine<'a> {
    pub(super) fn new(
        source: Line<'a>,
        repaired: Repaired<Url>,
        changes: Changes<'a>,
        passwords: Passwords,
    ) -> Self {
        if passwords.keeps() {
            let Repaired { url, fragment, .. } = repaired;
            return Self { url: url.into_string(), changes, fragment, source, has_secret: false };
        }
        if let Some((url, fragment)) = repaired.redacted_as_one() {
            return Self { url, changes, fragment: Some(fragment), source, has_secret: true };
        }
        let url = repaired.url.redacted();
        let fragment = repaired.fragment.as_deref().map(str::as_bytes);
        // The fragment of a reference is written as data, too.
        let in_fragment = source.is_reference && passwords.is_fragment_masked(fragment);
        let has_secret = !url.secrets().is_empty() || in_fragment;
        let fragment = fragment.map(|text| Redacted::of_fragment(text).to_string());
        Self { url: url.to_string(), changes, fragment, source, has_secret }
    }
}

impl Fixed<'_> {
    /// Returns whether the line was changed.
    pub(super) fn is_fixed(&self) -> bool {
        matches!(self, Self::Valid(repaired) if !repaired.changes.all.is_empty())
    }

    /// Returns whether a password is masked in what is written for the line.
    pub(super) fn has_secret(&self) -> bool {
        match self {
            Self::Valid(repaired) => repaired.has_secret,
            Self::Invalid(invalid, _) | Self::Ignored(invalid) => invalid.is_masked(),
        }
    }

    /// Writes the text that replaces the line. A line that was not repaired is written as it is, and sanitized only on
    /// a terminal.
    pub(super) fn write_text(&self, on_terminal: bool, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Valid(repaired) => {
                out.write_all(repaired.url.as_bytes())?;
                match repaired.fragment.as_ref().filter(|_| repaired.source.is_reference) {
                    Some(fragment) => write!(out, "#{fragment}"),
                    None => Ok(()),
                }
            }
            Self::Invalid(invalid, _) | Self::Ignored(invalid) => match on_terminal {
                true => write!(out, "{}", Sanitized::masked(invalid.masked)),
                false => out.write_all(&masked_bytes(invalid.masked)),
            },
        }
    }
}

impl Serialize for Fixed<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Valid(RepairedLine { url, changes, fragment, source, .. }) => {
                let input = Sanitized::masked(changes.masked);
                object!(to, {
                    "file": source.origin.known_file(),
                    "line": source.number,
                    "column": 1_u32,
                    "input": input,
                    ? "input_base64": input.base64(),
                    "ok": true,
                    ? "masked": self.is_masked().then_some(true),
                    "url": url,
                    "changes": changes,
                    "fragment": fragment,
                })
            }
            Self::Invalid(invalid, changes) => invalid.serialize_with(changes.as_ref(), to),
            Self::Ignored(invalid) => invalid.serialize(to),
        }
    }
}

impl Record for Fixed<'_> {
    const COLUMNS: &'static [&'static str] =
        &["file", "line", "ok", "url", "changes", "fragment", "code", "message", "input", "masked"];

    fn is_masked(&self) -> bool {
        let is_masked = |changes: &Changes<'_>| !changes.masked.secrets().is_empty();
        self.has_secret() || matches!(self, Self::Valid(line) if is_masked(&line.changes))
    }

    fn human(&self, _palette: &Palette, _out: &mut dyn Write) -> io::Result<()> {
        // Lines are written as data, not as records.
        Ok(())
    }
}
