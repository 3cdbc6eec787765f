//! Text in columns: its width, and lines that are not wider than the page.

#![allow(
    clippy::arithmetic_side_effects,
    reason = "columns and numbers of items, which are fewer than the bytes of a text"
)]

use alloc::{
    borrow::ToOwned as _,
    collections::VecDeque,
    format,
    string::{String, ToString as _},
    vec,
    vec::Vec,
};

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// Returns the columns of a text in a monospaced font. Chinese and Japanese characters take two.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// Returns the first characters of a text that fit in `room` columns, at least one, and the rest.
pub(crate) fn split(text: &str, room: usize) -> (&str, &str) {
    let mut columns = 0;
    for (at, found) in text.char_indices() {
        columns += found.width().unwrap_or(0);
        if columns > room && at > 0 {
            return text.split_at(at);
        }
    }
    (text, "")
}

/// Breaks a text into lines of at most `room` columns, at spaces if there are any in the second half of the line.
pub(crate) fn wrap(text: &str, room: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = text;
    loop {
        let (head, tail) = split(rest, room);
        if tail.is_empty() {
            lines.push(head.to_owned());
            return lines;
        }
        let space = if tail.starts_with(' ') { Some(head.len()) } else { head.rfind(' ') };
        let space = space.filter(|at| width(head.split_at(*at).0) > room / 2);
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
    if text.len() <= most || width(&text) <= most {
        return text;
    }
    format!("{}{DOTS}", split(&text, most - DOTS.len()).0)
}

/// Written in place of text that is left out.
pub(crate) const DOTS: &str = "...";

/// Collects the first and the last items of a long sequence, and counts the items between them.
#[derive(Debug)]
pub(crate) struct Ends<T> {
    first: usize,
    last: usize,
    kept: Vec<T>,
    late: VecDeque<T>,
    skipped: usize,
}

impl<T> Ends<T> {
    /// Keeps the `first` and the `last` items of a sequence.
    pub(crate) fn new(first: usize, last: usize) -> Self {
        Self { first, last, kept: Vec::new(), late: VecDeque::new(), skipped: 0 }
    }

    pub(crate) fn push(&mut self, item: T) {
        if self.kept.len() < self.first {
            return self.kept.push(item);
        }
        self.late.push_back(item);
        if self.late.len() > self.last {
            self.late.pop_front();
            self.skipped += 1;
        }
    }

    /// Returns the items that were kept, and which were not.
    pub(crate) fn finish(mut self) -> (Vec<T>, Skipped) {
        let skipped = Skipped { at: self.kept.len(), count: self.skipped };
        self.kept.extend(self.late);
        (self.kept, skipped)
    }
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

/// A row of a line that is broken at the edge of the page: its text, and its columns in the line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<'t> {
    pub(crate) text: &'t str,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) is_last: bool,
}

/// Breaks a line into rows of at most `room` columns, at least one.
pub(crate) fn rows(line: &str, room: usize) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    let (mut start, mut rest) = (0, line);
    loop {
        let (text, tail) = split(rest, room);
        let end = start + width(text);
        rows.push(Row { text, start, end, is_last: tail.is_empty() });
        (start, rest) = (end, tail);
        if rest.is_empty() {
            return rows;
        }
    }
}

impl Row<'_> {
    /// Returns the columns of a part within the row, or `None` if it is in other rows. An empty part at the end of a row is in
    /// the next one.
    pub(crate) fn clip(self, (start, end): (usize, usize)) -> Option<(usize, usize)> {
        let is_here = if start == end {
            self.start <= start && (start < self.end || self.is_last)
        } else {
            start < self.end && end > self.start
        };
        let inside = |column: usize| column.clamp(self.start, self.end) - self.start;
        is_here.then(|| (inside(start), inside(end)))
    }
}

/// The numbers of parts below a line: rows of columns and numbers, such that no two numbers touch.
pub(crate) fn number_rows(
    starts: impl IntoIterator<Item = (usize, usize)>,
) -> Vec<Vec<(usize, String)>> {
    let mut rows: Vec<(usize, Vec<(usize, String)>)> = Vec::new();
    for (column, number) in starts {
        let number = number.to_string();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_not_wider_than_the_room() {
        for text in [
            "",
            "a",
            "one two three four",
            &"x".repeat(100),
            "a \u{65e5}\u{672c} b",
            " a ",
            "a    ",
        ] {
            for room in 2..30 {
                let lines = wrap(text, room);
                assert!(lines.iter().all(|line| width(line) <= room), "{text} {room}: {lines:?}");
                let letters = |text: &str| text.replace(' ', "");
                assert_eq!(letters(&lines.concat()), letters(text));
            }
        }
        assert_eq!(wrap("one two three four", 9), ["one two", "three", "four"]);
    }

    #[test]
    fn a_character_that_does_not_fit_is_taken_alone() {
        assert_eq!(split("\u{65e5}x", 1), ("\u{65e5}", "x"));
        assert_eq!(split("ab", 0), ("a", "b"));
        assert_eq!(split("", 1), ("", ""));
    }

    #[test]
    fn the_ends_of_a_list_are_kept() {
        let ends = |len: usize| {
            let mut ends = Ends::new(3, 2);
            (0..len).for_each(|item| ends.push(item));
            let (kept, skipped) = ends.finish();
            (kept, skipped.at, skipped.count)
        };
        assert_eq!(ends(2), (vec![0, 1], 2, 0));
        assert_eq!(ends(5), (vec![0, 1, 2, 3, 4], 3, 0));
        assert_eq!(ends(8), (vec![0, 1, 2, 6, 7], 3, 3));
    }

    #[test]
    fn numbers_do_not_touch() {
        let rows = number_rows([(0, 9), (2, 10), (4, 11), (5, 12)]);
        let shown = |row: &Vec<(usize, String)>| {
            row.iter().map(|(at, n)| format!("{at}:{n}")).collect::<Vec<_>>()
        };
        assert_eq!(
            rows.iter().map(shown).collect::<Vec<_>>(),
            [vec!["0:9", "2:10", "5:12"], vec!["4:11"]]
        );
    }
}
