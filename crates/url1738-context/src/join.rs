//! URLs that a text breaks though no angle brackets hold them together.
//!
//! The Appendix gives no rule for them. A reader goes on to the next line where something says that the
//! URL does: a quotation mark or bracket that touched its beginning and touches the end of
//! what would follow, or a line that breaks where no word ends.

use alloc::{vec, vec::Vec};
use core::ops::RangeInclusive;

use crate::{
    authority,
    class::{BLANK, class, ends_line, is_space},
    lines::{self, Margin},
    mark::Opener,
    pieces::{Gap, Piece},
    run, scheme,
    text::Text,
    trim,
};

/// How many lines a URL in quotation marks may take.
const MOST_LINES: usize = 4;
/// How wide a line is at least when a URL was broken because the rest did not fit.
const WIDTH: usize = 66;

/// A URL that goes on after a line break.
#[derive(Debug)]
pub(crate) struct Joined {
    pub(crate) pieces: Vec<Piece>,
    /// The offset of what ends it.
    pub(crate) stop: usize,
    /// Whether more of it follows, which is not read.
    pub(crate) truncated: bool,
}

/// Joins a URL that a quotation mark or bracket opened and the same closes on a later line.
pub(crate) fn enclosed(
    text: &Text<'_>,
    start: usize,
    stop: usize,
    opener: Opener,
) -> Option<Joined> {
    let closer = opener.closer()?;
    let mut line = trim::line_break(text, stop)?;
    let margin = Margin::of(text, start);
    let mut pieces = vec![Piece::first(start..stop)];
    for _ in 0..MOST_LINES {
        let next = lines::next(text, line, margin)?;
        if scheme::begins(text, next) {
            return None;
        }
        let end = run::end(text, next, opener, false).stop;
        let closed = text.at(end) == Some(closer);
        if let Some(last) = pieces.last_mut() {
            let soft = usize::from(is_soft(text, last.range.end));
            last.range.end = last.range.end.saturating_sub(soft);
        }
        if end > next {
            pieces.push(Piece { range: next..end, gap: Gap::Line });
        }
        if closed {
            let attribute = matches!(opener, Opener::Attribute(_));
            return (attribute || is_broken(text, &pieces)).then_some(Joined {
                pieces,
                stop: end,
                truncated: false,
            });
        }
        line = trim::line_break(text, end)?;
    }
    None
}

/// Returns whether the pieces read like one URL rather than like a URL and the words of a sentence.
fn is_broken(text: &Text<'_>, pieces: &[Piece]) -> bool {
    pieces.windows(2).all(|pair| match pair {
        [before, after] => {
            let last = text.before(before.range.end);
            let inside = text.slice(after.range.start, after.range.end);
            if last == Some(b'\'') || inside.first() == Some(&b'\'') {
                // Two strings of source text, one below the other.
                return false;
            }
            last.is_some_and(|byte| b"/-_?&=%~.+".contains(&byte)) && !inside.is_empty()
                || inside.iter().any(|byte| b"/%=&?_~".contains(byte))
                || inside.iter().any(u8::is_ascii_digit)
                || extension(inside).is_some()
        }
        _ => true,
    })
}

/// The columns in which a line of quoted-printable text ends that goes on: it has at most 76.
const SOFT: RangeInclusive<usize> = 70..=76;

/// Returns whether the `=` before `end` stands for a line break that is none, as mail in quoted-printable has them.
fn is_soft(text: &Text<'_>, end: usize) -> bool {
    text.before(end) == Some(b'=')
        && text.at(end).is_some_and(ends_line)
        && SOFT.contains(&lines::column(text, end))
}

/// Joins a bare URL over the soft line breaks of quoted-printable.
pub(crate) fn soft(text: &Text<'_>, start: usize, end: usize) -> Option<Joined> {
    if !is_soft(text, end) {
        return None;
    }
    let mut pieces = vec![Piece::first(start..end)];
    let mut stop = end;
    let mut truncated = false;
    while is_soft(text, stop) {
        // Cut as a URL on one line is: the reader of streams holds a bounded number of bytes.
        if stop.saturating_sub(start) > run::LONGEST {
            truncated = true;
            break;
        }
        let next = text.after_break(stop);
        let run = run::end(text, next, Opener::None, false);
        if run.stop == next || scheme::begins(text, next) {
            break;
        }
        if let Some(last) = pieces.last_mut() {
            last.range.end = stop.saturating_sub(1);
        }
        let end = trim::end(text, next, run.end, Opener::None);
        pieces.push(Piece { range: next..end, gap: Gap::Escape });
        stop = run.stop;
    }
    (pieces.len() > 1).then_some(Joined { pieces, stop, truncated })
}

