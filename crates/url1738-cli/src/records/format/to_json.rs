//! Values in JSON.
//!
//! Records write themselves: a serializer of values costs ten times as much as the parsing of a URL. The tests compare
//! with `serde_json`.

use core::fmt::{self, Display, Write as _};

use crate::{
    diagnostics::{
        Sanitized, is_plain,
        sanitized::{Base64, is_safe},
    },
    record_buffer::{RecordBuffer, fixed},
};

/// A value that writes itself in JSON.
pub(crate) trait ToJson {
    /// Writes the value.
    fn to_json(&self, out: &mut RecordBuffer<'_>);
}

/// Writes an object: `object!(out, { "line": line.number, "ok": true })`. A key and the characters around it are one
/// constant. The member of a key after `?` is left out if its value is `None`. `object!(out, valid, { ... })` continues the
/// record that a valid line began. `..` before a value writes several members by its method `write`.
macro_rules! object {
    ($out:expr, { $first:literal: $value:expr $(, $($rest:tt)*)? }) => {{
        let out: &mut $crate::record_buffer::RecordBuffer<'_> = $out;
        $crate::record_buffer::fixed!(out, concat!("{\"", $first, "\":"));
        $crate::records::ToJson::to_json(&$value, out);
        $($crate::records::object!(@members out, $($rest)*);)?
        $crate::record_buffer::fixed!(out, "}");
    }};
    ($out:expr, $line:expr, { $($members:tt)* }) => {{
        let out: &mut $crate::record_buffer::RecordBuffer<'_> = $out;
        $line.begin_record(out);
        $crate::records::object!(@members out, $($members)*);
        $crate::record_buffer::fixed!(out, "}");
    }};
    (@members $out:ident, $(,)?) => {};
    (@members $out:ident, .. $members:expr $(, $($rest:tt)*)?) => {
        $members.write($out);
        $($crate::records::object!(@members $out, $($rest)*);)?
    };
    (@members $out:ident, ? $key:literal: $value:expr $(, $($rest:tt)*)?) => {
        if let Some(value) = &$value {
            $crate::record_buffer::fixed!($out, concat!(",\"", $key, "\":"));
            $crate::records::ToJson::to_json(value, $out);
        }
        $($crate::records::object!(@members $out, $($rest)*);)?
    };
    (@members $out:ident, $key:literal: $value:expr $(, $($rest:tt)*)?) => {
        $crate::record_buffer::fixed!($out, concat!(",\"", $key, "\":"));
        $crate::records::ToJson::to_json(&$value, $out);
        $($crate::records::object!(@members $out, $($rest)*);)?
    };
}
pub(crate) use object;

/// Writes a list whose items are produced one by one: a URL may have millions of parts.
pub(crate) struct List<'l, 'o> {
    out: &'l mut RecordBuffer<'o>,
    is_empty: bool,
}

impl<'l, 'o> List<'l, 'o> {
    pub(crate) fn begin(out: &'l mut RecordBuffer<'o>) -> Self {
        fixed!(out, "[");
        Self { out, is_empty: true }
    }

    /// Writes the next item.
    #[inline]
    pub(crate) fn item(&mut self, item: &impl ToJson) {
        if !core::mem::take(&mut self.is_empty) {
            fixed!(self.out, ",");
        }
        item.to_json(self.out);
    }

    pub(crate) fn end(self) {
        fixed!(self.out, "]");
    }
}

/// A list in JSON of the items that an iterator returns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Items<I>(pub(crate) I);

impl<I: Clone + IntoIterator<Item: ToJson>> ToJson for Items<I> {
    #[inline]
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        let mut list = List::begin(out);
        self.0.clone().into_iter().for_each(|item| list.item(&item));
        list.end();
    }
}

impl<T: ToJson> ToJson for [T] {
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        let mut list = List::begin(out);
        self.iter().for_each(|item| list.item(item));
        list.end();
    }
}

impl<T: ToJson> ToJson for Vec<T> {
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        self.as_slice().to_json(out);
    }
}

impl<T: ToJson> ToJson for Option<T> {
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        match self {
            Some(value) => value.to_json(out),
            None => fixed!(out, "null"),
        }
    }
}

