//! Text in columns: its width, and lines that are not wider than the page.

use alloc::{
    borrow::ToOwned as _,
    format,
    string::{String, ToString as _},
    vec,
    vec::Vec,
};

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};
use url1738::{Redacted, Span};

use crate::{LabelledPart, Sanitized};

/// Returns the columns of a text in a monospaced font. Chinese and Japanese characters take two.
///
/// ```
/// assert_eq!(url1738_picture::width("a\u{65e5}"), 3);
/// ```
#[must_use]
pub fn width(text: &str) -> usize {
    text.width()
}

/// Returns the first characters of a text that fit in `room` columns, at least one, and the rest.
pub(crate) fn split(text: &str, room: usize) -> (&str, &str) {
    let mut columns = 0;
    for (at, found) in text.char_indices() {
        columns += found.width().unwrap_or(0);
        // Without a character in each line, lines of a narrow room would never end.
        if columns > room && at > 0 {
            return text.split_at(at);
        }
    }
    (text, "")
}

/// Returns a text as divided at the columns of parts, with the number of its part for each piece: that of an empty part is empty.
pub(crate) fn pieces(
    text: &str,
    parts: impl Iterator<Item = ((usize, usize), usize)>,
) -> Vec<(&str, Option<usize>)> {
    let bounds = parts.flat_map(|((start, end), number)| [(start, None), (end, Some(number))]);
    let (mut at, mut rest, mut pieces) = (0, text, Vec::new());
    for (bound, part) in bounds.chain([(usize::MAX, None)]) {
        let (piece, tail) = if bound > at { split(rest, bound - at) } else { ("", rest) };
        (at, rest) = (at + width(piece), tail);
        // The text between two parts is a piece, too, as `://` is.
        if part.is_some() || !piece.is_empty() {
            pieces.push((piece, part));
        }
    }
    pieces
}

/// Breaks a text into lines of at most `room` columns, at spaces if there are any in the second half of the line.
///
/// ```
/// assert_eq!(url1738_picture::wrap("one two three", 8), ["one two", "three"]);
/// ```
#[must_use]
pub fn wrap(text: &str, room: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = text;
    loop {
        let (head, tail) = split(rest, room);
        if tail.is_empty() {
            lines.push(head.to_owned());
            return lines;
        }
        // A space that does not fit ends a full line, and is not in the head: `one two three` at 7 columns breaks before it.
        let space = if tail.starts_with(' ') { Some(head.len()) } else { head.rfind(' ') };
        // A break at an early space leaves most of the line empty: what follows is one long word, such as a URL.
        let space = space.filter(|at| width(&head[..*at]) > room / 2);
        let (head, tail) = rest.split_at(space.unwrap_or(head.len()));
        lines.push(head.trim_end_matches(' ').to_owned());
        rest = tail.trim_start_matches(' ');
        if rest.is_empty() {
            return lines;
        }
    }
}

/// Returns a text of at most `most` columns: a longer one ends in `...`.
pub(crate) fn shorten(text: String, most: usize) -> String {
    // No character has more columns than bytes, so a short text need not be measured.
    if text.len() <= most || width(&text) <= most {
        return text;
    }
    format!("{}{DOTS}", split(&text, most - DOTS.len()).0)
}

/// The longest text of a part that is drawn, in columns.
pub(crate) const MAX_TEXT: usize = 400;

/// Written in place of text that is left out.
pub(crate) const DOTS: &str = "...";

/// Returns the `first` and the `last` of the items that `visit` passes on, and which are between them.
pub(crate) fn ends<T>(
    first: usize,
    last: usize,
    visit: impl FnOnce(&mut dyn FnMut(T)),
) -> (Vec<T>, Skipped) {
    let (mut kept, mut count) = (Vec::new(), 0);
    visit(&mut |item| {
        kept.push(item);
        if kept.len() > first + last {
            // The oldest of the last items makes room. A sequence may have a million items, and only the few last ones move:
            // with room for 30 and 10, the 41st item ends the list, and the 31st leaves it.
            kept.remove(first);
            count += 1;
        }
    });
    let skipped = Skipped { at: first.min(kept.len()), count };
    (kept, skipped)
}

