//! The breaks between the pages of RFCs and of other documents laid out for printers.

use crate::{
    class::{BLANK, class, ends_line},
    text::Text,
};

/// The longest line that is read as the foot or head of a page.
const LONGEST_LINE: usize = 160;
/// The most blank lines that are at a page's end; a page has 66 lines.
const MOST_BLANK_LINES: usize = 66;

/// Returns the offset of the first line of the next page, where the line at `line` begins the end of a page:
/// blank lines, the foot (`Berners-Lee   [Page 22]`), a form feed, the head
/// (`RFC 1738   ...   December 1994`) and blank lines.
///
/// A foot or a form feed must be there. A head is skipped where both are, or where it reads like one.
pub(crate) fn skip_break(text: &Text<'_>, line: usize) -> Option<usize> {
    let (mut at, mut fed) = skip_blank_lines(text, line);
    let foot = line_at(text, at);
    let footed = is_foot(foot);
    if footed {
        let (past, fed_after) = skip_blank_lines(text, after_line(text, at, foot));
        (at, fed) = (past, fed || fed_after);
    }
    if !footed && !fed {
        return None;
    }
    let title = line_at(text, at);
    if (footed && fed) || is_head(title) {
        (at, _) = skip_blank_lines(text, after_line(text, at, title));
    }
    Some(at)
}

/// Skips lines that hold nothing but blanks and form feeds; says whether a form feed was there.
fn skip_blank_lines(text: &Text<'_>, line: usize) -> (usize, bool) {
    let (mut line, mut fed) = (line, false);
    for _ in 0..MOST_BLANK_LINES {
        let mut at = text.skip_blanks(line, LONGEST_LINE);
        while text.at(at) == Some(b'\x0c') {
            (at, fed) = (text.skip_blanks(at.wrapping_add(1), LONGEST_LINE), true);
            line = at;
        }
        match text.at(at) {
            Some(byte) if ends_line(byte) => line = text.after_break(at),
            _ => break,
        }
    }
    (line, fed)
}

/// Returns the line at an offset without its end, or nothing where it is too long for a foot or a head.
fn line_at<'t>(text: &Text<'t>, at: usize) -> &'t [u8] {
    let line = text.run(at, LONGEST_LINE, |byte| !ends_line(byte));
    if line.len() < LONGEST_LINE { line } else { &[] }
}

fn after_line(text: &Text<'_>, at: usize, line: &[u8]) -> usize {
    text.after_break(at.wrapping_add(line.len()))
}

fn trimmed(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|byte| class(*byte) != BLANK);
    end.and_then(|last| line.get(..=last)).unwrap_or_default()
}

/// Returns whether a line ends with `[Page 22]`, or is a number between hyphens.
fn is_foot(line: &[u8]) -> bool {
    let line = trimmed(line);
    if let Some(rest) = line.strip_suffix(b"]") {
        let number = rest.rsplit(|byte| *byte == b' ').next().unwrap_or_default();
        let label = rest.get(..rest.len().saturating_sub(number.len())).unwrap_or_default();
        return is_number(number) && label.to_ascii_lowercase().ends_with(b"[page ");
    }
    let mut words = line.split(|byte| *byte == b' ').filter(|word| !word.is_empty());
    match (words.next(), words.next(), words.next(), words.next()) {
        (Some(b"-"), Some(number), Some(b"-"), None) => is_number(number),
        _ => false,
    }
}

/// Arabic, or Roman as in front matter.
fn is_number(word: &[u8]) -> bool {
    (1..=5).contains(&word.len())
        && (word.iter().all(u8::is_ascii_digit) || word.iter().all(|byte| b"ivxl".contains(byte)))
}

/// Returns whether a line reads like the head of an RFC's page: it names the document and ends with a year.
fn is_head(bytes: &[u8]) -> bool {
    let line = trimmed(bytes);
    let names = line.starts_with(b"RFC ")
        || line.get(..14).is_some_and(|head| head.eq_ignore_ascii_case(b"internet-draft"))
        || line.get(..14).is_some_and(|head| head.eq_ignore_ascii_case(b"internet draft"));
    let year = line.split(|byte| *byte == b' ').next_back().unwrap_or_default();
    names && year.len() == 4 && year.iter().all(u8::is_ascii_digit)
}