impl<T: ToJson + ?Sized> ToJson for &T {
    #[inline]
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        (**self).to_json(out);
    }
}

impl ToJson for bool {
    #[inline]
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        if *self {
            fixed!(out, "true");
        } else {
            fixed!(out, "false");
        }
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl ToJson for $number {
            #[inline]
            fn to_json(&self, out: &mut RecordBuffer<'_>) {
                out.number(*self as u64);
            }
        }
    )*};
}

numbers!(u16, u32, u64, usize);

impl ToJson for str {
    #[inline]
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        fixed!(out, "\"");
        if is_plain(self.as_bytes()) {
            out.text(self);
        } else {
            escape(self, out);
        }
        fixed!(out, "\"");
    }
}

impl ToJson for String {
    #[inline]
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        self.as_str().to_json(out);
    }
}

/// A name in JSON: a text without a character that needs an escape, which is not searched for one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain<'t>(pub(crate) &'t str);

impl ToJson for Plain<'_> {
    #[inline]
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        debug_assert!(is_plain(self.0.as_bytes()), "{}", self.0);
        fixed!(out, "\"");
        out.text(self.0);
        fixed!(out, "\"");
    }
}

/// Text of unknown origin, with its characters kept: what is unsafe becomes an escape of JSON, which can be read back.
impl ToJson for Sanitized<'_> {
    #[inline]
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        match self.plain() {
            Some(text) => Plain(text).to_json(out),
            None => masked(self, out),
        }
    }
}

/// Writes a text with secrets, or one that is not plain.
#[inline(never)]
fn masked(text: &Sanitized<'_>, out: &mut RecordBuffer<'_>) {
    match text.plain_pieces() {
        Some(pieces) => {
            fixed!(out, "\"");
            pieces.for_each(|piece| out.push(piece));
            fixed!(out, "\"");
        }
        None => Displayed(text.unescaped()).to_json(out),
    }
}

impl ToJson for Base64<'_> {
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        Displayed(self).to_json(out);
    }
}

/// The text that a value displays, as a string in JSON. It is never held whole.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Displayed<T>(pub(crate) T);

impl<T: Display> ToJson for Displayed<T> {
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        fixed!(out, "\"");
        // An error of the buffer is kept there.
        let _ = write!(Escaping(out), "{}", self.0);
        fixed!(out, "\"");
    }
}

struct Escaping<'b, 'o>(&'b mut RecordBuffer<'o>);

impl fmt::Write for Escaping<'_, '_> {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if is_plain(text.as_bytes()) {
            self.0.text(text);
        } else {
            escape(text, self.0);
        }
        Ok(())
    }
}

/// Writes a text with the escapes of a string.
#[inline(never)]
fn escape(text: &str, out: &mut RecordBuffer<'_>) {
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| !is_plain_byte(byte)) {
        let (plain, tail) = rest.split_at(at);
        out.text(plain);
        let mut chars = tail.chars();
        match chars.next() {
            Some('"') => fixed!(out, "\\\""),
            Some('\\') => fixed!(out, "\\\\"),
            Some('\n') => fixed!(out, "\\n"),
            Some('\r') => fixed!(out, "\\r"),
            Some('\t') => fixed!(out, "\\t"),
            Some('\u{8}') => fixed!(out, "\\b"),
            Some('\u{c}') => fixed!(out, "\\f"),
            Some(kept) if is_safe(kept) => out.text(kept.encode_utf8(&mut [0; 4])),
            Some(found) => {
                for unit in found.encode_utf16(&mut [0; 2]) {
                    out.display(&format_args!("\\u{unit:04x}"));
                }
            }
            None => {}
        }
        rest = chars.as_str();
    }
    out.text(rest);
}

/// Writes graphic US-ASCII characters and spaces with the escapes of a string.
#[inline(never)]
pub(crate) fn escape_printable(text: &[u8], out: &mut RecordBuffer<'_>) {
    for piece in text.chunks(32) {
        let written = out.in_slot(2 * piece.len(), |slot| {
            piece.iter().try_fold(slot, |slot, byte| match byte {
                b'"' | b'\\' => slot.fixed(&[b'\\', *byte]),
                _ => slot.fixed(&[*byte]),
            })
        });
        if !written {
            escape(core::str::from_utf8(piece).unwrap_or_default(), out);
        }
    }
}

