//! Records: the output of a command for one line, or for whatever else it lists.

use std::io;

use serde::{Serialize, Serializer, ser::Error as _};
use serde_json::{Map, Value, value::RawValue};
use url1738::{Span, syntax::redact::is_safe};

use crate::diagnostics::Sanitized;

/// An object of JSON, which is written member by member. Some members are the columns of a table.
#[derive(Debug)]
#[must_use]
pub(crate) struct Object {
    /// All but the brace at the end.
    text: Vec<u8>,
    /// The cells of columns that are not members.
    cells: Vec<(&'static str, String)>,
    /// Whether a password is masked: a record says so.
    pub(crate) is_masked: bool,
}

impl Object {
    pub(crate) fn new() -> Self {
        // Most records have this room.
        let mut text = Vec::with_capacity(1000);
        text.push(b'{');
        Self { text, cells: Vec::new(), is_masked: false }
    }

    /// Creates a record with these values as its columns.
    pub(crate) fn of_columns(columns: &[&str], values: &[impl Serialize]) -> Self {
        columns.iter().zip(values).fold(Self::new(), |all, (name, value)| all.with(name, value))
    }

    /// Adds a member. Characters that could control a terminal are written as they are.
    #[inline(always)]
    pub(crate) fn with(mut self, name: &str, value: impl Serialize) -> Self {
        self.add(name, value);
        self
    }

    /// Adds a member in place.
    #[inline(always)]
    pub(crate) fn add(&mut self, name: &str, value: impl Serialize) {
        self.begin(name);
        // INVARIANT: no value has keys other than texts, and a text in memory takes all bytes.
        let _ = serde_json::to_writer(&mut self.text, &value);
    }

    /// Adds a member if it has a value.
    pub(crate) fn with_some(self, name: &str, value: Option<impl Serialize>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Adds a list.
    pub(crate) fn with_list<I: Serialize>(
        mut self,
        name: &str,
        items: impl IntoIterator<Item = I>,
    ) -> Self {
        self.begin(name);
        // INVARIANT: as above.
        let _ = serde_json::Serializer::new(&mut self.text).collect_seq(items);
        self
    }

    /// Adds a list of objects, whose members `with` adds. They are made one by one: a URL may have millions of parts.
    #[inline(always)]
    pub(crate) fn with_objects<I>(
        mut self,
        name: &str,
        items: impl IntoIterator<Item = I>,
        with: impl Fn(Self, I) -> Self,
    ) -> Self {
        self.begin(name);
        self.text.push(b'[');
        for (number, item) in items.into_iter().enumerate() {
            self.text.extend_from_slice(if number == 0 { b"{" } else { b",{" });
            self = with(self, item);
            self.text.push(b'}');
        }
        self.text.push(b']');
        self
    }

    /// Adds the offsets of a span.
    #[inline(always)]
    pub(crate) fn with_span(self, span: Span) -> Self {
        self.with("start", span.start).with("end", span.end)
    }

    /// Adds the cell of a column, which is not a member.
    pub(crate) fn with_cell(mut self, name: &'static str, text: impl Into<String>) -> Self {
        self.cells.push((name, text.into()));
        self
    }

    /// Says whether a password is masked.
    pub(crate) fn masked(self, is_masked: bool) -> Self {
        Self { is_masked, ..self }.with_some("masked", is_masked.then_some(true))
    }

    #[inline(always)]
    fn begin(&mut self, name: &str) {
        if self.text.last() != Some(&b'{') {
            self.text.push(b',');
        }
        self.text.push(b'"');
        self.text.extend_from_slice(name.as_bytes());
        self.text.extend_from_slice(b"\":");
    }

    /// Writes the record in JSON.
    pub(crate) fn write_json(&self, out: &mut Vec<u8>) -> io::Result<()> {
        write_json(&self.text, out)?;
        out.push(b'}');
        Ok(())
    }

    /// Returns the members.
    pub(super) fn members(&self) -> serde_json::Result<Map<String, Value>> {
        serde_json::from_slice(&[&self.text, &b"}"[..]].concat())
    }

    /// Returns the cells of columns, whose text is safe to show: of members, or of those of its `error` or its `refused`.
    pub(super) fn row(&self, columns: &[&str]) -> serde_json::Result<Vec<String>> {
        let members = self.members()?;
        let inner = |name| members.get(name).and_then(Value::as_object);
        let all = [Some(&members), inner("error"), inner("refused")];
        let of = |column: &&str| {
            if let Some((_, text)) = self.cells.iter().find(|(name, _)| name == column) {
                return text.clone();
            }
            let found = all.iter().flatten().find_map(|members| members.get(*column));
            found.map(cell).unwrap_or_default()
        };
        Ok(columns.iter().map(of).collect())
    }
}

/// Returns a member as a cell.
pub(crate) fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => Sanitized::new(text.as_bytes()).to_string(),
        // A table does not say whether a fix is safe, so only a safe one is there.
        Value::Object(fix) => match (fix.get("safe"), fix.get("text")) {
            (Some(Value::Bool(true)), Some(Value::String(text))) => text.clone(),
            _ => String::new(),
        },
        Value::Array(items) => {
            let texts: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
            let codes = items.iter().filter_map(|item| item.get("code").map(cell));
            texts.join(" | ") + &codes.collect::<Vec<_>>().join(" ")
        }
        other => other.to_string(),
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let text = String::from_utf8([&self.text, &b"}"[..]].concat()).map_err(S::Error::custom)?;
        RawValue::from_string(text).map_err(S::Error::custom)?.serialize(to)
    }
}

/// Writes JSON. Characters that could control a terminal become `\u` escapes, which every JSON reader decodes.
pub(crate) fn write_json(json: &[u8], out: &mut Vec<u8>) -> io::Result<()> {
    // Nearly all records are printable US-ASCII as a whole. A loop without an early end looks at many bytes at once.
    if json.iter().fold(true, |safe, byte| safe & matches!(byte, b' '..=b'~')) {
        out.extend_from_slice(json);
        return Ok(());
    }
    let json = core::str::from_utf8(json).map_err(io::Error::other)?;
    out.extend_from_slice(escaped(json, is_safe).as_bytes());
    Ok(())
}

/// Returns JSON with the characters that are not kept as `\u` escapes. It has such characters in strings alone.
pub(crate) fn escaped(json: &str, is_kept: fn(char) -> bool) -> String {
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        match is_kept(c) {
            true => text.push(c),
            false => {
                text.extend(c.encode_utf16(&mut [0; 2]).iter().map(|it| format!("\\u{it:04x}")));
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(value: &impl Serialize) -> String {
        let mut out = Vec::new();
        write_json(&serde_json::to_vec(value).unwrap(), &mut out).unwrap();
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
        let text = Sanitized::new(b"a\xff\"\x1b");
        assert_eq!(written(&text), r#""a\\xFF\"\u001b""#);
    }

    #[test]
    fn members_without_a_value_are_left_out() {
        let row = |number: u64, some: Option<u64>| {
            let row = Object::new().with("number", number).with_some("left out", some);
            written(&row.with("null", some).with_list("flags", [true]))
        };
        assert_eq!(row(0, None), r#"{"number":0,"null":null,"flags":[true]}"#);
        assert_eq!(row(1, Some(7)), r#"{"number":1,"left out":7,"null":7,"flags":[true]}"#);
    }
}
