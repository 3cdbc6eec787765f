//! The result for one line, as a record and as the line to write.

use std::io::{self, Write};

use serde::{Serialize, Serializer};
use url1738::{
    Redacted, Repaired, Url,
    syntax::{MASK, redact::Segment},
};

use super::changes::Changes;
use crate::{
    diagnostics::{Palette, Passwords, Sanitized},
    line::Line,
    records::{InvalidLine, Record, object},
};

/// The result for one line.
#[derive(Debug)]
pub(super) enum Fixed<'a> {
    Valid(RepairedLine<'a>),
    NeedsUnsafe(UnsafeLine<'a>),
    Invalid(InvalidLine<'a>),
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

/// A line that only unsafe changes make a URL.
#[derive(Debug)]
pub(super) struct UnsafeLine<'a> {
    pub(super) invalid: InvalidLine<'a>,
    pub(super) changes: Changes<'a>,
}

impl<'a> RepairedLine<'a> {
    pub(super) fn new(
        line: Line<'a>,
        repaired: Repaired<Url>,
        changes: Changes<'a>,
        passwords: Passwords,
    ) -> Self {
        if passwords.keeps() {
            let Repaired { url, fragment, .. } = repaired;
            return Self {
                url: url.into_string(),
                changes,
                fragment,
                source: line,
                has_secret: false,
            };
        }
        let (url, fragment) = match repaired.redacted_as_one() {
            Some((url, fragment)) => (Some(url), Some(fragment)),
            None => {
                let shown = |text: &String| Redacted::of_fragment(text.as_bytes()).to_string();
                let url = repaired.url.redacted();
                let url = (!url.secrets().is_empty()).then(|| url.to_string());
                (url, repaired.fragment.as_ref().map(shown))
            }
        };
        let has_secret = url.is_some();
        let url = url.unwrap_or_else(|| repaired.url.into_string());
        Self { url, changes, fragment, source: line, has_secret }
    }
}

impl Fixed<'_> {
    /// Returns whether the line was changed.
    pub(super) fn is_fixed(&self) -> bool {
        matches!(self, Self::Valid(repaired) if !repaired.changes.is_empty())
    }

    /// Returns whether a password is masked in what is written for the line.
    pub(super) fn has_secret(&self, line: Line<'_>, masking: Passwords) -> bool {
        match self {
            Self::Valid(repaired) => repaired.has_secret,
            _ => !masking.redact(line.bytes).secrets().is_empty(),
        }
    }

    /// Writes the text that replaces the line. A line that was not repaired is written as it is, and sanitized only on
    /// a terminal.
    pub(super) fn write_text(
        &self,
        line: Line<'_>,
        masking: Passwords,
        on_terminal: bool,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match self {
            Self::Valid(repaired) => out.write_all(repaired.url.as_bytes()),
            _ if on_terminal => write!(out, "{}", Sanitized::masked(masking.redact(line.bytes))),
            _ => write_masked(masking.redact(line.bytes), out),
        }
    }

    /// Like [`write_text`](Self::write_text), with a line ending.
    pub(super) fn write_line(
        &self,
        line: Line<'_>,
        masking: Passwords,
        on_terminal: bool,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.write_text(line, masking, on_terminal, out)?;
        out.write_all(b"\n")
    }
}

/// Writes the bytes of a text as they are, with its secrets masked.
pub(super) fn write_masked(text: Redacted<'_>, out: &mut dyn Write) -> io::Result<()> {
    text.segments().try_for_each(|segment| match segment {
        Segment::Plain(bytes) => out.write_all(bytes),
        _ => out.write_all(MASK.as_bytes()),
    })
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
            Self::NeedsUnsafe(UnsafeLine { invalid, changes }) => {
                invalid.serialize_with(Some(changes), to)
            }
            Self::Invalid(invalid) | Self::Ignored(invalid) => invalid.serialize(to),
        }
    }
}

impl Record for Fixed<'_> {
    const COLUMNS: &'static [&'static str] =
        &["file", "line", "ok", "url", "changes", "fragment", "code", "message", "input", "masked"];

    fn is_masked(&self) -> bool {
        match self {
            Self::Valid(RepairedLine { has_secret, changes, .. }) => {
                *has_secret || !changes.masked.secrets().is_empty()
            }
            Self::Invalid(invalid)
            | Self::Ignored(invalid)
            | Self::NeedsUnsafe(UnsafeLine { invalid, .. }) => invalid.is_masked(),
        }
    }

    fn human(&self, _palette: &Palette, _out: &mut dyn Write) -> io::Result<()> {
        // Lines are written as data, not as records.
        Ok(())
    }
}
