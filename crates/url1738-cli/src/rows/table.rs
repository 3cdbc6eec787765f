//! Tables: rows in CSV, TSV or JSON Lines, with URLs in one column.

use core::cell::OnceCell;
use std::{borrow::Cow, path::Path, sync::Arc};

use serde_json::Value as Json;

use super::{Back, Row, Values, json::Members, masked_capture};

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
    header: Fields,
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

    /// Writes the cells of a row, with a line feed.
    fn write<'c>(self, cells: impl Iterator<Item = &'c [u8]>) -> Vec<u8> {
        if self == Self::Tsv {
            let mut row = cells.collect::<Vec<_>>().join(&b'\t');
            row.push(b'\n');
            return row;
        }
        // A writer fills its buffer with zeros, and lives for one row.
        let mut writer = csv::WriterBuilder::new().buffer_capacity(512).from_writer(Vec::new());
        // Writing to memory cannot fail.
        let _ = writer.write_record(cells);
        writer.into_inner().unwrap_or_default()
    }
}

impl Table {
    pub(super) fn new(
        (column, back): (Arc<str>, Back),
        name: &Path,
        start: &[u8],
    ) -> Result<Self, String> {
        let format = TableFormat::of(name, start);
        let reader = format.reader();
        let (at, has_header, header) = (0, false, Fields::default());
        let table = Self { format, column, back, at, has_header, header, reader, is_first: true };
        if format == TableFormat::JsonLines { Ok(table) } else { table.with_first(start) }
    }

    /// Finds the column by the first row.
    fn with_first(mut self, start: &[u8]) -> Result<Self, String> {
        let end = match self.format {
            TableFormat::Csv => CsvEnds::new(start).next(),
            _ => memchr::memchr(b'\n', start),
        };
        let first = start.get(..end.unwrap_or(start.len())).unwrap_or_default();
        let first = first.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(first);
        let first = first.strip_suffix(b"\r").unwrap_or(first);
        match first {
            [] => return Err("the table is empty, or begins with an empty line".to_owned()),
            [b'[', ..] => {
                let message = "it is an array in JSON: write one object a line (jq -c '.[]')";
                return Err(message.to_owned());
            }
            _ => self.header = Fields::read(self.reader.clone(), first),
        }
        let (column, header) = (&self.column, &self.header);
        let is_named = |cell: &[u8]| cell.eq_ignore_ascii_case(column.as_bytes());
        let named = header.iter().position(|cell| cell == column.as_bytes());
        let named = named.or_else(|| header.iter().position(is_named));
        let number =
            || column.parse::<usize>().ok()?.checked_sub(1).filter(|at| *at < header.len());
        let Some(at) = named.or_else(number) else {
            let names: Vec<_> = header.iter().map(String::from_utf8_lossy).collect();
            return Err(format!("no column `{column}`: the first row is {}", names.join(", ")));
        };
        // Without a URL, the first row has the names of the columns.
        self.has_header = named.is_some() || header.get(at).is_some_and(|it| !it.contains(&b':'));
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
        let added = added.iter().map(|name| name.as_bytes());
        (self.has_header && self.is_first)
            .then(|| self.format.write(self.header.iter().chain(added)))
    }

    /// Returns whether another table can be written after this one.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.format == other.format
            && self.has_header == other.has_header
            && (!self.has_header || self.header == other.header)
    }

    pub(super) fn row<'l>(&'l self, line: &'l [u8]) -> Result<Row<'l>, String> {
        let (record, url) = match self.format {
            TableFormat::JsonLines => {
                let members = Members::parse(line).ok_or("not an object in JSON")?;
                let url = members.value(&self.column);
                let url =
                    url.ok_or_else(|| format!("the object has no member `{}`", self.column))?;
                let url = url.into_owned();
                (Record::Members(members), url)
            }
            _ => {
                let record = Fields::read(self.reader.clone(), line);
                let url = record.get(self.at).ok_or_else(|| {
                    format!("the row has {} cells: no column {}", record.len(), self.at + 1)
                })?;
                let url = url.to_owned();
                (Record::Cells(record), url)
            }
        };
        let (table, has_secret) = (self, OnceCell::new());
        let values = Values::Cells(Cells { table, line, record, has_secret });
        Ok(Row { url: url.into(), timestamp: None, rest: None, values })
    }
}

/// The texts of the cells of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Fields {
    text: Vec<u8>,
    /// Where each ends.
    ends: Vec<usize>,
}

