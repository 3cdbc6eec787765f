//! URLs that a text breaks though no angle brackets hold them together.
//!
//! The Appendix gives no rule for them. A reader goes on to the next line where something says that the
//! URL does: a quotation mark or bracket that touched its beginning and touches the end of
//! what would follow, or a line that breaks where no word ends.

use alloc::{vec, vec::Vec};
use core::ops::{Range, RangeInclusive};

use crate::{
    authority,
    class::{BLANK, class, ends_line, is_space},
    lines::{self, Margin},
    mark::Opener,
    pieces::{Gap, HYPHEN, Piece},
    run::{self, Run},
    scheme,
    text::Text,
    trim,
};

/// How many lines a URL in quotation marks may take.
const MOST_LINES: usize = 4;
/// How wide a line is at least when a URL was broken because the rest did not fit.
const WIDTH: usize = 66;
/// The column that a URL reaches at least on a line that it fills.
const FILLED: usize = 58;
/// How many lines a URL may take that a typesetter hyphenated.
const MOST_BREAKS: usize = 8;

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
    if opener != Opener::Typographic {
        opener.closer()?;
    }
    let stop = past_hyphen(text, stop);
    let mut line = trim::line_break(text, stop)?;
    let margin = Margin::of(text, start);
    let mut pieces = vec![Piece::first(start..stop)];
    for _ in 0..MOST_LINES {
        let next = lines::next(text, line, margin)?;
        if scheme::begins(text, next) {
            return None;
        }
        let end = past_hyphen(text, run::end(text, next, opener, false).stop);
        let closed = opener.closes_at(text, end).is_some();
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
            if text.slice(before.range.start, before.range.end).ends_with(HYPHEN.as_bytes()) {
                return true;
            }
            let inside = text.slice(after.range.start, after.range.end);
            if last == Some(b'\'') || inside.first() == Some(&b'\'') {
                // Two strings of source text, one below the other.
                return false;
            }
            last.is_some_and(|byte| b"/-_?&=%~.+".contains(&byte)) && !inside.is_empty()
                || inside.iter().any(|byte| b"/%=&?_~".contains(byte))
                || inside.iter().any(u8::is_ascii_digit)
                || trim::extension(inside).is_some()
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

/// Returns the offset after the typesetter's hyphen that is at `at`, if the line ends with it.
fn past_hyphen(text: &Text<'_>, at: usize) -> usize {
    let past = at.wrapping_add(HYPHEN.len());
    let is_there = text.at(at) == Some(0xe2) && text.reads(at, HYPHEN.as_bytes());
    if is_there && trim::line_break(text, past).is_some() { past } else { at }
}

/// Joins a bare URL that ends with its line in a hyphen or `/`, or before a `/`, where the next line goes on with what
/// can be no word, and which did not fit on the line before.
pub(crate) fn open(text: &Text<'_>, start: usize, body: usize, end: usize) -> Option<Joined> {
    let divided = matches!(text.before(end)?, b'-' | b'/');
    text.at(end).filter(|byte| ends_line(*byte) || *byte == 0xe2 || divided && is_space(*byte))?;
    let mut in_host = authority::is_open(text.slice(body, end));
    let mut next = rest(text, start, body, end, in_host);
    let mut pieces = Vec::new();
    let mut piece = Piece::first(start..end);
    let (mut stop, mut truncated) = (end, false);
    while let Some((range, run)) = next {
        let at = piece.range.end;
        piece.range.end = past_hyphen(text, at);
        // After a typesetter's hyphen a word goes on for certain, and may be broken again.
        let typeset = piece.range.end > at;
        pieces.push(piece);
        in_host = in_host && authority::is_open(text.slice(range.start, range.end));
        let goes_on = typeset && range.end == run.stop && pieces.len() < MOST_BREAKS;
        next = if goes_on { rest(text, start, body, range.end, in_host) } else { None };
        (stop, truncated) = (run.stop, run.truncated);
        piece = Piece { range, gap: Gap::Line };
    }
    if pieces.is_empty() {
        return None;
    }
    pieces.push(piece);
    Some(Joined { pieces, stop, truncated })
}

/// Returns what the next line goes on with after the line that the URL at `start` reaches, up to `end`.
fn rest(
    text: &Text<'_>,
    start: usize,
    body: usize,
    end: usize,
    in_host: bool,
) -> Option<(Range<usize>, Run)> {
    let past = past_hyphen(text, end);
    let (typeset, last) = (past > end, text.before(end)?);
    let line = trim::line_break(text, past)?;
    let divided = typeset || matches!(last, b'-' | b'/');
    if !divided {
        let next = text.skip_blanks(text.after_break(line), WIDTH);
        let word = text.at(next).is_none_or(|byte| byte.is_ascii_alphanumeric());
        if word || lines::column(text, end) < FILLED {
            return None;
        }
    }
    // A host alone is complete: what follows `http://host/` at a line's end is the next word.
    let alone = last == b'/' && authority::is_open(text.slice(body, end.saturating_sub(1)));
    let margin = Margin::of(text, start);
    if !typeset && (alone || margin.is_bullet()) {
        return None;
    }
    let next = lines::next(text, line, margin)?;
    let slash = text.at(next) == Some(b'/');
    if scheme::begins(text, next) || !divided && !slash {
        return None;
    }
    let run = run::end(text, next, Opener::None, in_host && typeset);
    let token_end = trim::end(text, next, run.end, Opener::None);
    let token = text.slice(next, token_end);
    let ends_word = text.at(run.stop).is_none_or(|byte| is_space(byte) || b")]>\"".contains(&byte));
    let first =
        token.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || b"~%_".contains(byte));
    let column = lines::column(text, end);
    let filled = column.wrapping_add(token.len()) > WIDTH;
    let broken = match last {
        _ if typeset => !token.is_empty(),
        b'-' if in_host => ends_word && first && names_host(token),
        b'-' => {
            ends_word
                && first
                && token.iter().any(|byte| b"./-_~%=&?".contains(byte) || byte.is_ascii_digit())
        }
        b'/' => ends_word && first && filled && is_path(token),
        // A line that the URL fills may break before a slash, too.
        _ => {
            let indented = text.before(next).is_some_and(|byte| class(byte) == BLANK);
            let slashed = matches!(token, [b'/', next, ..] if next.is_ascii_alphanumeric() || b"~_%".contains(next));
            ends_word && indented && slashed && filled
        }
    };
    broken.then_some((next..token_end, run))
}

/// Returns whether the rest of a host's name is there: labels with a dot between them.
fn names_host(token: &[u8]) -> bool {
    let host = token.split(|byte| *byte == b'/').next().unwrap_or_default();
    host.windows(2).any(|pair| matches!(pair, [b'.', next] if next.is_ascii_alphanumeric()))
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
pub(crate) fn is_path(token: &[u8]) -> bool {
    let slashes = token.iter().filter(|byte| **byte == b'/').count();
    slashes >= 2
        || token.ends_with(b"/")
        || trim::extension(token).is_some_and(|extension| {
            ![&b"com"[..], b"org", b"net", b"edu", b"gov"].contains(&extension)
        })
}
