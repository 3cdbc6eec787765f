//! The changes of one line, as records and as a log.

use core::fmt::{self, Display};
use std::io::{self, Write};

use serde::{Serialize, Serializer};
use url1738::{
    Change, Part, Redacted, Rule, Safety,
    syntax::{MASK, part::Role},
};

use crate::{
    diagnostics::{Palette, Passwords, Sanitized},
    records::{Displayed, object},
};

/// A change in JSON.
#[derive(Debug)]
struct ChangeRecord<'c> {
    start: u32,
    end: u32,
    text: &'c str,
    part: &'static str,
    rule: Rule,
    code: &'static str,
    reason: &'static str,
    safe: bool,
    /// The part as the log names it.
    place: Place,
    /// The text that was replaced, as it may be shown; `None` if it is masked.
    before: Option<Sanitized<'c>>,
}

impl Serialize for ChangeRecord<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self { start, end, text, part, rule, code, reason, safe, .. } = *self;
        object!(to, {
            "start": start,
            "end": end,
            "text": text,
            "part": part,
            "rule": Displayed(rule),
            "code": code,
            "reason": reason,
            "safe": safe,
        })
    }
}

/// The changes of one line.
#[derive(Debug)]
pub(super) struct Changes<'a> {
    line: &'a [u8],
    all: Vec<Change>,
    /// The line with its secrets. Changes of secrets are masked.
    pub(super) masked: Redacted<'a>,
    show_passwords: bool,
}

impl<'a> Changes<'a> {
    pub(super) fn new(line: &'a [u8], masking: Passwords) -> Self {
        let (masked, show_passwords) = (masking.redact(line), masking.keeps());
        Self { line, all: Vec::new(), masked, show_passwords }
    }

    pub(super) fn add(&mut self, change: Change) {
        self.all.push(change);
    }

    /// Removes all changes.
    pub(super) fn clear(&mut self) {
        self.all.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns whether a change is not certain to keep the intended meaning.
    pub(super) fn has_unsafe(&self) -> bool {
        self.all.iter().any(|change| change.safety == Safety::Unsafe)
    }

    /// Writes one line per change.
    pub(super) fn log(
        &self,
        (file, line): (&str, u64),
        tense: Tense,
        palette: &Palette,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.rows()
            .filter(|row| tense != Tense::WithUnsafe || !row.safe)
            .try_for_each(|row| log_change(file, line, &row, tense, palette, out))
    }

    fn rows(&self) -> impl Iterator<Item = ChangeRecord<'_>> {
        self.all.iter().map(|change| self.row(change))
    }

    fn row<'c>(&self, change: &'c Change) -> ChangeRecord<'c>
    where
        'a: 'c,
    {
        let Change { span, part, rule, info, safety, .. } = *change;
        let masked =
            !self.show_passwords && (part.role() == Role::Password || self.masked.covers(span));
        ChangeRecord {
            start: span.start,
            end: span.end,
            text: if masked && !change.text.is_empty() { MASK } else { &change.text },
            part: part.name(),
            rule,
            code: info.code,
            reason: change.reason(),
            safe: safety == Safety::Safe,
            place: Place::of(change),
            before: (!masked).then(|| Sanitized::new(span.slice_bytes(self.line))),
        }
    }
}

impl Serialize for Changes<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.rows())
    }
}

/// The part that a change is in, as the log names it.
#[derive(Clone, Copy, Debug)]
struct Place {
    part: &'static Part,
    /// Whether the change removes text that is not part of the URL.
    is_outside: bool,
}

impl Place {
    fn of(change: &Change) -> Self {
        Self { part: change.part, is_outside: matches!(change.code(), "wrapper" | "fragment") }
    }
}

/// Writes the name of the part with its article: a URL has one host, but may have several path segments.
impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let article = if self.part.repeats() { "a" } else { "the" };
        write!(f, "{article} {}", self.part.label())
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

/// Writes the line of one change.
fn log_change(
    file: &str,
    line: u64,
    row: &ChangeRecord<'_>,
    tense: Tense,
    palette: &Palette,
    out: &mut dyn Write,
) -> io::Result<()> {
    let ChangeRecord { start, end, text, place, code, reason, before, .. } = row;
    let Palette { strong, name, faint, .. } = palette;
    let [removed, inserted, replaced] = tense.verbs();
    let column = u64::from(*start) + 1;
    write!(out, "{strong}{file}:{line}:{column}{strong:#}: ")?;
    let before: &dyn Display = match before {
        Some(before) => before,
        None => &MASK,
    };
    match text {
        text if start == end => write!(out, "{inserted} `{name}{text}{name:#}`")?,
        &"" if place.is_outside => write!(out, "{removed} `{name}{before}{name:#}`")?,
        &"" => write!(out, "{removed} `{name}{before}{name:#}` from {place}")?,
        text => {
            write!(
                out,
                "{replaced} `{name}{before}{name:#}` with `{name}{text}{name:#}` in {place}"
            )?;
        }
    }
    writeln!(out, ": {reason} {faint}[{code}]{faint:#}")
}
