//! Tables: CSV (RFC 4180) and TSV.

use core::fmt::{self, Display};
use std::io;

use clap::ValueEnum;
use csv::{QuoteStyle, WriterBuilder};

use super::{Exporter, Record, RecordWriter};
use crate::diagnostics::Sanitized;

/// How to write cells that a spreadsheet would run as a formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Formulas {
    /// Put a ' before them, so that spreadsheets do not run them as formulas
    #[default]
    Quote,
    /// Write them unchanged, for other programs
    Keep,
}

/// Comma-separated values. Cells with a comma, a quotation mark or a line break are quoted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Csv(Formulas);

impl Exporter for Csv {
    fn of(writer: &RecordWriter) -> Self {
        Self(writer.formulas)
    }

    fn header<R: Record>(&self, out: &mut Vec<u8>) -> io::Result<()> {
        write(&Row::header::<R>(), b',', self.0, out)
    }

    fn record<R: Record>(&self, record: &R, out: &mut Vec<u8>) -> io::Result<()> {
        write(&Row::of(record), b',', self.0, out)
    }
}

/// Tab-separated values. No cell contains a tab or a line break, so none is quoted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tsv(Formulas);

impl Exporter for Tsv {
    fn of(writer: &RecordWriter) -> Self {
        Self(writer.formulas)
    }

    fn header<R: Record>(&self, out: &mut Vec<u8>) -> io::Result<()> {
        write(&Row::header::<R>(), b'\t', self.0, out)
    }

    fn record<R: Record>(&self, record: &R, out: &mut Vec<u8>) -> io::Result<()> {
        write(&Row::of(record), b'\t', self.0, out)
    }
}

fn write(row: &Row, delimiter: u8, formulas: Formulas, out: &mut Vec<u8>) -> io::Result<()> {
    let quotes = if delimiter == b'\t' { QuoteStyle::Never } else { QuoteStyle::Necessary };
    let mut writer = WriterBuilder::new()
        .delimiter(delimiter)
        .quote_style(quotes)
        // A writer fills its buffer with zeros, and lives for one row.
        .buffer_capacity(512)
        .from_writer(out);
    for cell in row.cells() {
        match formulas == Formulas::Quote && cell.starts_with(begins_formula) {
            true => writer.write_field(format!("'{cell}"))?,
            false => writer.write_field(cell)?,
        }
    }
    writer.write_record(None::<&str>)?;
    writer.flush()
}

/// A row of a table, cell by cell. Their texts are safe to show.
#[derive(Debug, Default)]
pub(crate) struct Row {
    text: String,
    /// Where each cell ends in the text.
    ends: Vec<usize>,
}

impl Row {
    /// Returns the names of the columns.
    pub(super) fn header<R: Record>() -> Self {
        let mut row = Self::default();
        let masked = R::HAS_URLS.then_some("masked");
        R::COLUMNS.iter().copied().chain(masked).for_each(|name| row.text(name));
        row
    }

    /// Returns the cells of a record.
    pub(super) fn of<R: Record>(record: &R) -> Self {
        let mut row = Self { text: String::with_capacity(256), ends: Vec::with_capacity(20) };
        record.cells(&mut row);
        if R::HAS_URLS {
            row.text(if record.is_masked() { "true" } else { "" });
        }
        row
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = &str> {
        let starts = core::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).filter_map(|(start, end)| self.text.get(start..*end))
    }

    /// Adds an empty cell.
    pub(crate) fn empty(&mut self) {
        self.text("");
    }

    /// Adds a cell with `true` or `false`.
    pub(crate) fn flag(&mut self, value: bool) {
        self.text(if value { "true" } else { "false" });
    }

    /// Adds a cell with a number.
    pub(crate) fn number(&mut self, number: impl Into<u64>) {
        self.display(&number.into());
    }

    /// Adds a cell with a text that is safe to show.
    pub(crate) fn text(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends.push(self.text.len());
    }

    /// Adds a cell with a text of unknown origin.
    pub(crate) fn sanitized(&mut self, text: Sanitized<'_>) {
        match text.plain() {
            Some(text) => self.text(text),
            None => self.display(&text),
        }
    }

    /// Adds a cell with the text that a value displays.
    pub(crate) fn display(&mut self, cell: &dyn Display) {
        // A string takes every text.
        let _ = fmt::Write::write_fmt(&mut self.text, format_args!("{cell}"));
        self.ends.push(self.text.len());
    }

    /// Adds a cell with texts that are safe to show, and a separator between them.
    pub(crate) fn joined<T: Display>(&mut self, texts: impl Iterator<Item = T>, separator: &str) {
        let texts: Vec<String> = texts.map(|text| text.to_string()).collect();
        self.text(&texts.join(separator));
    }
}

/// Returns whether a spreadsheet may take a cell that begins with this character for a formula. Some accept the
/// full-width forms of the signs, and some skip white space before the sign.
const fn begins_formula(c: char) -> bool {
    matches!(
        c,
        '=' | '+'
            | '-'
            | '@'
            | '\t'
            | '\r'
            | '\n'
            | '\u{ff1d}'
            | '\u{ff0b}'
            | '\u{ff0d}'
            | '\u{ff20}'
    )
}
