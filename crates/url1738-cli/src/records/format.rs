//! Records, and the formats in which they are written.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use clap::ValueEnum;
use csv::{QuoteStyle, WriterBuilder};

use super::object::{Object, write_json};
use crate::diagnostics::Palette;

/// An output format, of records or of reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// Text for reading
    #[default]
    Human,
    /// JSON Lines: one object per line
    Json,
    /// Comma-separated values with a header row (RFC 4180)
    Csv,
    /// Tab-separated values with a header row
    Tsv,
    /// A Markdown table, with cells as code
    Markdown,
    /// YAML: a list with an item per record, whose members are those of JSON
    Yaml,
    /// One line per report, for editors: `file:line:column: code: message` (`check` and `extract --check`)
    Short,
    /// Annotations of GitHub Actions (`check` and `extract --check`)
    Github,
    /// SARIF 2.1.0, for code scanning (`check` and `extract --check`)
    Sarif,
    /// A picture of a URL or a bar chart (`explain`, `check --summary` and `parse --count`)
    Svg,
    /// A page of counts without scripts (`check --summary`)
    Html,
}

use OutputFormat::{Csv, Github, Html, Human, Json, Markdown, Sarif, Short, Svg, Tsv, Yaml};

impl OutputFormat {
    /// The formats of summaries.
    pub(crate) const SUMMARIES: &'static [Self] =
        &[Human, Json, Csv, Tsv, Markdown, Yaml, Svg, Html];

    /// The formats of counts: those of summaries, without a page.
    pub(crate) const COUNTS: &'static [Self] = Self::SUMMARIES.split_at(7).0;

    /// The formats of records: those of counts, without a chart.
    pub(crate) const RECORDS: &'static [Self] = Self::SUMMARIES.split_at(6).0;

    /// The formats of lines that are checked.
    pub(crate) const CHECKED: &'static [Self] =
        &[Human, Json, Csv, Tsv, Markdown, Yaml, Short, Github, Sarif];

    /// The formats of findings in texts.
    pub(crate) const FINDINGS: &'static [Self] = &[Human, Json, Short, Github, Sarif];

    /// Returns the name on the command line.
    pub(crate) fn as_str(self) -> String {
        format!("{self:?}").to_ascii_lowercase()
    }

    /// Returns the format of a name, or a message if the command writes only `formats`, and it is none of them.
    pub(crate) fn named(name: &str, command: &str, formats: &[Self]) -> Result<Self, String> {
        formats.iter().find(|known| known.as_str() == name).copied().ok_or_else(|| {
            let known: Vec<String> = formats.iter().map(|known| known.as_str()).collect();
            format!("`{command}` cannot write {name}: use one of {}", known.join(", "))
        })
    }

    /// Returns what is written between two records.
    pub(crate) const fn separator(self) -> &'static str {
        if matches!(self, Sarif) { ",\n" } else { "" }
    }

    /// Returns whether the format has single errors and lints, and not a record per line.
    pub(crate) const fn is_of_reports(self) -> bool {
        matches!(self, Human | Short | Github | Sarif)
    }

    /// Returns whether records are rows of a table.
    pub(crate) const fn has_columns(self) -> bool {
        self.is_table() || matches!(self, Markdown)
    }

    /// Returns whether the output is a table, whose cells a spreadsheet may run.
    pub(crate) const fn is_table(self) -> bool {
        matches!(self, Csv | Tsv)
    }
}

/// How to write cells that a spreadsheet would run as a formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Formulas {
    /// Put a ' before them, so that spreadsheets do not run them as formulas
    #[default]
    Quote,
    /// Write them unchanged, for other programs
    Keep,
}

impl Formulas {
    /// Returns the cell of a text.
    pub(crate) fn cell(self, text: &str) -> Cow<'_, str> {
        // Some spreadsheets accept the full-width forms of the signs, and some skip white space before the sign.
        let begins_formula = |c: char| "=+-@\t\r\n\u{ff1d}\u{ff0b}\u{ff0d}\u{ff20}".contains(c);
        match self == Self::Quote && text.starts_with(begins_formula) {
            true => format!("'{text}").into(),
            false => text.into(),
        }
    }
}

