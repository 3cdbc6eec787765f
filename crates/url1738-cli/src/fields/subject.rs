//! A line, the URL that it is, and what may be shown of it.

use core::cell::OnceCell;
use std::{borrow::Cow, io, io::Write};

use url1738::{
    Error, Lints, PartSpan, Redacted, Span, Url,
    surt::{SurtError, wayback_key},
};

use super::{
    field::{Field, Modifiers},
    split::split,
    table::FIELDS,
    value::{Reading, Value, shown},
};
use crate::{
    codes,
    diagnostics::{Palette, Passwords, Report, Sanitized, sanitized},
    line::Line,
    records::{self, Object},
    selection::Selection,
};

/// A line, the URL that it is or why it is none, and what may be shown of it.
pub(crate) struct Subject<'a> {
    pub(crate) line: Line<'a>,
    pub(crate) url: Result<Url<&'a str>, Error>,
    pub(crate) passwords: Passwords,
    /// The lints that are reported, if not all are.
    pub(crate) selection: Option<&'a Selection>,
    /// The line with its secrets masked, whatever the policy.
    redacted: OnceCell<Redacted<'a>>,
    parts: OnceCell<Vec<PartSpan>>,
    /// The key of the text, which is computed if a field asks for it.
    key: OnceCell<Result<String, SurtError>>,
}

impl<'a> Subject<'a> {
    /// Parses a line.
    pub(crate) fn new(line: Line<'a>, passwords: Passwords) -> Self {
        Self::of(line, line.parse(), passwords)
    }

    /// Wraps a line that was parsed.
    pub(crate) fn of(
        line: Line<'a>,
        url: Result<Url<&'a str>, Error>,
        passwords: Passwords,
    ) -> Self {
        let (redacted, parts, key) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Self { line, url, passwords, selection: None, redacted, parts, key }
    }

