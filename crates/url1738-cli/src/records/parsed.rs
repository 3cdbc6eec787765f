//! The record of the parts of a line.

use std::io::{self, Write};

use serde::{Serialize, Serializer, ser::SerializeMap};
use url1738::{Error, PartSpan, Span, Url};

use super::{
    flat::Flat,
    format::{Items, Record, Row, object},
    invalid::InvalidLine,
    lint::{self, LintRecord},
    valid::ValidLine,
};
use crate::{
    diagnostics::{Palette, Passwords},
    line::Line,
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
        passwords: Passwords,
        selection: &'a Selection,
    ) -> Self {
        match result {
            Ok(url) => Self::Valid(ValidLine::new(line, url, passwords), selection),
            Err(error) => Self::Invalid(InvalidLine::new(line, error, passwords)),
        }
    }
}

/// The parts that have a member besides the list of parts.
pub(crate) struct FlatMembers<'p, 'a>(pub(crate) &'p ValidLine<'a>);

impl FlatMembers<'_, '_> {
    /// Adds a member for each of the parts that the URL has.
    pub(crate) fn members<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
        let Self(valid) = *self;
        let flat = Flat::of(&valid.url);
        let Flat { user, password, host, .. } = flat;
        for (name, span) in [("user", user), ("password", password), ("host", host)] {
            self.text(name, span, object)?;
        }
        for (name, port) in [("port", flat.port_number), ("effective_port", flat.effective_port)] {
            if let Some(port) = port {
                object.serialize_entry(name, &port)?;
            }
        }
        let Flat { path, typecode, item_type, selector, search, .. } = flat;
        let rest = [("path", path), ("typecode", typecode), ("type", item_type)];
        for (name, span) in rest.into_iter().chain([("selector", selector), ("search", search)]) {
            self.text(name, span, object)?;
        }
        Ok(())
    }

    fn text<M: SerializeMap>(
        &self,
        name: &'static str,
        span: Option<Span>,
        object: &mut M,
    ) -> Result<(), M::Error> {
        match span {
            Some(span) => object.serialize_entry(name, &self.0.piece(span)),
            None => Ok(()),
        }
    }
}

/// The parts of a URL.
struct Parts<'p, 'a>(&'p ValidLine<'a>);

impl Serialize for Parts<'_, '_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self(valid) = *self;
        to.collect_seq(valid.url.parts().into_iter().map(|at| PartRecord { at, valid }))
    }
}

struct PartRecord<'v, 'a> {
    at: PartSpan,
    valid: &'v ValidLine<'a>,
}

impl Serialize for PartRecord<'_, '_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let PartSpan { part, span } = self.at;
        let text = self.valid.piece(span);
        object!(to, { "name": part.name(), "start": span.start, "end": span.end, "text": text })
    }
}

impl Serialize for Parsed<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Valid(valid, selection) => object!(to, valid, {
                "scheme": valid.scheme(),
                "parts": Parts(valid),
                "lints": Items(selection.reported(lint::of(&valid.url)).iter().map(LintRecord)),
                .. FlatMembers(valid),
            }),
            Self::Invalid(invalid) => invalid.serialize(to),
        }
    }
}

impl Record for Parsed<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "file",
        "line",
        "ok",
        "scheme",
        "user",
        "password",
        "host",
        "port",
        "path",
        "code",
        "message",
        "input",
        "effective_port",
        "typecode",
        "type",
        "selector",
        "search",
        "rest",
    ];

    fn is_masked(&self) -> bool {
        match self {
            Self::Valid(valid, _) => valid.is_masked(),
            Self::Invalid(invalid) => invalid.is_masked(),
        }
    }

    fn cells(&self, row: &mut Row) {
        let valid = match self {
            Self::Valid(valid, _) => valid,
            Self::Invalid(invalid) => {
                invalid.cells(6, row);
                (0..6).for_each(|_| row.empty());
                return;
            }
        };
        let flat = Flat::of(&valid.url);
        row.text(valid.line.origin.file());
        row.number(valid.line.number);
        row.flag(true);
        row.text(valid.scheme());
        let write = |row: &mut Row, places: &[Option<Span>]| {
            for place in places {
                match place {
                    Some(place) => row.sanitized(valid.piece(*place)),
                    None => row.empty(),
                }
            }
        };
        let Flat { user, password, host, port, path, .. } = flat;
        write(row, &[user, password, host, port, path, None, None, Some(valid.whole())]);
        match flat.effective_port {
            Some(port) => row.number(port),
            None => row.empty(),
        }
        let Flat { typecode, item_type, selector, search, rest, .. } = flat;
        write(row, &[typecode, item_type, selector, search, rest]);
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
            writeln!(out, "  {warning}{:<15}{warning:#} {place:>9}  {}", "lint", lint.code())?;
        }
        writeln!(out)
    }
}
