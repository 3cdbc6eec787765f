//! Records: the output of a command for one line, or for whatever else it lists.

use core::cell::Cell;
use std::{borrow::Cow, io};

use serde::{Serialize, Serializer};
use url1738::Span;

use crate::diagnostics::{Sanitized, sanitized::is_safe};

/// An object of JSON with its members in order, some of which are the columns of a table.
#[derive(Default)]
pub(crate) struct Object<'a>(Vec<(&'static str, Member<'a>)>);

/// The value of a member.
#[derive(Default)]
pub(crate) enum Member<'a> {
    #[default]
    Null,
    Flag(bool),
    Number(u64),
    /// A text with its characters as they are. They must be escaped before they are shown.
    Text(Cow<'a, str>),
    Object(Object<'a>),
    List(Items<'a>),
    /// The cell of a column, which is not a member in JSON.
    Cell(String),
}

/// The items of a list, which are made one by one while they are written: a URL may have millions of parts.
type Items<'a> = Cell<Option<Box<dyn Iterator<Item = Member<'a>> + 'a>>>;

impl<'a> Object<'a> {
    /// Creates an object with room for so many members.
    pub(crate) fn with_room(members: usize) -> Self {
        Self(Vec::with_capacity(members))
    }

    /// Adds a member.
    #[must_use]
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<Member<'a>>) -> Self {
        self.0.push((name, value.into()));
        self
    }

    /// Adds a member if it has a value.
    #[must_use]
    pub(crate) fn with_some(
        self,
        name: &'static str,
        value: Option<impl Into<Member<'a>>>,
    ) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Adds a list.
    #[must_use]
    pub(crate) fn with_list<I: Into<Member<'a>> + 'a>(
        self,
        name: &'static str,
        items: impl IntoIterator<Item = I, IntoIter: 'a>,
    ) -> Self {
        let items: Box<dyn Iterator<Item = _>> = Box::new(items.into_iter().map(Into::into));
        self.with(name, Member::List(Cell::new(Some(items))))
    }

    /// Adds the offsets of a span.
    #[must_use]
    pub(crate) fn with_span(self, span: Span) -> Self {
        self.with("start", u64::from(span.start)).with("end", u64::from(span.end))
    }

    /// Adds the members of another object.
    #[must_use]
    pub(crate) fn and(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Member<'a>> {
        self.0.iter().find_map(|(known, value)| (*known == name).then_some(value))
    }

    /// Returns whether a password is masked: a record says so.
    pub(crate) fn is_masked(&self) -> bool {
        self.get("masked").is_some()
    }

    /// Returns the cell of a column, whose text is safe to show: of a member, or of one of its `error` or its `refused`.
    pub(crate) fn cell(&self, column: &str) -> String {
        let inner = |name| match self.get(name)? {
            Member::Object(inner) => inner.get(column),
            _ => None,
        };
        let found = self.get(column).or_else(|| inner("error")).or_else(|| inner("refused"));
        found.map(Member::cell).unwrap_or_default()
    }
}

impl Member<'_> {
    fn cell(&self) -> String {
        match self {
            Self::Null => String::new(),
            Self::Flag(flag) => flag.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => Sanitized::new(text.as_bytes()).to_string(),
            Self::Cell(text) => text.clone(),
            // A table does not say whether a fix is safe, so only a safe one is there.
            Self::Object(fix) => match (fix.get("safe"), fix.get("text")) {
                (Some(Self::Flag(true)), Some(Self::Text(text))) => text.to_string(),
                _ => String::new(),
            },
            Self::List(items) => {
                let (mut texts, mut codes) = (Vec::new(), Vec::new());
                for item in items.take().into_iter().flatten() {
                    match item {
                        Member::Text(text) => texts.push(text.into_owned()),
                        Member::Object(object) => codes.push(object.cell("code")),
                        _ => {}
                    }
                }
                texts.join(" | ") + &codes.join(" ")
            }
        }
    }
}

