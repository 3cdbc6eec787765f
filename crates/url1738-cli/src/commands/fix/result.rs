//! The result for one line: what to write, the record, and the log of its changes.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use url1738::{
    Change, Redacted, Safety,
    syntax::{MASK, part::Role},
};

use crate::{
    diagnostics::{Palette, Passwords, Sanitized, sanitized::masked_bytes},
    fields::Subject,
    line::Line,
    records::{self, Object},
};

/// The columns of a table.
pub(super) const COLUMNS: &[&str] =
    &["file", "line", "ok", "url", "changes", "fragment", "code", "message", "input", "masked"];

/// The result for one line.
pub(super) struct Fixed<'a> {
    pub(super) line: Line<'a>,
    pub(super) passwords: Passwords,
    /// Of an invalid line those that would make it a URL if some of them were not unsafe.
    pub(super) changes: Vec<Change>,
    pub(super) status: Status<'a>,
}

/// What a line is now.
pub(super) enum Status<'a> {
    /// The URL to write with its fragment, and whether a password is masked in them.
    Valid {
        url: Cow<'a, str>,
        fragment: Option<String>,
        has_secret: bool,
    },
    Invalid(Box<Subject<'a>>),
    /// It has an error that is not repaired, because the settings or the command line turn it off.
    Ignored(Box<Subject<'a>>),
}

impl<'a> Status<'a> {
    /// Returns that of a line whose URL is this one now. `masked` is the URL without its secrets, if it has any.
    pub(super) fn of_url(
        line: Line<'_>,
        (url, fragment): (Cow<'a, str>, Option<String>),
        masked: Option<String>,
        passwords: Passwords,
    ) -> Self {
        // The fragment of a reference is written as data, too.
        let in_fragment = line.is_reference
            && passwords.is_fragment_masked(fragment.as_deref().map(str::as_bytes));
        let (url, fragment, in_url) = passwords.masked_reference(url, fragment, masked);
        Self::Valid { url, fragment, has_secret: in_url || in_fragment }
    }
}

impl<'a> Fixed<'a> {
    /// Returns the line with its secrets masked. Few lines are shown.
    fn masked(&self) -> Redacted<'a> {
        self.passwords.redact(self.line.bytes)
    }

    pub(super) const fn is_valid(&self) -> bool {
        matches!(self.status, Status::Valid { .. })
    }

    /// Returns whether the line was changed.
    pub(super) fn is_fixed(&self) -> bool {
        self.is_valid() && !self.changes.is_empty()
    }

    /// Returns whether a password is masked in what is written for the line.
    pub(super) fn has_secret(&self) -> bool {
        match &self.status {
            Status::Valid { has_secret, .. } => *has_secret,
            Status::Invalid(invalid) | Status::Ignored(invalid) => {
                invalid.is_line_masked(self.passwords)
            }
        }
    }

    /// Returns the text that replaces the line. A line that was not repaired stays as it is, and is sanitized only on a
    /// terminal.
    pub(super) fn text(&self, on_terminal: bool) -> Cow<'_, [u8]> {
        match &self.status {
            Status::Valid { url, fragment: Some(fragment), .. } if self.line.is_reference => {
                format!("{url}#{fragment}").into_bytes().into()
            }
            Status::Valid { url, .. } => url.as_bytes().into(),
            _ if on_terminal => Sanitized::masked(self.masked()).to_string().into_bytes().into(),
            _ => masked_bytes(self.masked()).into(),
        }
    }

    /// Writes a line to a log for each change, or why the line cannot be repaired.
    pub(super) fn log(
        &self,
        dry_run: bool,
        palette: &Palette,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if let Status::Invalid(invalid) = &self.status
            && self.changes.is_empty()
        {
            return invalid.report(palette, out);
        }
        let verb = |stem: &str, past: &str| match (self.is_valid(), dry_run) {
            (true, false) => past.to_owned(),
            (true, true) => format!("would {stem}"),
            (false, _) => format!("--unsafe would {stem}"),
        };
        let Palette { strong, name, faint, .. } = palette;
        let (file, number) = (self.line.origin.name(), self.line.number);
        for (change, is_masked, text) in self.changes() {
            let Change { span, part, safety, .. } = *change;
            if !self.is_valid() && safety == Safety::Safe {
                continue;
            }
            let column = u64::from(self.line.before) + u64::from(span.start) + 1;
            write!(out, "{strong}{file}:{number}:{column}{strong:#}: ")?;
            let before = match is_masked {
                true => MASK.to_owned(),
                false => Sanitized::new(span.slice_bytes(self.line.bytes)).to_string(),
            };
            let code = change.code();
            let old = format!("`{name}{before}{name:#}`");
            let new = format!("`{name}{text}{name:#}`");
            // A URL has one host, but may have several path segments.
            let article = if part.repeats { "a" } else { "the" };
            let place = format!("{article} {}", part.label());
            let removed = verb("remove", "removed");
            match text {
                _ if span.is_empty() => write!(out, "{} {new}", verb("insert", "inserted"))?,
                // What is around a URL is in none of its parts.
                "" if matches!(code, "wrapper" | "fragment") => write!(out, "{removed} {old}")?,
                "" => write!(out, "{removed} {old} from {place}")?,
                _ => {
                    let replaced = verb("replace", "replaced");
                    write!(out, "{replaced} {old} with {new} in {place}")?;
                }
            }
            writeln!(out, ": {} {faint}[{code}]{faint:#}", change.reason())?;
        }
        Ok(())
    }

    /// Returns the changes, with whether the text before each is masked, and the new text as it may be shown.
    pub(super) fn changes(&self) -> impl Iterator<Item = (&Change, bool, &str)> + Clone {
        // Changes of secrets are masked.
        let masked = if self.changes.is_empty() { Redacted::revealed(b"") } else { self.masked() };
        self.changes.iter().map(move |change| {
            let is_secret = change.part.role == Role::Password || masked.covers(change.span);
            let is_masked = is_secret && !self.passwords.keeps();
            let text = if is_masked && !change.text.is_empty() { MASK } else { &change.text };
            (change, is_masked, text)
        })
    }

    pub(super) fn record(&self) -> Object {
        let changes = self.changes().map(|(change, _, text)| {
            let Change { span, part, rule, safety, .. } = *change;
            Object::new()
                .with_span(span)
                .with("text", text.to_owned())
                .with("part", part.name())
                .with("rule", rule.to_string())
                .with("code", change.code())
                .with("reason", change.reason())
                .with("safe", safety == Safety::Safe)
        });
        match &self.status {
            Status::Valid { url, fragment, has_secret } => {
                let line = Subject::new(self.line, self.passwords);
                let is_masked = *has_secret || line.is_line_masked(self.passwords);
                records::of_line(&self.line, line.input(), 0, true, is_masked)
                    .with("url", &**url)
                    .with_list("changes", changes)
                    .with("fragment", fragment.as_deref())
            }
            Status::Invalid(invalid) | Status::Ignored(invalid) => match self.changes.is_empty() {
                true => invalid.record(),
                false => invalid.record().with_list("unsafe_changes", changes),
            },
        }
    }
}
