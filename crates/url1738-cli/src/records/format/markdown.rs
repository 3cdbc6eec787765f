//! A table in Markdown, for issues and notes. Cells are code, so that no URL becomes a link and no text becomes markup.

use std::io::{self, Write as _};

use super::{
    RecordWriter, delimited,
    exporter::Exporter,
    record::Record,
    row::{Delimiter, Formulas},
};
use crate::record_buffer::{Bytes, RecordBuffer};

/// How much of a row is held before its next cell.
const HELD: usize = 1024;

#[derive(Clone, Copy, Debug)]
pub(super) struct Markdown;

impl Exporter for Markdown {
    fn of(_writer: &RecordWriter) -> Self {
        Self
    }

    fn header<R: Record>(&self, out: &mut RecordBuffer<'_>) {
        let names = tabbed(|row| delimited::header::<R>(Delimiter::Tab, row));
        row(&names, str::to_owned, out);
        row(&names, |_| "---".to_owned(), out);
    }

    fn record<R: Record>(&self, record: &R, out: &mut RecordBuffer<'_>) -> io::Result<()> {
        // Nothing runs a cell as a formula here.
        let cells = tabbed(|row| delimited::record(record, Delimiter::Tab, Formulas::Keep, row));
        row(&cells, code, out);
        Ok(())
    }
}

/// Returns what `write` writes, which is a row of cells with tabs between them.
fn tabbed(write: impl FnOnce(&mut RecordBuffer<'_>)) -> String {
    let mut held = Vec::new();
    let mut drain = |bytes: &mut Bytes| {
        held.write_all(bytes.as_slice())?;
        bytes.clear();
        Ok(())
    };
    let mut out = RecordBuffer::new(Bytes::default(), HELD, HELD, &mut drain);
    write(&mut out);
    let (rest, _) = out.finish();
    held.extend(rest.as_slice());
    String::from_utf8_lossy(&held).into_owned()
}

fn row(cells: &str, written: impl Fn(&str) -> String, out: &mut RecordBuffer<'_>) {
    for cell in cells.trim_end_matches('\n').split('\t') {
        out.text("| ");
        out.text(&written(cell));
        out.text(" ");
    }
    out.text("|\n");
}

/// Returns a text as code. A table ends a cell at `|` even there, so it is escaped.
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
