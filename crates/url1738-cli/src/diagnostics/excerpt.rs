//! The piece of a line that a report shows: a line may have megabytes.

use core::ops::Range;

use url1738::{Redacted, Span};
use url1738_picture::width;

use super::sanitized::Sanitized;
use crate::line::common;

/// The bytes before and after the mark that are looked at, for each column: the most that a character takes.
const REACH: usize = 4;

const DOTS: &str = "...";

/// The place of a piece of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    /// The column of the marked span in the line, in bytes from 1.
    pub(crate) column: usize,
    /// The same in characters.
    pub(crate) char_column: usize,
    /// Whether the line has more text before the piece and after it, or may have.
    pub(crate) is_piece: bool,
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
    let reach = REACH * room;
    let edges = edges(bytes, at, reach);
    let columns = |at| edges.iter().rfind(|edge| edge.0 <= at).map_or(0, |edge| edge.1);
    let last_within = |room| edges.iter().rfind(|edge| edge.1 <= room).map_or(at, |edge| edge.0);
    let (before, all) = (columns(at), columns(bytes.len()));
    let is_cut = cut.is_some_and(|cut| cut.is_piece);
    let label = label.min(room / 2) + 1;
    // A long mark is shown in part, but not without its first character.
    let first = edges.iter().find(|edge| edge.0 > at).map_or(0, |edge| edge.1 - before);
    let most = (room.saturating_sub(label + 2 * DOTS.len()) / 2).max(first);
    let mark_end = last_within(before + most).min(marked_end);
    let to_label = columns(mark_end) + label;
    let dots = if is_cut { 2 * DOTS.len() } else { 0 };
    let is_near = bytes.len() <= last_within(all) && at <= reach;
    let (mut start, mut end) = (0, bytes.len());
    if !is_near || all.max(to_label) + dots > room || mark_end < marked_end {
        let room = room.saturating_sub(2 * DOTS.len());
        start =
            edges.iter().find(|edge| edge.1 + room >= to_label).map_or(at, |edge| edge.0).min(at);
        end = last_within(columns(start) + room).max(start);
    }
    let shown = |start: usize, end: usize| {
        Sanitized::masked(line.slice(Span::from(start..end.max(start)))).to_string()
    };
    let head = if start > 0 || is_cut { DOTS } else { "" };
    let tail = if end < bytes.len() || is_cut { DOTS } else { "" };
    let from = head.len() + shown(start, at).len();
    let to = head.len() + shown(start, mark_end.min(end)).len();
    (format!("{head}{}{tail}", shown(start, end)), from..to.max(from))
}

/// Returns where the characters around a place begin and end, in so many bytes before and after it, and how many columns are
/// before each of these places. A byte that is not UTF-8 is a character.
fn edges(bytes: &[u8], at: usize, reach: usize) -> Vec<(usize, usize)> {
    let is_inside = |at: usize| bytes.get(at).is_some_and(|byte| (0x80..0xC0).contains(byte));
    let (mut start, mut end) = (at.saturating_sub(reach), bytes.len().min(at + reach));
    // No character is cut.
    for _ in 0..3 {
        start += usize::from(start > 0 && start < at && is_inside(start));
        end -= usize::from(end > at && is_inside(end));
    }
    let mut edges = vec![(start, 0)];
    let (near, _) = bytes.split_at(end);
    for chunk in near.split_at(start).1.utf8_chunks() {
        let valid = chunk.valid().split_inclusive(|_: char| true).map(str::as_bytes);
        for found in valid.chain(chunk.invalid().chunks(1)) {
            let (start, columns) = edges.last().copied().unwrap_or_default();
            let width = match found {
                [b' '..=b'~'] => 1,
                _ => width(&Sanitized::new(found).to_string()),
            };
            edges.push((start + found.len(), columns + width));
        }
    }
    edges
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
