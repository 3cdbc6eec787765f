//! The common part of CSV and TSV.

use core::fmt::{self, Display, Write as _};
use std::io::{self, Write};

use clap::ValueEnum;

use super::record::Record;

/// How to write cells that a spreadsheet would run as a formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Formulas {
    /// Put a ' before them, so that spreadsheets do not run them as formulas
    #[default]
    Quote,
    /// Write them unchanged, for other programs
    Keep,
}

/// The `'` before a cell that a spreadsheet would run, or nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct FormulaGuard(bool);

impl FormulaGuard {
    fn of(cell: &dyn Display, formulas: Formulas) -> Self {
        let mut first = FirstChar(None);
        // The write stops with an error at the first character: a cell may have megabytes.
        let _ = write!(first, "{cell}");
        Self(formulas == Formulas::Quote && first.0.is_some_and(begins_formula))
    }
}

impl Display for FormulaGuard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0 { "'" } else { "" })
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

struct FirstChar(Option<char>);

impl fmt::Write for FirstChar {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = text.chars().next();
        if self.0.is_some() { Err(fmt::Error) } else { Ok(()) }
    }
}

/// Writes the names of the columns.
pub(super) fn header<R: Record>(delimiter: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", R::COLUMNS.join(delimiter))
}

/// Writes the cells of one record.
pub(super) fn record<R: Record>(
    record: &R,
    delimiter: &str,
    formulas: Formulas,
    out: &mut dyn Write,
    write: fn(&dyn Display, FormulaGuard, &mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut result = Ok(());
    let mut separator = "";
    record.cells(&mut |cell| {
        if result.is_ok() {
            let guard = FormulaGuard::of(cell, formulas);
            result = out.write_all(separator.as_bytes()).and_then(|()| write(cell, guard, out));
        }
        separator = delimiter;
    });
    result?;
    out.write_all(b"\n")
}
