//! `extract --redact`: texts with their secrets masked, and nothing else changed.

use core::ops::Range;
use std::io::{self, Write as _};

use url1738::syntax::MASK;
use url1738_context::Match;

use super::{
    search::Found,
    secrets::{goes_on, secrets_of, slice},
    window::TextWindow,
};
use crate::{exit, line::Origin};

/// The longest run of a text without a line break that is judged as a whole.
const LONGEST: usize = 1024 * 1024;

/// Copies a text, with `***` in place of each secret.
#[derive(Default)]
pub(super) struct Redactor {
    /// The offset before which everything is written.
    start: usize,
    /// The offset before which everything is written, or masked.
    written: usize,
    /// The number of secrets.
    pub(super) masked: u64,
}

impl Found for Redactor {
    fn found(&mut self, _: &Match<'_>, _: &TextWindow, _: &Origin) -> exit::Result<()> {
        Ok(())
    }

    fn flush(&mut self, window: &TextWindow, known: usize) -> exit::Result<usize> {
        let (text, broken) = window.rest(self.start);
        let len = match window.has_ended() {
            true => text.len(),
            false => writable(text, known.saturating_sub(self.start)),
        };
        let (start, end) = (self.start, self.start + len);
        let shown = secrets_of(text).into_iter().map(|it| start + it.start..start + it.end);
        let mut secrets: Vec<Range<usize>> = shown.chain(broken.iter().cloned()).collect();
        secrets.sort_unstable_by_key(|secret| secret.start);
        let mut out = io::stdout().lock();
        let is_first = start == 0 && (len > 0 || window.has_ended());
        if is_first && window.span_in_file(&(0..0)).start > 0 {
            // The byte order mark is not in the text.
            out.write_all("\u{feff}".as_bytes())?;
        }
        for secret in secrets.into_iter().take_while(|secret| secret.start < end) {
            // One that overlaps the last is part of it.
            if secret.start >= self.written {
                out.write_all(slice(text, self.written - start..secret.start - start))?;
                out.write_all(MASK.as_bytes())?;
                self.masked += 1;
            }
            self.written = self.written.max(secret.end);
        }
        out.write_all(slice(text, (self.written - start).min(len)..len))?;
        self.written = self.written.max(end);
        self.start = end;
        Ok(end)
    }
}

/// Returns how much of a text can be written, if its URLs are known up to there.
fn writable(text: &[u8], known: usize) -> usize {
    let (known, rest) = text.split_at(known.min(text.len()));
    let Some(newline) = memchr::memrchr(b'\n', known) else {
        return if known.len() > LONGEST { known.len() } else { 0 };
    };
    let end = newline + 1;
    let line = memchr::memrchr(b'\n', slice(known, 0..newline)).map_or(0, |end| end + 1);
    // A password may go on on the next line.
    let is_open = !rest.contains(&b'\n') && goes_on(slice(known, line..end));
    if is_open { line } else { end }
}
