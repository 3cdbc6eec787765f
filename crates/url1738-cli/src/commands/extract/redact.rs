//! `extract --redact`: texts with their secrets masked, and nothing else changed.

use core::ops::Range;
use std::io::{self, BufRead, Write};

use url1738::syntax::MASK;
use url1738_context::{Finder, Match};

use super::{
    record::MaskedMatch,
    search::Unsearched,
    secrets::{goes_on, secrets_of, slice},
};
use crate::{diagnostics::Passwords, exit, pipeline::content::filled};

/// The longest run of a text without a line break that is judged as a whole.
const LONGEST: usize = 1024 * 1024;

/// Copies a text, with `***` in place of each secret. Returns the number of secrets.
pub(super) fn copy(input: &mut dyn BufRead, out: &mut dyn Write) -> Result<u64, Unsearched> {
    let mut finder = Finder::new();
    let mut text = Text::default();
    let mut masked = 0;
    loop {
        let chunk = filled(input).map_err(Unsearched::Read)?;
        let len = chunk.len();
        if len == 0 {
            break;
        }
        text.held.extend_from_slice(chunk);
        finder.push(chunk).for_each(|found| text.add(&found));
        input.consume(len);
        // A URL that is not found yet may begin in what the finder holds.
        let known = text.held.len() - finder.held().min(text.held.len());
        if let Some(end) = text.last_end(known) {
            masked += text.write(end, out).map_err(exit::Error::from)?;
        }
    }
    finder.finish().for_each(|found| text.add(&found));
    masked += text.write(text.held.len(), out).map_err(exit::Error::from)?;
    Ok(masked)
}

/// The text that was read and not written.
#[derive(Default)]
struct Text {
    held: Vec<u8>,
    /// The offset of its first byte.
    start: usize,
    /// The offset before which everything is written, or masked.
    written: usize,
    /// The secrets that are known from there on.
    secrets: Vec<Range<usize>>,
}

impl Text {
    /// Adds the secrets of a URL that is broken across lines, in which a line alone shows none.
    fn add(&mut self, found: &Match<'_>) {
        if found.is_joined() {
            let masked = MaskedMatch::of(&found.url, found.fragment.as_deref(), Passwords::Mask);
            self.secrets.extend(masked.places(found));
        }
    }

    /// Returns how much of the text can be written, if its URLs are known up to there.
    fn last_end(&self, known: usize) -> Option<usize> {
        let (known, rest) = self.held.split_at(known);
        let Some(newline) = memchr::memrchr(b'\n', known) else {
            return (known.len() > LONGEST).then_some(known.len());
        };
        let end = newline + 1;
        let line = memchr::memrchr(b'\n', slice(known, 0..newline)).map_or(0, |end| end + 1);
        // A password may go on on the next line.
        let is_open = !rest.contains(&b'\n') && goes_on(slice(known, line..end));
        Some(if is_open { line } else { end }).filter(|end| *end > 0)
    }

    /// Writes the first `len` bytes. Returns the number of their secrets.
    fn write(&mut self, len: usize, out: &mut dyn Write) -> io::Result<u64> {
        let (start, end) = (self.start, self.start + len);
        let found = secrets_of(&self.held).into_iter();
        self.secrets.extend(found.map(|it| start + it.start..start + it.end));
        self.secrets.sort_unstable_by_key(|secret| secret.start);
        let rest = self.held.split_off(len);
        let text = core::mem::replace(&mut self.held, rest);
        let mut count = 0;
        for secret in self.secrets.extract_if(.., |secret| secret.start < end) {
            // One that overlaps the last is part of it.
            if secret.start >= self.written {
                out.write_all(slice(&text, self.written - start..secret.start - start))?;
                out.write_all(MASK.as_bytes())?;
                count += 1;
            }
            self.written = self.written.max(secret.end);
        }
        out.write_all(slice(&text, (self.written - start).min(len)..len))?;
        self.written = self.written.max(end);
        self.start = end;
        Ok(count)
    }
}