/// The items of a long list that are not shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Skipped {
    /// The index before which they are left out.
    pub at: usize,
    /// Their number; 0 if all items are shown.
    pub count: usize,
}

impl Skipped {
    /// Returns the row in place of the items before `index`, if they are left out there. `what` names one item.
    ///
    /// ```
    /// use url1738::{Lints, Url};
    /// use url1738_picture::Picture;
    ///
    /// let text = format!("ftp://host.dom/{}", "a/".repeat(100));
    /// let picture = Picture::of_url(&Url::parse(&text)?, Lints::default(), false);
    /// assert_eq!(picture.parts.len(), 40);
    /// assert_eq!(picture.skipped.row(30, "part").unwrap(), "... 63 more parts ...");
    /// assert_eq!(picture.skipped.row(29, "part"), None);
    /// # Ok::<(), url1738::Error>(())
    /// ```
    #[must_use]
    pub fn row(self, index: usize, what: &str) -> Option<String> {
        let plural = if self.count == 1 { "" } else { "s" };
        (self.count > 0 && self.at == index)
            .then(|| format!("{DOTS} {} more {what}{plural} {DOTS}", self.count))
    }
}

/// A part in a row of the line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark<'p> {
    pub(crate) part: &'p LabelledPart,
    /// Its columns in the row.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Whether the part begins in this row, so that it is numbered here.
    pub(crate) is_numbered: bool,
}

/// A row of the line with the marks of its parts, and the rows of their numbers.
#[derive(Debug)]
pub(crate) struct MarkedRow<'p> {
    pub(crate) text: &'p str,
    pub(crate) marks: Vec<Mark<'p>>,
    pub(crate) numbers: Vec<Vec<(usize, String)>>,
}

/// Breaks a line into rows of at most `room` columns, at least one. No number of a part is past the column `edge`.
pub(crate) fn marked_rows<'p>(
    line: &'p str,
    parts: &'p [LabelledPart],
    room: usize,
    edge: usize,
) -> Vec<MarkedRow<'p>> {
    let mut rows = Vec::new();
    let (mut start, mut rest) = (0, line);
    loop {
        let (text, tail) = split(rest, room);
        let (end, is_last) = (start + width(text), tail.is_empty());
        let mark = |part: &'p LabelledPart| {
            let (first, past) = part.columns?;
            // An empty part has no column. Between two rows it is drawn in the second, and only once: in rows of ten
            // columns, one at column 10 begins the second row, if there is one.
            let is_here = if first == past {
                start <= first && (first < end || is_last)
            } else {
                first < end && past > start
            };
            let inside = |column: usize| column.clamp(start, end) - start;
            // A part that goes on in the next row is numbered where it begins, so that each number is there once.
            let is_numbered = start <= first;
            is_here.then(|| Mark { part, start: inside(first), end: inside(past), is_numbered })
        };
        let marks: Vec<Mark<'p>> = parts.iter().filter_map(mark).collect();
        let numbered = marks.iter().filter(|mark| mark.is_numbered).map(|mark| {
            // A number of two digits may not fit at the right edge.
            let digits = mark.part.number.to_string().len();
            (mark.start.min(edge - digits), mark.part.number)
        });
        let numbers = number_rows(numbered);
        rows.push(MarkedRow { text, marks, numbers });
        if is_last {
            return rows;
        }
        (start, rest) = (end, tail);
    }
}

/// The numbers of parts below a line: rows of columns and numbers, such that no two numbers touch.
fn number_rows(starts: impl IntoIterator<Item = (usize, usize)>) -> Vec<Vec<(usize, String)>> {
    let mut rows: Vec<(usize, Vec<(usize, String)>)> = Vec::new();
    for (column, number) in starts {
        let number = number.to_string();
        // Two numbers without a space between them would be read as one.
        // Parts at the columns 0, 1 and 5 have the numbers `1    3` in the first row, and ` 2` in the second.
        let end = column + number.len() + 1;
        match rows.iter_mut().find(|(free, _)| *free <= column) {
            Some((free, row)) => {
                *free = end;
                row.push((column, number));
            }
            None => rows.push((end, vec![(column, number)])),
        }
    }
    rows.into_iter().map(|(_, row)| row).collect()
}

