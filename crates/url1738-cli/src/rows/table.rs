//! Tables: rows in CSV, TSV or JSON Lines, with URLs in one column.

use core::ops::Range;
use std::{borrow::Cow, path::Path, sync::Arc};

use csv_core::ReadFieldResult;
use either::Either;
use serde_json::Value as Json;
use url1738::scheme_names::is_known;

use super::{BOM, Back, Members, Row, Written, masked_capture, masked_text, member};
use crate::{
    diagnostics::suggest,
    records::{Formulas, cell, write_json},
};

/// Why a row is none: all rows to the end of the file would be in its last cell.
pub(crate) const NOT_CLOSED: &str =
    "the last cell has no quotation mark at its end, so the rest of the file is in it: add one";

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableFormat {
    /// With this delimiter.
    Csv(u8),
    Tsv,
    JsonLines,
}

/// The delimiter of spreadsheets where a comma is part of numbers.
const SEMICOLON: TableFormat = TableFormat::Csv(b';');

/// The columns of a table.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(super) format: TableFormat,
    column: Arc<str>,
    pub(super) back: Back,
    /// The number of the column, from 0. Objects have names.
    at: usize,
    pub(super) has_header: bool,
    /// The byte order mark, and the first row as written if it has the names of the columns.
    header: Vec<u8>,
    names: Vec<Vec<u8>>,
    /// The end of the first row, which those that are written have.
    ending: &'static [u8],
    reader: csv_core::Reader,
    /// Whether no table was read before.
    pub(crate) is_first: bool,
}

impl TableFormat {
    /// Returns the format by the name of a file, or by its first line.
    fn of(name: &Path, start: &[u8]) -> Self {
        let extension = name.extension().unwrap_or_default().to_string_lossy();
        match extension.to_ascii_lowercase().as_str() {
            "csv" => Self::Csv(b','),
            "tsv" | "tab" => Self::Tsv,
            "jsonl" | "ndjson" | "json" => Self::JsonLines,
            _ if matches!(start, [b'{' | b'[', ..]) => Self::JsonLines,
            _ => match start.iter().find(|byte| matches!(byte, b'\t' | b'\n')) {
                Some(b'\t') => Self::Tsv,
                _ => Self::Csv(b','),
            },
        }
    }

    const fn delimiter(self) -> u8 {
        if let Self::Csv(delimiter) = self { delimiter } else { b'\t' }
    }

    /// Returns the ends of the rows in a text that begins with one, each at its line feed.
    pub(super) fn ends(self, text: &[u8]) -> impl Iterator<Item = usize> + use<'_> {
        match self {
            Self::Csv(delimiter) => {
                let mut quotes = Quotes::new(delimiter);
                let mut is_end = move |byte: &u8| quotes.is_outside(*byte) && *byte == b'\n';
                Either::Left(text.iter().enumerate().filter(move |it| is_end(it.1)).map(|it| it.0))
            }
            _ => Either::Right(memchr::memchr_iter(b'\n', text)),
        }
    }

    /// Returns what reads the cells of a row. To make it takes longer than to read a row, and to copy it does not: as an NFA,
    /// since csv-core 0.1 copies the classes of its DFA only in part.
    fn reader(self) -> csv_core::Reader {
        let mut reader = csv_core::ReaderBuilder::new();
        // In a row, which has no line feed outside of quotation marks, a CR is a character.
        reader.terminator(csv_core::Terminator::Any(b'\n')).delimiter(self.delimiter());
        reader.nfa(true).quoting(self != Self::Tsv).build()
    }
}

impl Table {
    pub(super) fn new(
        column: &Arc<str>,
        back: Back,
        name: &Path,
        start: &[u8],
    ) -> Result<Self, String> {
        let format = TableFormat::of(name, start.strip_prefix(BOM).unwrap_or(start));
        let table = |format| Self::of_format(format, column, back, start);
        match table(format) {
            Err(error) if format == TableFormat::Csv(b',') => table(SEMICOLON).map_err(|_| error),
            table => table,
        }
    }

