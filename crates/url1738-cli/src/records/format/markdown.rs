//! A table in Markdown, for issues and notes. Cells are code, so that no URL becomes a link and no text becomes markup.

use std::io;

use super::{Exporter, Record, RecordWriter, table::Row};

#[derive(Clone, Copy, Debug)]
pub(super) struct Markdown;

impl Exporter for Markdown {
    fn of(_writer: &RecordWriter) -> Self {
        Self
    }

    fn header<R: Record>(&self, out: &mut Vec<u8>) -> io::Result<()> {
        let names = Row::header::<R>();
        write(&names, str::to_owned, out);
        write(&names, |_| "---".to_owned(), out);
        Ok(())
    }

    fn record<R: Record>(&self, record: &R, out: &mut Vec<u8>) -> io::Result<()> {
        write(&Row::of(record), code, out);
        Ok(())
    }
}

fn write(row: &Row, written: impl Fn(&str) -> String, out: &mut Vec<u8>) {
    for cell in row.cells() {
        out.extend_from_slice(format!("| {} ", written(cell)).as_bytes());
    }
    out.extend_from_slice(b"|\n");
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
