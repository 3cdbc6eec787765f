//! `extract --redact`: texts with their secrets masked, and nothing else changed.

use std::io::{self, BufRead, Write};

use url1738::{Redacted, syntax::MASK};
use url1738_context::{Finder, Match};

use super::search::Unsearched;
use crate::{exit, pipeline::content::filled};

/// The longest run of a text without a line break that is judged as a whole.
const LONGEST: usize = 1024 * 1024;

/// A [`Redacted`] text lists a few secrets exactly. So many are taken from it before the rest is searched again.
const FEW: usize = 4;

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
        let (known, _) = text.held.split_at(known);
        let end = match memchr::memrchr(b'\n', known) {
            Some(newline) => newline + 1,
            None if known.len() > LONGEST => known.len(),
            None => continue,
        };
        masked += text.write(end, out).map_err(exit::Error::from)?;
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
    /// The offsets of the secrets of URLs that are broken across lines, in which a line alone shows none.
    secrets: Vec<(usize, usize)>,
}

impl Text {
    fn add(&mut self, found: &Match<'_>) {
        if !found.is_joined() {
            return;
        }
        let masked = Redacted::new(found.url.as_bytes());
        for secret in masked.secrets() {
            let place = found.origin_of(secret.range());
            self.secrets.push((place.start, place.end));
        }
    }

    /// Writes the first `len` bytes. Returns the number of their secrets.
    fn write(&mut self, len: usize, out: &mut dyn Write) -> io::Result<u64> {
        let rest = self.held.split_off(len);
        let text = core::mem::replace(&mut self.held, rest);
        let end = self.start + text.len();
        let mut secrets: Vec<(usize, usize)> =
            self.secrets.extract_if(.., |(start, _)| *start < end).collect();
        let mut at = self.start;
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            secrets_of(line, at, &mut secrets);
            at += line.len();
        }
        secrets.sort_unstable();
        let (mut written, mut count) = (self.start, 0);
        for (start, end) in secrets {
            // One that overlaps the last is part of it.
            if start >= written {
                out.write_all(slice(&text, written - self.start, start - self.start))?;
                out.write_all(MASK.as_bytes())?;
                count += 1;
            }
            written = written.max(end);
        }
        out.write_all(slice(&text, written - self.start, text.len()))?;
        self.start = end;
        Ok(count)
    }
}

/// Adds the secrets of a line that begins at `at`.
fn secrets_of(line: &[u8], mut at: usize, secrets: &mut Vec<(usize, usize)>) {
    let mut rest = line;
    loop {
        let found = Redacted::of_text(rest);
        let few = found.secrets().get(..FEW).unwrap_or(found.secrets());
        secrets.extend(few.iter().map(|it| (at + it.range().start, at + it.range().end)));
        match few.last() {
            Some(last) if few.len() == FEW => {
                let end = last.range().end;
                (rest, at) = (slice(rest, end, rest.len()), at + end);
            }
            _ => return,
        }
    }
}

/// Returns the bytes between two places, the second of which may be beyond the end.
fn slice(text: &[u8], start: usize, end: usize) -> &[u8] {
    let end = end.min(text.len());
    text.get(start.min(end)..end).unwrap_or_default()
}
