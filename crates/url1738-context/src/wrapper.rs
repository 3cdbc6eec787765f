//! Angle brackets: what is between `<URL:`, or `<`, and what closes it.

use alloc::vec::Vec;
use core::ops::Range;

use crate::{
    class::{ends_line, ends_unbroken, is_space},
    lanes,
    lines::{self, Margin},
    mark::{self, Close, Opener},
    pieces::{Gap, Piece},
    run, scheme,
    text::Text,
};

/// How far a wrapper may reach: one that has not closed after 2 KiB never does.
const LONGEST: usize = 2 * 1024;
/// How many spaces within lines a wrapped URL may hold. More are prose after a bracket that never closes.
const MOST_BLANKS: usize = 8;
/// How long a message identifier in its own brackets may be (`news:<1994@host>`).
const LONGEST_IDENTIFIER: usize = 256;

/// What a wrapper holds, read from the first URL in it.
#[derive(Debug)]
pub(crate) struct Content {
    /// The pieces of that URL.
    pub(crate) pieces: Vec<Piece>,
    /// Where a second URL begins.
    pub(crate) another: Option<usize>,
    /// How it ends.
    pub(crate) end: End,
}

/// How the content of a wrapper ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// By the closing bracket, which is here.
    Closed(Range<usize>),
    /// It does not close before a blank line or the text's end.
    Blank,
    /// It does not close: another bracket opens, or it is too long, or no text.
    Open,
}

/// Returns where the bracket closes, if no white space is before it, and whether a `#` may. The content is read
/// from after the scheme's colon on.
#[inline]
pub(crate) fn unbroken(text: &Text<'_>, from: usize, close: Close) -> Option<(Range<usize>, bool)> {
    if close == Close::Chevron {
        return None;
    }
    let ahead = text.slice(from, text.len().min(from.wrapping_add(LONGEST)));
    let width = lanes::run(ahead).unwrap_or_default();
    if close == Close::Angle && ahead.get(width) == Some(&b'>') {
        let at = from.wrapping_add(width);
        return Some((at..at.wrapping_add(1), false));
    }
    Some((closing(text, from, width, close)?, true))
}

/// Like [`unbroken`], but byte by byte, after `width` bytes are known not to end it.
fn closing(text: &Text<'_>, from: usize, width: usize, close: Close) -> Option<Range<usize>> {
    let ahead = text.slice(from, text.len().min(from.wrapping_add(LONGEST)));
    let mut width = width;
    loop {
        let run = ahead.get(width..)?.iter().position(|byte| ends_unbroken(*byte));
        let Some(run) = run else {
            if ahead.len() < LONGEST {
                text.run_out();
            }
            return None;
        };
        width = width.wrapping_add(run);
        let at = from.wrapping_add(width);
        if let Some(closing) = close.is_at(text, at) {
            return Some(closing);
        }
        let opens = close == Close::Entity && text.reads(at, b"&lt;");
        if text.at(at) != Some(b'&') || opens {
            return None;
        }
        width = width.wrapping_add(1);
    }
}

/// Reads the content of a wrapper from the URL at `from` on, which is the first in it or a later one.
///
/// With `closing`, it is known where the wrapper closes, and only the first URL is of interest.
pub(crate) fn read(
    text: &Text<'_>,
    from: usize,
    close: Close,
    closing: Option<Range<usize>>,
) -> Content {
    let limit = from.wrapping_add(LONGEST);
    let mut content = Content { pieces: Vec::new(), another: None, end: End::Open };
    let mut margin = None;
    let (mut at, mut gap, mut blanks) = (from, Gap::Line, 0_usize);
    while at < limit {
        if let Some(closes) = close.is_at(text, at) {
            content.end = End::Closed(closes);
            break;
        }
        match text.at(at) {
            None => {
                content.end = End::Blank;
                break;
            }
            Some(byte) if ends_line(byte) => {
                let margin = *margin.get_or_insert_with(|| Margin::of(text, from));
                let Some(next) = lines::next(text, at, margin) else {
                    content.end = End::Blank;
                    break;
                };
                // A backslash at a line's end says that the line goes on.
                if let Some(last) = content.pieces.last_mut() {
                    let goes_on = last.range.end == at && text.before(at) == Some(b'\\');
                    last.range.end = last.range.end.saturating_sub(usize::from(goes_on));
                }
                (at, gap) = (next, Gap::Line);
            }
            Some(byte) if is_space(byte) => at = at.wrapping_add(1),
            Some(_) => {
                if !content.pieces.is_empty() && content.another.is_none() {
                    if scheme::begins(text, at) {
                        content.another = Some(at);
                        if let Some(closing) = closing {
                            content.end = End::Closed(closing);
                            break;
                        }
                    }
                    blanks = blanks.wrapping_add(usize::from(gap == Gap::Blank));
                    if blanks > MOST_BLANKS {
                        break;
                    }
                }
                let end = piece_end(text, at, close, limit);
                if end == at {
                    break;
                }
                if content.another.is_none() {
                    content.pieces.push(Piece { range: at..end, gap });
                }
                (at, gap) = (end, Gap::Blank);
            }
        }
    }
    content
}

