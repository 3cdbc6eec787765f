//! The record of the parts of a line.

use std::io::{self, Write};

use url1738::{Error, PartSpan, Span, Url};

use super::{
    format::{Items, List, Plain, Record, Row, ToJson, object},
    invalid::InvalidLine,
    lint,
    valid::ValidLine,
};
use crate::{
    diagnostics::{Masking, Palette},
    line::Line,
    record_buffer::{RecordBuffer, two_digits},
    selection::Selection,
};

/// The parts of one line.
#[derive(Debug)]
pub(crate) enum Parsed<'a> {
    /// A URL, and the lints that are listed.
    Valid(ValidLine<'a>, &'a Selection),
    Invalid(InvalidLine<'a>),
}

impl<'a> Parsed<'a> {
    #[inline(always)]
    pub(crate) fn new(
        line: Line<'a>,
        result: Result<Url<&'a str>, Error>,
        masking: Masking,
        selection: &'a Selection,
    ) -> Self {
        match result {
            Ok(url) => Self::Valid(ValidLine::new(line, url, masking), selection),
            Err(error) => Self::Invalid(InvalidLine::new(line, error, masking)),
        }
    }
}

/// The parts of a URL. They are written one by one, without a list of them: a URL may have millions.
struct Parts<'p, 'a>(&'p ValidLine<'a>);

/// A part in JSON.
struct PartRecord<'v, 'a> {
    at: PartSpan,
    valid: &'v ValidLine<'a>,
}

impl ToJson for PartRecord<'_, '_> {
    #[inline]
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        let PartSpan { part, span } = self.at;
        let (name, Span { start, end }) = (part.name(), span);
        let written = self.valid.plain_piece(span).is_some_and(|text| {
            // The constants and two numbers take at most 57 bytes.
            out.in_slot(name.len() + text.len() + 64, |slot| {
                let slot = slot.fixed(b"{\"name\":\"")?.push(name.as_bytes())?;
                let slot = match (start, end) {
                    // Most spans of a URL.
                    (10..100, 10..100) => {
                        let ([a, b], [c, d]) = (two_digits(start), two_digits(end));
                        let mut between = *b"\",\"start\":__,\"end\":__,\"text\":\"";
                        (between[10], between[11]) = (a, b);
                        (between[19], between[20]) = (c, d);
                        slot.fixed(&between)?
                    }
                    _ => {
                        let slot = slot.fixed(b"\",\"start\":")?.number(start)?;
                        slot.fixed(b",\"end\":")?.number(end)?.fixed(b",\"text\":\"")?
                    }
                };
                slot.push(text)?.fixed(b"\"}")
            })
        });
        if !written {
            let text = self.valid.piece(span);
            object!(out, { "name": Plain(name), "start": start, "end": end, "text": text });
        }
    }
}

impl ToJson for Parts<'_, '_> {
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        let Self(valid) = *self;
        let mut list = List::begin(out);
        valid.url.each_part(&mut |at| list.item(&PartRecord { at, valid }));
        list.end();
    }
}

impl ToJson for Parsed<'_> {
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        match self {
            Self::Valid(valid, selection) => object!(out, valid, {
                "scheme": Plain(valid.scheme()),
                "parts": Parts(valid),
                "lints": Items(&selection.reported(lint::of(&valid.url))),
            }),
            Self::Invalid(invalid) => invalid.to_json(out),
        }
    }
}

impl Record for Parsed<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "file", "line", "ok", "scheme", "user", "password", "host", "port", "path", "code",
        "message", "input",
    ];

    fn cells(&self, row: &mut Row<'_, '_>) {
        let valid = match self {
            Self::Valid(valid, _) => valid,
            Self::Invalid(invalid) => return invalid.cells(6, row),
        };
        row.text(valid.line.origin.file());
        row.number(valid.line.number);
        let scheme = valid.scheme();
        let login = valid.url.login().map(url1738::Login::spans);
        let spans = [
            login.and_then(|login| login.user()),
            login.and_then(|login| login.password()),
            login.map(|login| login.host()),
            login.and_then(|login| login.port()),
            Some(valid.after_login()),
        ];
        if let Some([user, password, host, port, path, input]) = valid.plain_pieces(spans) {
            let scheme = scheme.as_bytes();
            return row
                .plain_cells([b"true", scheme, user, password, host, port, path, b"", b"", input]);
        }
        row.flag(true);
        row.plain(scheme);
        for span in spans {
            match span {
                Some(span) => row.sanitized(valid.piece(span)),
                None => row.empty(),
            }
        }
        row.empty();
        row.empty();
        row.sanitized(valid.input());
    }

    fn human(&self, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
        let (valid, selection) = match self {
            Self::Valid(valid, selection) => (valid, selection),
            Self::Invalid(invalid) => return invalid.report(palette, out),
        };
        let input = valid.input();
        let Palette { strong, name, faint, warning, .. } = palette;
        writeln!(out, "{strong}{input}{strong:#}")?;
        let mut result = Ok(());
        valid.url.each_part(&mut |PartSpan { part, span }| {
            if result.is_ok() {
                let place = format!("{}..{}", span.start, span.end);
                let (part, text) = (part.name(), valid.piece(span));
                result =
                    writeln!(out, "  {name}{part:<15}{name:#} {faint}{place:>9}{faint:#}  {text}");
            }
        });
        result?;
        for lint in &selection.reported(lint::of(&valid.url)) {
            let place = format!("{}..{}", lint.span.start, lint.span.end);
            writeln!(out, "  {warning}{:<15}{warning:#} {place:>9}  {}", "lint", lint.code)?;
        }
        writeln!(out)
    }
}