// A line may have a megabyte, and a picture has to fit on a page. Its start and what is around the error say most.
/// The longest text that is drawn whole, in bytes.
const MAX_WHOLE: usize = 2000;
/// How many bytes of a longer text are drawn at its start and at its end.
const HEAD: usize = 1200;
const TAIL: usize = 300;
/// How many bytes before and after an error are drawn.
const AROUND: usize = 400;

/// The pieces of a line that are drawn, each as a span of the line.
#[derive(Debug)]
pub(crate) struct Window<'r, 'a> {
    pub(crate) line: &'r Redacted<'a>,
    pieces: Vec<Span>,
}

impl<'r, 'a> Window<'r, 'a> {
    /// Returns the line, or its start and its end if it is long.
    pub(crate) fn of_url(line: &'r Redacted<'a>) -> Self {
        let len = line.bytes().len();
        Self::cut(line, &[(0, HEAD), (len.saturating_sub(TAIL), len)])
    }

    /// Returns the line, or its start and the text around an error if it is long.
    pub(crate) fn around(line: &'r Redacted<'a>, error: Span) -> Self {
        let at = error.start as usize;
        Self::cut(line, &[(0, AROUND), (at.saturating_sub(AROUND), at + AROUND)])
    }

    fn cut(line: &'r Redacted<'a>, ranges: &[(usize, usize)]) -> Self {
        let bytes = line.bytes();
        let whole = [(0, bytes.len())];
        let ranges = if bytes.len() <= MAX_WHOLE { &whole[..] } else { ranges };
        let mut pieces: Vec<Span> = Vec::new();
        for (start, end) in ranges {
            let end = after_character(bytes, (*end).min(bytes.len()));
            let span = Span::from(*start..end);
            // Pieces that touch are one: dots are only where text is left out.
            match pieces.last_mut() {
                Some(last) if last.end >= span.start => last.end = span.end.max(last.end),
                _ => pieces.push(span),
            }
        }
        Self { line, pieces }
    }

    /// Returns a piece of the line as it may be shown.
    pub(crate) fn shown(&self, span: Span) -> String {
        Sanitized::new(self.line.slice(span)).to_string()
    }

    /// Returns the pieces with dots in place of the text between them.
    pub(crate) fn text(&self) -> String {
        let pieces: Vec<String> = self.pieces.iter().map(|piece| self.shown(*piece)).collect();
        let is_cut =
            self.pieces.last().is_some_and(|last| last.range().end < self.line.bytes().len());
        format!("{}{}", pieces.join(DOTS), if is_cut { DOTS } else { "" })
    }

    /// Returns the first column of a span in the text and the one after its last, or `None` if the span is left out.
    pub(crate) fn columns(&self, span: Span) -> Option<(usize, usize)> {
        // A column is not a byte: `***` is shown for a password of any length, `\x1B` for an escape, and a character of
        // Chinese takes two. So what is before a part is measured as it is shown.
        let columns = |span| width(&self.shown(span));
        let (mut before, mut found) = (0, None);
        for piece in &self.pieces {
            let inside = span.start.max(piece.start)..span.end.min(piece.end);
            let is_here = inside.start < inside.end
                || span.is_empty() && piece.start <= span.start && span.start <= piece.end;
            if is_here {
                let mut start = before + columns(Span::new(piece.start, inside.start));
                let end = before + columns(Span::new(piece.start, inside.end));
                // A combining mark is drawn over the character before it.
                if start == end && !span.is_empty() {
                    start = start.saturating_sub(1);
                }
                found = Some((found.map_or(start, |(first, _)| first), end.max(start)));
            }
            before += columns(*piece) + DOTS.len();
        }
        found
    }
}

/// Returns the next place at or after one that is not inside a character. Text before an error is US-ASCII, so only an end can
/// be.
fn after_character(bytes: &[u8], at: usize) -> usize {
    let is_inside = |byte: &&u8| (0x80..0xC0).contains(*byte);
    at + bytes.iter().skip(at).take(3).take_while(is_inside).count()
}