    /// Finds the column by the first row, if the table has columns.
    fn of_format(
        format: TableFormat,
        column: &Arc<str>,
        back: Back,
        start: &[u8],
    ) -> Result<Self, String> {
        let (first, _) = start.split_at(format.ends(start).next().unwrap_or(start.len()));
        let (first, ending): (_, &[u8]) = match first.strip_suffix(b"\r") {
            Some(first) => (first, b"\r\n"),
            None => (first, b"\n"),
        };
        let (mark, text) = first.split_at(if first.starts_with(BOM) { BOM.len() } else { 0 });
        let mut table = Self {
            format,
            column: Arc::clone(column),
            back,
            at: 0,
            has_header: false,
            header: mark.to_vec(),
            names: Vec::new(),
            ending,
            reader: format.reader(),
            is_first: true,
        };
        match (format, text) {
            (TableFormat::JsonLines, [b'[', ..]) => {
                return Err("it is an array in JSON: write one object a line (jq -c '.[]')".into());
            }
            (TableFormat::JsonLines, _) => return Ok(table),
            (_, []) => return Err("the table is empty, or begins with an empty line".to_owned()),
            _ => {}
        }
        let cells = cells(table.reader.clone(), text).into_iter();
        let names: Vec<Vec<u8>> = cells.map(|(text, _)| text.into_owned()).collect();
        let is_named = |cell: &[u8]| cell.eq_ignore_ascii_case(column.as_bytes());
        let named = names.iter().position(|cell| cell == column.as_bytes());
        let named = named.or_else(|| names.iter().position(|cell| is_named(cell)));
        let number = column.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let number = number.filter(|at| *at < names.len());
        // With a URL in it, the first row has no names: in `2,http://h/` the 2 is none.
        let of_url = number.filter(|at| names.get(*at).is_some_and(|it| begins_url(it)));
        let at = of_url.or(named).or(number).ok_or_else(|| unknown(column, &names))?;
        (table.at, table.names, table.has_header) = (at, names, of_url.is_none());
        if table.has_header {
            table.header = first.to_vec();
        }
        match table.has_header && masked_capture(text).is_some() {
            true => Err("the row with the names of the columns has a password".to_owned()),
            false => Ok(table),
        }
    }

    /// Returns the message for a column that is not among those of the table, if they have names.
    pub(super) fn fault(&self, column: &str) -> Option<String> {
        let is_known = self.names.iter().any(|name| name == column.as_bytes());
        let is_number = || column.parse::<usize>().is_ok();
        (self.has_header && !is_known && !is_number()).then(|| unknown(column, &self.names))
    }

    /// Returns the row of the names, with those of added columns, if rows are written.
    pub(crate) fn header(&self) -> Option<Vec<u8>> {
        let added: &[&str] = match self.back {
            Back::Nothing => return None,
            Back::Changed => &[],
            Back::Added(names) => names,
        };
        let added: Vec<_> = added.iter().map(|name| Json::from(*name)).collect();
        match self.has_header {
            _ if !self.is_first => None,
            true => self.with_added(&self.header, &added, Formulas::Keep),
            false => Some(self.header.clone()),
        }
    }