impl<'a, 't: 'a> From<&'t str> for Member<'a> {
    fn from(text: &'t str) -> Self {
        Self::Text(text.into())
    }
}

/// Bytes that are not UTF-8 are shown, and secrets masked.
impl<'a, 't: 'a> From<Sanitized<'t>> for Member<'a> {
    fn from(text: Sanitized<'t>) -> Self {
        match text.text() {
            Some(text) => text.into(),
            None => text.unescaped().to_string().into(),
        }
    }
}

macro_rules! from {
    ($($value:ident: $type:ty => $member:expr,)*) => {$(
        impl<'a> From<$type> for Member<'a> {
            fn from($value: $type) -> Self {
                $member
            }
        }
    )*};
}

from! {
    text: String => Self::Text(text.into()),
    flag: bool => Self::Flag(flag),
    number: u64 => Self::Number(number),
    number: u16 => Self::Number(number.into()),
    number: usize => Self::Number(number as u64),
    object: Object<'a> => Self::Object(object),
}

impl<'a, V: Into<Self>> From<Option<V>> for Member<'a> {
    fn from(value: Option<V>) -> Self {
        value.map_or(Member::Null, Into::into)
    }
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let members = self.0.iter().map(|(name, value)| (*name, value));
        to.collect_map(members.filter(|(_, value)| !matches!(value, Member::Cell(_))))
    }
}

impl Serialize for Member<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => to.serialize_unit(),
            Self::Flag(flag) => to.serialize_bool(*flag),
            Self::Number(number) => to.serialize_u64(*number),
            Self::Text(text) => to.serialize_str(text),
            Self::Cell(text) => to.serialize_str(text),
            Self::Object(object) => object.serialize(to),
            Self::List(items) => to.collect_seq(items.take().into_iter().flatten()),
        }
    }
}

/// Writes a value in JSON. Characters that could control a terminal are `\u` escapes, which every JSON reader decodes.
pub(super) fn write_json(value: &impl Serialize, out: &mut Vec<u8>) -> io::Result<()> {
    let start = out.len();
    serde_json::to_writer(&mut *out, value)?;
    // Nearly all records are printable US-ASCII as a whole. A loop without an early end looks at many bytes at once.
    let is_printable = |safe: bool, byte: &u8| safe & matches!(byte, b' '..=b'~');
    if out.iter().skip(start).fold(true, is_printable) {
        return Ok(());
    }
    let written = String::from_utf8(out.split_off(start)).map_err(io::Error::other)?;
    for c in written.chars() {
        match is_safe(c) {
            true => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            // JSON has such characters in strings alone.
            false => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| {
                out.extend_from_slice(format!("\\u{unit:04x}").as_bytes());
            }),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(value: &impl Serialize) -> String {
        let mut out = Vec::new();
        write_json(value, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn strings_are_read_back_and_control_no_terminal() {
        let all = ('\0'..=char::MAX).filter(|c| u32::from(*c) < 0x3100 || u32::from(*c) % 251 == 0);
        for c in all.chain(['\u{feff}', '\u{e0001}', '\u{1d173}', '\u{10ffff}']) {
            let text = format!("a{c}b\"");
            let json = written(&text);
            assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
            assert!(json.chars().all(is_safe), "{json}");
        }
    }

    #[test]
    fn bytes_that_are_not_utf_8_are_shown() {
        let text = Member::from(Sanitized::new(b"a\xff\"\x1b"));
        assert_eq!(written(&text), r#""a\\xFF\"\u001b""#);
    }

    #[test]
    fn members_without_a_value_are_left_out() {
        let row = |number: u64, some: Option<u64>| {
            let row = Object::default().with("number", number).with_some("left out", some);
            written(&row.with("null", some).with_list("flags", [true]))
        };
        assert_eq!(row(0, None), r#"{"number":0,"null":null,"flags":[true]}"#);
        assert_eq!(row(1, Some(7)), r#"{"number":1,"left out":7,"null":7,"flags":[true]}"#);
    }
}
