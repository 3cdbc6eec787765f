//! What is counted.

use core::fmt;

use crate::{
    input::{Ending, Piece},
    line::Line,
    summary::Counts,
};

/// What a command finds of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Ok,
    /// Invalid, or refused.
    Bad,
}

/// Counts of lines. `ok + bad + skipped = lines`.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) lines: u64,
    pub(crate) ok: u64,
    pub(crate) bad: u64,
    pub(crate) empty: u64,
    pub(crate) too_long: u64,
    pub(crate) crlf: u64,
    pub(crate) unterminated: u64,
    pub(crate) boms: u64,
    pub(crate) not_utf8: u64,
    /// Lines whose password is hidden.
    pub(crate) hidden: u64,
    /// What a summary counts, where one is asked for.
    pub(crate) counts: Option<Box<Counts>>,
}

impl Tally {
    /// Counts a line as it came.
    pub(crate) fn piece(&mut self, piece: &Piece<'_>) {
        self.lines += 1;
        self.boms += u64::from(piece.bom);
        match piece.ending {
            Ending::CrLf => self.crlf += 1,
            Ending::None => self.unterminated += 1,
            Ending::Newline | Ending::Argument => {}
        }
    }

    /// The verdict on a line that was looked at. A URL is US-ASCII, so only bad lines are not UTF-8.
    pub(crate) fn verdict(&mut self, line: Line<'_>, ok: bool) -> Verdict {
        if ok {
            return Verdict::Ok;
        }
        self.not_utf8 += u64::from(line.text.is_none());
        Verdict::Bad
    }

    /// Lines that were not looked at.
    pub(crate) const fn skipped(&self) -> u64 {
        self.empty + self.too_long
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.lines += other.lines;
        self.ok += other.ok;
        self.bad += other.bad;
        self.empty += other.empty;
        self.too_long += other.too_long;
        self.crlf += other.crlf;
        self.unterminated += other.unterminated;
        self.boms += other.boms;
        self.not_utf8 += other.not_utf8;
        self.hidden += other.hidden;
        match (&mut self.counts, other.counts) {
            (Some(mine), Some(theirs)) => mine.add(*theirs),
            (mine, theirs) => *mine = mine.take().or(theirs),
        }
    }
}

/// `12 lines = 9 ok + 2 bad + 1 skipped (1 empty)`, and what else there is to remark.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = if self.lines == 1 { "line" } else { "lines" };
        write!(f, "{} {lines} = {} ok + {} bad", self.lines, self.ok, self.bad)?;
        write!(f, " + {} skipped", self.skipped())?;
        remarks(f, " (", ")", &[(self.empty, "empty"), (self.too_long, "too long")])?;
        let others = [
            (self.not_utf8, "not UTF-8"),
            (self.crlf, "ended by CR LF"),
            (self.boms, "after a byte order mark"),
            (self.unterminated, "without an end of line"),
        ];
        remarks(f, "; ", "", &others)
    }
}

fn remarks(
    f: &mut fmt::Formatter<'_>,
    open: &str,
    close: &str,
    counts: &[(u64, &str)],
) -> fmt::Result {
    let mut separator = open;
    for (count, words) in counts.iter().filter(|(count, _)| *count > 0) {
        write!(f, "{separator}{count} {words}")?;
        separator = ", ";
    }
    if separator == open { Ok(()) } else { f.write_str(close) }
}