    /// Returns how a URL or another text is written: in CSV in quotation marks, if it needs them or `is_quoted`.
    pub(super) fn cell<'t>(&self, text: &'t [u8], is_quoted: bool) -> Cow<'t, [u8]> {
        let is_special = |byte: &u8| b"\"\n\r".contains(byte) || *byte == self.format.delimiter();
        match self.format {
            TableFormat::JsonLines => {
                Json::from(String::from_utf8_lossy(text)).to_string().into_bytes().into()
            }
            TableFormat::Csv(_) if is_quoted || text.iter().any(is_special) => {
                let pieces: Vec<_> = text.split(|byte| *byte == b'"').collect();
                [b"\"", &*pieces.join(&b"\"\""[..]), b"\""].concat().into()
            }
            _ => text.into(),
        }
    }

    /// Masks the secrets of a row, except those of its URL if it `has_url`. Returns `None` if there are none. A password ends at
    /// the last `@` of a text, so that each cell is a text by itself.
    pub(super) fn masked(&self, row: &[u8], has_url: bool) -> Option<Vec<u8>> {
        if self.format == TableFormat::JsonLines {
            return masked_capture(row);
        }
        // Most rows have nothing that ends a password, follows the key of a token, or is in every token of JSON: `eyJ`.
        memchr::memchr3(b'@', b'=', b'%', row).or_else(|| memchr::memchr(b'J', row))?;
        let (mut masked, mut rest) = (Vec::new(), 0);
        for (at, (text, place)) in cells(self.reader.clone(), row).into_iter().enumerate() {
            if let Some(text) = masked_text(&text).filter(|_| !has_url || at != self.at) {
                let is_quoted = row.get(place.start) == Some(&b'"');
                masked.extend_from_slice(row.get(rest..place.start)?);
                masked.extend_from_slice(&self.cell(&text, is_quoted));
                rest = place.end;
            }
        }
        masked.extend_from_slice(row.get(rest..)?);
        (rest > 0).then_some(masked)
    }

    /// Returns a row with its ending.
    pub(super) fn ended(&self, row: &[u8]) -> Vec<u8> {
        [row, self.ending].concat()
    }

    /// Returns a row with these values of added columns, and its ending.
    pub(super) fn with_added(
        &self,
        row: &[u8],
        added: &[Json],
        formulas: Formulas,
    ) -> Option<Vec<u8>> {
        let mut row = row.to_vec();
        match (self.format, self.back) {
            (TableFormat::JsonLines, Back::Added(names)) => {
                row.truncate(memchr::memrchr(b'}', &row)?);
                row.truncate(row.trim_ascii_end().len());
                for (name, value) in names.iter().zip(added) {
                    row.extend_from_slice(format!(",{}:", Json::from(*name)).as_bytes());
                    write_json(value.to_string().as_bytes(), &mut row).ok()?;
                }
                row.push(b'}');
            }
            _ => {
                for value in added {
                    row.push(self.format.delimiter());
                    let text = cell(value);
                    row.extend_from_slice(&self.cell(formulas.cell(&text).as_bytes(), false));
                }
            }
        }
        Some(self.ended(&row))
    }

    /// Returns whether another table can be written after this one.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.format == other.format
            && self.has_header == other.has_header
            && (!self.has_header || self.names == other.names)
    }

    pub(super) fn row<'l>(&'l self, line: &'l [u8]) -> Result<Row<'l>, String> {
        if self.format == TableFormat::JsonLines {
            let members: Members<'l> = serde_json::from_slice(line)
                .map_err(|_| "not an object in JSON: write one a line (jq -c .)")?;
            let url = member(&members, &self.column)
                .ok_or_else(|| {
                    let is_null = members.contains_key(&*self.column);
                    let fault = if is_null { "is null" } else { "is not in the object" };
                    format!("the member `{}` {fault}", self.column)
                })?
                .into_owned();
            // INVARIANT: the value is a slice of the line.
            let place = members.get(&*self.column).map_or(0..0, |value| {
                let start = value.get().as_ptr().addr() - line.as_ptr().addr();
                start..start + value.get().len()
            });
            let written = Some(Written { table: self, line, place });
            return Ok(Row { members, written, ..Row::new(url.into(), Vec::new()) });
        }
        let cells = cells(self.reader.clone(), line);
        if self.format != TableFormat::Tsv
            && let Some(cell) = cells.last().and_then(|(_, place)| line.get(place.clone()))
            && cell.starts_with(b"\"")
            && memchr::memchr_iter(b'"', cell).count() % 2 == 1
        {
            return Err(NOT_CLOSED.to_owned());
        }
        let (url, place) = cells.get(self.at).cloned().ok_or_else(|| {
            format!("the row has {} cells: no column {}", cells.len(), self.at + 1)
        })?;
        let names = if self.has_header { &self.names[..] } else { &[] };
        let names = names.iter().map(Vec::as_slice).chain(core::iter::repeat(&[][..]));
        let cells = names.zip(cells).map(|(name, (text, _))| (name, text)).collect();
        Ok(Row { written: Some(Written { table: self, line, place }), ..Row::new(url, cells) })
    }
}

