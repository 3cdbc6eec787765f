//! Tables: rows in CSV, TSV or JSON Lines, with URLs in one column.

use core::ops::Range;
use std::{borrow::Cow, path::Path, sync::Arc};

use csv_core::ReadFieldResult;
use serde_json::Value as Json;

use super::{Back, Members, Row, Values, masked_capture, member};

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableFormat {
    Csv,
    Tsv,
    JsonLines,
}

/// The columns of a table.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(super) format: TableFormat,
    column: Arc<str>,
    back: Back,
    /// The number of the column, from 0. Objects have names.
    at: usize,
    pub(super) has_header: bool,
    /// The first row, as written, with a byte order mark.
    header: Vec<u8>,
    names: Fields,
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
            "csv" => Self::Csv,
            "tsv" | "tab" => Self::Tsv,
            "jsonl" | "ndjson" | "json" => Self::JsonLines,
            _ if start.starts_with(b"{") => Self::JsonLines,
            _ => match start.iter().find(|byte| matches!(byte, b'\t' | b'\n')) {
                Some(b'\t') => Self::Tsv,
                _ => Self::Csv,
            },
        }
    }

    const fn delimiter(self) -> u8 {
        if matches!(self, Self::Tsv) { b'\t' } else { b',' }
    }

    /// Returns what reads the cells of a row. To make it takes longer than to read a row, and to copy it does not: as an NFA,
    /// since csv-core 0.1 copies the classes of its DFA only in part.
    fn reader(self) -> csv_core::Reader {
        let quotes = self == Self::Csv;
        let mut reader = csv_core::ReaderBuilder::new();
        // In a row, which has no line feed outside of quotation marks, a CR is a character.
        reader.terminator(csv_core::Terminator::Any(b'\n')).delimiter(self.delimiter());
        reader.nfa(true).quoting(quotes).build()
    }

    /// Returns how a text is written in a cell: in CSV in quotation marks, if it needs them or `is_quoted`.
    fn cell(self, text: &[u8], is_quoted: bool) -> Cow<'_, [u8]> {
        let is_special = |byte: &u8| matches!(byte, b',' | b'"' | b'\n' | b'\r');
        if self != Self::Csv || !is_quoted && !text.iter().any(is_special) {
            return text.into();
        }
        let mut cell = vec![b'"'];
        for byte in text {
            cell.extend((*byte == b'"').then_some(b'"'));
            cell.push(*byte);
        }
        cell.push(b'"');
        cell.into()
    }
}

impl Table {
    pub(super) fn new(
        (column, back): (Arc<str>, Back),
        name: &Path,
        start: &[u8],
    ) -> Result<Self, String> {
        let format = TableFormat::of(name, start);
        let end = match format {
            TableFormat::Csv => csv_ends(start).next(),
            _ => memchr::memchr(b'\n', start),
        };
        let (first, _) = start.split_at(end.unwrap_or(start.len()));
        let (first, ending): (_, &[u8]) = match first.strip_suffix(b"\r") {
            Some(first) => (first, b"\r\n"),
            None => (first, b"\n"),
        };
        let table = Self {
            format,
            column,
            back,
            at: 0,
            has_header: false,
            header: Vec::new(),
            names: Fields::default(),
            ending,
            reader: format.reader(),
            is_first: true,
        };
        if format == TableFormat::JsonLines { Ok(table) } else { table.with_first(first) }
    }

