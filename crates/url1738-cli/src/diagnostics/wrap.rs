//! Rows that are wider than the terminal, wrapped at spaces: a terminal would wrap them within a word.

use std::io::{self, Write};

/// The columns before the rest of a row.
const INDENT: usize = 10;

/// Writes a row, wrapped at spaces if it is wider than `width` columns. A word that is wider stays whole. Colors of the row
/// take no columns.
pub(super) fn wrapped(row: &str, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let indent = INDENT.min(width / 4);
    let (mut rest, mut room, mut before) = (row, width, 0);
    while let Some(space) = place(rest, room) {
        let (head, tail) = rest.split_at(space);
        writeln!(out, "{:before$}{head}", "")?;
        rest = tail.trim_start_matches(' ');
        (room, before) = (width - indent, indent);
    }
    writeln!(out, "{:before$}{rest}", "")
}

/// Returns the offset of the space at which a row is divided, or `None` if it fits or has no such space.
fn place(row: &str, room: usize) -> Option<usize> {
    let (mut columns, mut last) = (0, None);
    let mut is_escape = false;
    // The margin of the row is not divided.
    let text = row.len() - row.trim_start_matches([' ', '=']).len();
    for (at, found) in row.char_indices() {
        match found {
            '\x1b' => is_escape = true,
            'm' if is_escape => is_escape = false,
            _ if is_escape => {}
            ' ' if at > text => {
                // The words that fit end at the last space in reach; the first space is taken if none does.
                if columns > room {
                    return last.or(Some(at));
                }
                last = Some(at);
                columns += 1;
            }
            _ => columns += super::excerpt::width(found),
        }
    }
    if columns > room { last } else { None }
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    fn rows(row: &str, width: usize) -> Vec<String> {
        let mut out = Vec::new();
        wrapped(row, width, &mut out).unwrap();
        String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn rows_are_divided_at_spaces() {
        assert_eq!(rows("short", 20), ["short"]);
        assert_eq!(rows("", 20), [""]);
        assert_eq!(rows("error[x]: one two three", 20), ["error[x]: one two", "     three"]);
        assert_eq!(rows("error[x]: one two th", 20), ["error[x]: one two th"]);
        assert_eq!(rows("  = help: write a number", 20), ["  = help: write a", "     number"]);
        assert_eq!(rows(&"a".repeat(30), 20), ["a".repeat(30)]);
        let long = format!("{} b {}", "a".repeat(30), "c".repeat(30));
        assert_eq!(rows(&long, 20).len(), 3);
        assert_eq!(rows("\x1b[1m\x1b[91mwarning[x]\x1b[0m\x1b[1m: one two\x1b[0m", 20).len(), 1);
        assert_eq!(
            rows("one \u{65e5}\u{672c}\u{65e5}\u{672c}\u{65e5}\u{672c}\u{65e5}\u{672c} two", 20)
                .len(),
            2
        );
    }

    #[test]
    fn no_row_is_too_wide_and_no_word_is_lost() {
        let row = "  = help: percent-encode it, or write the name in its US-ASCII form and leave the rest";
        for width in 20..100 {
            let rows = rows(row, width);
            assert!(rows.iter().all(|row| row.len() <= width), "{width}: {rows:?}");
            let words: Vec<&str> = rows.iter().flat_map(|row| row.split_whitespace()).collect();
            assert_eq!(words, row.split_whitespace().collect::<Vec<_>>());
        }
    }
}
