//! Counts of lines.

use core::{fmt, time::Duration};
use std::io::{IsTerminal as _, stderr, stdout};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::{exit::Outcome, line::Line, rows::BOM};

/// The verdict of a command on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Valid,
    /// Invalid, or refused.
    Invalid,
    /// Invalid, but not reported.
    Ignored,
    /// Not written, because it has a password.
    Withheld,
}

/// The counts of a command besides those of lines. Each chunk is counted alone, and its counts are added to those of all.
pub(crate) trait Counter: Default + Send {
    /// Adds the counts of a chunk.
    fn merge(&mut self, other: Self);
}

impl Counter for () {
    fn merge(&mut self, (): ()) {}
}

/// Declares counts, and how others are added to them.
macro_rules! counts {
    ($(#[$about:meta])* $name:ident { $($(#[$of_field:meta])* $field:ident,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default)]
        pub(crate) struct $name { $($(#[$of_field])* pub(crate) $field: u64,)* }

        impl $name {
            /// Adds other counts.
            pub(crate) fn add(&mut self, other: &Self) {
                $(self.$field += other.$field;)*
            }
        }
    };
}

counts! {
    /// Counts of lines, where `ok + bad + skipped = lines`, or of URLs if there are texts.
    LineCounts {
        lines,
        texts,
        ok,
        bad,
        empty,
        too_long,
        /// Lines without a URL, or without what is asked for. They are bad, too.
        lacking,
        /// Invalid lines that are not reported.
        ignored,
        crlf,
        unterminated,
        boms,
        not_utf8,
        /// Lines with passwords that were masked or withheld.
        masked,
        /// Errors and lints, whether shown or not.
        reports,
        lints,
        /// Lints that fail the run.
        denied,
        /// Invalid lines that `fix` would repair, and those that it would repair with `--unsafe`, if the command counts them.
        fixable,
        needs_unsafe,
        /// Valid lines that were repaired.
        fixed,
        /// Lines that were left out, or left as they are, because of their passwords. They have no other verdict.
        withheld,
        /// Hidden entries of folders, and files in them that are not texts.
        hidden,
        binary,
    }
}

/// The counts of lines and those of the command, of a chunk or of a run.
#[derive(Debug, Default)]
pub(crate) struct Stats<C = ()> {
    pub(crate) lines: LineCounts,
    pub(crate) counter: C,
    /// Whether reading an input failed.
    pub(crate) read_failed: bool,
    /// Whether there are lines of files. Arguments are few enough to be counted by eye.
    pub(crate) has_files: bool,
}

impl<C> Stats<C> {
    pub(crate) fn count_verdict(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Valid => self.lines.ok += 1,
            Verdict::Invalid => self.lines.bad += 1,
            Verdict::Ignored => self.lines.ignored += 1,
            Verdict::Withheld => self.lines.withheld += 1,
        }
    }

    /// Returns the verdict on a line that was processed. Valid lines are US-ASCII, so only invalid ones are checked for
    /// UTF-8.
    pub(crate) fn verdict(&mut self, line: Line<'_>, ok: bool) -> Verdict {
        if ok {
            return Verdict::Valid;
        }
        self.lines.not_utf8 += u64::from(line.text.is_none());
        Verdict::Invalid
    }

    /// Returns the outcome of a run.
    pub(crate) const fn outcome(&self) -> Outcome {
        if self.read_failed {
            Outcome::ReadFailed
        } else if self.lines.lacking > 0 {
            Outcome::Lacking
        } else if self.lines.fails() {
            Outcome::Invalid
        } else {
            Outcome::Valid
        }
    }
}

impl<C: Counter> Stats<C> {
    /// Adds other counts.
    pub(crate) fn merge(&mut self, other: Self) {
        self.lines.add(&other.lines);
        self.counter.merge(other.counter);
        self.read_failed |= other.read_failed;
    }
}

impl LineCounts {
    /// Splits a line of a file into its byte order mark, its text and its ending, each of which may be empty, and counts what is
    /// remarkable of them.
    #[inline]
    pub(crate) fn split<'l>(&mut self, raw: &'l [u8], is_first: bool) -> [&'l [u8]; 3] {
        // A byte order mark belongs to the file, not to the line.
        let mark = if is_first && raw.starts_with(BOM) { BOM.len() } else { 0 };
        let (mark, rest) = raw.split_at(mark);
        let text = rest.strip_suffix(b"\n").unwrap_or(rest);
        // A CR before the LF or the end of the file belongs to the line ending.
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        let (text, ending) = rest.split_at(text.len());
        self.boms += u64::from(!mark.is_empty());
        self.crlf += u64::from(ending == b"\r\n");
        self.unterminated += u64::from(!ending.ends_with(b"\n"));
        [mark, text, ending]
    }

    /// Returns the number of lines that have no verdict.
    pub(crate) const fn skipped(&self) -> u64 {
        self.empty + self.too_long + self.ignored
    }

    /// Returns whether a line fails the run.
    pub(crate) const fn fails(&self) -> bool {
        self.bad > 0 || self.too_long > 0 || self.denied > 0
    }

    /// Returns the counts with the verdicts of a command in place of `ok` and `bad`.
    pub(crate) fn with_verdicts(&self, verdicts: &[(u64, &str)]) -> String {
        let unit = if self.texts > 0 { "URL" } else { "line" };
        let plural = if self.lines == 1 { "" } else { "s" };
        let verdicts = verdicts.iter().map(|(count, words)| format!("{count} {words} + "));
        let skipped =
            [(self.empty, "empty"), (self.too_long, "too long"), (self.ignored, "ignored")];
        let [warnings, denied] = self.findings();
        let others = [
            warnings,
            denied,
            (self.not_utf8, "not UTF-8"),
            (self.crlf, "ended by CR LF"),
            (self.boms, "after a byte order mark"),
            (self.unterminated, "without a line ending"),
            (self.fixable, "fixable with `fix`"),
            (self.needs_unsafe, "fixable with `fix --unsafe`"),
        ];
        let (skipped_for, others) = (remarks(" (", ")", &skipped), remarks("; ", "", &others));
        let (all, verdicts, skipped) = (self.lines, verdicts.collect::<String>(), self.skipped());
        format!("{all} {unit}{plural} = {verdicts}{skipped} skipped{skipped_for}{others}")
    }

    /// Returns `4 URLs = 3 ok + 1 bad` for texts, and the other counts if there are any.
    pub(crate) fn of_urls(&self) -> String {
        let Self { ok, bad, ignored, hidden, binary, .. } = *self;
        let all = ok + bad + ignored;
        let urls = if all == 1 { "URL" } else { "URLs" };
        let ignored = remarks(" + ", "", &[(ignored, "ignored")]);
        let findings = remarks("; ", "", &self.findings());
        let skipped = [(hidden, "hidden"), (binary, "binary")];
        let skipped = remarks("skipped in folders: ", "\n", &skipped);
        format!("{all} {urls} = {ok} ok + {bad} bad{ignored}{findings}\n{skipped}")
    }

    /// Returns the counts of lints that are reported and of those that fail the run, with their words.
    fn findings(&self) -> [(u64, &'static str); 2] {
        let (warnings, denied) = (self.lints - self.denied, self.denied);
        [
            (warnings, if warnings == 1 { "warning" } else { "warnings" }),
            (denied, if denied == 1 { "denied lint" } else { "denied lints" }),
        ]
    }
}

/// Writes `12 lines = 9 ok + 2 bad + 1 skipped (1 empty)`, and remarks on encoding and line endings.
impl fmt::Display for LineCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_verdicts(&[(self.ok, "ok"), (self.bad, "bad")]))
    }
}

