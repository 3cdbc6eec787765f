//! The record of the parts of a line.

use std::io::{self, Write};

use url1738::{Error, PartSpan, Span, Url};

use super::{
    flat::Flat,
    format::{Items, List, Plain, Record, Row, ToJson, object},
    invalid::InvalidLine,
    lint,
    valid::ValidLine,
};
use crate::{
    diagnostics::{Palette, Passwords},
    line::Line,
    record_buffer::RecordBuffer,
    selection::Selection,
    slot::{ShortText, Slot, WINDOW, two_digits},
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
    /// Writes a member for each of the parts that the URL has.
    pub(crate) fn write(&self, out: &mut RecordBuffer<'_>) {
        let Self(valid) = *self;
        let flat = Flat::of(&valid.url);
        if valid.shown_whole().is_some_and(|whole| write_members(&flat, whole, out)) {
            return;
        }
        let text = |span: Option<Span>| span.map(|span| valid.piece(span));
        object!(@members out,
            ? "user": text(flat.user),
            ? "password": text(flat.password),
            ? "host": text(flat.host),
            ? "port": flat.port_number,
            ? "effective_port": flat.effective_port,
            ? "path": text(flat.path),
            ? "typecode": text(flat.typecode),
            ? "type": text(flat.item_type),
            ? "selector": text(flat.selector),
            ? "search": text(flat.search),
        );
    }
}

/// Writes the members to one slot of the buffer. Returns whether there was room for them.
fn write_members(flat: &Flat, whole: &[u8], out: &mut RecordBuffer<'_>) -> bool {
    fn text<'s, const N: usize>(
        slot: Slot<'s>,
        key: &[u8; N],
        span: Option<Span>,
        whole: &[u8],
    ) -> Option<Slot<'s>> {
        match span {
            Some(span) => slot.fixed(key)?.push(span.slice_bytes(whole))?.fixed(b"\""),
            None => Some(slot),
        }
    }
    // The keys and two numbers take less than 160 bytes. The path of a gopher URL contains other parts.
    out.in_slot(2 * whole.len() + 160, |slot| {
        let slot = text(slot, b",\"user\":\"", flat.user, whole)?;
        let slot = text(slot, b",\"password\":\"", flat.password, whole)?;
        let slot = text(slot, b",\"host\":\"", flat.host, whole)?;
        let slot = match flat.port_number {
            Some(port) => slot.fixed(b",\"port\":")?.number(u32::from(port))?,
            None => slot,
        };
        let slot = match flat.effective_port {
            Some(port) => slot.fixed(b",\"effective_port\":")?.number(u32::from(port))?,
            None => slot,
        };
        let slot = text(slot, b",\"path\":\"", flat.path, whole)?;
        let slot = text(slot, b",\"typecode\":\"", flat.typecode, whole)?;
        let slot = text(slot, b",\"type\":\"", flat.item_type, whole)?;
        let slot = text(slot, b",\"selector\":\"", flat.selector, whole)?;
        text(slot, b",\"search\":\"", flat.search, whole)
    })
}

/// The parts of a URL. They are written one by one, without a list of them: a URL may have millions.
struct Parts<'p, 'a>(&'p ValidLine<'a>);

/// A part in JSON.
struct PartRecord<'v, 'a> {
    at: PartSpan,
    valid: &'v ValidLine<'a>,
    /// The line, if it is short and nothing of it is masked.
    short: Option<&'v ShortText>,
}

impl PartRecord<'_, '_> {
    /// Writes a part of a short line. Returns whether it was written.
    #[inline(always)]
    fn write_short(&self, out: &mut RecordBuffer<'_>) -> bool {
        let PartSpan { part, span: Span { start, end } } = self.at;
        let (name, len) = (part.name(), end.saturating_sub(start) as usize);
        let window = self.short.and_then(|line| line.window(start as usize, len));
        let Some(window) = window else { return false };
        // The constants and two numbers take at most 41 bytes, and a window is longer than what it is for.
        start.max(end) < 100
            && out.in_slot(name.len() + 48 + WINDOW, |slot| {
                let slot = slot.fixed(b"{\"name\":\"")?.push(name.as_bytes())?;
                place(slot, start, end)?.window(window, len)?.fixed(b"\"}")
            })
    }

