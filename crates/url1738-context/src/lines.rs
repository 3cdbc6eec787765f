//! Where a text goes on after a line break: past the margin of the next line, and past the end of a page.

use core::ops::RangeInclusive;

use memchr::{memchr, memchr2, memrchr2};

use crate::{
    class::{ends_line, is_blank},
    text::Text,
};

/// How far back the beginning of a line is looked for.
const LONGEST_LINE: usize = 512;
/// The longest line that is read as the foot or head of a page.
const LONGEST_FOOT: usize = 160;
/// The most blank lines that are at the end of a page; a page has 66 lines.
const MOST_BLANK_LINES: usize = 66;

/// The left of a line that is not part of its text: the marks of quoted mail (`> > `, `JB> `), of comments in source text
/// (`# `, ` * `, `// `), of lists.
///
/// A mark is skipped on the following lines only if it is on the line where the URL begins, so a `/` or `>` that belongs to
/// the text is never taken for one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Margin<'t>(&'t [u8]);

impl<'t> Margin<'t> {
    /// Returns the margin of the line with the offset `at`.
    pub(crate) fn of_line(text: &Text<'t>, at: usize) -> Self {
        let line = text.slice(at - column(text, at), at);
        let initials = line.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let from = match line {
            // `JB> ` is the mark of a reply to J. B.
            _ if (1..=12).contains(&initials) && line.get(initials) == Some(&b'>') => initials,
            // `< ` is the mark of a diff.
            [b'<', b' ' | b'\t', ..] => 1,
            _ => 0,
        };
        let marks = line[from..].iter().take_while(|byte| is_mark(**byte)).count();
        let mut margin = &line[..from + marks];
        // A quotation mark that touches the text belongs to it.
        while let [rest @ .., b'"' | b'\''] = margin {
            margin = rest;
        }
        Self(margin)
    }

    fn marks(self) -> impl Iterator<Item = u8> {
        self.0.iter().copied().filter(|byte| !is_blank(*byte))
    }

    /// Returns whether the line at `next` is not the rest of this one: it begins another entry of a list, or is after a comment.
    pub(crate) fn ends_before(self, text: &Text<'_>, next: usize) -> bool {
        let mut marks = self.marks();
        let Some(first) = marks.next() else { return false };
        let is_there = text.at(text.skip_blanks(next, LONGEST_LINE)) == Some(first);
        match (first, marks.next()) {
            (b'*' | b'-' | b'+', None) => is_there,
            (b'#' | b';' | b'%', _) | (b'/', Some(b'/')) | (b'-', Some(b'-')) => !is_there,
            _ => false,
        }
    }

    /// Returns the offset after this margin on the line that begins at `at`, and after the blanks there.
    fn skip(self, text: &Text<'_>, line: usize) -> usize {
        // A context diff marks a changed line, also if the line before it is not changed.
        let changed = text.at(line) == Some(b'!') && !self.0.starts_with(b"!");
        if changed && text.is(line + 1, is_blank) {
            return text.skip_blanks(line + 1, LONGEST_LINE);
        }
        let indent = text.skip_blanks(line, LONGEST_LINE);
        if self.marks().next().is_none() {
            return indent;
        }
        let mut at = indent;
        for mark in self.marks() {
            at = text.skip_blanks(at, LONGEST_LINE);
            if text.at(at) != Some(mark) {
                // The second line of a comment in C has another mark than the first.
                let star = self.0.contains(&b'*') && text.at(indent) == Some(b'*');
                return if star { text.skip_blanks(indent + 1, LONGEST_LINE) } else { indent };
            }
            at += 1;
        }
        text.skip_blanks(at, LONGEST_LINE)
    }
}

/// Returns whether the byte is in margins and begins no word.
fn is_mark(byte: u8) -> bool {
    is_blank(byte) || b">|:#*;%/-!.\\\"'+=,~}".contains(&byte)
}

/// Returns whether the `<` at an offset marks a line that a diff removes: it begins the line, a blank follows, nothing closes
/// it there, and the next line is one of a diff, too.
pub(crate) fn is_removed(text: &Text<'_>, bracket: usize) -> bool {
    let next = bracket + 1;
    if text.before(bracket).is_some_and(|byte| !ends_line(byte)) || !text.is(next, is_blank) {
        return false;
    }
    let end = text.past(next, LONGEST_LINE, |byte| !ends_line(byte) && byte != b'>');
    let of_diff = |byte: u8| byte.is_ascii_digit() || b"<>-\\".contains(&byte);
    text.at(end)
        .is_none_or(|byte| ends_line(byte) && text.at(text.after_break(end)).is_none_or(of_diff))
}

