//! The record of a line: that of a URL, which depends on the command, or that of a line that is not one.

use core::ops::Range;
use std::{io, io::Write};

use serde::{Serialize, Serializer, ser::SerializeMap};
use url1738::{Error, Redacted, Span, syntax::part::SCHEME};

use super::{error::ErrorRecord, format::Record, json::object};
use crate::{
    diagnostics::{Palette, Passwords, Report, Sanitized},
    line::Line,
};

/// The record of a line.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "the record of a URL is as large")]
pub(crate) enum LineRecord<'a, R> {
    Valid(R),
    Invalid(InvalidLine<'a>),
}

impl<R: Serialize> Serialize for LineRecord<'_, R> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Valid(record) => record.serialize(to),
            Self::Invalid(invalid) => invalid.serialize(to),
        }
    }
}

impl<R: Record> Record for LineRecord<'_, R> {
    const COLUMNS: &'static [&'static str] = R::COLUMNS;

    fn is_masked(&self) -> bool {
        match self {
            Self::Valid(record) => record.is_masked(),
            Self::Invalid(invalid) => invalid.is_masked(),
        }
    }

    fn cell(&self, column: &str) -> Option<String> {
        match self {
            Self::Valid(record) => record.cell(column),
            Self::Invalid(_) => None,
        }
    }

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Valid(record) => record.human(palette, out),
            Self::Invalid(invalid) => invalid.human(palette, out),
        }
    }
}

/// A line that is not a URL.
#[derive(Clone, Debug)]
pub(crate) struct InvalidLine<'a> {
    error: Error,
    source: Line<'a>,
    passwords: Passwords,
    pub(crate) masked: Redacted<'a>,
}

impl<'a> InvalidLine<'a> {
    pub(crate) fn new(source: Line<'a>, error: Error, passwords: Passwords) -> Self {
        Self { error, source, passwords, masked: passwords.redact(source.bytes) }
    }

    /// Returns the fragment as it may be shown.
    fn fragment(&self) -> Option<Sanitized<'a>> {
        Some(Sanitized::masked(self.passwords.redact_fragment(self.source.fragment?)))
    }

    /// Serializes the record, with the unsafe changes that would make the line a URL.
    pub(crate) fn serialize_with<S: Serializer>(
        &self,
        changes: Option<&impl Serialize>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        object!(to, { .. self, ? "unsafe_changes": changes })
    }

    /// Adds the members of the record: `"file"` to `"error"`.
    pub(crate) fn members<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
        let input = Sanitized::masked(self.masked);
        object.serialize_entry("file", &self.source.origin.known_file())?;
        object.serialize_entry("line", &self.source.number)?;
        object.serialize_entry("column", &self.source.column(self.error.span()))?;
        object.serialize_entry("input", &input)?;
        if let Some(bytes) = input.base64() {
            object.serialize_entry("input_base64", &bytes)?;
        }
        object.serialize_entry("ok", &false)?;
        if self.is_masked() {
            object.serialize_entry("masked", &true)?;
        }
        if let Some(fragment) = self.fragment() {
            object.serialize_entry("fragment", &fragment)?;
        }
        let (error, line) = (&self.error, &self.masked);
        object.serialize_entry("error", &ErrorRecord { error, line })
    }

    /// Writes the report.
    pub(crate) fn report(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        Report::error(&self.error, &self.masked).write(self.source, &self.masked, palette, out)
    }
}

impl Serialize for InvalidLine<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.serialize_with(None::<&()>, to)
    }
}

impl Record for InvalidLine<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "file", "line", "ok", "scheme", "part", "code", "rule", "start", "end", "message", "fix",
        "lints", "input", "masked",
    ];

    fn is_masked(&self) -> bool {
        !self.masked.secrets().is_empty() || self.passwords.is_fragment_masked(self.source.fragment)
    }

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        self.report(palette, out)
    }
}

/// The components that the text has, by the names of the fields that URLs have for them.
pub(crate) struct Split<'a> {
    text: Redacted<'a>,
    components: Vec<(&'static str, Span)>,
}

impl<'a> Split<'a> {
    /// Splits a text. One without a scheme has no components: it may be anything.
    pub(crate) fn new(text: Redacted<'a>) -> Self {
        let (bytes, mut components) = (text.bytes(), Vec::new());
        let scheme = bytes.iter().position(|byte| *byte == b':');
        let is_name = |len: &usize| *len > 0 && SCHEME.class().run(bytes) == *len;
        if let Some(colon) = scheme.filter(is_name) {
            components.push(("scheme", Span::from(0..colon)));
            let mut at = colon + 1;
            if bytes.iter().skip(at).take(2).eq(b"//") {
                let end = first_of(bytes, at + 2, b"/?#");
                authority(bytes, at + 2..end, &mut components);
                at = end;
            }
            let end = first_of(bytes, at, b"?#");
            // As in the records of URLs, the slash after the host is not part of the path.
            let slash = usize::from(bytes.get(at) == Some(&b'/'));
            components.push(("path", Span::from(at + slash..end)));
            at = end;
            for (delimiter, name, stops) in [(b'?', "search", &b"#"[..]), (b'#', "fragment", b"")] {
                if bytes.get(at) == Some(&delimiter) {
                    let end = first_of(bytes, at + 1, stops);
                    components.push((name, Span::from(at + 1..end)));
                    at = end;
                }
            }
        }
        Self { text, components }
    }

    /// Returns a component as a cell of a table.
    pub(crate) fn cell(&self, name: &str) -> Option<String> {
        let (_, span) = self.components.iter().find(|(known, _)| *known == name)?;
        Some(Sanitized::masked(self.text.slice(*span)).to_string())
    }

    pub(crate) fn members<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
        self.components.iter().try_for_each(|(name, span)| {
            let text = Sanitized::masked(self.text.slice(*span));
            match text.to_string().parse::<u16>() {
                Ok(port) if *name == "port" => object.serialize_entry(*name, &port),
                _ => object.serialize_entry(*name, &text),
            }
        })
    }
}

/// Returns the place of the first of `stops` from `at` on, or the end of the text.
fn first_of(text: &[u8], at: usize, stops: &[u8]) -> usize {
    let len = text.iter().skip(at).position(|byte| stops.contains(byte));
    len.map_or(text.len(), |len| at + len)
}

/// Splits an authority into user, password, host and port.
fn authority(text: &[u8], range: Range<usize>, components: &mut Vec<(&'static str, Span)>) {
    let Range { mut start, end } = range;
    let login = Span::from(start..end).slice_bytes(text);
    if let Some(len) = login.iter().rposition(|byte| *byte == b'@') {
        let at = start + len;
        let colon = first_of(text, start, b":").min(at);
        components.push(("user", Span::from(start..colon)));
        if colon < at {
            components.push(("password", Span::from(colon + 1..at)));
        }
        start = at + 1;
    }
    let server = Span::from(start..end).slice_bytes(text);
    // The colons of an IPv6 address are in brackets.
    let digits = server.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let (before, _) = server.split_at(server.len() - digits);
    match before.strip_suffix(b":") {
        Some(host) => {
            components.push(("host", Span::from(start..start + host.len())));
            components.push(("port", Span::from(end - digits..end)));
        }
        None => components.push(("host", Span::from(start..end))),
    }
}
