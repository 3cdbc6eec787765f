//! What tables of values have in common.

use core::fmt::{self, Display, Write as _};
use std::io::{self, Write};

use clap::ValueEnum;

use super::Record;

/// What becomes of cells that a spreadsheet would run as a formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Formulas {
    /// Put a ' in front of them: a list may come from a stranger, and a spreadsheet runs such cells
    #[default]
    Quote,
    /// Write them as they are, for programs that are not spreadsheets
    Keep,
}

/// What stands in front of a cell: `'`, or nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard(bool);

impl Guard {
    fn of(cell: &dyn Display, formulas: Formulas) -> Self {
        let mut first = First(None);
        // Stops at the first character, for a cell may have megabytes.
        let _ = write!(first, "{cell}");
        Self(formulas == Formulas::Quote && first.0.is_some_and(begins_formula))
    }
}

impl Display for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0 { "'" } else { "" })
    }
}

/// Whether a spreadsheet may take a cell with this character in front for a formula: some do with the wide forms, too,
/// and some pass over what is in front of the `=` here.
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

struct First(Option<char>);

impl fmt::Write for First {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = text.chars().next();
        if self.0.is_some() { Err(fmt::Error) } else { Ok(()) }
    }
}

/// Writes the names of the columns.
pub(super) fn head<R: Record>(delimiter: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", R::COLUMNS.join(delimiter))
}

/// Writes the cells of one record.
pub(super) fn record<R: Record>(
    record: &R,
    delimiter: &str,
    formulas: Formulas,
    out: &mut dyn Write,
    write: fn(&dyn Display, Guard, &mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut result = Ok(());
    let mut before = "";
    record.cells(&mut |cell| {
        if result.is_ok() {
            let guard = Guard::of(cell, formulas);
            result = out.write_all(before.as_bytes()).and_then(|()| write(cell, guard, out));
        }
        before = delimiter;
    });
    result?;
    out.write_all(b"\n")
}
