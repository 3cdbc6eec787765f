//! JSON Lines. What could command a terminal stands as `\u` and four hexadecimal digits, which any reader of JSON reads
//! back.

use std::io::{self, Write};

use serde_json::ser::{CompactFormatter, Formatter, Serializer};

use super::{Exporter, Record};
use crate::{session::Session, shown::is_harmless};

#[derive(Clone, Copy, Debug)]
pub(super) struct Json;

impl Exporter for Json {
    fn record<R: Record>(&self, record: &R, _: &Session, out: &mut dyn Write) -> io::Result<()> {
        record.serialize(&mut Serializer::with_formatter(&mut *out, Harmless(CompactFormatter)))?;
        out.write_all(b"\n")
    }
}

/// The compact form, with more characters escaped.
#[derive(Clone, Debug)]
struct Harmless(CompactFormatter);

impl Formatter for Harmless {
    /// The serializer escapes C0 itself; this sees the pieces between.
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, found)) = rest.char_indices().find(|(_, found)| !is_harmless(*found)) {
            let (plain, tail) = rest.split_at(at);
            writer.write_all(plain.as_bytes())?;
            for unit in found.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = tail.get(found.len_utf8()..).unwrap_or_default();
        }
        writer.write_all(rest.as_bytes())
    }
}
