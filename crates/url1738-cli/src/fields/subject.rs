//! A line, the URL that it is, and the values of its fields.

use core::{cell::OnceCell, fmt};
use std::{borrow::Cow, io, io::Write};

use url1738::{
    Error, Escaped, Lints, PartSpan, Redacted, Span, Url,
    surt::{SurtError, wayback_key},
    syntax::international,
};

use super::{
    field::{Field, Modifiers},
    split::split,
    table::{Kind, Row},
};
use crate::{
    diagnostics::{Palette, Passwords, Report, Sanitized, sanitized},
    line::Line,
    records::{self, Member, Object},
    rows::masked_capture,
    scheme_names,
    selection::Selection,
};

/// A line, the URL that it is or why it is none, and what may be shown of it.
pub(crate) struct Subject<'a> {
    pub(crate) line: Line<'a>,
    pub(crate) url: Result<Url<&'a str>, Error>,
    pub(crate) passwords: Passwords,
    /// The lints that are reported, if not all are.
    selection: Option<&'a Selection>,
    /// The line with its secrets masked, whatever the policy.
    redacted: OnceCell<Redacted<'a>>,
    parts: OnceCell<Vec<PartSpan>>,
    /// The key of the text, which is computed if a field asks for it.
    key: OnceCell<Result<String, SurtError>>,
}

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value<'v> {
    Text(Cow<'v, [u8]>),
    /// A text with a secret that is masked.
    Masked(Vec<u8>),
    Number(u64),
    Flag(bool),
}

impl<'v> From<&'v str> for Value<'v> {
    fn from(text: &'v str) -> Self {
        Self::Text(Cow::Borrowed(text.as_bytes()))
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text.into_bytes()))
    }
}

impl<'v> Value<'v> {
    pub(super) fn owned(self) -> Value<'static> {
        match self {
            Self::Text(text) => Value::Text(Cow::Owned(text.into_owned())),
            Self::Masked(text) => Value::Masked(text),
            Self::Number(number) => Value::Number(number),
            Self::Flag(flag) => Value::Flag(flag),
        }
    }

    /// Returns the bytes of a text.
    pub(crate) fn as_text(&self) -> Option<&[u8]> {
        match self {
            Self::Text(text) => Some(text),
            Self::Masked(text) => Some(text),
            _ => None,
        }
    }
}

impl<'v> From<Value<'v>> for Member<'v> {
    fn from(value: Value<'v>) -> Self {
        match value {
            Value::Text(Cow::Borrowed(text)) => Sanitized::new(text).into(),
            Value::Text(Cow::Owned(text)) | Value::Masked(text) => {
                Sanitized::new(&text).unescaped().to_string().into()
            }
            Value::Number(number) => number.into(),
            Value::Flag(flag) => flag.into(),
        }
    }
}

