//! The changes of one line, as records and as a log.

use std::io::{self, Write};

use serde::{Serialize, Serializer};
use url1738::{
    Change, Redacted, Safety,
    syntax::{MASK, part::Role},
};

use crate::{
    diagnostics::{Palette, Passwords, Sanitized},
    records::{Displayed, object},
};

/// The changes of one line.
#[derive(Debug)]
pub(super) struct Changes<'a> {
    line: &'a [u8],
    pub(super) all: Vec<Change>,
    /// The line with its secrets. Changes of secrets are masked.
    pub(super) masked: Redacted<'a>,
    passwords: Passwords,
}

impl<'a> Changes<'a> {
    pub(super) fn new(line: &'a [u8], passwords: Passwords) -> Self {
        Self { line, all: Vec::new(), masked: passwords.redact(line), passwords }
    }

    /// Returns whether a change is not certain to keep the intended meaning.
    pub(super) fn has_unsafe(&self) -> bool {
        self.all.iter().any(|change| change.safety == Safety::Unsafe)
    }

    fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.all.iter().map(|change| {
            let is_secret = change.part.role() == Role::Password || self.masked.covers(change.span);
            Row { change, is_masked: is_secret && !self.passwords.keeps() }
        })
    }

    /// Writes one line per change to a log.
    pub(super) fn log(
        &self,
        (file, line, before): (&str, u64, u32),
        tense: Tense,
        palette: &Palette,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let Palette { strong, name, faint, .. } = palette;
        let [removed, inserted, replaced] = tense.verbs();
        for row in self.rows() {
            let Change { span, part, safety, .. } = *row.change;
            let reason = row.change.reason();
            if tense == Tense::WithUnsafe && safety == Safety::Safe {
                continue;
            }
            let column = u64::from(before) + u64::from(span.start) + 1;
            write!(out, "{strong}{file}:{line}:{column}{strong:#}: ")?;
            let before = match row.is_masked {
                true => MASK.to_owned(),
                false => Sanitized::new(span.slice_bytes(self.line)).to_string(),
            };
            let (code, text) = (row.change.code(), row.text());
            let (old, new) =
                (format!("`{name}{before}{name:#}`"), format!("`{name}{text}{name:#}`"));
            // A URL has one host, but may have several path segments.
            let article = if part.repeats() { "a" } else { "the" };
            let place = format!("{article} {}", part.label());
            match text {
                _ if span.is_empty() => write!(out, "{inserted} {new}")?,
                // What is around a URL is in none of its parts.
                "" if matches!(code, "wrapper" | "fragment") => write!(out, "{removed} {old}")?,
                "" => write!(out, "{removed} {old} from {place}")?,
                _ => write!(out, "{replaced} {old} with {new} in {place}")?,
            }
            writeln!(out, ": {reason} {faint}[{code}]{faint:#}")?;
        }
        Ok(())
    }
}

/// A change, and whether its text may be shown.
struct Row<'c> {
    change: &'c Change,
    is_masked: bool,
}

impl Row<'_> {
    /// Returns the new text as it may be shown.
    fn text(&self) -> &str {
        let text = &self.change.text;
        if self.is_masked && !text.is_empty() { MASK } else { text }
    }
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Change { span, part, rule, safety, .. } = *self.change;
        object!(to, {
            "start": span.start,
            "end": span.end,
            "text": self.text(),
            "part": part.name(),
            "rule": Displayed(rule),
            "code": self.change.code(),
            "reason": self.change.reason(),
            "safe": safety == Safety::Safe,
        })
    }
}

impl Serialize for Changes<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.rows())
    }
}

/// Whether changes were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tense {
    /// They were made.
    Done,
    /// They would be made, but nothing is written.
    DryRun,
    /// They were not made, because one of them is unsafe. Only unsafe ones are logged.
    WithUnsafe,
}

impl Tense {
    /// Returns the words for removing, inserting and replacing.
    const fn verbs(self) -> [&'static str; 3] {
        match self {
            Self::Done => ["removed", "inserted", "replaced"],
            Self::DryRun => ["would remove", "would insert", "would replace"],
            Self::WithUnsafe => {
                ["--unsafe would remove", "--unsafe would insert", "--unsafe would replace"]
            }
        }
    }
}
