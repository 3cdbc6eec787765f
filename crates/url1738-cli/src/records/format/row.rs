//! A row of a table, cell by cell.

use core::fmt::{self, Display, Write as _};

use clap::ValueEnum;
use url1738::Span;

use crate::{
    diagnostics::Sanitized,
    record_buffer::{RecordBuffer, fixed},
    slot::{ShortText, Slot},
};

/// How to write cells that a spreadsheet would run as a formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Formulas {
    /// Put a ' before them, so that spreadsheets do not run them as formulas
    #[default]
    Quote,
    /// Write them unchanged, for other programs
    Keep,
}

/// The character between two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Delimiter {
    /// A comma. Cells that contain one are quoted.
    Comma = b',',
    /// A tab, which no cell contains.
    Tab = b'\t',
}

impl Delimiter {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Comma => ",",
            Self::Tab => "\t",
        }
    }

    /// Returns the character as a byte. The discriminant needs no branch.
    const fn byte(self) -> u8 {
        self as u8
    }
}

/// A row of a table, cell by cell.
#[derive(Debug)]
pub(crate) struct Row<'r, 'o> {
    out: &'r mut RecordBuffer<'o>,
    delimiter: Delimiter,
    formulas: Formulas,
    is_first: bool,
}

impl<'r, 'o> Row<'r, 'o> {
    /// Begins a row.
    #[inline]
    pub(super) fn new(
        out: &'r mut RecordBuffer<'o>,
        delimiter: Delimiter,
        formulas: Formulas,
    ) -> Self {
        Self { out, delimiter, formulas, is_first: true }
    }

    /// Writes an empty cell.
    #[inline]
    pub(crate) fn empty(&mut self) {
        if core::mem::take(&mut self.is_first) {
            return;
        }
        self.out.byte(self.delimiter.byte());
    }

    /// Writes a cell with a number.
    #[inline]
    pub(crate) fn number(&mut self, number: impl Into<u64>) {
        self.empty();
        self.out.number(number);
    }

    /// Writes `true` or `false`.
    #[inline]
    pub(crate) fn flag(&mut self, value: bool) {
        self.empty();
        if value {
            fixed!(self.out, "true");
        } else {
            fixed!(self.out, "false");
        }
    }

    /// Writes a cell with a text, which is safe to show.
    #[inline]
    pub(crate) fn text(&mut self, text: &str) {
        let guard = self.guards(text.chars().next());
        self.empty();
        if guard || self.delimiter == Delimiter::Comma && needs_quotes(text.as_bytes()) {
            self.write(&text, guard);
        } else {
            self.out.text(text);
        }
    }

    /// Writes a cell with a [plain](crate::diagnostics::is_plain) text.
    #[inline]
    pub(crate) fn plain(&mut self, text: &str) {
        self.plain_bytes(text.as_bytes());
    }

    /// Writes a cell with a [plain](crate::diagnostics::is_plain) text.
    #[inline]
    pub(crate) fn plain_bytes(&mut self, text: &[u8]) {
        if self.is_unchanged(text) && !self.is_first {
            self.out.push_after(self.delimiter.byte(), text);
        } else {
            self.changed(text);
        }
    }

    /// Writes all cells of a row to one slot of the buffer, which are less than `most` bytes: the name of a file, the number
    /// of a line, and those that `write` writes. Returns whether they were written; if not, nothing was.
    #[inline(always)]
    pub(crate) fn whole(
        &mut self,
        file: &str,
        line: u64,
        most: usize,
        write: impl for<'s> FnOnce(Cells<'s>) -> Option<Cells<'s>>,
    ) -> bool {
        let file = file.as_bytes();
        // Only commas matter: without one, no cell is quoted.
        if self.delimiter == Delimiter::Comma
            || file.first().is_some_and(|byte| !byte.is_ascii_alphanumeric() && *byte != b'/')
        {
            return false;
        }
        let Some(line) = self.out.line_digits(line) else { return false };
        let delimiter = self.delimiter.byte();
        let written = self.out.in_slot(file.len() + most, |slot| {
            let slot = slot.push(file)?.fixed(&[delimiter])?.digits(&line)?;
            write(Cells { slot, delimiter }).map(|cells| cells.slot)
        });
        self.is_first &= !written;
        written
    }

    /// Returns whether a plain text is written as it is: without quotation marks, and without a `'` before it.
    #[inline]
    fn is_unchanged(&self, text: &[u8]) -> bool {
        !begins_plain_formula(text) && (self.delimiter == Delimiter::Tab || !text.contains(&b','))
    }

    #[cold]
    #[inline(never)]
    fn changed(&mut self, text: &[u8]) {
        self.text(core::str::from_utf8(text).unwrap_or_default());
    }

    /// Writes a cell with a text of unknown origin.
    #[inline]
    pub(crate) fn sanitized(&mut self, text: Sanitized<'_>) {
        match text.plain() {
            Some(text) => self.plain(text),
            None => self.masked(&text),
        }
    }

    /// Writes a cell with a text that has secrets, or that is not plain.
    #[inline(never)]
    fn masked(&mut self, text: &Sanitized<'_>) {
        match text.plain_pieces().filter(|_| self.is_unchanged(text.bytes())) {
            Some(pieces) => {
                self.empty();
                pieces.for_each(|piece| self.out.push(piece));
            }
            None => self.display(text),
        }
    }

    /// Writes a cell with the text that a value displays. The methods for numbers and texts are faster.
    pub(crate) fn display(&mut self, cell: &dyn Display) {
        self.empty();
        let mut first = FirstChar(None);
        // The write stops with an error at the first character: a cell may have megabytes.
        let _ = write!(first, "{cell}");
        let guard = self.guards(first.0);
        self.write(cell, guard);
    }

    /// Writes a cell with texts that are safe to show, and a separator between them.
    pub(crate) fn joined<T: Display>(
        &mut self,
        texts: impl Clone + Iterator<Item = T>,
        separator: &str,
    ) {
        self.display(&Joined(texts, separator));
    }

    /// Returns whether a cell that begins with this character gets a `'` before it.
    #[inline]
    fn guards(&self, first: Option<char>) -> bool {
        self.formulas == Formulas::Quote && first.is_some_and(begins_formula)
    }

    #[inline(never)]
    fn write(&mut self, cell: &dyn Display, guard: bool) {
        let quotes = self.delimiter == Delimiter::Comma && displays_quotes(cell);
        if quotes {
            self.out.text("\"");
        }
        if guard {
            self.out.text("'");
        }
        if quotes {
            write_quoted(cell, self.out);
            self.out.text("\"");
        } else {
            self.out.display(cell);
        }
    }
}