    /// Writes a part of a long line. Returns whether it was written.
    #[inline(never)]
    fn write_long(&self, out: &mut RecordBuffer<'_>) -> bool {
        let PartSpan { part, span } = self.at;
        let (name, Span { start, end }) = (part.name(), span);
        self.valid.plain_piece(span).is_some_and(|text| {
            // The constants and two numbers take at most 57 bytes.
            out.in_slot(name.len() + text.len() + 64, |slot| {
                slot.fixed(b"{\"name\":\"")?
                    .push(name.as_bytes())?
                    .fixed(b"\",\"start\":")?
                    .number(start)?
                    .fixed(b",\"end\":")?
                    .number(end)?
                    .fixed(b",\"text\":\"")?
                    .push(text)?
                    .fixed(b"\"}")
            })
        })
    }
}

/// Writes what is between the name and the text of a part, which begins and ends below 100.
#[inline(always)]
fn place(slot: Slot<'_>, start: u32, end: u32) -> Option<Slot<'_>> {
    let ([a, b], [c, d]) = (two_digits(start), two_digits(end));
    if start >= 10 {
        let mut text = *b"\",\"start\":00,\"end\":00,\"text\":\"";
        [text[10], text[11], text[19], text[20]] = [a, b, c, d];
        slot.fixed(&text)
    } else if end >= 10 {
        let mut text = *b"\",\"start\":0,\"end\":00,\"text\":\"";
        [text[10], text[18], text[19]] = [b, c, d];
        slot.fixed(&text)
    } else {
        let mut text = *b"\",\"start\":0,\"end\":0,\"text\":\"";
        [text[10], text[18]] = [b, d];
        slot.fixed(&text)
    }
}

impl ToJson for PartRecord<'_, '_> {
    #[inline]
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        if !self.write_short(out) && !self.write_long(out) {
            let PartSpan { part, span: Span { start, end } } = self.at;
            let text = self.valid.piece(self.at.span);
            object!(out, { "name": Plain(part.name()), "start": start, "end": end, "text": text });
        }
    }
}

impl ToJson for Parts<'_, '_> {
    fn to_json(&self, out: &mut RecordBuffer<'_>) {
        let Self(valid) = *self;
        let short = valid.shown_whole().and_then(ShortText::new);
        let short = short.as_ref();
        let mut list = List::begin(out);
        valid.url.each_part(&mut |at| list.item(&PartRecord { at, valid, short }));
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
                ..FlatMembers(valid),
            }),
            Self::Invalid(invalid) => invalid.to_json(out),
        }
    }
}

/// Writes the row of a short line of which nothing is masked. Returns whether it was written.
#[inline]
fn write_cells(valid: &ValidLine<'_>, flat: &Flat, row: &mut Row<'_, '_>) -> bool {
    let Some(text) = valid.shown_whole().and_then(ShortText::new) else { return false };
    let Line { number, origin, .. } = valid.line;
    // All texts are pieces of the line. The delimiters and numbers take less than 64 bytes.
    let most = 18 * ShortText::MAX_LEN + 64 + WINDOW;
    row.whole(origin.file(), number, most, |cells| {
        cells
            .plain(b"true")?
            .plain(valid.scheme().as_bytes())?
            .piece(&text, flat.user)?
            .piece(&text, flat.password)?
            .piece(&text, flat.host)?
            .piece(&text, flat.port)?
            .piece(&text, flat.path)?
            .piece(&text, None)?
            .piece(&text, None)?
            .piece(&text, Some(valid.whole()))?
            .number(flat.effective_port)?
            .piece(&text, flat.typecode)?
            .piece(&text, flat.item_type)?
            .piece(&text, flat.selector)?
            .piece(&text, flat.search)?
            .piece(&text, flat.rest)
    })
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

    fn cells(&self, row: &mut Row<'_, '_>) {
        let valid = match self {
            Self::Valid(valid, _) => valid,
            Self::Invalid(invalid) => {
                invalid.cells(6, row);
                (0..6).for_each(|_| row.empty());
                return;
            }
        };
        let flat = Flat::of(&valid.url);
        if write_cells(valid, &flat, row) {
            return;
        }
        row.text(valid.line.origin.file());
        row.number(valid.line.number);
        row.flag(true);
        row.plain(valid.scheme());
        let write = |row: &mut Row<'_, '_>, places: &[Option<Span>]| {
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
