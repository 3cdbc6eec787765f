//! The value of a field, and how it is read from a line.

use core::fmt;
use std::borrow::Cow;

use serde::{Serialize, Serializer};
use url1738::{
    Escaped, Redacted, Span, Url,
    syntax::{MASK, international, redact::is_safe},
};

use super::{
    field::{Field, Modifiers, Named},
    subject::Subject,
    table::Kind,
};
use crate::{
    diagnostics::{Passwords, Sanitized, sanitized::masked_bytes},
    line::Line,
    rows::{masked_capture, number},
};

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value<'v> {
    Text(Cow<'v, [u8]>),
    /// A text with a secret that is masked.
    Masked(Cow<'v, [u8]>),
    Number(u64),
    Flag(bool),
}

impl<'v, T: Into<Cow<'v, str>>> From<T> for Value<'v> {
    fn from(text: T) -> Self {
        Self::Text(match text.into() {
            Cow::Borrowed(text) => text.as_bytes().into(),
            Cow::Owned(text) => text.into_bytes().into(),
        })
    }
}

impl<'v> Value<'v> {
    pub(super) fn owned(self) -> Value<'static> {
        match self {
            Self::Text(text) => Value::Text(Cow::Owned(text.into_owned())),
            Self::Masked(text) => Value::Masked(Cow::Owned(text.into_owned())),
            Self::Number(number) => Value::Number(number),
            Self::Flag(flag) => Value::Flag(flag),
        }
    }

    /// Returns the number of digits. One that does not fit is as large as any.
    pub(super) fn of_digits(digits: &[u8]) -> Self {
        Self::Number(number(digits).unwrap_or(u64::MAX))
    }

    /// Returns the bytes by which values of one kind are compared. Texts are in lower case if that makes no difference.
    pub(crate) fn into_key(self, ignores_case: bool) -> Cow<'v, [u8]> {
        match self {
            Self::Text(mut text) | Self::Masked(mut text) => {
                if ignores_case {
                    text.to_mut().make_ascii_lowercase();
                }
                text
            }
            Self::Number(number) => number.to_be_bytes().to_vec().into(),
            Self::Flag(flag) => vec![flag.into()].into(),
        }
    }

    /// Returns what the value is compared with.
    pub(crate) const fn kind(&self) -> Kind {
        match self {
            Self::Text(_) | Self::Masked(_) => Kind::Text,
            Self::Number(_) => Kind::Number,
            Self::Flag(_) => Kind::Flag,
        }
    }

    /// Returns the bytes of a text.
    pub(crate) fn as_text(&self) -> Option<&[u8]> {
        match self {
            Self::Text(text) | Self::Masked(text) => Some(text),
            _ => None,
        }
    }
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) | Self::Masked(text) => Sanitized::new(text).serialize(to),
            Self::Number(number) => number.serialize(to),
            Self::Flag(flag) => flag.serialize(to),
        }
    }
}