/// Returns the message for an unknown column, with the nearest one.
fn unknown(column: &str, names: &[Vec<u8>]) -> String {
    let names: Vec<_> = names.iter().map(|name| String::from_utf8_lossy(name)).collect();
    let lower: Vec<String> = names.iter().map(|name| name.to_ascii_lowercase()).collect();
    let near = suggest::name(column, lower.iter().map(String::as_str));
    match names.iter().find(|name| near.is_some_and(|near| name.eq_ignore_ascii_case(near))) {
        Some(known) => format!("no column `{column}`: did you mean `{known}`?"),
        None => format!("no column `{column}`: the first row is {}", names.join(", ")),
    }
}

/// Returns whether a cell begins like a URL, and not like a name with a prefix: `dc:identifier`.
fn begins_url(cell: &[u8]) -> bool {
    let text = String::from_utf8_lossy(cell);
    text.split_once(':').is_some_and(|(scheme, rest)| {
        rest.starts_with("//") || is_known(&scheme.to_ascii_lowercase())
    })
}

/// Reads the cells of a row in CSV or TSV: the text of each, and where it is in the row as written.
fn cells(mut reader: csv_core::Reader, row: &[u8]) -> Vec<(Cow<'_, [u8]>, Range<usize>)> {
    // Without its quotation marks, no cell is longer than it is written.
    let (mut text, mut cells) = (vec![0; row.len() + 1], Vec::new());
    let (mut start, mut end, mut len) = (0, 0, 0);
    loop {
        // INVARIANT: the reader reads no more of the row than there is, and writes no more than it reads.
        let (_, rest) = row.split_at(end);
        let (_, room) = text.split_at_mut(len);
        let (result, read, written) = reader.read_field(rest, room);
        (end, len) = (end + read, len + written);
        let delimiter = match result {
            // The end of the text ends the row.
            ReadFieldResult::InputEmpty => continue,
            ReadFieldResult::Field { record_end } => usize::from(!record_end),
            ReadFieldResult::OutputFull | ReadFieldResult::End => return cells,
        };
        let place = start..end - delimiter;
        let (cell, _) = text.split_at(len);
        let plain = row.get(place.clone()).filter(|written| *written == cell);
        cells.push((plain.map_or_else(|| cell.to_vec().into(), Cow::Borrowed), place));
        (start, len) = (end, 0);
    }
}

/// What is within quotation marks in CSV (RFC 4180), byte by byte.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quotes {
    delimiter: u8,
    is_quoted: bool,
    /// Whether the last byte ended a quotation: a mark after it continues the quotation.
    is_closed: bool,
    /// The last byte, unless it is of the byte order mark that may begin a text.
    last: Option<u8>,
}

impl Quotes {
    pub(crate) const fn new(delimiter: u8) -> Self {
        Self { delimiter, is_quoted: false, is_closed: false, last: None }
    }

    /// Returns whether the next byte is outside of quotation marks.
    pub(crate) fn is_outside(&mut self, byte: u8) -> bool {
        let begins_cell = |last| last == self.delimiter || last == b'\n';
        let begins = self.is_closed || self.last.is_none_or(begins_cell);
        self.is_closed = byte == b'"' && self.is_quoted;
        if byte == b'"' {
            self.is_quoted = !self.is_quoted && begins;
        }
        self.last = Some(byte).filter(|byte| self.last.is_some() || !BOM.contains(byte));
        !self.is_quoted
    }

    /// Returns the next piece of CSV as it is searched: with a space in place of each delimiter of two cells, which ends a URL.
    pub(crate) fn divided(&mut self, piece: &[u8]) -> Vec<u8> {
        let divide = |byte: &u8| match self.is_outside(*byte) {
            true if *byte == self.delimiter => b' ',
            _ => *byte,
        };
        piece.iter().map(divide).collect()
    }
}