    /// Finds the column by the first row.
    fn with_first(mut self, first: &[u8]) -> Result<Self, String> {
        self.header = first.to_vec();
        let first = first.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(first);
        match first {
            [] => return Err("the table is empty, or begins with an empty line".to_owned()),
            [b'[', ..] => {
                let message = "it is an array in JSON: write one object a line (jq -c '.[]')";
                return Err(message.to_owned());
            }
            _ => self.names = Fields::read(self.reader.clone(), first),
        }
        let (column, names) = (&self.column, &self.names);
        let is_named = |cell: &[u8]| cell.eq_ignore_ascii_case(column.as_bytes());
        let named = names.iter().position(|cell| cell == column.as_bytes());
        let named = named.or_else(|| names.iter().position(is_named));
        let number = || column.parse::<usize>().ok()?.checked_sub(1).filter(|at| *at < names.len());
        let Some(at) = named.or_else(number) else {
            let names: Vec<_> = names.iter().map(String::from_utf8_lossy).collect();
            return Err(format!("no column `{column}`: the first row is {}", names.join(", ")));
        };
        // Without a URL, the first row has the names of the columns.
        self.has_header = named.is_some() || names.get(at).is_some_and(|it| !it.contains(&b':'));
        self.at = at;
        match self.has_header && masked_capture(first).is_some() {
            true => Err("the row with the names of the columns has a password".to_owned()),
            false => Ok(self),
        }
    }

    /// Returns the row of the names, with those of added columns, if rows are written.
    pub(crate) fn header(&self) -> Option<Vec<u8>> {
        let added: &[&str] = match self.back {
            Back::Nothing => return None,
            Back::Changed => &[],
            Back::Added(names) => names,
        };
        let added = || added.iter().map(|name| name.as_bytes());
        (self.has_header && self.is_first).then(|| self.with_cells(&self.header, added()))
    }

    /// Returns a row with these texts in cells after the others, and its ending.
    fn with_cells<'c>(&self, row: &[u8], added: impl Iterator<Item = &'c [u8]>) -> Vec<u8> {
        let mut row = row.to_vec();
        for text in added {
            row.push(self.format.delimiter());
            row.extend_from_slice(&self.format.cell(text, false));
        }
        row.extend_from_slice(self.ending);
        row
    }

    /// Returns whether another table can be written after this one.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.format == other.format
            && self.has_header == other.has_header
            && (!self.has_header || self.names.iter().eq(other.names.iter()))
    }

    pub(super) fn row<'l>(&'l self, line: &'l [u8]) -> Result<Row<'l>, String> {
        let (record, url) = match self.format {
            TableFormat::JsonLines => {
                let members = serde_json::from_slice(line).map_err(|_| "not an object in JSON")?;
                let url = member(&members, &self.column)
                    .ok_or_else(|| format!("the object has no member `{}`", self.column))?;
                (Record::Members(members), url)
            }
            _ => {
                let record = Fields::read(self.reader.clone(), line);
                let url = record.get(self.at).ok_or_else(|| {
                    format!("the row has {} cells: no column {}", record.len(), self.at + 1)
                })?;
                let url = url.to_owned().into();
                (Record::Cells(record), url)
            }
        };
        let values = Values::Cells(Cells { table: self, line, record });
        Ok(Row { url, timestamp: None, rest: None, values })
    }
}

/// The cells of a row in CSV or TSV.
#[derive(Clone, Debug, Default)]
struct Fields {
    /// The texts of all cells.
    text: Vec<u8>,
    /// Where each is in `text`, and in the row as written.
    places: Vec<(Range<usize>, Range<usize>)>,
}

impl Fields {
    /// Reads a row.
    fn read(mut reader: csv_core::Reader, row: &[u8]) -> Self {
        // Without its quotation marks, no cell is longer than it is written.
        let (mut text, mut places) = (vec![0; row.len() + 1], Vec::new());
        let (mut read, mut written) = (0..0, 0..0);
        loop {
            // INVARIANT: the reader reads no more of the row than there is, and writes no more than it reads.
            let (_, rest) = row.split_at(read.end);
            let (_, room) = text.split_at_mut(written.end);
            let (result, bytes, texts) = reader.read_field(rest, room);
            (read.end, written.end) = (read.end + bytes, written.end + texts);
            let delimiter = match result {
                // The end of the text ends the row.
                ReadFieldResult::InputEmpty => continue,
                ReadFieldResult::Field { record_end } => usize::from(!record_end),
                ReadFieldResult::OutputFull | ReadFieldResult::End => break,
            };
            places.push((written.clone(), read.start..read.end - delimiter));
            (read.start, written.start) = (read.end, written.end);
        }
        Self { text, places }
    }

    fn len(&self) -> usize {
        self.places.len()
    }