/// Writes records in one format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecordWriter {
    pub(crate) format: OutputFormat,
    pub(crate) formulas: Formulas,
    pub(crate) palette: Palette,
    /// The columns of tables: members of records, or of their `error` or `refused`.
    pub(crate) columns: &'static [&'static str],
}

impl RecordWriter {
    /// Writes the header row, if the format has one.
    pub(crate) fn header(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.format {
            Csv | Tsv => self.write_row(self.columns, out),
            Markdown => {
                self.columns.iter().try_for_each(|name| write!(out, "| {name} "))?;
                writeln!(out, "|")?;
                self.columns.iter().try_for_each(|_| write!(out, "| --- "))?;
                writeln!(out, "|")
            }
            _ => Ok(()),
        }
    }

    /// Writes one record, which `text` writes for reading. Formats of reports have it as text, too.
    pub(crate) fn record(
        &self,
        record: &Object,
        text: impl FnOnce(&Palette, &mut Vec<u8>) -> io::Result<()>,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        match self.format {
            Json => {
                record.write_json(out)?;
                out.push(b'\n');
                Ok(())
            }
            Yaml => write_yaml(record, out),
            Csv | Tsv => self.write_row(&record.row(self.columns)?, out),
            Markdown => {
                let row = record.row(self.columns)?;
                row.iter().try_for_each(|cell| write!(out, "| {} ", code(cell)))?;
                writeln!(out, "|")
            }
            _ => text(&self.palette, out),
        }
    }

    /// Writes one record to `to`, for commands without a pipeline.
    pub(crate) fn record_to(
        &self,
        record: &Object,
        text: impl FnOnce(&Palette, &mut Vec<u8>) -> io::Result<()>,
        to: &mut dyn Write,
    ) -> io::Result<()> {
        let mut out = Vec::new();
        self.record(record, text, &mut out)?;
        to.write_all(&out)
    }

    /// Writes a row of CSV or TSV. No cell contains a tab or a line break, so none is quoted in TSV.
    fn write_row(&self, cells: &[impl AsRef<str>], out: &mut dyn Write) -> io::Result<()> {
        let is_tsv = self.format == Tsv;
        let mut writer = WriterBuilder::new()
            .delimiter(if is_tsv { b'\t' } else { b',' })
            .quote_style(if is_tsv { QuoteStyle::Never } else { QuoteStyle::Necessary })
            // A writer fills its buffer with zeros, and lives for one row.
            .buffer_capacity(512)
            .from_writer(out);
        for cell in cells {
            writer.write_field(&*self.formulas.cell(cell.as_ref()))?;
        }
        writer.write_record(None::<&str>)?;
        writer.flush()
    }
}

/// Writes a record as an item of a list in YAML, of which JSON is a part.
fn write_yaml(record: &Object, out: &mut Vec<u8>) -> io::Result<()> {
    let mut indent = "- ";
    for (name, value) in record.members()? {
        write!(out, "{indent}{name}: ")?;
        write_json(value.to_string().as_bytes(), out)?;
        out.push(b'\n');
        indent = "  ";
    }
    Ok(())
}

/// Returns a text as code in Markdown, so that no URL becomes a link and no text markup. A table ends a cell at `|` even
/// in code, so it is escaped.
fn code(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    // A grave accent at an end would join the fence. Of two spaces, one at each end, readers remove both.
    let pads = |c| matches!(c, '`' | ' ');
    let pad = if text.starts_with(pads) || text.ends_with(pads) { " " } else { "" };
    format!("{fence}{pad}{}{pad}{fence}", text.replace('|', "\\|"))
}

#[cfg(test)]
mod tests {
    use super::code;

    #[test]
    fn cells_are_code_in_one_column() {
        assert_eq!(code(""), "");
        assert_eq!(code("ftp://h/*a*"), "`ftp://h/*a*`");
        assert_eq!(code("a|b`c``"), "``` a\\|b`c`` ```");
    }
}
