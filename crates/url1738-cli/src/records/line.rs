//! The record of a line: that of a URL, which depends on the command, or that of a line that is not one.

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
        let mut components = Vec::new();
        let mut rest = Rest::of(text.bytes(), Span::from(0..text.bytes().len()));
        let scheme = rest.bytes.iter().position(|byte| *byte == b':');
        let is_name = |len: &usize| *len > 0 && SCHEME.class().run(rest.bytes) == *len;
        if let Some(len) = scheme.filter(is_name) {
            components.push(("scheme", rest.take(len)));
            rest.take(1);
            if rest.bytes.starts_with(b"//") {
                rest.take(2);
                authority(text.bytes(), rest.until(b"/?#"), &mut components);
            }
            let path = rest.until(b"?#");
            // As in the records of URLs, the slash after the host is not part of the path.
            let slash = u32::from(path.slice_bytes(text.bytes()).starts_with(b"/"));
            components.push(("path", Span::new(path.start + slash, path.end)));
            for (delimiter, name, stops) in [(b'?', "search", &b"#"[..]), (b'#', "fragment", b"")] {
                if rest.bytes.first() == Some(&delimiter) {
                    rest.take(1);
                    components.push((name, rest.until(stops)));
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

/// The bytes that are not split yet, and their place in the text.
struct Rest<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Rest<'a> {
    fn of(text: &'a [u8], span: Span) -> Self {
        Self { bytes: span.slice_bytes(text), at: span.range().start }
    }

    fn take(&mut self, len: usize) -> Span {
        let start = self.at;
        (_, self.bytes) = self.bytes.split_at(len);
        self.at += len;
        Span::from(start..self.at)
    }

    /// Takes the bytes before the first of `stops`.
    fn until(&mut self, stops: &[u8]) -> Span {
        let len = self.bytes.iter().position(|byte| stops.contains(byte));
        self.take(len.unwrap_or(self.bytes.len()))
    }
}

/// Splits an authority into user, password, host and port.
fn authority(text: &[u8], span: Span, components: &mut Vec<(&'static str, Span)>) {
    let mut rest = Rest::of(text, span);
    if let Some(at) = rest.bytes.iter().rposition(|byte| *byte == b'@') {
        let mut login = Rest::of(text, rest.take(at));
        components.push(("user", login.until(b":")));
        if !login.bytes.is_empty() {
            login.take(1);
            components.push(("password", login.until(b"")));
        }
        rest.take(1);
    }
    // The colons of an IPv6 address are in brackets.
    let digits = rest.bytes.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let (before, _) = rest.bytes.split_at(rest.bytes.len() - digits);
    let host = before.strip_suffix(b":");
    components.push(("host", rest.take(host.unwrap_or(rest.bytes).len())));
    if host.is_some() {
        rest.take(1);
        components.push(("port", rest.until(b"")));
    }
}
