//! The changes of one line, as records and as a log.

use core::fmt::{self, Display};
use std::io::{self, Write};

use url1738::{
    Change, Part, Redacted, Rule, Safety, Url,
    syntax::{MASK, part::Role},
};

use crate::{
    diagnostics::{Palette, Passwords, Sanitized},
    record_buffer::RecordBuffer,
    records::{Displayed, List, ToJson, object},
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

impl ToJson for ChangeRecord<'_> {
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        let Self { start, end, text, part, rule, code, reason, safe, .. } = *self;
        object!(out, {
            "start": start,
            "end": end,
            "text": text,
            "part": part,
            "rule": Displayed(rule),
            "code": code,
            "reason": reason,
            "safe": safe,
        });
    }
}

/// The changes of one line. A list of them may take fifty times the memory of their text, so only short lists are held.
/// Longer ones are computed again whenever they are needed.
#[derive(Debug)]
pub(super) struct Changes<'a> {
    line: &'a [u8],
    /// All changes, unless there are too many to hold.
    held: Vec<Change>,
    too_many: bool,
    /// Whether they are those of [`Url::repair_scheme`].
    guessed: bool,
    /// How many there are, and whether one of them is unsafe.
    count: u64,
    has_unsafe: bool,
    /// The line with its secrets. Changes of secrets are masked.
    pub(super) masked: Redacted<'a>,
    show_passwords: bool,
}

impl<'a> Changes<'a> {
    /// The most changes that are held, and the longest text of one.
    const MAX_HELD: usize = 64;
    const MAX_TEXT: usize = 256;

    pub(super) fn new(line: &'a [u8], masking: Passwords) -> Self {
        Self {
            line,
            held: Vec::new(),
            too_many: false,
            guessed: false,
            count: 0,
            has_unsafe: false,
            masked: masking.redact(line),
            show_passwords: masking.keeps(),
        }
    }

    pub(super) fn add(&mut self, change: Change) {
        self.count = self.count.saturating_add(1);
        self.has_unsafe |= change.safety == Safety::Unsafe;
        self.too_many |= self.held.len() == Self::MAX_HELD || change.text.len() > Self::MAX_TEXT;
        if self.too_many {
            self.held = Vec::new();
        } else {
            self.held.push(change);
        }
    }

    /// Notes that the changes are those of [`Url::repair_scheme`].
    pub(super) fn set_guessed(&mut self) {
        self.guessed = true;
    }

    /// Removes all changes.
    pub(super) fn clear(&mut self) {
        (self.held, self.too_many) = (Vec::new(), false);
        (self.count, self.has_unsafe) = (0, false);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns whether a change is not certain to keep the intended meaning.
    pub(super) fn has_unsafe(&self) -> bool {
        self.has_unsafe
    }

    /// Writes one line per change.
    pub(super) fn log(
        &self,
        (file, line): (&str, u64),
        tense: Tense,
        palette: &Palette,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mut result = Ok(());
        self.each(&mut |row| {
            let shown = tense != Tense::WithUnsafe || !row.safe;
            if result.is_ok() && shown {
                result = log_change(file, line, row, tense, palette, out);
            }
        });
        result
    }

    /// Calls `each` with every change in order.
    fn each(&self, each: &mut dyn FnMut(&ChangeRecord<'_>)) {
        let mut row = |change: &Change| each(&self.row(change));
        if self.too_many {
            // The line has been repaired before, so this succeeds.
            let mut each = |change| row(&change);
            let _ = match self.guessed {
                true => Url::repair_scheme(self.line, &mut each),
                false => Url::repair_bytes_with(self.line, &mut each).ok(),
            };
        } else {
            self.held.iter().for_each(row);
        }
    }

    fn row<'c>(&self, change: &'c Change) -> ChangeRecord<'c>
    where
        'a: 'c,
    {
        let Change { span, part, rule, info, reason, safety, .. } = *change;
        let masked =
            !self.show_passwords && (part.role() == Role::Password || self.masked.covers(span));
        ChangeRecord {
            start: span.start,
            end: span.end,
            text: if masked && !change.text.is_empty() { MASK } else { &change.text },
            part: part.name(),
            rule,
            code: info.code,
            reason,
            safe: safety == Safety::Safe,
            place: Place::of(change),
            before: (!masked).then(|| Sanitized::new(span.slice_bytes(self.line))),
        }
    }
}

impl ToJson for Changes<'_> {
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        let mut list = List::begin(out);
        self.each(&mut |row| list.item(row));
        list.end();
    }
}

/// Writes the codes of all changes, separated by spaces.
impl Display for Changes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut result, mut separator) = (Ok(()), "");
        self.each(&mut |row| {
            result = result.and_then(|()| write!(f, "{separator}{}", row.code));
            separator = " ";
        });
        result
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