/// Returns where a value goes on after the line that ends at `at`, if the file divides long values anywhere: into strings of a
/// `.po` file, one below the other, or into lines of iCalendar and vCard that begin with a blank.
pub(crate) fn continued(text: &Text<'_>, at: usize) -> Option<usize> {
    // Less than the search looks back.
    const FAR: usize = 960;
    /// How wide lines are that RFC 5545 folds, which are counted in octets or in characters.
    const WIDTH: RangeInclusive<usize> = 70..=78;
    let quoted = text.at(at) == Some(b'"');
    let end = at + usize::from(quoted);
    if !text.is(end, ends_line) {
        return None;
    }
    let next = text.after_break(end);
    let continues = |byte: u8| if quoted { byte == b'"' } else { is_blank(byte) };
    if !text.is(next, continues) || !text.is(next + 1, |byte| byte.is_ascii_graphic()) {
        return None;
    }
    let near = text.preceding(at, FAR);
    let is_cut = near.len() == FAR;
    let from = if is_cut { memchr(b'\n', near)? + 1 } else { 0 };
    let mut lines = near[from..].rsplit(|byte| *byte == b'\n');
    let is_full = |line: &[u8]| quoted || WIDTH.contains(&line.trim_ascii_end().len());
    // All lines of a long value begin alike, up to the first one.
    let first = lines.clone().find(|line| !line.first().is_some_and(|byte| continues(*byte)));
    let is_value = match first {
        Some(first) if quoted => first.starts_with(b"msg"),
        Some(first) => {
            // `URL:http://h/`, `item1.URL;type=pref:`
            let name = first.iter().take_while(|byte| !b":; ".contains(byte)).count();
            first[..name].last().is_some_and(u8::is_ascii_uppercase)
                && matches!(first[name..], [b':' | b';', next, ..] if !is_blank(next))
                && lines.next().is_some_and(is_full)
        }
        // The first one is further back. No paragraph has so many lines of one width.
        None => is_cut && lines.all(is_full),
    };
    is_value.then_some(next + 1)
}

/// Returns the offset where the text goes on after the line break at `at`, or `None` if a blank line or nothing follows. The
/// feet and heads of pages are skipped.
pub(crate) fn next(text: &Text<'_>, at: usize, margin: Margin<'_>) -> Option<usize> {
    let line = text.after_break(at);
    let past = margin.skip(text, after_page(text, line).unwrap_or(line));
    text.is(past, |byte| !ends_line(byte) && byte != b'\x0c').then_some(past)
}

/// Returns the column of an offset: how many bytes are before it on its line.
pub(crate) fn column(text: &Text<'_>, at: usize) -> usize {
    let preceding = text.preceding(at, LONGEST_LINE);
    let start = memrchr2(b'\n', b'\r', preceding).map_or(0, |end| end + 1);
    preceding.len() - start
}

/// Returns the offset of the first line of the next page, if the line at `line` begins the end of a page as in RFCs: blank
/// lines, the foot (`Berners-Lee   [Page 22]`), a form feed, the head (`RFC 1738   ...   December 1994`) and blank lines.
///
/// A foot or a form feed must be there. A head is skipped if both are, or if it reads like one.
fn after_page(text: &Text<'_>, line: usize) -> Option<usize> {
    let (mut at, mut fed) = skip_blank_lines(text, line);
    let (foot, after) = line_at(text, at);
    let footed = is_foot(foot);
    if footed {
        let (past, fed_after) = skip_blank_lines(text, text.after_break(after));
        (at, fed) = (past, fed || fed_after);
    }
    if !footed && !fed {
        return None;
    }
    let (title, after) = line_at(text, at);
    if (footed && fed) || is_head(title) {
        (at, _) = skip_blank_lines(text, text.after_break(after));
    }
    Some(at)
}

/// Skips lines of blanks and form feeds, and returns whether a form feed was there.
fn skip_blank_lines(text: &Text<'_>, line: usize) -> (usize, bool) {
    let (mut line, mut fed) = (line, false);
    for _ in 0..MOST_BLANK_LINES {
        let mut at = text.skip_blanks(line, LONGEST_FOOT);
        while text.at(at) == Some(b'\x0c') {
            (at, fed) = (text.skip_blanks(at + 1, LONGEST_FOOT), true);
            line = at;
        }
        if !text.is(at, ends_line) {
            break;
        }
        line = text.after_break(at);
    }
    (line, fed)
}

/// Returns the line at an offset without its end and the blanks before that, and the offset of its end. A line that is too
/// long for a foot or a head is empty.
fn line_at<'t>(text: &Text<'t>, at: usize) -> (&'t [u8], usize) {
    let ahead = text.ahead(at, LONGEST_FOOT);
    let line = &ahead[..memchr2(b'\n', b'\r', ahead).unwrap_or(ahead.len())];
    if line.len() == LONGEST_FOOT {
        return (&[], at);
    }
    let end = line.iter().rposition(|byte| !is_blank(*byte)).map_or(0, |last| last + 1);
    (&line[..end], at + line.len())
}

/// Returns whether a line ends with `[Page 22]`, or is a number between hyphens.
fn is_foot(line: &[u8]) -> bool {
    if let Some(rest) = line.strip_suffix(b"]") {
        let number = rest.rsplit(|byte| *byte == b' ').next();
        return number.is_some_and(|number| {
            let label = &rest[..rest.len() - number.len()];
            is_number(number) && label.to_ascii_lowercase().ends_with(b"[page ")
        });
    }
    let number = line.trim_ascii().strip_prefix(b"- ").and_then(|it| it.strip_suffix(b" -"));
    number.is_some_and(|number| is_number(number.trim_ascii()))
}

/// Returns whether a word is an Arabic number, or a Roman one as in front matter.
fn is_number(word: &[u8]) -> bool {
    (1..=5).contains(&word.len())
        && (word.iter().all(u8::is_ascii_digit) || word.iter().all(|byte| b"ivxl".contains(byte)))
}

/// Returns whether a line reads like the head of an RFC's page: it names the document and ends with a year.
fn is_head(line: &[u8]) -> bool {
    let begins = |name: &[u8]| line.get(..14).is_some_and(|head| head.eq_ignore_ascii_case(name));
    let year = line.rsplit(|byte| *byte == b' ').next();
    (line.starts_with(b"RFC ") || begins(b"internet-draft") || begins(b"internet draft"))
        && year.is_some_and(|year| year.len() == 4 && year.iter().all(u8::is_ascii_digit))
}
