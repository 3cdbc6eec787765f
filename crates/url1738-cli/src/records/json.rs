//! JSON Lines.

use core::fmt::Display;
use std::io;

use serde::{Serialize, Serializer};

use crate::diagnostics::{Sanitized, sanitized::is_safe};

/// Writes a value in JSON. Characters that could control a terminal are `\u` escapes, which every JSON reader decodes.
pub(crate) fn write_json(value: &impl Serialize, out: &mut Vec<u8>) -> io::Result<()> {
    let start = out.len();
    serde_json::to_writer(&mut *out, value)?;
    // Nearly all records are printable US-ASCII as a whole.
    if out.iter().skip(start).all(|byte| matches!(byte, b' '..=b'~')) {
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

/// Returns a serialized object: `object!(to, { "line": line.number, "ok": true })`. The member of a key after `?` is left
/// out if its value is `None`. `object!(to, valid, { ... })` continues the record that a valid line begins. `..` before a
/// value adds several members by its method `members`.
macro_rules! object {
    ($to:expr, { $($members:tt)* }) => {{
        let mut object = serde::Serializer::serialize_map($to, None)?;
        $crate::records::object!(@members object, $($members)*);
        serde::ser::SerializeMap::end(object)
    }};
    ($to:expr, $line:expr, { $($members:tt)* }) => {
        $crate::records::object!($to, { .. $line, $($members)* })
    };
    (@members $object:ident, $(,)?) => {};
    (@members $object:ident, .. $members:expr $(, $($rest:tt)*)?) => {
        $members.members(&mut $object)?;
        $($crate::records::object!(@members $object, $($rest)*);)?
    };
    (@members $object:ident, ? $key:literal: $value:expr $(, $($rest:tt)*)?) => {
        if let Some(value) = &$value {
            serde::ser::SerializeMap::serialize_entry(&mut $object, $key, value)?;
        }
        $($crate::records::object!(@members $object, $($rest)*);)?
    };
    (@members $object:ident, $key:literal: $value:expr $(, $($rest:tt)*)?) => {
        serde::ser::SerializeMap::serialize_entry(&mut $object, $key, &$value)?;
        $($crate::records::object!(@members $object, $($rest)*);)?
    };
}
pub(crate) use object;

/// A list in JSON of the items that an iterator returns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Items<I>(pub(crate) I);

impl<I: Clone + IntoIterator<Item: Serialize>> Serialize for Items<I> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.clone())
    }
}

/// The text that a value displays, as a string in JSON.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Displayed<T>(pub(crate) T);

impl<T: Display> Serialize for Displayed<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0)
    }
}

/// Text of unknown origin, with its characters kept: what is unsafe becomes an escape of JSON, which can be read back.
impl Serialize for Sanitized<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.plain() {
            Some(text) => to.serialize_str(text),
            None => to.collect_str(&self.unescaped()),
        }
    }
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
        assert_eq!(written(&Sanitized::new(b"a\xff\"\x1b")), r#""a\\xFF\"\u001b""#);
    }

    #[test]
    fn members_without_a_value_are_left_out() {
        struct Row(u64, Option<u32>);
        impl Serialize for Row {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                object!(to, { "number": self.0, ? "left out": self.1, "null": self.1, "flags": Items([true]) })
            }
        }
        assert_eq!(written(&Row(0, None)), r#"{"number":0,"null":null,"flags":[true]}"#);
        assert_eq!(
            written(&Row(1, Some(7))),
            r#"{"number":1,"left out":7,"null":7,"flags":[true]}"#
        );
    }
}