/// Returns whether a byte is a [plain](is_plain) character.
const fn is_plain_byte(byte: u8) -> bool {
    matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\'
}

#[cfg(test)]
mod tests {
    use std::io;

    use serde_json::ser::{CompactFormatter, Formatter, Serializer};

    use super::*;
    use crate::record_buffer::Bytes;

    /// The formatter that wrote the strings when `serde_json` did: the judge of what is written now.
    struct SafeFormatter(CompactFormatter);

    impl Formatter for SafeFormatter {
        fn write_string_fragment<W: ?Sized + io::Write>(
            &mut self,
            writer: &mut W,
            fragment: &str,
        ) -> io::Result<()> {
            for c in fragment.chars() {
                if is_safe(c) {
                    write!(writer, "{c}")?;
                } else {
                    for unit in c.encode_utf16(&mut [0; 2]) {
                        write!(writer, "\\u{unit:04x}")?;
                    }
                }
            }
            Ok(())
        }
    }

    fn judged(text: &str) -> String {
        let mut out = Vec::new();
        let mut serializer = Serializer::with_formatter(&mut out, SafeFormatter(CompactFormatter));
        serde::Serialize::serialize(text, &mut serializer).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn written(value: &impl ToJson) -> String {
        let mut drain = |_: &mut Bytes| Ok(());
        let mut out = RecordBuffer::new(Bytes::default(), usize::MAX, usize::MAX, &mut drain);
        value.to_json(&mut out);
        String::from_utf8(out.finish().0.as_slice().to_vec()).unwrap()
    }

    /// Every character, alone and at every place of a block.
    #[test]
    fn strings_are_those_of_serde_json() {
        let all = ('\0'..=char::MAX).filter(|c| u32::from(*c) < 0x3100 || u32::from(*c) % 251 == 0);
        for c in all.chain(['\u{feff}', '\u{e0001}', '\u{1d173}', '\u{10ffff}']) {
            let text = c.to_string();
            assert_eq!(written(&text), judged(&text), "{c:?}");
        }
        for c in ['"', '\\', '\0', '\x1f', ' ', '~', '\x7f', '\u{80}', '\u{e9}', '\u{202e}'] {
            for at in 0..40 {
                for after in [0, 1, 20] {
                    let text = "a".repeat(at) + &c.to_string() + &"b".repeat(after);
                    assert_eq!(written(&text), judged(&text), "{text:?}");
                    assert_eq!(written(&Displayed(&text)), judged(&text), "{text:?}");
                    let read: String = serde_json::from_str(&written(&text)).unwrap();
                    assert_eq!(read, text);
                }
            }
        }
    }

    #[test]
    fn bytes_that_are_not_utf_8_are_shown() {
        let text = written(&Sanitized::new(b"a\xff\"\x1b"));
        assert_eq!(text, r#""a\\xFF\"\u001b""#);
    }

    #[test]
    fn objects_and_lists_are_those_of_serde_json() {
        struct Row(u64, Option<u32>);
        impl ToJson for Row {
            fn to_json(&self, out: &mut RecordBuffer<'_>) {
                object!(out, {
                    "number": self.0,
                    ? "left out": self.1,
                    "null": self.1,
                    "flags": Items([true, false]),
                    "none": Vec::<u64>::new(),
                    "texts": ["a\n", "b"].map(str::to_owned).to_vec(),
                });
            }
        }
        for row in [Row(0, None), Row(u64::MAX, Some(7))] {
            let text = written(&row);
            let read: serde_json::Value = serde_json::from_str(&text).unwrap();
            let mut expected = serde_json::json!({
                "number": row.0, "null": row.1, "flags": [true, false], "none": [], "texts": ["a\n", "b"],
            });
            if let Some(number) = row.1 {
                expected["left out"] = number.into();
            }
            assert_eq!(read, expected, "{text}");
        }
        assert_eq!(
            written(&Row(1, None)),
            r#"{"number":1,"null":null,"flags":[true,false],"none":[],"texts":["a\n","b"]}"#
        );
    }
}