/// Returns the end of the piece that begins at `start`: before white space, a bracket, or an escape sequence of a
/// terminal.
fn piece_end(text: &Text<'_>, start: usize, close: Close, limit: usize) -> usize {
    let mut at = start;
    while at < limit {
        match text.at(at) {
            None | Some(b'>') => break,
            Some(byte) if is_space(byte) || text.sets_colors(at) => break,
            Some(b'<') => match identifier(text, start, at) {
                Some(end) => at = end,
                None => break,
            },
            // Another one opens, so the first never closes.
            Some(0xe2)
                if close == Close::Chevron
                    && (close.is_at(text, at).is_some() || mark::opens_chevron(text, at)) =>
            {
                break;
            }
            Some(b'&') if close == Close::Entity => {
                if close.is_at(text, at).is_some() || text.reads(at, b"&lt;") {
                    break;
                }
                at = at.wrapping_add(1);
            }
            Some(_) => at = at.wrapping_add(1),
        }
    }
    at
}

/// Returns the end of the bracketed identifier at `open`, as in `news:<1994@host>`, which has message
/// identifiers with the brackets of the Message-ID header.
pub(crate) fn identifier(text: &Text<'_>, start: usize, open: usize) -> Option<usize> {
    let name = text.slice(start, open);
    if !name.eq_ignore_ascii_case(b"news:") && !name.eq_ignore_ascii_case(b"mailto:") {
        return None;
    }
    let inside = open.wrapping_add(1);
    let identifier =
        text.run(inside, LONGEST_IDENTIFIER, |byte| !is_space(byte) && !b"<>\"&".contains(&byte));
    let sign = identifier.iter().position(|byte| *byte == b'@')?;
    let close = inside.wrapping_add(identifier.len());
    let filled = sign > 0 && sign.wrapping_add(1) < identifier.len();
    (filled && text.at(close) == Some(b'>')).then_some(close.wrapping_add(1))
}

impl Content {
    /// Takes away what joins two URLs in one wrapper and belongs to neither: `and`, `or`, a comma.
    pub(crate) fn drop_conjunction(&mut self, text: &Text<'_>) {
        const WORDS: [&[u8]; 9] = [b"and", b"or", b"und", b"oder", b"et", b"ou", b"&", b"/", b"|"];
        while let [_, .., last] = self.pieces.as_slice() {
            let word = text.slice(last.range.start, last.range.end);
            let joins = WORDS.iter().any(|known| known.eq_ignore_ascii_case(word))
                || word.iter().all(|byte| b",;+".contains(byte));
            if !joins {
                break;
            }
            self.pieces.pop();
        }
        if let Some(last) = self.pieces.last_mut() {
            let bytes = text.slice(last.range.start, last.range.end);
            let marks = bytes.iter().rev().take_while(|byte| b",;".contains(byte)).count();
            if marks < bytes.len() {
                last.range.end = last.range.end.saturating_sub(marks);
            }
        }
    }

    /// Returns whether a control octet is in the URL.
    pub(crate) fn holds_control(&self, text: &Text<'_>) -> bool {
        self.pieces.iter().any(|piece| {
            text.slice(piece.range.start, piece.range.end).iter().any(u8::is_ascii_control)
        })
    }

    /// Returns where a blank amid a line would end the URL: the number of pieces before it.
    pub(crate) fn before_blank(&self) -> Option<usize> {
        self.pieces
            .iter()
            .skip(1)
            .position(|piece| piece.gap == Gap::Blank)
            .map(|i| i.wrapping_add(1))
    }
}

/// Returns whether a piece is a mere word or number of prose, such as no part of a path is likely to be.
pub(crate) fn is_word(text: &Text<'_>, piece: &Piece) -> bool {
    let bytes = text.slice(piece.range.start, piece.range.end);
    let letters = bytes.strip_suffix(b",").or(bytes.strip_suffix(b".")).unwrap_or(bytes);
    let bracket = |byte: &u8| matches!(byte, b'(' | b')' | b'\'' | b'-');
    letters.iter().all(|byte| byte.is_ascii_alphabetic() || bracket(byte))
}

/// Where the pieces of a wrapper that never closes end: without the punctuation of the sentence.
pub(crate) fn trim_last(text: &Text<'_>, pieces: &mut [Piece]) {
    if let Some(last) = pieces.last_mut() {
        let end = run::end(text, last.range.start, Opener::None, false).end.min(last.range.end);
        last.range.end = crate::trim::end(text, last.range.start, end, Opener::None);
    }
}
