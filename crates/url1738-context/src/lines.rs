//! Where a text goes on after a line break: past the margin of the next line.

use memchr::memrchr2;

use crate::{
    class::{BLANK, class, ends_line},
    page,
    text::Text,
};

/// How far back the beginning of a line is looked for.
const LONGEST_LINE: usize = 512;

/// What is at the left of a line and is not part of what the line says: the marks of quoted mail
/// (`> > `, `JB> `), of comments in source text (`# `, ` * `, `// `), of lists.
///
/// A mark is skipped on the following lines only if it is on the line where the URL
/// begins, so a `/` or `>` that belongs to the text is never taken for one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Margin<'t>(&'t [u8]);

impl<'t> Margin<'t> {
    /// Returns the margin of the line that holds the offset `at`.
    pub(crate) fn of(text: &Text<'t>, at: usize) -> Self {
        let preceding = text.preceding(at, LONGEST_LINE);
        let start = memrchr2(b'\n', b'\r', preceding).map_or(0, |end| end.wrapping_add(1));
        let line = preceding.get(start..).unwrap_or_default();
        let initials = line.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let quoted = (1..=12).contains(&initials) && line.get(initials) == Some(&b'>');
        // `< ` is the mark of a diff.
        let removed = matches!(line, [b'<', b' ' | b'\t', ..]);
        let from = if quoted { initials } else { usize::from(removed) };
        let marks = line.get(from..).unwrap_or_default();
        let width = marks.iter().take_while(|byte| is_mark(**byte)).count();
        let mut margin = line.get(..from.wrapping_add(width)).unwrap_or_default();
        // A quotation mark that touches the text belongs to it.
        while let [rest @ .., b'"' | b'\''] = margin {
            margin = rest;
        }
        Self(margin)
    }

    /// Returns whether it may be the mark of an entry in a list, so that the same on the next line is another entry.
    pub(crate) fn is_bullet(self) -> bool {
        let mut marks = self.0.iter().filter(|byte| class(**byte) != BLANK);
        matches!((marks.next(), marks.next()), (Some(b'*' | b'-' | b'+'), None))
    }

    /// Returns the offset after this margin on the line that begins at `at`, and after the blanks there.
    fn skip(self, text: &Text<'_>, line: usize) -> usize {
        let indent = text.skip_blanks(line, LONGEST_LINE);
        // A context diff marks a changed line, also where the line before it is not changed.
        let changed = text.at(line) == Some(b'!') && !self.0.starts_with(b"!");
        if changed && text.at(line.wrapping_add(1)).is_some_and(|byte| class(byte) == BLANK) {
            return text.skip_blanks(line.wrapping_add(1), LONGEST_LINE);
        }
        let mut marks = self.0.iter().filter(|byte| class(**byte) != BLANK).peekable();
        if marks.peek().is_none() {
            return indent;
        }
        let mut at = indent;
        for mark in marks {
            at = text.skip_blanks(at, LONGEST_LINE);
            if text.at(at) != Some(*mark) {
                // The second line of a comment in C has another mark than the first.
                let star = self.0.contains(&b'*') && text.at(indent) == Some(b'*');
                return if star { self.after_star(text, indent) } else { indent };
            }
            at = at.wrapping_add(1);
        }
        text.skip_blanks(at, LONGEST_LINE)
    }

    fn after_star(self, text: &Text<'_>, star: usize) -> usize {
        text.skip_blanks(star.wrapping_add(1), LONGEST_LINE)
    }
}

/// Returns whether the `<` at an offset marks a line that a diff removes: it begins the line, a blank follows, nothing
/// closes it there, and the next line is one of a diff, too.
pub(crate) fn is_removed(text: &Text<'_>, bracket: usize) -> bool {
    let next = bracket.wrapping_add(1);
    if text.before(bracket).is_some_and(|byte| !ends_line(byte))
        || text.at(next).is_none_or(|byte| class(byte) != BLANK)
    {
        return false;
    }
    let line = text.run(next, LONGEST_LINE, |byte| !ends_line(byte) && byte != b'>');
    let end = next.wrapping_add(line.len());
    text.at(end).is_none_or(|byte| {
        ends_line(byte)
            && text
                .at(text.after_break(end))
                .is_none_or(|byte| byte.is_ascii_digit() || b"<>-\\".contains(&byte))
    })
}

/// Returns whether the byte is in margins and begins no word.
fn is_mark(byte: u8) -> bool {
    class(byte) == BLANK || b">|:#*;%/-!.\\\"'+=,~}".contains(&byte)
}

/// Returns the offset where the text goes on after the line break at `at`, or `None` if a blank line or
/// nothing follows. The feet and heads of pages are skipped.
pub(crate) fn next(text: &Text<'_>, at: usize, margin: Margin<'_>) -> Option<usize> {
    let line = text.after_break(at);
    let line = page::skip_break(text, line).unwrap_or(line);
    let past = margin.skip(text, line);
    match text.at(past) {
        None => None,
        Some(byte) if ends_line(byte) || byte == b'\x0c' => None,
        Some(_) => Some(past),
    }
}

/// Returns the column of an offset: how many bytes are before it on its line.
pub(crate) fn column(text: &Text<'_>, at: usize) -> usize {
    let preceding = text.preceding(at, LONGEST_LINE);
    let start = memrchr2(b'\n', b'\r', preceding).map_or(0, |end| end.wrapping_add(1));
    preceding.len().saturating_sub(start)
}
