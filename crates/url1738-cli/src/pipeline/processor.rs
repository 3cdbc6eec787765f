//! The interface between commands and the pipeline, and the longest lines that commands accept.

use super::{
    sink::Output,
    stats::{Stats, Verdict},
};
use crate::{exit, line::Line};

/// A command that works line by line, and counts `C` besides lines.
pub(crate) trait LineProcessor<C = ()>: Sync {
    /// Processes a line that is not empty, and writes its record.
    fn line(
        &self,
        line: Line<'_>,
        stats: &mut Stats<C>,
        out: &mut Output<'_>,
    ) -> exit::Result<Verdict>;

    /// Called for a line that is empty, in place of [`line`](Self::line).
    fn empty_line(
        &self,
        _line: Line<'_>,
        _stats: &mut Stats<C>,
        _out: &mut Output<'_>,
    ) -> exit::Result<()> {
        Ok(())
    }

    /// Returns the length of the longest line that the command accepts, in bytes. A command whose output is as long as
    /// the line accepts shorter ones, so that the whole program stays below 64 MiB.
    fn max_len(&self) -> usize {
        MAX_LINE
    }

    /// Returns whether the command makes something as long as the line. If so, long lines are processed one at a time on
    /// one thread: an allocator keeps, for each thread, the memory that a long line took.
    fn rewrites(&self) -> bool {
        self.max_len() <= MAX_REWRITTEN
    }

    /// Returns whether the lines of a chunk may be processed in any order, because the command writes nothing.
    fn in_any_order(&self) -> bool {
        false
    }
}

/// The length of the longest line that is held. With it, and with what 64 workers hold besides, the program stays below
/// 64 MiB. Longer lines are skipped, since any of them could go on for a gigabyte.
pub(crate) const MAX_LINE: usize = 48 * 1024 * 1024;

/// Like [`MAX_LINE`], but for commands that also hold the counts of a summary, which take up to 36 MiB.
pub(crate) const MAX_COUNTED: usize = 8 * 1024 * 1024;

/// Like [`MAX_LINE`], but for commands that hold the line and what they make of it.
pub(crate) const MAX_REWRITTEN: usize = 2 * 1024 * 1024;

/// Like [`MAX_LINE`], but for commands that hold many records and what they are sorted by.
pub(crate) const MAX_SORTED: usize = 64 * 1024;