/// Writes the value as it is safe to show.
impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => Sanitized::new(text).fmt(f),
            Self::Masked(text) => Sanitized::new(text).fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Flag(flag) => flag.fmt(f),
        }
    }
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

    /// Sets the lints that are reported.
    pub(crate) fn reporting(self, selection: &'a Selection) -> Self {
        Self { selection: Some(selection), ..self }
    }

    /// Returns the line with its secrets masked, unless they are to be shown.
    pub(crate) fn masked(&self) -> Redacted<'a> {
        self.redacted(self.passwords)
    }

    fn redacted(&self, passwords: Passwords) -> Redacted<'a> {
        let revealed = Redacted::revealed(self.line.bytes);
        if passwords.keeps() {
            return revealed;
        }
        *self.redacted.get_or_init(|| match &self.url {
            Ok(url) => {
                let redacted = url.redacted();
                redacted.secrets().iter().fold(revealed, |text, secret| text.and(*secret))
            }
            Err(_) => Redacted::new(self.line.bytes),
        })
    }

    /// Returns the line as it may be shown.
    pub(crate) fn input(&self) -> Sanitized<'a> {
        Sanitized::masked(self.masked())
    }

    /// Returns a piece of the line as it may be shown.
    pub(crate) fn piece(&self, span: Span) -> Sanitized<'a> {
        Sanitized::masked(self.masked().slice(span))
    }

    /// Returns the fragment as it may be shown.
    pub(crate) fn fragment(&self) -> Option<Sanitized<'a>> {
        Some(Sanitized::masked(self.passwords.redact_fragment(self.line.fragment?)))
    }

    /// Returns the parts of the URL, of which an invalid line has none.
    pub(crate) fn parts(&self) -> &[PartSpan] {
        self.parts.get_or_init(|| self.url.as_ref().map(Url::parts).unwrap_or_default())
    }

    /// Returns the members that the records of all commands begin with.
    pub(crate) fn record(&self) -> Object<'_> {
        let begin = |column, ok| {
            let is_masked = self.is_line_masked(self.passwords);
            let record = records::of_line(&self.line, self.input(), column, ok, is_masked);
            record.with_some("fragment", self.fragment())
        };
        match &self.url {
            Ok(_) => begin(1, true),
            Err(error) => begin(self.line.column(error.span()), false)
                .with("error", records::error(error, &self.masked())),
        }
    }

    /// Returns the members for the fields that records have: those of the URL, or the components of the text.
    pub(crate) fn members(&self) -> Object<'_> {
        let record = Object::default();
        if self.url.is_ok() {
            return Row::in_all_records().fold(record, |record, row| {
                record.with_some(row.name, self.shown(Field::of(row), self.passwords))
            });
        }
        split(self.line.bytes).into_iter().fold(record, |record, (name, span)| {
            let text = self.piece(span);
            match text.to_string().parse::<u16>() {
                Ok(port) if name == "port" => record.with(name, port),
                _ => record.with(name, text),
            }
        })
    }

    /// Returns the value of a field for the cell of a table.
    pub(crate) fn column(&self, name: &str, field: Field) -> Option<Member<'_>> {
        let components = if self.url.is_ok() { Vec::new() } else { split(self.line.bytes) };
        match components.iter().find(|(known, _)| *known == name) {
            Some((_, span)) => Some(self.piece(*span).into()),
            None => self.shown(field, self.passwords).map(Member::from),
        }
    }

    /// Writes the report on an invalid line.
    pub(crate) fn report(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        let (Err(error), masked) = (&self.url, self.masked()) else { return Ok(()) };
        Report::error(error, &masked).write(self.line, &masked, palette, out)
    }

    /// Returns the value of a field as it is compared: with its secrets.
    pub(crate) fn value(&self, field: Field) -> Option<Value<'a>> {
        Some(match self.shown(field, Passwords::Keep)? {
            // With `redacted`, and in keys.
            Value::Masked(text) => Value::Text(text.into()),
            value => value,
        })
    }

    /// Returns whether a secret is masked in the value of a field.
    pub(crate) fn is_masked(&self, field: Field, passwords: Passwords) -> bool {
        matches!(self.shown(field, passwords), Some(Value::Masked(_)))
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
        !self.redacted(passwords).secrets().is_empty()
            || passwords.is_fragment_masked(self.line.fragment)
    }

    /// Returns the key that a field asks for, or `None` if it asks for something else, or for a key that only URLs have.
    pub(super) fn key(&self, field: Field) -> Option<Result<Cow<'_, str>, SurtError>> {
        if !field.is_key() {
            return None;
        }
        // Indexes have keys of URLs that RFC 1738 does not allow.
        if field.has_key_of_any_text() {
            let key = self.key.get_or_init(|| self.key_of_any_text());
            return Some(key.as_deref().map(Cow::Borrowed).map_err(|error| *error));
        }
        let url = self.url.as_ref().ok()?;
        let profile = field.modifiers.profile.unwrap_or_default();
        let key = if field.modifiers.normal {
            Url::parse(&url.normal_form()).ok()?.surt(profile)
        } else {
            url.surt(profile)
        };
        Some(key.map(Cow::Owned))
    }

    /// Returns the key of the line. A key leaves out the text after `#`, without which a password may not be recognized, so
    /// that of an invalid line is masked before.
    fn key_of_any_text(&self) -> Result<String, SurtError> {
        match &self.url {
            Ok(_) => wayback_key(self.line.bytes),
            Err(_) => wayback_key(&sanitized::masked_bytes(self.redacted(Passwords::Mask))),
        }
    }

    /// Returns the lints that are reported about the URL.
    pub(crate) fn lints(&self) -> Lints {
        let lints = self.url.as_ref().map(scheme_names::lints).unwrap_or_default();
        match self.selection {
            Some(selection) => selection.reported(lints),
            None => lints,
        }
    }

    /// Returns whether the plan of the URL has a warning.
    pub(crate) fn has_warning(&self, code: &str) -> bool {
        let Ok(url) = &self.url else { return false };
        url.plan().is_ok_and(|plan| plan.warnings().iter().any(|warning| warning.code() == code))
    }
}

