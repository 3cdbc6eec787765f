//! The piece of a text in which URLs are still to be found: where its lines begin, and what they say.

use std::io::{self, Write};

use url1738::{Error, Redacted, Span};
use url1738_context::Found;

use super::record::secret;
use crate::{
    line::{Line, Origin},
    report::Report,
    session::Session,
};

/// The end of what has been read of a text.
#[derive(Debug)]
pub(super) struct Window {
    bytes: Vec<u8>,
    /// How many bytes came before.
    base: usize,
    /// Places are asked for in ascending order: the number of the line that begins at `line_start` ...
    line: u64,
    line_start: usize,
    /// ... which was counted up to here.
    counted: usize,
}

impl Default for Window {
    fn default() -> Self {
        Self { bytes: Vec::new(), base: 0, line: 1, line_start: 0, counted: 0 }
    }
}

impl Window {
    pub(super) fn push(&mut self, chunk: &[u8]) {
        self.bytes.extend_from_slice(chunk);
    }

    /// Forgets all but the last `held` bytes.
    pub(super) fn keep(&mut self, held: usize) {
        let gone = self.bytes.len().saturating_sub(held);
        self.count_to(self.base + gone);
        self.bytes.drain(..gone);
        self.base += gone;
    }

    /// Line and column of a byte, both from 1.
    pub(super) fn place(&mut self, at: usize) -> (u64, usize) {
        self.count_to(at);
        (self.line, at.saturating_sub(self.line_start) + 1)
    }

    fn count_to(&mut self, at: usize) {
        if at <= self.counted {
            return;
        }
        let from = self.counted - self.base;
        let new = self.bytes.get(from..at - self.base).unwrap_or_default();
        for end in memchr::memchr_iter(b'\n', new) {
            self.line += 1;
            self.line_start = self.counted + end + 1;
        }
        self.counted = at;
    }

    /// Writes the report on a bad URL under the line of the text that is wrong.
    pub(super) fn report(
        &self,
        found: &Found<'_>,
        error: &Error,
        origin: &Origin,
        session: &Session,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let wrong = found.origin_of(error.span().range());
        let secret = found.origin_of(secret(found, session).range());
        let start = self.bytes.get(..wrong.start.saturating_sub(self.base)).unwrap_or_default();
        let line_start = memchr::memrchr(b'\n', start).map_or(0, |end| end + 1);
        let rest = self.bytes.get(line_start..).unwrap_or_default();
        let line = rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let before = start.get(..line_start).unwrap_or_default();
        let number = self.number_of(self.base + before.len());
        // The place in the line of a place in the text.
        let within = |at: usize| {
            let inside = at.saturating_sub(self.base + line_start).min(line.len());
            u32::try_from(inside).unwrap_or(u32::MAX)
        };
        let in_line =
            |range: core::ops::Range<usize>| Span::new(within(range.start), within(range.end));
        Report::error(error).marking(in_line(wrong)).write(
            Line::single(number, line, origin),
            &Redacted::hiding(line, in_line(secret)),
            &session.palette,
            out,
        )
    }

    /// The number of the line that begins at `at`, which lies near the last place asked for.
    fn number_of(&self, at: usize) -> u64 {
        let (low, high) = (at.min(self.counted), at.max(self.counted));
        let between = self.bytes.get(low - self.base..high - self.base).unwrap_or_default();
        let lines = memchr::memchr_iter(b'\n', between).count() as u64;
        if at >= self.counted { self.line + lines } else { self.line - lines }
    }
}