impl Fields {
    /// Reads a row.
    fn read(mut reader: csv_core::Reader, row: &[u8]) -> Self {
        // Without its quotation marks, no cell is longer than it is written.
        let mut text = vec![0; row.len()];
        let mut ends = vec![0; row.iter().filter(|byte| matches!(byte, b',' | b'\t')).count() + 1];
        let (_, read, written, count) = reader.read_record(row, &mut text, &mut ends);
        // The end of the text ends the row.
        let rest = row.get(read..).unwrap_or_default();
        let (place, places) = (text.get_mut(written..), ends.get_mut(count..));
        let (.., more, last) = match (place, places) {
            (Some(place), Some(places)) => reader.read_record(rest, place, places),
            _ => return Self::default(),
        };
        text.truncate(written + more);
        ends.truncate(count + last);
        Self { text, ends }
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    fn get(&self, at: usize) -> Option<&[u8]> {
        let start = at.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        self.text.get(start..*self.ends.get(at)?)
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
    /// Whether the row has a secret, searched for once.
    has_secret: OnceCell<bool>,
}

#[derive(Debug)]
enum Record<'l> {
    Cells(Fields),
    Members(Members<'l>),
}

impl Cells<'_> {
    pub(super) fn value(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        match &self.record {
            Record::Members(members) => members.value(name),
            Record::Cells(record) => {
                let named = self.table.header.iter().position(|cell| cell == name.as_bytes());
                let number = || name.parse::<usize>().ok()?.checked_sub(1);
                record
                    .get(named.filter(|_| self.table.has_header).or_else(number)?)
                    .map(Cow::Borrowed)
            }
        }
    }

    pub(super) fn with_url(&self, url: &[u8]) -> Option<Vec<u8>> {
        if self.table.back != Back::Changed {
            return None;
        }
        Some(match &self.record {
            Record::Members(members) => {
                let url = Json::from(String::from_utf8_lossy(url)).to_string();
                let text = |name: &str, text: &str| match name == &*self.table.column {
                    true => url.clone(),
                    false => text.to_owned(),
                };
                members.write(text, core::iter::empty())
            }
            Record::Cells(record) => {
                let changed = |(at, cell)| if at == self.table.at { url } else { cell };
                self.table.format.write(record.iter().enumerate().map(changed))
            }
        })
    }

    pub(super) fn with_added(&self, added: &[Option<Json>]) -> Option<Vec<u8>> {
        let Back::Added(names) = self.table.back else { return None };
        Some(match &self.record {
            Record::Members(members) => {
                let added = names.iter().copied().zip(added.iter().cloned());
                members.write(|_, text| text.to_owned(), added)
            }
            Record::Cells(record) => {
                let text = |value: &Option<Json>| match value {
                    None => String::new(),
                    Some(Json::String(text)) => text.clone(),
                    Some(other) => other.to_string(),
                };
                let added: Vec<String> = added.iter().map(text).collect();
                self.table.format.write(record.iter().chain(added.iter().map(String::as_bytes)))
            }
        })
    }

    /// Returns whether the row has a secret.
    pub(super) fn has_secret(&self) -> bool {
        *self.has_secret.get_or_init(|| masked_capture(self.line).is_some())
    }
}

/// The ends of the rows in CSV: the line feeds that are not within quotation marks (RFC 4180).
pub(crate) struct CsvEnds<'t> {
    text: &'t [u8],
    places: memchr::Memchr2<'t>,
    is_quoted: bool,
    /// Where the last quotation ended.
    closed: Option<usize>,
}

impl<'t> CsvEnds<'t> {
    pub(super) fn new(text: &'t [u8]) -> Self {
        let places = memchr::memchr2_iter(b'\n', b'"', text);
        Self { text, places, is_quoted: false, closed: None }
    }
}

impl Iterator for CsvEnds<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        loop {
            let at = self.places.next()?;
            if self.text.get(at) == Some(&b'\n') {
                match self.is_quoted {
                    true => continue,
                    false => return Some(at),
                }
            }
            // A quotation begins at the beginning of a cell. Two marks in one end it, and begin it again.
            let before = at.checked_sub(1);
            let begins = before.is_none_or(|before| {
                self.closed == Some(before) || matches!(self.text.get(before), Some(b',' | b'\n'))
            });
            if self.is_quoted {
                self.closed = Some(at);
            }
            self.is_quoted = !self.is_quoted && begins;
        }
    }
}