/// Writes the value as it is safe to show.
impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) | Self::Masked(text) => Sanitized::new(text).fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Flag(flag) => flag.fmt(f),
        }
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
    pub(super) fn value(&self) -> Option<Value<'a>> {
        match self.field.modifiers.named {
            Some(Named::Pair(name)) => self.pair(name),
            Some(Named::Value(name, Kind::Number)) => {
                number(&self.subject.line.row?.value(name)?).map(Value::Number)
            }
            Some(Named::Value(name, _)) => Some(self.of_row(self.subject.line.row?.asked(name)?)),
            None => (self.field.row.read)(self),
        }
    }

    /// Returns the URL, or `None` if the line is invalid.
    pub(super) fn url(&self) -> Option<&'s Url<&'a str>> {
        self.subject.url.as_ref().ok()
    }

    /// Returns a port, unless it is the beginning of a password that goes on in the fragment.
    pub(super) fn port(&self, port: u16) -> Value<'a> {
        match self.subject.line.divided_password(self.passwords) {
            Some(_) => Value::Masked(MASK.as_bytes().into()),
            None => Value::Number(port.into()),
        }
    }

    /// Reads from the normal form of the URL.
    pub(super) fn of_normal_form(
        &self,
        read: impl FnOnce(&Reading<'_, '_>) -> Option<Value<'static>>,
    ) -> Option<Value<'static>> {
        let normal = match self.url()?.normal_form() {
            // Where it ends, the normal form may not show that the password goes on in the fragment.
            _ if self.subject.line.divided_password(self.passwords).is_some() => return read(self),
            Cow::Borrowed(_) => return read(self),
            Cow::Owned(normal) => normal,
        };
        let line = Line { bytes: normal.as_bytes(), text: Some(&normal), ..self.subject.line };
        let subject = Subject::new(line, self.passwords);
        read(&Reading { subject: &subject, ..*self })
    }

    /// Returns the value of the first pair of a name in the query: in the search part of http and its successors, and after
    /// the first `?` in schemes of the general syntax.
    fn pair(&self, name: &str) -> Option<Value<'a>> {
        let mut pairs = self.url()?.search()?.pairs();
        let (key, value) = pairs.find(|(key, _)| form_decoded(key.as_str()) == name.as_bytes())?;
        // A name without `=` has an empty value, after it.
        let key = key.as_str();
        let value = value.map_or(&key[key.len()..], Escaped::as_str);
        Some(match self.slice(value)? {
            Value::Text(_) if self.field.modifiers.decoded => {
                Value::Text(form_decoded(value).into())
            }
            value => value,
        })
    }

    /// Returns what a row says, with its secrets masked.
    pub(super) fn of_row(&self, text: Cow<'a, [u8]>) -> Value<'a> {
        match masked_capture(&text).filter(|_| !self.passwords.keeps()) {
            Some(masked) => Value::Masked(masked.into()),
            None => Value::Text(text),
        }
    }

    /// Returns the part that the field is. Several of one name are joined.
    pub(super) fn part(&self) -> Option<Value<'a>> {
        let name = self.field.row.part;
        let mut parts = self.subject.parts().iter().filter(|at| at.part.name() == name);
        let first = parts.next()?.span;
        if self.field.kind() == Kind::Number {
            return Some(Value::of_digits(first.slice_bytes(self.subject.line.bytes)));
        }
        let others: Vec<Value<'_>> = parts.filter_map(|at| self.piece(at.span)).collect();
        let first = self.piece(first)?;
        if others.is_empty() {
            return Some(first);
        }
        let separator = if matches!(name, "fsegment" | "hsegment") { b"/" } else { b";" };
        let values = || core::iter::once(&first).chain(&others);
        let texts: Vec<&[u8]> = values().filter_map(Value::as_text).collect();
        let joined = texts.join(separator.as_slice()).into();
        Some(match values().any(|value| matches!(value, Value::Masked(_))) {
            true => Value::Masked(joined),
            false => Value::Text(joined),
        })
    }

    /// Returns a slice of the URL, masked if it has a secret.
    pub(super) fn slice(&self, slice: &str) -> Option<Value<'a>> {
        // INVARIANT: it is within the text of the URL.
        let start = slice.as_ptr().addr() - self.url()?.as_str().as_ptr().addr();
        self.piece(Span::from(start..start + slice.len()))
    }

    /// Returns a piece of the URL, masked if it has a secret.
    pub(super) fn piece(&self, span: Span) -> Option<Value<'a>> {
        let written: &'a str = span.slice(self.url()?.as_str());
        let Modifiers { decoded: is_decoded, unicode, .. } = self.field.modifiers;
        Some(match !self.passwords.keeps() && self.subject.secrets().covers(span) {
            true => match shown(self.subject.secrets().slice(span)) {
                Value::Masked(text) if is_decoded => {
                    let text = String::from_utf8_lossy(&text);
                    Value::Masked(Escaped::new_validated(&text).decode().into_owned().into())
                }
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
        _ => Value::Masked(masked_bytes(text).into()),
    }
}

/// Returns a piece of a URL as a person reads it, or as written if that could not be shown.
fn readable(written: &str, is_host: bool) -> Value<'_> {
    if is_host {
        return international::to_unicode(written).map_or(written.into(), Value::from);
    }
    match Escaped::new_validated(written).decode_utf8() {
        Ok(text) if text.chars().all(is_safe) => text.into(),
        _ => written.into(),
    }
}

/// Returns the octets of a name or a value in the query of a URL, in which `+` is a space.
pub(crate) fn form_decoded(text: &str) -> Vec<u8> {
    // INVARIANT: the escapes of a URL are whole.
    Escaped::new_validated(&text.replace('+', "%20")).decode().into_owned()
}