/// Returns the counts that are not zero after `open`, with commas between them.
fn remarks(open: &str, close: &str, counts: &[(u64, &str)]) -> String {
    let shown = counts.iter().filter(|(count, _)| *count > 0);
    let shown: Vec<_> = shown.map(|(count, words)| format!("{count} {words}")).collect();
    if shown.is_empty() { String::new() } else { [open, &shown.join(", "), close].concat() }
}

/// The template of a bar whose length is known.
pub(crate) const BAR: &str = "{bar:40} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left";

/// The progress of reading.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    /// Hidden for a second. It must be suspended while something else is written, and is cleared with the last copy.
    pub(super) bar: ProgressBar,
    /// Whether the bar appears. It never does if it would be mixed with the output or go to a file.
    is_wanted: bool,
}

impl Progress {
    /// Creates a hidden bar for `total` bytes, if that is known. It is not asked for if the bar never appears.
    pub(crate) fn new(wanted: bool, total: impl FnOnce() -> Option<u64>) -> Self {
        let is_wanted = wanted && stderr().is_terminal() && !stdout().is_terminal();
        let bar = ProgressBar::hidden();
        let total = if is_wanted { total() } else { None };
        total.into_iter().for_each(|total| bar.set_length(total));
        let style = total.and_then(|_| ProgressStyle::with_template(BAR).ok());
        bar.set_style(style.unwrap_or_else(ProgressStyle::default_spinner));
        Self { bar, is_wanted }
    }

    /// Adds to the bytes that have been read.
    pub(crate) fn advance(&self, bytes: usize) {
        self.bar.inc(bytes as u64);
        if self.is_wanted && self.bar.is_hidden() && self.bar.elapsed() >= Duration::from_secs(1) {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}
