//! The values of the fields of a line.

use core::cell::OnceCell;
use std::borrow::Cow;

use url1738::{
    Error, Escaped, PartSpan, Redacted, SchemeKind, Span, Url,
    surt::{SurtError, wayback_key},
    syntax::{MASK, redact::Segment},
};

use super::{capture::masked_capture, field::Field, name::Name};
use crate::{
    diagnostics::{Passwords, Sanitized},
    line::Line,
    records::{flat, lint},
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
    /// The time of a capture, in a CDX file.
    pub(crate) timestamp: Option<&'a [u8]>,
    /// What follows the time, in a CDX file.
    pub(crate) json: Option<&'a [u8]>,
    pub(crate) key: &'s Key,
}

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value<'v> {
    /// The line has no such part.
    Absent,
    Text(Cow<'v, [u8]>),
    /// A text with a secret that is masked.
    Masked(Vec<u8>),
    Number(u64),
    Flag(bool),
}

impl<'v> Value<'v> {
    fn text(text: &'v str) -> Self {
        Self::Text(Cow::Borrowed(text.as_bytes()))
    }

    fn owned(self) -> Value<'static> {
        match self {
            Self::Absent => Value::Absent,
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

    pub(crate) fn is_present(&self) -> bool {
        *self != Self::Absent
    }
}

impl<'a> Subject<'_, 'a> {
    /// Returns the value of a field as it is compared: with its secrets.
    pub(crate) fn value(&self, field: Field) -> Value<'a> {
        match self.shown(field, Passwords::Keep) {
            // With `redacted`, and in keys.
            Value::Masked(text) => Value::Text(text.into()),
            value => value,
        }
    }

    /// Returns whether a secret is masked in the value of a field.
    pub(crate) fn is_masked(&self, field: Field, passwords: Passwords) -> bool {
        matches!(self.shown(field, passwords), Value::Masked(_))
    }

    /// Returns the value of a field as it may be shown: with its secrets masked.
    pub(crate) fn shown(&self, field: Field, passwords: Passwords) -> Value<'a> {
        let Self { line, url, .. } = *self;
        let passwords = if field.modifiers.redacted { Passwords::Mask } else { passwords };
        match (field.name, url) {
            (Name::File, _) => match line.origin.known_file() {
                Some(file) => Value::Text(Cow::Owned(file.as_bytes().to_vec())),
                None => Value::Absent,
            },
            (Name::Line, _) => Value::Number(line.number),
            (Name::Timestamp, _) => {
                self.timestamp.map_or(Value::Absent, |text| Value::Text(text.into()))
            }
            (Name::Json, _) => self.json.map_or(Value::Absent, |text| {
                match (passwords.keeps(), masked_capture(text)) {
                    (false, Some(masked)) => Value::Masked(masked),
                    _ => Value::Text(text.into()),
                }
            }),
            (Name::Valid, url) => Value::Flag(url.is_ok()),
            (Name::Code, Err(error)) => Value::text(error.code()),
            (Name::Message, Err(error)) => {
                Value::Text(Cow::Owned(error.message().to_string().into_bytes()))
            }
            (Name::Code | Name::Message, Ok(_)) => Value::Absent,
            (Name::Input, Err(_)) => shown(passwords.redact(line.bytes)),
            (Name::Surt, _) => match self.key(field) {
                // A key has no user or password, but it may have a query with a secret, which no policy shows.
                Some(Ok(key)) if key.contains(MASK) && self.has_secret() => {
                    Value::Masked(key.into_owned().into_bytes())
                }
                Some(Ok(key)) => Value::Text(Cow::Owned(key.into_owned().into_bytes())),
                _ => Value::Absent,
            },
            (_, Err(_)) => Value::Absent,
            (_, Ok(url)) if field.modifiers.normal => {
                let normal = url.normal_form();
                match Url::parse(&normal) {
                    Ok(url) => self.of_url(&url, field, passwords).owned(),
                    Err(_) => Value::Absent,
                }
            }
            (_, Ok(url)) => self.of_url(url, field, passwords),
        }
    }

    /// Returns whether the line has a secret, whatever the policy.
    fn has_secret(&self) -> bool {
        match &self.url {
            Ok(url) => !url.redacted().secrets().is_empty(),
            Err(_) => !Redacted::new(self.line.bytes).secrets().is_empty(),
        }
    }

    /// Returns the key that a field asks for, or `None` if it asks for something else, or for a key that only URLs have.
    pub(super) fn key(&self, field: Field) -> Option<Result<Cow<'_, str>, SurtError>> {
        if field.name != Name::Surt {
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

    /// Returns the value of a field of a URL.
    fn of_url<'u>(&self, url: &Url<&'u str>, field: Field, passwords: Passwords) -> Value<'u> {
        let text: &'u str = url.as_str();
        match field.name {
            Name::Url | Name::Input => {
                piece(url, Span::new(0, end_of(text)), field.modifiers.decoded, passwords)
            }
            Name::Scheme => Value::text(url.scheme()),
            Name::Kind => Value::text(kind(url.scheme_kind())),
            Name::Lints => {
                let codes: Vec<&str> = self
                    .selection
                    .reported(lint::of(url))
                    .iter()
                    .map(url1738::Lint::code)
                    .collect();
                match codes.as_slice() {
                    [] => Value::Absent,
                    codes => Value::Text(Cow::Owned(codes.join(" ").into_bytes())),
                }
            }
            Name::EffectivePort => number(url.port_or_default()),
            Name::Part("port") if field.modifiers.default => number(url.port_or_default()),
            Name::Normal => {
                let normal = url.normal_form();
                let value = match Url::parse(&normal) {
                    Ok(url) => piece(
                        &url,
                        Span::new(0, end_of(&normal)),
                        field.modifiers.decoded,
                        passwords,
                    ),
                    Err(_) => return Value::Absent,
                };
                match (&normal, value) {
                    (Cow::Borrowed(_), Value::Text(Cow::Borrowed(_))) => Value::text(text),
                    (_, value) => value.owned(),
                }
            }
            Name::Path => match flat::path(url) {
                Some(span) => piece(url, span, field.modifiers.decoded, passwords),
                None => Value::Absent,
            },
            Name::Part("port") => number(url.port()),
            Name::Part(name) => part(url, name, field, passwords),
            Name::File
            | Name::Line
            | Name::Surt
            | Name::Valid
            | Name::Code
            | Name::Message
            | Name::Timestamp
            | Name::Json => Value::Absent,
        }
    }

    /// Returns whether a lint is reported about the URL.
    pub(crate) fn has_lint(&self, code: &str) -> bool {
        let Ok(url) = self.url else { return false };
        self.selection.reported(lint::of(url)).iter().any(|lint| lint.code() == code)
    }

    /// Returns whether the plan of the URL has a warning.
    pub(crate) fn has_warning(&self, code: &str) -> bool {
        let Ok(url) = self.url else { return false };
        url.plan().is_ok_and(|plan| plan.warnings().iter().any(|warning| warning.code() == code))
    }
}