    fn get(&self, at: usize) -> Option<&[u8]> {
        self.text.get(self.places.get(at)?.0.clone())
    }

    fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len()).filter_map(|at| self.get(at))
    }
}

/// The cells of a row.
#[derive(Debug)]
pub(super) struct Cells<'l> {
    table: &'l Table,
    line: &'l [u8],
    record: Record<'l>,
}

#[derive(Debug)]
enum Record<'l> {
    Cells(Fields),
    Members(Members<'l>),
}

impl Cells<'_> {
    pub(super) fn value(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        match &self.record {
            Record::Members(members) => member(members, name),
            Record::Cells(record) => {
                let named = self.table.names.iter().position(|cell| cell == name.as_bytes());
                let number = || name.parse::<usize>().ok()?.checked_sub(1);
                record
                    .get(named.filter(|_| self.table.has_header).or_else(number)?)
                    .map(Cow::Borrowed)
            }
        }
    }

    /// Returns the row with another URL, if there is one, and its ending. All else stays as written.
    pub(super) fn with_url(&self, url: Option<&[u8]>) -> Option<Vec<u8>> {
        let Table { format, column, back: Back::Changed, at, ending, .. } = self.table else {
            return None;
        };
        let Some(url) = url else { return Some([self.line, ending].concat()) };
        let (place, cell) = match &self.record {
            Record::Members(members) => {
                let url = Json::from(String::from_utf8_lossy(url)).to_string();
                let old = members.get(&**column)?.get();
                // INVARIANT: the value is a slice of the line.
                let start = old.as_ptr().addr() - self.line.as_ptr().addr();
                (start..start + old.len(), url.into_bytes().into())
            }
            Record::Cells(record) => {
                let place = record.places.get(*at)?.1.clone();
                let is_quoted = self.line.get(place.start) == Some(&b'"');
                (place, format.cell(url, is_quoted))
            }
        };
        let (start, end) = (self.line.get(..place.start)?, self.line.get(place.end..)?);
        Some([start, &cell, end, ending].concat())
    }

    /// Returns the row with these values of added columns, and its ending.
    pub(super) fn with_added(&self, added: &[Option<Json>]) -> Option<Vec<u8>> {
        let Back::Added(names) = self.table.back else { return None };
        Some(match &self.record {
            Record::Members(_) => {
                let end = memchr::memrchr(b'}', self.line)?;
                let mut row = self.line.get(..end)?.trim_ascii_end().to_vec();
                for (name, value) in names.iter().zip(added) {
                    let value = value.as_ref().unwrap_or(&Json::Null);
                    row.extend_from_slice(format!(",{}:{value}", Json::from(*name)).as_bytes());
                }
                row.push(b'}');
                [&row, self.table.ending].concat()
            }
            Record::Cells(_) => {
                let text = |value: &Option<Json>| match value {
                    None => String::new(),
                    Some(Json::String(text)) => text.clone(),
                    Some(other) => other.to_string(),
                };
                let added: Vec<String> = added.iter().map(text).collect();
                self.table.with_cells(self.line, added.iter().map(String::as_bytes))
            }
        })
    }

    /// Returns whether the row has a secret.
    pub(super) fn has_secret(&self) -> bool {
        masked_capture(self.line).is_some()
    }
}

/// Returns the ends of the rows in CSV: the line feeds that are not within quotation marks (RFC 4180).
pub(super) fn csv_ends(text: &[u8]) -> impl Iterator<Item = usize> {
    // Where the last quotation ended.
    let (mut is_quoted, mut closed) = (false, None);
    memchr::memchr2_iter(b'\n', b'"', text).filter(move |at| {
        let (before, rest) = text.split_at(*at);
        if rest.starts_with(b"\n") {
            return !is_quoted;
        }
        // A quotation begins at the beginning of a cell. Two marks in one end it, and begin it again.
        let begins = closed == at.checked_sub(1) || matches!(before, [] | [.., b',' | b'\n']);
        if is_quoted {
            closed = Some(*at);
        }
        is_quoted = !is_quoted && begins;
        false
    })
}