/// A field as it is read from a line.
#[derive(Clone, Copy)]
pub(super) struct Reading<'s, 'a> {
    pub(super) subject: &'s Subject<'a>,
    pub(super) field: Field,
    pub(super) passwords: Passwords,
}

impl<'s, 'a> Reading<'s, 'a> {
    fn value(&self) -> Option<Value<'a>> {
        if let Some(name) = self.field.modifiers.pair {
            return self.pair(name);
        }
        if let Some(name) = self.field.modifiers.value {
            return self.value_of_row(name);
        }
        (self.field.row.read)(self)
    }

    /// Returns the URL, or `None` if the line is invalid.
    pub(super) fn url(&self) -> Option<&'s Url<&'a str>> {
        self.subject.url.as_ref().ok()
    }

    /// Reads from the normal form of the URL.
    pub(super) fn of_normal_form(
        &self,
        read: impl FnOnce(&Reading<'_, '_>) -> Option<Value<'static>>,
    ) -> Option<Value<'static>> {
        let normal = self.url()?.normal_form();
        let line = Line { bytes: normal.as_bytes(), text: Some(&normal), ..self.subject.line };
        let subject = Subject::new(line, self.passwords);
        read(&Reading { subject: &subject, ..*self })
    }

    /// Returns the value of the first pair of a name in the query: in the search part of http and its successors, and after
    /// the first `?` in schemes of the general syntax.
    fn pair(&self, name: &str) -> Option<Value<'a>> {
        let url = self.url()?;
        let text: &'a str = url.as_str();
        let mut pairs = url.search()?.pairs();
        let (key, value) = pairs.find(|(key, _)| form_decoded(*key) == name.as_bytes())?;
        // A name without `=` has an empty value, after it.
        let key = key.as_str();
        let value = value.map_or(&key[key.len()..], Escaped::as_str);
        // INVARIANT: the value is a slice of the URL.
        let start = value.as_ptr().addr() - text.as_ptr().addr();
        let value = self.piece(Span::from(start..start + value.len()))?;
        Some(match value {
            Value::Text(text) if self.field.modifiers.decoded => {
                let spaced = text.iter().map(|byte| if *byte == b'+' { b' ' } else { *byte });
                Value::Text(spaced.collect::<Vec<u8>>().into())
            }
            value => value,
        })
    }

    /// Returns a value of the row that the line is.
    fn value_of_row(&self, name: &str) -> Option<Value<'a>> {
        let text = self.subject.line.row?.value(name)?;
        if self.field.kind() == Kind::Number {
            return core::str::from_utf8(&text).ok()?.parse().ok().map(Value::Number);
        }
        Some(self.of_row(text))
    }

    /// Returns what a row says, with its secrets masked.
    pub(super) fn of_row(&self, text: Cow<'a, [u8]>) -> Value<'a> {
        match masked_capture(&text).filter(|_| !self.passwords.keeps()) {
            Some(masked) => Value::Masked(masked),
            None => Value::Text(text),
        }
    }

    /// Returns the part that the field is. Several of one name are joined.
    pub(super) fn part(&self) -> Option<Value<'a>> {
        let name = self.field.row.part;
        let mut parts = self.subject.parts().iter().filter(|at| at.part.name() == name);
        let first = parts.next()?.span;
        if self.field.kind() == Kind::Number {
            // A number that does not fit is as large as any.
            let digits = first.slice_bytes(self.subject.line.bytes);
            let digits = core::str::from_utf8(digits).ok()?;
            return Some(Value::Number(digits.parse().unwrap_or(u64::MAX)));
        }
        let others: Vec<Value<'_>> = parts.filter_map(|at| self.piece(at.span)).collect();
        let first = self.piece(first)?;
        if others.is_empty() {
            return Some(first);
        }
        let separator = if matches!(name, "fsegment" | "hsegment") { b"/" } else { b";" };
        let values = || core::iter::once(&first).chain(&others);
        let texts: Vec<&[u8]> = values().filter_map(Value::as_text).collect();
        let joined = texts.join(separator.as_slice());
        Some(match values().any(|value| matches!(value, Value::Masked(_))) {
            true => Value::Masked(joined),
            false => Value::Text(joined.into()),
        })
    }

    /// Returns a piece of the URL, masked if it has a secret.
    pub(super) fn piece(&self, span: Span) -> Option<Value<'a>> {
        let written: &'a str = span.slice(self.url()?.as_str());
        let Modifiers { decoded: is_decoded, unicode, .. } = self.field.modifiers;
        let masked = self.subject.redacted(self.passwords);
        Some(match masked.covers(span) {
            true => match shown(masked.slice(span)) {
                Value::Masked(text) if is_decoded => Value::Masked(decoded(&text)),
                text => text,
            },
            false if is_decoded => Value::Text(Escaped::new_validated(written).decode()),
            false if unicode => readable(written, self.field.row.name == "host"),
            false => written.into(),
        })
    }
}