    /// Returns the line with its secrets masked, unless they are to be shown.
    pub(crate) fn masked(&self) -> Redacted<'a> {
        if self.passwords.keeps() { Redacted::revealed(self.line.bytes) } else { *self.secrets() }
    }

    /// Returns the line with its secrets masked, whatever the policy.
    pub(super) fn secrets(&self) -> &Redacted<'a> {
        self.redacted.get_or_init(|| match &self.url {
            Ok(url) => {
                // The line of a reference has its fragment, too.
                let line = match self.line.is_reference {
                    true => Passwords::Mask.redact(self.line.bytes),
                    false => Redacted::revealed(self.line.bytes),
                };
                let divided =
                    self.line.divided_password(Passwords::Mask).map_or(line, |it| line.and(it));
                url.redacted().secrets().iter().fold(divided, |text, secret| text.and(*secret))
            }
            Err(_) => self.line.redacted(Passwords::Mask),
        })
    }

    /// Returns the line as it may be shown.
    pub(crate) fn input(&self) -> Sanitized<'a> {
        self.piece(Span::from(0..self.line.bytes.len()))
    }

    /// Returns a piece of the line as it may be shown.
    pub(crate) fn piece(&self, span: Span) -> Sanitized<'a> {
        let is_plain = self.passwords.keeps() || self.secrets().secrets().is_empty();
        let text = self.line.text.filter(|_| is_plain);
        match text.and_then(|text| text.get(span.range())) {
            Some(text) => Sanitized::Text(text),
            None => Sanitized::masked(self.masked().slice(span)),
        }
    }

    /// Returns the fragment as it may be shown.
    pub(crate) fn fragment(&self) -> Option<Sanitized<'a>> {
        self.redacted_fragment(self.passwords).map(Sanitized::masked)
    }

    /// Returns the fragment with its secrets masked. All of it is one if a password of the URL goes on in it.
    pub(super) fn redacted_fragment(&self, passwords: Passwords) -> Option<Redacted<'a>> {
        let fragment = passwords.redact_fragment(self.line.fragment?);
        Some(match self.line.divided_password(passwords) {
            Some(_) => fragment.and(Span::from(0..fragment.bytes().len())),
            None => fragment,
        })
    }

    /// Returns the parts of the URL, of which an invalid line has none.
    pub(crate) fn parts(&self) -> &[PartSpan] {
        self.parts.get_or_init(|| self.url.as_ref().map(Url::parts).unwrap_or_default())
    }

    /// Returns the members that the records of all commands begin with.
    pub(crate) fn record(&self) -> Object {
        match &self.url {
            Ok(_) => self.begin(0, true),
            Err(error) => self
                .begin(error.span().range().start, false)
                .with("error", records::error(error, &self.masked(), self.line.is_reference)),
        }
    }

    /// Returns the first of these members, without an error.
    pub(crate) fn begin(&self, start: usize, ok: bool) -> Object {
        let is_masked = self.is_line_masked(self.passwords);
        records::of_line(&self.line, self.input(), start, ok, is_masked)
            .with_some("fragment", self.fragment())
    }

    /// Adds the members for the fields that records have: those of the URL, or the components of the text.
    pub(crate) fn with_members(&self, record: Object) -> Object {
        if self.url.is_ok() {
            let mut record = record;
            let (passwords, modifiers) = (self.passwords, Modifiers::default());
            for row in FIELDS.iter().filter(|row| row.in_records) {
                let reading = Reading { subject: self, field: Field { row, modifiers }, passwords };
                // A number that is masked is a text.
                let is_kept = |value: &Value<'_>| value.kind() == row.kind;
                if let Some(value) = (row.read)(&reading).filter(is_kept) {
                    record.add(row.name, value);
                }
            }
            return record;
        }
        let components = split(self.line.bytes).into_iter();
        components.fold(record, |record, at| record.with_some(at.0, self.component(at)))
    }

    /// Returns a component of an invalid line as it may be shown, unless it is a port that is masked.
    fn component(&self, (name, span): (&str, Span)) -> Option<Value<'a>> {
        match shown(self.masked().slice(span)) {
            Value::Text(digits) if name == "port" => Some(Value::of_digits(&digits)),
            text => Some(text).filter(|_| name != "port"),
        }
    }

    /// Returns the value of a field for the cell of a table.
    pub(crate) fn column(&self, name: &str, field: Field) -> Option<Value<'a>> {
        let components = if self.url.is_ok() { Vec::new() } else { split(self.line.bytes) };
        match components.into_iter().find(|(known, _)| *known == name) {
            Some(at) => self.component(at),
            None => self.shown(field, self.passwords),
        }
    }

    /// Writes the report on an invalid line.
    pub(crate) fn report(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        let (Err(error), masked) = (&self.url, self.masked()) else { return Ok(()) };
        Report::error(error, &masked).write(self.line, &masked, palette, out)
    }

    /// Returns the value of a field as it is compared: with its secrets.
    pub(crate) fn value(&self, field: Field) -> Option<Value<'a>> {
        self.shown(field, Passwords::Keep)
    }

    /// Returns the value of a field as it may be shown: with its secrets masked.
    pub(crate) fn shown(&self, field: Field, passwords: Passwords) -> Option<Value<'a>> {
        let passwords = if field.modifiers.redacted { Passwords::Mask } else { passwords };
        let reading = Reading { subject: self, field, passwords };
        match field.modifiers.normal {
            true => reading.of_normal_form(|it| it.value().map(Value::owned)),
            false => reading.value(),
        }
    }

    /// Returns whether a secret in the line is masked.
    pub(crate) fn is_line_masked(&self, passwords: Passwords) -> bool {
        !passwords.keeps() && !self.secrets().secrets().is_empty()
            || passwords.is_fragment_masked(self.line.fragment)
    }

    /// Returns the key that a field asks for, or `None` if it asks for something else, or for a key that only URLs have.
    pub(super) fn key(&self, field: Field) -> Option<Result<Cow<'_, str>, SurtError>> {
        if !field.is_key() {
            return None;
        }
        let divided = self.line.divided_password(Passwords::Mask);
        // Indexes have keys of URLs that RFC 1738 does not allow.
        if field.has_key_of_any_text() {
            let key = self.key.get_or_init(|| match &self.url {
                Ok(_) if divided.is_none() => wayback_key(self.line.bytes),
                // A key leaves out the text after `#`, without which a password may not be recognized, so it is masked before.
                _ => wayback_key(&sanitized::masked_bytes(*self.secrets())),
            });
            return Some(key.as_deref().map(Cow::Borrowed).map_err(|error| *error));
        }
        let masked = divided.map(|_| self.secrets().to_string());
        let masked = masked.as_deref().map(Url::parse).transpose().ok()?;
        let url = masked.as_ref().or(self.url.as_ref().ok())?;
        let profile = field.modifiers.profile.unwrap_or_default();
        let key = if field.modifiers.normal {
            Url::parse(&url.normal_form()).ok()?.surt(profile)
        } else {
            url.surt(profile)
        };
        Some(key.map(Cow::Owned))
    }

    /// Returns the lints that are reported about the URL.
    pub(crate) fn lints(&self) -> Lints {
        let lints = self.url.as_ref().map(|url| codes::lints(url, self.line.fragment));
        let lints = lints.unwrap_or_default();
        match self.selection {
            Some(selection) => selection.reported(lints),
            None => lints,
        }
    }
}
