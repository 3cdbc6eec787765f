//! What directly precedes a URL, which decides where the URL ends.

use crate::{
    class::{BLANK, class, in_name},
    lines,
    mark::{Close, Opener},
    text::Text,
};

/// What precedes a URL.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Front {
    /// The mark that something after the URL mirrors.
    pub(crate) opener: Opener,
    /// The offset where all that belongs to the URL begins: wrapper, prefix or quotation mark.
    pub(crate) whole: usize,
    /// The sort of angle bracket it is in.
    pub(crate) close: Option<Close>,
    /// Whether `URL:` or `URL` is among it.
    pub(crate) prefixed: bool,
}

/// How far back blanks are skipped: as in `< http://...` and `URL:  http://...`.
const BLANKS: usize = 8;

/// Reads what is in front of the URL that begins at `start`.
#[inline]
pub(crate) fn before(text: &Text<'_>, start: usize) -> Front {
    let nothing = Front { opener: Opener::None, whole: start, close: None, prefixed: false };
    let last = match text.before(start) {
        Some(byte) if class(byte) == BLANK => {
            let word = match text.before(start.saturating_sub(1)) {
                Some(byte) if class(byte) == BLANK => {
                    text.before(text.skip_blanks_back(start, BLANKS))
                }
                other => other,
            };
            let preceding = text.preceding(start.saturating_sub(1), 3);
            word.filter(|byte| {
                matches!(byte, b':' | b'<' | b';' | 0xa8 | b' ' | b'\t')
                    || preceding.eq_ignore_ascii_case(b"URL")
            })
        }
        other => other,
    };
    match last {
        None | Some(b'\n') => nothing,
        Some(_) => read(text, start),
    }
}

fn read(text: &Text<'_>, start: usize) -> Front {
    let past_blanks = text.skip_blanks_back(start, BLANKS);
    if let Some(word) = prefix(text, past_blanks) {
        return of_prefix(text, word);
    }
    // `<URL http://...>`: the colon is often forgotten.
    let word = word_url(text, past_blanks).filter(|_| past_blanks < start);
    if let Some(front) =
        word.map(|word| of_prefix(text, word)).filter(|front| front.close.is_some())
    {
        return front;
    }
    around(text, start, false)
}

/// Returns what is in front of the word `URL` at `word`, as of a part of what it announces.
#[inline]
pub(crate) fn of_prefix(text: &Text<'_>, word: usize) -> Front {
    around(text, word, true)
}

/// Returns the angle bracket or the mark in front of an offset.
fn around(text: &Text<'_>, start: usize, prefixed: bool) -> Front {
    let past_blanks = text.skip_blanks_back(start, BLANKS);
    if let Some(close) = bracket(text, past_blanks) {
        let whole = past_blanks.saturating_sub(close.width());
        return Front { opener: Opener::None, whole, close: Some(close), prefixed };
    }
    let opener = mark(text, start);
    let width = if opener.quotes() { opener.width(text, start) } else { 0 };
    Front { opener, whole: start.saturating_sub(width), close: None, prefixed }
}

/// Returns the angle bracket that ends at an offset.
fn bracket(text: &Text<'_>, at: usize) -> Option<Close> {
    match text.before(at) {
        Some(b'<') if lines::is_removed(text, at.saturating_sub(1)) => None,
        Some(b'<') => Some(Close::Angle),
        Some(b';') => Close::entity(text, at),
        Some(0xa8) => Close::chevron(text, at),
        _ => None,
    }
}

/// Returns the mark that ends at an offset.
fn mark(text: &Text<'_>, at: usize) -> Opener {
    match text.before(at) {
        Some(quote @ (b'"' | b'\'')) => {
            let assigned = text.skip_blanks_back(at.saturating_sub(1), BLANKS);
            match text.before(assigned) {
                Some(b'=') => Opener::Attribute(quote),
                _ => Opener::Mark(quote),
            }
        }
        Some(mark @ (b'`' | b'(' | b'[' | b'{' | b'*' | b'_')) => Opener::Mark(mark),
        Some(0x80..) => {
            let preceding = text.preceding(at, 3);
            let marks = [
                "\u{201c}", "\u{201d}", "\u{201e}", "\u{2018}", "\u{ab}", "\u{bb}", "\u{2039}",
                "\u{203a}",
            ];
            let ends = marks.iter().any(|mark| preceding.ends_with(mark.as_bytes()));
            if ends { Opener::Typographic } else { Opener::None }
        }
        _ => Opener::None,
    }
}

/// Returns the offset of the `URL:` that ends at an offset, in any case, unless a word runs into it.
fn prefix(text: &Text<'_>, end: usize) -> Option<usize> {
    let colon = end.checked_sub(1)?;
    (text.before(end) == Some(b':')).then(|| word_url(text, colon)).flatten()
}

/// Returns the offset of the word `URL` that ends at an offset.
#[inline]
pub(crate) fn word_url(text: &Text<'_>, end: usize) -> Option<usize> {
    if !matches!(text.before(end), Some(b'l' | b'L'))
        || !text.preceding(end, 3).eq_ignore_ascii_case(b"URL")
    {
        return None;
    }
    let start = end.saturating_sub(3);
    let alone = !text.before(start).is_some_and(|byte| in_name(byte) || byte == b'_');
    alone.then_some(start)
}
