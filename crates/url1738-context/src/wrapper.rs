//! URLs in angle brackets: all between `<URL:`, or `<`, and the bracket that closes it.

use alloc::vec::Vec;

use crate::{
    class::{ends_line, is_listed, is_space, plain_run},
    front::{BLANKS, Bracket, Front, Opener},
    lines::{self, Margin},
    matched::{Ambiguity, Form, Match},
    pieces::{Gap, Piece},
    run, scheme,
    text::{Text, count_back},
    trim,
};

/// How far a wrapper may reach: one that has not closed after 2 KiB never does.
const LONGEST: usize = 2 * 1024;
/// How many spaces within lines a wrapped URL may contain. More are prose after a bracket that never closes.
const MOST_BLANKS: usize = 8;
/// How long a message identifier in its own brackets may be (`news:<1994@host>`).
const LONGEST_IDENTIFIER: usize = 256;
/// Words that join two URLs in one wrapper and belong to neither.
const CONJUNCTIONS: &str = "and or und oder et ou & / |";

/// Where a search goes on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Next {
    /// The offset of the first byte that is not used. A wrapper is used as a whole, whatever the URLs in it are.
    pub(crate) at: usize,
    /// A wrapper that contains another URL.
    pub(crate) open: Option<OpenWrapper>,
}

/// A wrapper with a URL in it that has not been returned yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenWrapper {
    /// The offset of that URL.
    pub(crate) from: usize,
    pub(crate) bracket: Bracket,
    pub(crate) form: Form,
}

/// Returns the offset of a wrapper's content: after white space, a line break included.
pub(crate) fn content_start(text: &Text<'_>, after: usize) -> usize {
    let at = text.skip_blanks(after, BLANKS);
    let next = || lines::next(text, at, Margin::of_line(text, after));
    if text.is(at, ends_line) { next().unwrap_or(at) } else { at }
}

/// Returns the URL that begins at `start` in a wrapper, if the wrapper closes. `quote` is a quotation mark between bracket and
/// URL.
pub(crate) fn wrapped<'t>(
    text: &Text<'t>,
    start: usize,
    front: Front,
    quote: Option<u8>,
    next: &mut Next,
) -> Option<Match<'t>> {
    let bracket = front.bracket?;
    let form = if front.prefixed { Form::Wrapped } else { Form::Angle };
    // `<URL:"http://h/">` has two pairs of marks, and the inner one is not part of the URL either.
    let mut content = read(text, start, bracket, None);
    if let Some(Piece { range, .. }) = content.pieces.last_mut() {
        let quoted = quote.is_some() && text.before(range.end) == quote && range.len() > 1;
        // Writers of Markdown escape the brackets: `\<http://h.dom/a\>`.
        let ends = |at| text.before(at) == Some(b'\\');
        range.end -= usize::from(quoted || ends(front.whole) && ends(range.end));
    }
    match content.end {
        End::Closed(at) => {
            let open = content.another.map(|from| OpenWrapper { from, bracket, form });
            let end = open.is_none().then_some(at);
            let found = of_content(text, content, form, front.whole, end)?;
            *next = Next { at, open };
            Some(found)
        }
        // It never closes; still the lines of a URL and nothing else are up to the blank line. A control character in them
        // is something else: without a bracket after it, it ends the URL.
        End::Blank
            if content.pieces.len() > 1
                && content.before_blank().is_none()
                && !content.has_control(text) =>
        {
            let form = if front.prefixed { Form::Prefixed } else { Form::Bare };
            let last = &mut content.pieces.last_mut()?.range;
            let end = run::end(text, last.start, Opener::None, false).end.min(last.end);
            last.end = trim::end(text, last.start, end, Opener::None);
            next.at = last.end;
            Some(Match::of_pieces(text, &content.pieces, form, front.whole..next.at))
        }
        _ => None,
    }
}

/// Returns the next URL in a wrapper that contains several.
pub(crate) fn next_url<'t>(
    text: &Text<'t>,
    open: OpenWrapper,
    next: &mut Next,
) -> Option<Match<'t>> {
    let prefix = if text.reads(open.from, b"URL:") { 4 } else { 0 };
    let start = text.skip_blanks(open.from + prefix, BLANKS);
    let content = read(text, start, open.bracket, Some(next.at));
    next.open = content.another.map(|from| OpenWrapper { from, ..open });
    let end = next.open.is_none().then_some(next.at);
    of_content(text, content, open.form, open.from, end)
}

