//! JSON Lines. Characters that could control a terminal are written as `\u` escapes, which every JSON reader decodes.

use std::io::{self, Write};

use serde_json::ser::{CompactFormatter, Formatter, Serializer};

use super::{exporter::Exporter, record::Record};
use crate::diagnostics::sanitized::is_safe;

#[derive(Clone, Copy, Debug)]
pub(super) struct Json;

impl Exporter for Json {
    fn record<R: Record>(&self, record: &R, out: &mut dyn Write) -> io::Result<()> {
        let formatter = SafeFormatter(CompactFormatter);
        record.serialize(&mut Serializer::with_formatter(&mut *out, formatter))?;
        out.write_all(b"\n")
    }
}

/// Like [`CompactFormatter`], but escapes more characters.
#[derive(Clone, Debug)]
struct SafeFormatter(CompactFormatter);

impl Formatter for SafeFormatter {
    /// Writes the text between the C0 control characters, which the serializer escapes itself.
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, found)) = rest.char_indices().find(|(_, found)| !is_safe(*found)) {
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