/// Joins a bare URL that ends with its line in `-` or `/`, where the next line goes on with what can be
/// no word, and which did not fit on the line before.
pub(crate) fn open(text: &Text<'_>, start: usize, body: usize, end: usize) -> Option<Joined> {
    let last = text.before(end)?;
    let cut = (last == b'-') | (last == b'/');
    if !(cut & text.at(end).is_some_and(is_space)) {
        return None;
    }
    let line = trim::line_break(text, end)?;
    // A host alone is complete: what follows `http://host/` at a line's end is the next word.
    let path = text.slice(body, end).iter().position(|byte| *byte == b'/')?;
    if last == b'/' && body.wrapping_add(path).wrapping_add(1) >= end {
        return None;
    }
    let margin = Margin::of(text, start);
    if margin.is_bullet() {
        return None;
    }
    let next = lines::next(text, line, margin)?;
    if scheme::begins(text, next) {
        return None;
    }
    let run = run::end(text, next, Opener::None, false);
    let token_end = trim::end(text, next, run.end, Opener::None);
    let token = text.slice(next, token_end);
    let ends_word = text.at(run.stop).is_none_or(|byte| is_space(byte) || b")]>\"".contains(&byte));
    let first =
        token.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || b"~%_".contains(byte));
    let broken = if last == b'-' {
        token.iter().any(|byte| b"./-_~%=&?".contains(byte) || byte.is_ascii_digit())
    } else {
        lines::column(text, end).wrapping_add(token.len()) > WIDTH && is_path(token)
    };
    (ends_word && first && broken).then(|| Joined {
        pieces: vec![Piece::first(start..end), Piece { range: next..token_end, gap: Gap::Line }],
        stop: run.stop,
        truncated: false,
    })
}

/// Joins a bare URL that is alone on its line and ends with what divides a query or a list, where the next line is
/// indented further and is nothing but the rest of it.
pub(crate) fn hanging(text: &Text<'_>, start: usize, body: usize, stop: usize) -> Option<Joined> {
    let last = text.before(stop)?;
    if !b",;&?=+%_".contains(&last) || authority::is_open(text.slice(body, stop)) {
        return None;
    }
    let line = trim::line_break(text, stop)?;
    let indent = lines::column(text, start);
    let next_line = text.after_break(line);
    let next = text.skip_blanks(next_line, WIDTH);
    let alone =
        text.slice(start.saturating_sub(indent), start).iter().all(|byte| class(*byte) == BLANK);
    if !alone || next.saturating_sub(next_line) <= indent || scheme::begins(text, next) {
        return None;
    }
    let run = run::end(text, next, Opener::None, false);
    let end = trim::end(text, next, run.end, Opener::None);
    let rest = text.slice(next, end);
    let continues = rest.first().is_some_and(u8::is_ascii_alphanumeric)
        && rest.iter().any(|byte| b"=&?%/".contains(byte))
        && trim::ends_its_line(text, run.stop);
    continues.then(|| Joined {
        pieces: vec![Piece::first(start..stop), Piece { range: next..end, gap: Gap::Line }],
        stop: run.stop,
        truncated: false,
    })
}

/// Returns whether a word is the rest of a path: it has several slashes, or ends like a file or a folder.
fn is_path(token: &[u8]) -> bool {
    let slashes = token.iter().filter(|byte| **byte == b'/').count();
    slashes >= 2
        || token.ends_with(b"/")
        || extension(token).is_some_and(|extension| {
            ![&b"com"[..], b"org", b"net", b"edu", b"gov"].contains(&extension)
        })
}

/// Returns the extension of a file's name: `html` of `index.html`, nothing of `e.g` or `3.4`.
fn extension(name: &[u8]) -> Option<&[u8]> {
    let dot = name.iter().rposition(|byte| *byte == b'.')?;
    let (stem, extension) = (name.get(..dot)?, name.get(dot.wrapping_add(1)..)?);
    let fits = (1..=5).contains(&extension.len())
        && extension.iter().all(u8::is_ascii_alphanumeric)
        && extension.iter().any(u8::is_ascii_alphabetic);
    (stem.len() >= 2 && fits).then_some(extension)
}
