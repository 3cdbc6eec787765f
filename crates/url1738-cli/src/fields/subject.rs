//! The values of the fields of a line.

use core::{cell::OnceCell, fmt};
use std::borrow::Cow;

use url1738::{
    Error, Escaped, PartSpan, Redacted, Span, Url,
    surt::{SurtError, wayback_key},
    syntax::{MASK, international, redact::Segment},
};

use super::{
    field::{Field, Modifiers},
    table::{Kind, Read},
};
use crate::{
    diagnostics::{Passwords, Sanitized, sanitized::is_safe},
    line::Line,
    rows::masked_capture,
    scheme_names,
    selection::Selection,
};

/// The key of a line, computed if a field asks for it.
pub(crate) type Key = OnceCell<Result<String, SurtError>>;

/// A line, and the URL that it is.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'s, 'a> {
    pub(crate) line: Line<'a>,
    pub(crate) url: Result<&'s Url<&'a str>, &'s Error>,
    /// The lints that are reported.
    pub(crate) selection: &'s Selection,
    pub(crate) key: &'s Key,
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

impl<'s, 'a> Subject<'s, 'a> {
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
        let reading = Reading { subject: *self, field, passwords };
        match field.modifiers.normal {
            true => reading.of_normal_form(|it| it.value().map(Value::owned)),
            false => reading.value(),
        }
    }

    /// Returns whether the line has a secret, whatever the policy.
    pub(super) fn has_secret(&self) -> bool {
        self.is_line_masked(Passwords::Mask)
    }

    /// Returns whether a secret in the line is masked.
    pub(crate) fn is_line_masked(&self, passwords: Passwords) -> bool {
        let is_masked = match &self.url {
            Ok(url) => passwords.redact_url(self.line.bytes, url).is_some(),
            Err(_) => !passwords.redact(self.line.bytes).secrets().is_empty(),
        };
        is_masked || passwords.is_fragment_masked(self.line.fragment)
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
        let url = self.url.ok()?;
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
        let redacted = Redacted::new(self.line.bytes);
        if self.url.is_ok() || redacted.secrets().is_empty() {
            return wayback_key(self.line.bytes);
        }
        let masked = redacted.segments().flat_map(|segment| match segment {
            Segment::Plain(bytes) => bytes,
            Segment::Masked => MASK.as_bytes(),
        });
        wayback_key(&masked.copied().collect::<Vec<u8>>())
    }

    /// Returns the codes of the lints that are reported about the URL.
    pub(super) fn lints(&self) -> Option<Value<'static>> {
        let lints = self.selection.reported(scheme_names::lints(self.url.ok()?));
        let codes: Vec<&str> = lints.iter().map(url1738::Lint::code).collect();
        (!codes.is_empty()).then(|| codes.join(" ").into())
    }

    /// Returns whether a lint is reported about the URL.
    pub(crate) fn has_lint(&self, code: &str) -> bool {
        let Ok(url) = self.url else { return false };
        self.selection.reported(scheme_names::lints(url)).iter().any(|lint| lint.code() == code)
    }

    /// Returns whether the plan of the URL has a warning.
    pub(crate) fn has_warning(&self, code: &str) -> bool {
        let Ok(url) = self.url else { return false };
        url.plan().is_ok_and(|plan| plan.warnings().iter().any(|warning| warning.code() == code))
    }
}

/// A field as it is read from a line.
#[derive(Clone, Copy)]
pub(super) struct Reading<'s, 'a> {
    pub(super) subject: Subject<'s, 'a>,
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
        match self.field.row.read {
            Read::Part(name) => self.part(name),
            Read::Piece(read) => self.piece(self.url()?, read(self.url()?)?),
            Read::Port(read) => Some(Value::Number(read(self.url()?)?.into())),
            Read::By(read) => read(self),
        }
    }

    /// Returns the URL, or `None` if the line is invalid.
    pub(super) fn url(&self) -> Option<&'s Url<&'a str>> {
        self.subject.url.ok()
    }

    /// Reads from the normal form of the URL.
    pub(super) fn of_normal_form(
        &self,
        read: impl FnOnce(&Reading<'_, '_>) -> Option<Value<'static>>,
    ) -> Option<Value<'static>> {
        let normal = self.url()?.normal_form();
        let url = Url::parse(&normal).ok()?;
        read(&Reading { subject: Subject { url: Ok(&url), ..self.subject }, ..*self })
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
        let value = self.piece(url, Span::from(start..start + value.len()))?;
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

    /// Returns a part by its name. Several of one name are joined.
    fn part(&self, name: &str) -> Option<Value<'a>> {
        let url = self.url()?;
        let mut spans = Vec::new();
        url.each_part(&mut |PartSpan { part, span }| {
            if part.name() == name {
                spans.push(span);
            }
        });
        if self.field.kind() == Kind::Number {
            // A number that does not fit is as large as any.
            let digits = spans.first()?.slice(url.as_str());
            return Some(Value::Number(digits.parse().unwrap_or(u64::MAX)));
        }
        if let [span] = spans.as_slice() {
            return self.piece(url, *span);
        }
        let separator = if matches!(name, "fsegment" | "hsegment") { b"/" } else { b";" };
        let values: Vec<Value<'_>> =
            spans.into_iter().filter_map(|span| self.piece(url, span)).collect();
        let texts: Vec<&[u8]> = values.iter().filter_map(Value::as_text).collect();
        let joined = texts.join(separator.as_slice());
        match values.iter().any(|value| matches!(value, Value::Masked(_))) {
            _ if values.is_empty() => None,
            true => Some(Value::Masked(joined)),
            false => Some(Value::Text(Cow::Owned(joined))),
        }
    }

    /// Returns a piece of a URL, masked if it has a secret.
    pub(super) fn piece<'u>(&self, url: &Url<&'u str>, span: Span) -> Option<Value<'u>> {
        let text: &'u str = url.as_str();
        let written = span.slice(text);
        let Modifiers { decoded: is_decoded, unicode, .. } = self.field.modifiers;
        let masked = self.passwords.redact_url(text.as_bytes(), url);
        Some(match masked.filter(|masked| masked.covers(span)) {
            Some(masked) => match shown(masked.slice(span)) {
                Value::Masked(text) if is_decoded => Value::Masked(decoded(&text)),
                text => text,
            },
            None if is_decoded => Value::Text(Escaped::new_validated(written).decode()),
            None if unicode => readable(written, self.field.row.name == "host"),
            None => written.into(),
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
        Ok(text) if text.chars().all(is_safe) => Value::Text(match text {
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