/// Returns the URL that the content of a wrapper makes. `end` is the end of the wrapper, unless it contains another one.
fn of_content<'t>(
    text: &Text<'t>,
    mut content: Content,
    form: Form,
    whole: usize,
    end: Option<usize>,
) -> Option<Match<'t>> {
    if end.is_none() {
        content.drop_conjunction(text);
    }
    let last = content.pieces.last()?.range.end;
    let whole = whole..end.unwrap_or(last);
    let pieces = content.pieces.as_slice();
    let Some(count) = content.before_blank() else {
        return Some(Match::of_pieces(text, pieces, form, whole));
    };
    let (head, rest) = pieces.split_at(count);
    // `<ftp://h/my file.txt>` has a blank in a name, `<ftp://h/motd for more>` words after it.
    // Without `URL:` it takes more than a word to make a blank part of a URL.
    // `<http://h/ our page of 2010>`, as Haddock writes links, has a label.
    let bytes = |piece: &Piece| text.bytes_in(&piece.range);
    let goes_on = rest.last().is_some_and(|last| trim::is_path(bytes(last)))
        || rest.iter().any(|piece| bytes(piece).iter().any(|byte| b"#%=".contains(byte)));
    let address = |piece: &Piece| bytes(piece).contains(&b'@');
    let is_label = |piece: &Piece| {
        !goes_on && is_word(text, piece) || address(piece) && head.iter().any(address)
    };
    let labels = form == Form::Angle && rest.iter().any(is_label);
    let (taken, other, ambiguity) = match labels {
        true => (head, pieces, Ambiguity::BlankIgnored),
        false => (pieces, head, Ambiguity::EndsAtBlank),
    };
    let found = Match::of_pieces(text, taken, form, whole).or(text, other, ambiguity);
    Some(found.or_encoded(text, pieces))
}

/// The content of a wrapper, read from the first URL in it.
#[derive(Debug)]
struct Content {
    /// The pieces of that URL.
    pieces: Vec<Piece>,
    /// The offset of a second URL.
    another: Option<usize>,
    end: End,
}

/// How the content of a wrapper ends.
#[derive(Clone, Copy, Debug)]
enum End {
    /// By the closing bracket, which ends here.
    Closed(usize),
    /// It does not close before a blank line or the end of the text.
    Blank,
    /// It does not close: another bracket opens, or it is too long, or no text.
    Open,
}

/// Reads the content of a wrapper from the URL at `from` on, which is the first in it or a later one.
///
/// If it is known where the wrapper `closes`, only the first URL is of interest.
fn read(text: &Text<'_>, from: usize, bracket: Bracket, closes: Option<usize>) -> Content {
    let limit = closes.unwrap_or(from + LONGEST);
    let mut content = Content { pieces: Vec::new(), another: None, end: End::Open };
    let mut margin = None;
    let (mut at, mut gap, mut blanks) = (from, Gap::Line, 0);
    while at < limit {
        if let Some(end) = bracket.closes_at(text, at) {
            content.end = End::Closed(end);
            break;
        }
        match text.at(at) {
            None => {
                content.end = End::Blank;
                break;
            }
            Some(byte) if ends_line(byte) => {
                let margin = *margin.get_or_insert_with(|| Margin::of_line(text, from));
                let value = if at > from { lines::continued(text, at - 1) } else { None };
                let Some(next) = value.or_else(|| lines::next(text, at, margin)) else {
                    content.end = End::Blank;
                    break;
                };
                // A backslash at the end of a line says that the line goes on, and so may a quotation mark.
                if let Some(Piece { range, .. }) = content.pieces.last_mut() {
                    let goes_on = value.is_some() || text.before(at) == Some(b'\\');
                    range.end -= usize::from(goes_on && range.end == at);
                }
                (at, gap) = (next, Gap::Line);
            }
            Some(byte) if is_space(byte) => at += 1,
            Some(_) => {
                if !content.pieces.is_empty() && content.another.is_none() {
                    if scheme::begins(text, at) {
                        content.another = Some(at);
                        if closes.is_some() {
                            break;
                        }
                    }
                    // A `<` of prose, as in `if a <http://h/ then`, is followed by words without end.
                    blanks += usize::from(gap == Gap::Blank);
                    if blanks > MOST_BLANKS {
                        break;
                    }
                }
                let start = at;
                // `<http://h.dom/a\-b>` of roff is `http://h.dom/a-b`.
                let mut next = Some((gap, at));
                while let Some((gap, from)) = next {
                    at = piece_end(text, from, bracket, limit);
                    next = Gap::of_backslash(text, at, false);
                    if content.another.is_none() && (at > start || next.is_some()) {
                        content.pieces.push(Piece { range: from..at, gap });
                    }
                }
                if at == start {
                    break;
                }
                gap = Gap::Blank;
            }
        }
    }
    content
}