/// The cells of a row that are written together. Every method returns `None` if its cell does not fit, or is not written as
/// it is.
pub(crate) struct Cells<'s> {
    slot: Slot<'s>,
    delimiter: u8,
}

impl Cells<'_> {
    /// Writes a cell with a [plain](crate::diagnostics::is_plain) text.
    #[inline(always)]
    pub(crate) fn plain(self, text: &[u8]) -> Option<Self> {
        let slot = self.slot.fixed(&[self.delimiter])?;
        if begins_plain_formula(text) {
            return None;
        }
        Some(Self { slot: slot.push(text)?, ..self })
    }

    /// Writes a cell with a piece of a short [plain](crate::diagnostics::is_plain) text, empty without a place.
    #[inline(always)]
    pub(crate) fn piece(self, text: &ShortText, place: Option<Span>) -> Option<Self> {
        let slot = self.slot.fixed(&[self.delimiter])?;
        let slot = match place {
            Some(place) if !place.is_empty() => {
                let (start, len) = (place.start as usize, place.len() as usize);
                match text.window(start, len) {
                    Some(window) if begins_plain_formula(window) => return None,
                    Some(window) => slot.window(window, len)?,
                    None => long_piece(slot, text.piece(start, len))?,
                }
            }
            _ => slot,
        };
        Some(Self { slot, ..self })
    }

    /// Writes a cell with a number, empty without one.
    #[inline(always)]
    pub(crate) fn number(self, number: Option<u16>) -> Option<Self> {
        let slot = self.slot.fixed(&[self.delimiter])?;
        let slot = match number {
            Some(number) => slot.number(u32::from(number))?,
            None => slot,
        };
        Some(Self { slot, ..self })
    }
}

/// Writes a piece that is longer than a window.
#[inline(never)]
fn long_piece<'s>(slot: Slot<'s>, piece: &[u8]) -> Option<Slot<'s>> {
    if begins_plain_formula(piece) { None } else { slot.push(piece) }
}

/// Like [`begins_formula`], but for the beginning of a plain text.
#[inline]
const fn begins_plain_formula(text: &[u8]) -> bool {
    matches!(text, [b'=' | b'+' | b'-' | b'@', ..])
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

/// Texts with a separator between them.
struct Joined<'s, I>(I, &'s str);

impl<I: Clone + Iterator<Item: Display>> Display for Joined<'_, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = "";
        self.0.clone().try_for_each(|text| {
            write!(f, "{before}{text}")?;
            before = self.1;
            Ok(())
        })
    }
}

struct FirstChar(Option<char>);

impl fmt::Write for FirstChar {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = text.chars().next();
        if self.0.is_some() { Err(fmt::Error) } else { Ok(()) }
    }
}

/// Returns whether a cell with this text needs quotation marks.
#[inline]
fn needs_quotes(text: &[u8]) -> bool {
    // Without an early end, sixteen bytes are compared at once.
    let quoted = |byte: u8| (byte == b'"') | (byte == b',') | (byte == b'\n') | (byte == b'\r');
    text.iter().fold(false, |any, byte| any | quoted(*byte))
}

/// Returns whether a cell needs quotation marks. A cell may have megabytes, so it is never held whole.
fn displays_quotes(cell: &dyn Display) -> bool {
    let mut scan = QuoteScan(false);
    // The scan itself cannot fail.
    let _ = write!(scan, "{cell}");
    scan.0
}

/// Writes the text of a cell between its quotation marks.
fn write_quoted(cell: &dyn Display, out: &mut RecordBuffer<'_>) {
    let _ = write!(QuoteDoubling(out), "{cell}");
}

struct QuoteScan(bool);

impl fmt::Write for QuoteScan {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 |= needs_quotes(text.as_bytes());
        Ok(())
    }
}

/// Writes each quotation mark twice.
struct QuoteDoubling<'b, 'o>(&'b mut RecordBuffer<'o>);

impl fmt::Write for QuoteDoubling<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for piece in text.split_inclusive('"') {
            self.0.text(piece);
            if piece.ends_with('"') {
                self.0.text("\"");
            }
        }
        Ok(())
    }
}