/// Returns a text with its secrets masked, and its other bytes as they are.
pub(super) fn shown(text: Redacted<'_>) -> Value<'_> {
    match text.secrets() {
        [] => Value::Text(Cow::Borrowed(text.bytes())),
        _ => Value::Masked(Sanitized::masked(text).unescaped().to_string().into_bytes()),
    }
}

/// Returns a piece of a URL as a person reads it, or as written if that could not be shown.
fn readable(written: &str, is_host: bool) -> Value<'_> {
    if is_host {
        return international::to_unicode(written).map_or(written.into(), Value::from);
    }
    match Escaped::new_validated(written).decode_utf8() {
        Ok(text) if text.chars().all(sanitized::is_safe) => Value::Text(match text {
            Cow::Borrowed(text) => text.as_bytes().into(),
            Cow::Owned(text) => text.into_bytes().into(),
        }),
        _ => written.into(),
    }
}

/// Returns the octets of a name in a query, in which `+` is a space.
fn form_decoded(name: Escaped<'_>) -> Vec<u8> {
    name.as_str()
        .split('+')
        .map(|piece| Escaped::new_validated(piece).decode())
        .collect::<Vec<_>>()
        .join(&b' ')
}

/// Decodes a piece of a URL whose secrets are masked.
fn decoded(masked: &[u8]) -> Vec<u8> {
    Escaped::new_validated(&String::from_utf8_lossy(masked)).decode().into_owned()
}

#[cfg(test)]
mod tests {
    use url1738::SCHEMES;

    use super::*;
    use crate::line::Origin;

    /// Without secrets, a URL is written as it is to every format.
    #[test]
    fn urls_contain_only_plain_characters() {
        let mut valid = 0;
        for scheme in SCHEMES.iter().map(|scheme| scheme.name).chain(["x-db", "URL"]) {
            for around in
                ["://h/a.b", "://h/a/2?b", "://h:1/a;b=c", "://u:p@h/a", ":a@h.b", ":", ":*"]
            {
                let text = format!("{scheme}{around}");
                for place in 0..=text.len() {
                    for byte in 0..=255_u8 {
                        let mut bytes = text.clone().into_bytes();
                        bytes.insert(place, byte);
                        let line = Line::single(1, &bytes, &Origin::Arguments);
                        let subject = Subject::new(line, Passwords::Keep);
                        if let Ok(url) = &subject.url {
                            assert!(sanitized::is_plain(&bytes), "{url:?}");
                            assert_eq!(subject.input().plain().map(str::as_bytes), Some(&*bytes));
                            valid += 1;
                        }
                    }
                }
            }
        }
        assert!(valid > 10_000, "{valid}");
    }
}