/// Returns the end of the piece that begins at `start`: before white space, a bracket, or an escape sequence of a terminal.
fn piece_end(text: &Text<'_>, start: usize, bracket: Bracket, limit: usize) -> usize {
    let mut at = start;
    while at < limit {
        at += plain_run(text.slice(at, limit.min(text.len())));
        match text.at(at) {
            None | Some(b'>') => break,
            Some(byte) if is_space(byte) || text.sets_colors(at) => break,
            Some(b'\\') if Gap::of_backslash(text, at, false).is_some() => break,
            Some(b'<') => match identifier(text, start, at) {
                Some(end) => at = end,
                None => break,
            },
            // If another one opens, the first never closes.
            Some(b'&' | 0xe2)
                if bracket != Bracket::Angle
                    && (bracket.closes_at(text, at).is_some() || bracket.opens_at(text, at)) =>
            {
                break;
            }
            Some(_) => at += 1,
        }
    }
    at
}

/// Returns the end of the bracketed identifier at `open`, as in `news:<1994@host>`, which has message identifiers with the
/// brackets of the Message-ID header.
pub(crate) fn identifier(text: &Text<'_>, start: usize, open: usize) -> Option<usize> {
    if !is_listed(text.slice(start, open), "news: mailto:") {
        return None;
    }
    let inside = open + 1;
    let belongs = |byte| !is_space(byte) && !b"<>\"&".contains(&byte);
    let identifier = text.run(inside, LONGEST_IDENTIFIER, belongs);
    let sign = identifier.iter().position(|byte| *byte == b'@')?;
    let close = inside + identifier.len();
    let filled = sign > 0 && sign + 1 < identifier.len();
    (filled && text.at(close) == Some(b'>')).then_some(close + 1)
}

impl Content {
    /// Takes away the word or comma that joins two URLs in one wrapper.
    fn drop_conjunction(&mut self, text: &Text<'_>) {
        // `<URL:http://a/ and http://b/>`: the pieces of the first URL are `http://a/` and `and`.
        while let [_, .., last] = self.pieces.as_slice() {
            if !matches!(last.gap, Gap::Blank | Gap::Line) {
                break;
            }
            let word = text.bytes_in(&last.range);
            if !is_listed(word, CONJUNCTIONS) && !word.iter().all(|byte| b",;+".contains(byte)) {
                break;
            }
            self.pieces.pop();
        }
        if let Some(Piece { range, .. }) = self.pieces.last_mut() {
            let marks = count_back(text.bytes_in(range), |byte| b",;".contains(&byte));
            if marks < range.len() {
                range.end -= marks;
            }
        }
    }

    /// Returns whether a control character is in the URL.
    fn has_control(&self, text: &Text<'_>) -> bool {
        self.pieces.iter().any(|piece| text.bytes_in(&piece.range).iter().any(u8::is_ascii_control))
    }

    /// Returns where a blank within a line would end the URL: the number of pieces before it.
    fn before_blank(&self) -> Option<usize> {
        let later = self.pieces.iter().enumerate().skip(1);
        later.filter(|(_, piece)| piece.gap == Gap::Blank).map(|(index, _)| index).next()
    }
}

/// Returns whether a piece is a mere word or number of prose, such as no part of a path is likely to be.
fn is_word(text: &Text<'_>, piece: &Piece) -> bool {
    let bytes = text.bytes_in(&piece.range);
    let letters = bytes.strip_suffix(b",").or(bytes.strip_suffix(b".")).unwrap_or(bytes);
    letters.iter().all(|byte| byte.is_ascii_alphabetic() || b"()'\"-&!:".contains(byte))
}