fn end_of(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}

fn number(port: Option<u16>) -> Value<'static> {
    port.map_or(Value::Absent, |port| Value::Number(port.into()))
}

fn kind(kind: SchemeKind) -> &'static str {
    match kind {
        SchemeKind::Standard => "standard",
        SchemeKind::Experimental => "experimental",
        SchemeKind::Reserved => "reserved",
        _ => "other",
    }
}

/// Returns a part by its name. Several of one name are joined.
fn part<'u>(url: &Url<&'u str>, name: &str, field: Field, passwords: Passwords) -> Value<'u> {
    let (mut first, mut others) = (None, Vec::new());
    url.each_part(&mut |PartSpan { part, span }| {
        if part.name() == name {
            match first {
                None => first = Some(span),
                Some(_) => others.push(span),
            }
        }
    });
    let Some(first) = first else { return Value::Absent };
    let value = piece(url, first, field.modifiers.decoded, passwords);
    if field.name == Name::Part("digits") {
        // A number of an article that does not fit is as large as any.
        let digits = first.slice(url.as_str());
        return Value::Number(digits.parse().unwrap_or(u64::MAX));
    }
    if others.is_empty() {
        return value;
    }
    let (mut joined, mut is_masked) = (Vec::new(), false);
    for (index, span) in core::iter::once(first).chain(others).enumerate() {
        if index > 0 {
            joined.extend_from_slice(field.name.separator());
        }
        let value = piece(url, span, field.modifiers.decoded, passwords);
        is_masked |= matches!(value, Value::Masked(_));
        joined.extend_from_slice(value.as_text().unwrap_or_default());
    }
    if is_masked { Value::Masked(joined) } else { Value::Text(Cow::Owned(joined)) }
}

/// Returns a piece of a URL, masked if it has a secret.
fn piece<'u>(url: &Url<&'u str>, span: Span, decode: bool, passwords: Passwords) -> Value<'u> {
    let text: &'u str = url.as_str();
    let written = span.slice(text);
    let masked = passwords.redact_url(text.as_bytes(), url).filter(|masked| masked.covers(span));
    match masked {
        Some(masked) => {
            let text = shown(masked.slice(span));
            match text {
                Value::Masked(text) if decode => Value::Masked(decoded(&text)),
                text => text,
            }
        }
        None if decode => Value::Text(Escaped::new_validated(written).decode()),
        None => Value::text(written),
    }
}

/// Returns a text with its secrets masked, and its other bytes as they are.
fn shown(text: Redacted<'_>) -> Value<'_> {
    match text.secrets() {
        [] => Value::Text(Cow::Borrowed(text.bytes())),
        _ => Value::Masked(Sanitized::masked(text).unescaped().to_string().into_bytes()),
    }
}

/// Decodes a piece of a URL whose secrets are masked.
fn decoded(masked: &[u8]) -> Vec<u8> {
    let masked = core::str::from_utf8(masked).unwrap_or_default();
    Escaped::new_validated(masked).decode().into_owned()
}
