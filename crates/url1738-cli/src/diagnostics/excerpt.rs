//! The piece of a line that a report shows: a line may have megabytes.

use core::ops::Range;

use url1738::{Redacted, Span};

use super::sanitized::{Sanitized, is_safe};

/// How many bytes on each side of the start of the marked span are kept of a text that is read in pieces.
pub(crate) const SIDE: usize = 60;

/// The width for the renderer. It is larger than an excerpt and its margin, so that the renderer never cuts.
pub(super) const TERM_WIDTH: usize = 400;

/// The place of a piece of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    /// The column of the marked span in the line, in bytes from 1.
    pub(crate) column: usize,
    /// The same in characters.
    pub(crate) char_column: usize,
    /// Whether the line has more text before the piece.
    pub(crate) before: bool,
    /// Whether the line has more text after the piece.
    pub(crate) after: bool,
}

/// The text around the marked span.
#[derive(Clone, Copy, Debug)]
pub(super) struct Excerpt<'a> {
    pub(super) line: &'a Redacted<'a>,
    pub(super) marked: Span,
    pub(super) cut: Option<Cut>,
}

impl Excerpt<'_> {
    /// Returns the text to show in `room` columns, and the bytes of the marked span in it. After the mark there is room
    /// for a label, so that no line is wrapped.
    pub(super) fn text(self, room: usize, label: usize) -> (String, Range<usize>) {
        let bytes = self.line.bytes();
        let at = (self.marked.start as usize).min(bytes.len());
        let cells = Cells::around(bytes, at);
        let (cut_before, cut_after) = self.cut.map_or((false, false), |it| (it.before, it.after));
        let first = cells.list.partition_point(|cell| cell.start < at);
        let marked = cells.list.iter().skip(first);
        let marked = marked.take_while(|cell| cell.start < self.marked.end as usize);
        let label = label.min(room / 2) + 1;
        // A long mark is shown in part.
        let most = room.saturating_sub(label + 2 * DOTS.len()) / 2;
        let (mut mark_width, mut mark_end) = (0, at);
        for cell in marked {
            if mark_width > 0 && mark_width + cell.width > most {
                break;
            }
            (mark_width, mark_end) = (mark_width + cell.width, cell.start + cell.len);
        }
        let before: usize = cells.list.iter().take(first).map(|cell| cell.width).sum();
        let all: usize = cells.list.iter().map(|cell| cell.width).sum();
        let dots = DOTS.len() * (usize::from(cut_before) + usize::from(cut_after));
        let whole_mark = mark_end >= (self.marked.end as usize).min(bytes.len());
        let fits = cells.is_whole(bytes)
            && all + dots <= room
            && before + dots + mark_width + label <= room
            && whole_mark;
        let (mut start, mut end) = (0, bytes.len());
        if !fits {
            let budget = room.saturating_sub(2 * DOTS.len());
            let mut left = budget.saturating_sub(mark_width + label);
            start = at;
            for cell in cells.list.iter().take(first).rev() {
                if cell.width > left {
                    break;
                }
                (left, start) = (left - cell.width, cell.start);
            }
            let mut left = budget;
            end = start;
            for cell in cells.list.iter().filter(|cell| cell.start >= start) {
                if cell.width > left {
                    break;
                }
                (left, end) = (left - cell.width, cell.start + cell.len);
            }
        }
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let shown = |start: usize, end: usize| {
            let span = Span::new(offset(start), offset(end.max(start)));
            Sanitized::masked(self.line.slice(span)).to_string()
        };
        let head = if start > 0 || cut_before { DOTS } else { "" };
        let tail = if end < bytes.len() || cut_after { DOTS } else { "" };
        let from = head.len() + shown(start, at).len();
        let to = head.len() + shown(start, mark_end.min(end)).len();
        (format!("{head}{}{tail}", shown(start, end)), from..to.max(from))
    }
}

/// Returns the piece of a repaired URL that differs from the text, with what is around it, in at most `room` columns. All of
/// it if it fits.
pub(super) fn changed(text: &[u8], url: &str, room: usize) -> String {
    if url.len() <= room {
        return url.to_owned();
    }
    let room = room.saturating_sub(2 * DOTS.len());
    let bytes = url.as_bytes();
    let same = |pair: &(&u8, &u8)| pair.0 == pair.1;
    let first = text.iter().zip(bytes).take_while(same).count();
    let most = text.len().min(bytes.len()) - first;
    let after = text.iter().rev().zip(bytes.iter().rev()).take(most).take_while(same).count();
    let changed = bytes.len() - after - first;
    // What is around the changes is divided evenly, unless it ends before.
    let around = room.saturating_sub(changed) / 2;
    let start = first.saturating_sub(around).min(bytes.len().saturating_sub(room));
    let end = (start + room).min(bytes.len());
    let head = if start > 0 { DOTS } else { "" };
    let tail = if end < bytes.len() { DOTS } else { "" };
    // A URL is US-ASCII.
    format!("{head}{}{tail}", url.get(start..end).unwrap_or_default())
}

const DOTS: &str = "...";

/// A character as it is shown, or a byte that is not UTF-8.
#[derive(Clone, Copy, Debug)]
struct Cell {
    start: usize,
    len: usize,
    /// The columns that it takes.
    width: usize,
}

/// The characters around a place, at most as many as a report may show.
#[derive(Debug)]
struct Cells {
    list: Vec<Cell>,
}

impl Cells {
    /// The most bytes before and after the place: four for each column of a wide terminal.
    const REACH: usize = 4 * 1024;

    fn around(bytes: &[u8], at: usize) -> Self {
        let is_inside = |at: usize| bytes.get(at).is_some_and(|byte| (0x80..0xC0).contains(byte));
        let mut start = at.saturating_sub(Self::REACH);
        let mut end = bytes.len().min(at + Self::REACH);
        // No character is cut.
        for _ in 0..3 {
            start += usize::from(start > 0 && start < at && is_inside(start));
            end -= usize::from(end > at && is_inside(end));
        }
        let mut list = Vec::new();
        for chunk in bytes.get(start..end).unwrap_or_default().utf8_chunks() {
            for found in chunk.valid().chars() {
                let len = found.len_utf8();
                list.push(Cell { start, len, width: width(found) });
                start += len;
            }
            for _ in chunk.invalid() {
                list.push(Cell { start, len: 1, width: "\\xHH".len() });
                start += 1;
            }
        }
        Self { list }
    }

    /// Returns whether these are all characters of the text.
    fn is_whole(&self, bytes: &[u8]) -> bool {
        self.list.iter().map(|cell| cell.len).sum::<usize>() == bytes.len()
    }
}

/// Returns the columns of a character as it is shown. Characters from Hangul on, which include those of Chinese and
/// Japanese, may take two.
pub(super) fn width(found: char) -> usize {
    match found {
        ' '..='~' => 1,
        _ if !is_safe(found) && found.is_ascii() => "\\xHH".len(),
        _ if !is_safe(found) => format!("\\u{{{:X}}}", u32::from(found)).len(),
        '\u{1100}'.. => 2,
        _ => 1,
    }
}
