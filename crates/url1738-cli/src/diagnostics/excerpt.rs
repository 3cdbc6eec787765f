//! The piece of a line that a report shows: a line may have megabytes.

use core::ops::Range;

use url1738::{Redacted, Span};

use super::sanitized::{Sanitized, is_safe};
use crate::line::common;

/// The most bytes before and after the mark that are looked at: four for each column of a wide terminal.
const REACH: usize = 4 * 1024;

const DOTS: &str = "...";

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

/// Returns the text around a span of a line in `room` columns, and the bytes of the span in it. After the mark there is room
/// for a label, so that no line is wrapped. `cut` says whether the line is a piece of a longer one.
pub(super) fn around(
    line: &Redacted<'_>,
    marked: Span,
    cut: Option<Cut>,
    room: usize,
    label: usize,
) -> (String, Range<usize>) {
    let bytes = line.bytes();
    let at = (marked.start as usize).min(bytes.len());
    let marked_end = (marked.end as usize).clamp(at, bytes.len());
    let cells = Cell::around(bytes, at);
    let (before, after) = cells.split_at(cells.partition_point(|cell| cell.start < at));
    let is_marked = |cell: &&Cell| cell.start < marked_end;
    let (is_cut_before, is_cut_after) = cut.map_or((false, false), |cut| (cut.before, cut.after));
    let label = label.min(room / 2) + 1;
    // A long mark is shown in part, but not without its first character.
    let first = after.first().map_or(0, |cell| cell.width);
    let most = (room.saturating_sub(label + 2 * DOTS.len()) / 2).max(first);
    let (mark_width, mark_end) =
        fitting(after.iter().take_while(is_marked), most).unwrap_or((0, at));
    let columns = |cells: &[Cell]| cells.iter().map(|cell| cell.width).sum::<usize>();
    let dots = DOTS.len() * (usize::from(is_cut_before) + usize::from(is_cut_after));
    let is_whole = cells.iter().map(|cell| cell.len).sum::<usize>() == bytes.len()
        && columns(&cells) + dots <= room
        && columns(before) + dots + mark_width + label <= room
        && mark_end >= marked_end;
    let (mut start, mut end) = (0, bytes.len());
    if !is_whole {
        let budget = room.saturating_sub(2 * DOTS.len());
        let room_before = budget.saturating_sub(mark_width + label);
        let mut left = 0;
        let fits = |cell: &&Cell| {
            left += cell.width;
            left <= room_before
        };
        start = before.iter().rev().take_while(fits).last().map_or(at, |cell| cell.start);
        let shown = cells.iter().skip_while(|cell| cell.start < start);
        end = fitting(shown, budget).map_or(start, |(_, end)| end);
    }
    let shown = |start: usize, end: usize| {
        Sanitized::masked(line.slice(Span::from(start..end.max(start)))).to_string()
    };
    let head = if start > 0 || is_cut_before { DOTS } else { "" };
    let tail = if end < bytes.len() || is_cut_after { DOTS } else { "" };
    let from = head.len() + shown(start, at).len();
    let to = head.len() + shown(start, mark_end.min(end)).len();
    (format!("{head}{}{tail}", shown(start, end)), from..to.max(from))
}

/// Returns the columns of the first cells that fit in `room`, and where the last of them ends.
fn fitting<'c>(cells: impl Iterator<Item = &'c Cell>, room: usize) -> Option<(usize, usize)> {
    let ends = cells.scan(0, |columns, cell| {
        *columns += cell.width;
        Some((*columns, cell.start + cell.len))
    });
    ends.take_while(|(columns, _)| *columns <= room).last()
}

/// Returns the piece of a repaired URL that differs from the text, with what is around it, in at most `room` columns. All of
/// it if it fits.
pub(super) fn changed(text: &[u8], url: &str, room: usize) -> String {
    if url.len() <= room {
        return url.to_owned();
    }
    let room = room.saturating_sub(2 * DOTS.len());
    let bytes = url.as_bytes();
    let (first, after) = common(text, bytes);
    let changed = bytes.len() - after - first;
    // What is around the changes is divided evenly, unless it ends before.
    let around = room.saturating_sub(changed) / 2;
    let start = first.saturating_sub(around).min(bytes.len().saturating_sub(room));
    let end = (start + room).min(bytes.len());
    let head = if start > 0 { DOTS } else { "" };
    let tail = if end < bytes.len() { DOTS } else { "" };
    // INVARIANT: a URL is US-ASCII, and both places are in it.
    format!("{head}{}{tail}", &url[start..end])
}

/// A character as it is shown, or a byte that is not UTF-8.
#[derive(Clone, Copy, Debug)]
struct Cell {
    start: usize,
    len: usize,
    /// The columns that it takes.
    width: usize,
}

impl Cell {
    /// Returns the characters around a place, at most as many as a report may show.
    fn around(bytes: &[u8], at: usize) -> Vec<Self> {
        let is_inside = |at: usize| bytes.get(at).is_some_and(|byte| (0x80..0xC0).contains(byte));
        let mut start = at.saturating_sub(REACH);
        let mut end = bytes.len().min(at + REACH);
        // No character is cut.
        for _ in 0..3 {
            start += usize::from(start > 0 && start < at && is_inside(start));
            end -= usize::from(end > at && is_inside(end));
        }
        let mut cells = Vec::new();
        let (near, _) = bytes.split_at(end);
        for chunk in near.split_at(start).1.utf8_chunks() {
            for found in chunk.valid().chars() {
                cells.push(Self { start, len: found.len_utf8(), width: width(found) });
                start += found.len_utf8();
            }
            for _ in chunk.invalid() {
                cells.push(Self { start, len: 1, width: "\\xHH".len() });
                start += 1;
            }
        }
        cells
    }
}

/// Returns the columns of a character as it is shown. Characters from Hangul on, which include those of Chinese and
/// Japanese, may take two.
fn width(found: char) -> usize {
    match found {
        ' '..='~' => 1,
        _ if !is_safe(found) && found.is_ascii() => "\\xHH".len(),
        _ if !is_safe(found) => format!("\\u{{{:X}}}", u32::from(found)).len(),
        '\u{1100}'.. => 2,
        _ => 1,
    }
}
