//! The values of the fields of a line.

use std::borrow::Cow;

use url1738::{
    Error, Escaped, PartSpan, Redacted, SchemeKind, Span, Url,
    surt::{Profile, wayback_key},
};

use super::{field::Field, name::Name};
use crate::{
    diagnostics::{Masking, Sanitized},
    line::Line,
    records::{flat, lint},
    selection::Selection,
};

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
}

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value<'v> {
    /// The line has no such part.
    Absent,
    Text(Cow<'v, [u8]>),
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
            Self::Number(number) => Value::Number(number),
            Self::Flag(flag) => Value::Flag(flag),
        }
    }

    pub(crate) fn is_present(&self) -> bool {
        *self != Self::Absent
    }
}

impl<'a> Subject<'_, 'a> {
    /// Returns the value of a field, with its secrets.
    pub(crate) fn value(&self, field: Field) -> Value<'a> {
        self.shown(field, Masking { show_passwords: true })
    }

    /// Returns the value of a field as it may be shown: with its secrets masked.
    pub(crate) fn shown(&self, field: Field, masking: Masking) -> Value<'a> {
        let Self { line, url, .. } = *self;
        let masking =
            if field.modifiers.redacted { Masking { show_passwords: false } } else { masking };
        match (field.name, url) {
            (Name::File, _) => match line.origin.known_file() {
                Some(file) => Value::Text(Cow::Owned(file.as_bytes().to_vec())),
                None => Value::Absent,
            },
            (Name::Line, _) => Value::Number(line.number),
            (Name::Timestamp, _) => {
                self.timestamp.map_or(Value::Absent, |text| Value::Text(text.into()))
            }
            (Name::Json, _) => self
                .json
                .map_or(Value::Absent, |text| Value::Text(shown_text(masking.redact_text(text)))),
            (Name::Valid, url) => Value::Flag(url.is_ok()),
            (Name::Code, Err(error)) => Value::text(error.code()),
            (Name::Message, Err(error)) => {
                Value::Text(Cow::Owned(error.message().to_string().into_bytes()))
            }
            (Name::Code | Name::Message, Ok(_)) => Value::Absent,
            (Name::Input, Err(_)) => Value::Text(shown_text(masking.redact(line.bytes))),
            // Indexes have keys of URLs that RFC 1738 does not allow.
            (Name::Surt, Err(_)) if self.timestamp.is_some() && field.has_key_of_any_text() => {
                match wayback_key(line.bytes) {
                    Ok(key) => Value::Text(Cow::Owned(key.into_bytes())),
                    Err(_) => Value::Absent,
                }
            }
            (_, Err(_)) => Value::Absent,
            (_, Ok(url)) if field.modifiers.normal => {
                let normal = url.normal_form();
                match Url::parse(&normal) {
                    Ok(url) => self.of_url(&url, field, masking).owned(),
                    Err(_) => Value::Absent,
                }
            }
            (_, Ok(url)) => self.of_url(url, field, masking),
        }
    }

    /// Returns the value of a field of a URL.
    fn of_url<'u>(&self, url: &Url<&'u str>, field: Field, masking: Masking) -> Value<'u> {
        let text: &'u str = url.as_str();
        match field.name {
            Name::Url | Name::Input => {
                piece(url, Span::new(0, end_of(text)), field.modifiers.decoded, masking)
            }
            Name::Scheme => Value::text(url.scheme()),
            Name::Kind => Value::text(kind(url.scheme_kind())),
            Name::Lints => {
                let codes: Vec<&str> =
                    self.selection.reported(lint::of(url)).iter().map(|lint| lint.code).collect();
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
                    Ok(url) => {
                        piece(&url, Span::new(0, end_of(&normal)), field.modifiers.decoded, masking)
                    }
                    Err(_) => return Value::Absent,
                };
                match (&normal, value) {
                    (Cow::Borrowed(_), Value::Text(Cow::Borrowed(_))) => Value::text(text),
                    (_, value) => value.owned(),
                }
            }
            Name::Surt => {
                let profile = field.modifiers.profile.unwrap_or(Profile::Wayback0_3_1);
                match url.surt(profile) {
                    Ok(key) => Value::Text(Cow::Owned(key.into_bytes())),
                    Err(_) => Value::Absent,
                }
            }
            Name::Path => match flat::path(url) {
                Some(span) => piece(url, span, field.modifiers.decoded, masking),
                None => Value::Absent,
            },
            Name::Part("port") => number(url.port()),
            Name::Part(name) => part(url, name, field, masking),
            Name::File
            | Name::Line
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
        self.selection.reported(lint::of(url)).iter().any(|lint| lint.code == code)
    }

    /// Returns whether the plan of the URL has a warning.
    pub(crate) fn has_warning(&self, code: &str) -> bool {
        let Ok(url) = self.url else { return false };
        url.plan().is_ok_and(|plan| plan.warnings().iter().any(|warning| warning.code == code))
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
fn part<'u>(url: &Url<&'u str>, name: &str, field: Field, masking: Masking) -> Value<'u> {
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
    let value = piece(url, first, field.modifiers.decoded, masking);
    if field.name == Name::Part("digits") {
        // A number of an article that does not fit is as large as any.
        let digits = first.slice(url.as_str());
        return Value::Number(digits.parse().unwrap_or(u64::MAX));
    }
    let Value::Text(text) = value else { return value };
    if others.is_empty() {
        return Value::Text(text);
    }
    let mut joined = text.into_owned();
    for span in others {
        joined.extend_from_slice(field.name.separator());
        if let Value::Text(text) = piece(url, span, field.modifiers.decoded, masking) {
            joined.extend_from_slice(&text);
        }
    }
    Value::Text(Cow::Owned(joined))
}

/// Returns a piece of a URL, masked if it has a secret.
fn piece<'u>(url: &Url<&'u str>, span: Span, decode: bool, masking: Masking) -> Value<'u> {
    let text: &'u str = url.as_str();
    let written = span.slice(text);
    let masked = masking.redact_url(text.as_bytes(), url).filter(|masked| masked.covers(span));
    match masked {
        Some(masked) if decode => Value::Text(decoded_pieces(masked.slice(span))),
        Some(masked) => Value::Text(shown_text(masked.slice(span))),
        None if decode => Value::Text(Escaped::new_validated(written).decode()),
        None => Value::text(written),
    }
}

/// Returns a text with its secrets masked, and its other bytes as they are.
fn shown_text(text: Redacted<'_>) -> Cow<'_, [u8]> {
    match text.secrets() {
        [] => Cow::Borrowed(text.bytes()),
        _ => Cow::Owned(Sanitized::masked(text).unescaped().to_string().into_bytes()),
    }
}

/// Decodes what is between the secrets.
fn decoded_pieces(text: Redacted<'_>) -> Cow<'_, [u8]> {
    let masked = Sanitized::masked(text).unescaped().to_string();
    Cow::Owned(Escaped::new_validated(&masked).decode().into_owned())
}
