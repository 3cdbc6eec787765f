//! The piece of a text in which URLs are still to be found: where its lines begin, and what they say.

use core::ops::Range;
use std::io::{self, Write};

use url1738::{Error, Redacted, Span};
use url1738_context::{Found, find};

use super::record::{Masked, span};
use crate::{
    line::{Line, Origin},
    report::{Cut, Report},
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
    /// Where the secrets of broken URLs are: a line alone does not show that a piece of one is a secret.
    secrets: Vec<Range<usize>>,
    /// Whether nothing follows what has been read.
    ended: bool,
}

impl Default for Window {
    fn default() -> Self {
        Self {
            bytes: Vec::new(),
            base: 0,
            line: 1,
            line_start: 0,
            counted: 0,
            secrets: Vec::new(),
            ended: false,
        }
    }
}

/// How far from what is shown the rest of a word is looked for. A line may have megabytes, and a report on each of its
/// URLs must not read all of it.
const FAR: usize = 4096;
/// A password may hold a space: how far from its word [`Redacted::of_text`] looks for the `@`, and some more.
const NEAR: usize = 80;
/// How far after what is shown a URL is looked for that begins in it.
const AHEAD: usize = 256;
/// How far from what is wrong a report shows a line: a few bytes more are shown where the line ends with them.
const SIDE: usize = Report::SIDE + 8;

impl Window {
    pub(super) fn push(&mut self, chunk: &[u8]) {
        self.bytes.extend_from_slice(chunk);
    }

    /// Says that nothing follows.
    pub(super) fn end(&mut self) {
        self.ended = true;
    }

    /// Forgets all but the last `held` bytes.
    pub(super) fn keep(&mut self, held: usize) {
        let gone = self.bytes.len().saturating_sub(held);
        self.count_to(self.base + gone);
        self.bytes.drain(..gone);
        self.base += gone;
        self.secrets.retain(|secret| secret.end > self.base);
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

    /// The secrets of a URL that show only with the text after it, in bytes of the URL: a password with a space in it
    /// ends the URL, and an `@` follows on the line, or may.
    pub(super) fn divided_secrets(&self, found: &Found<'_>) -> Vec<Span> {
        if found.is_joined() {
            return Vec::new();
        }
        let len = found.span.len();
        let text = self.bytes.get(found.span.start.saturating_sub(self.base)..).unwrap_or_default();
        let text = text.get(..len + NEAR).unwrap_or(text);
        let after = text.get(len..).unwrap_or_default();
        let known =
            after.len() == NEAR || self.ended || memchr::memchr2(b'\n', b'\r', after).is_some();
        let mut secrets = Vec::new();
        if after.contains(&b'@') {
            secrets.extend_from_slice(Redacted::of_text(text).secrets());
        }
        if !known {
            let password = text.get(..len).and_then(open_login);
            secrets.extend(password.map(|from| span(from, len)));
        }
        secrets.retain(|secret| (secret.start as usize) < len);
        secrets
    }

    /// Notes the secrets of a URL that the text breaks: another URL on one of its lines may be reported.
    pub(super) fn note(&mut self, found: &Found<'_>, masked: &Masked<'_>) {
        if found.is_joined() {
            self.secrets.extend(masked.places(found));
        }
    }

    /// Writes the report on a bad URL under the line of the text that is wrong. Without an error, the URL is too
    /// long.
    pub(super) fn report(
        &mut self,
        found: &Found<'_>,
        masked: &Masked<'_>,
        error: Option<&Error>,
        origin: &Origin,
        session: &Session,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let wrong = match error {
            Some(error) => found.origin_of(error.span().range()),
            None => found.span.end.saturating_sub(1)..found.span.end,
        };
        let (number, column) = self.place(wrong.start);
        let shown = self.surroundings(found, &wrong);
        let bytes = self.slice(&shown.range);
        let cut = Cut { column, before: shown.before, after: shown.after };
        let within = |range: &Range<usize>| {
            let inside = |at: usize| {
                let at = at.clamp(shown.range.start, shown.range.end) - shown.range.start;
                u32::try_from(at).unwrap_or(u32::MAX)
            };
            Span::new(inside(range.start), inside(range.end))
        };
        let line = if session.show_passwords {
            Redacted::revealed(bytes)
        } else {
            let broken = self.secrets.iter().rev();
            let broken = broken.take_while(|secret| secret.end > shown.range.start).cloned();
            let after = shown.range.end.min(found.span.end.max(shown.range.start));
            let next = self.next_secrets(after..shown.range.end, session);
            let known = masked.places(found).chain(broken).chain(next);
            let open = open_login(self.slice(&(after..shown.range.end)));
            let open =
                open.map_or(Span::default(), |open| within(&(after + open..shown.range.end)));
            let text = spaced_logins(bytes).fold(Redacted::of_text(bytes).and(open), Redacted::and);
            known.fold(text, |text, secret| text.and(within(&secret)))
        };
        let report = match error {
            Some(error) => Report::error(error).helping(&masked.text()),
            None => Report::truncated(),
        };
        report.marking(within(&wrong)).cut(cut).write(
            Line::single(number, bytes, origin),
            &line,
            &session.palette,
            out,
        )
    }

    /// The places of the secrets of broken URLs that begin in a piece of the text after all that was found: the line
    /// alone does not show that a piece of one is a secret.
    fn next_secrets(&self, piece: Range<usize>, session: &Session) -> Vec<Range<usize>> {
        let base = piece.start;
        let end = (piece.end + AHEAD).min(self.base + self.bytes.len());
        let mut secrets = Vec::new();
        let text = self.slice(&(base..end));
        if memchr::memchr2(b'@', b'=', text).is_none() {
            return secrets;
        }
        let begins = |found: &Found<'_>| base + found.span.start < piece.end;
        for found in find(text).take_while(begins).filter(Found::is_joined) {
            let masked = Masked::new(&found.url, found.fragment.as_deref(), session);
            secrets.extend(masked.places(&found).map(|place| base + place.start..base + place.end));
        }
        secrets
    }

    /// The bytes of the text around what is wrong: what is shown of the line, and as much more as shows which of it
    /// is secret.
    fn surroundings(&self, found: &Found<'_>, wrong: &Range<usize>) -> Surroundings {
        let line_start = self.line_start.max(self.base);
        let first = wrong.start.saturating_sub(SIDE + NEAR).max(line_start);
        let (start, before) = match self.word_start(first, line_start) {
            Some(start) => (start, start > self.line_start),
            // Nothing says whether what is before the URL is secret.
            None => (found.span.start.max(line_start), true),
        };
        let end = self.base + self.bytes.len();
        let last = (wrong.start + SIDE).min(end);
        let line_end = |from: usize, to: usize| {
            let line = self.slice(&(from..to));
            memchr::memchr2(b'\n', b'\r', line).map(|at| from + at)
        };
        if let Some(end) = line_end(wrong.start, last) {
            return Surroundings { range: start..end, before, after: false };
        }
        let far = (last + FAR).min(end);
        let word = self.slice(&(last..far)).iter().position(u8::is_ascii_whitespace);
        let stop = match word {
            Some(word) => (last + word + NEAR).min(end),
            // The URL itself is known.
            None if found.span.end >= last => last.max(wrong.end.min(found.span.end)),
            None => self.last_space(found.span.end, last),
        };
        match line_end(last, stop) {
            Some(end) => Surroundings { range: start..end, before, after: false },
            None => Surroundings { range: start..stop, before, after: stop < end },
        }
    }

    /// The beginning of the word that `at` is in, or of the line; `None` if it is too far, or no longer there.
    fn word_start(&self, at: usize, line_start: usize) -> Option<usize> {
        let from = at.saturating_sub(FAR).max(line_start);
        let space = self.slice(&(from..at)).iter().rposition(u8::is_ascii_whitespace);
        match space {
            Some(space) => Some(from + space + 1),
            None => (from == self.line_start).then_some(from),
        }
    }

    /// The last white space between two places, or the first of them.
    fn last_space(&self, from: usize, to: usize) -> usize {
        let space = self.slice(&(from..to)).iter().rposition(u8::is_ascii_whitespace);
        space.map_or(from, |space| from + space)
    }

    fn slice(&self, range: &Range<usize>) -> &[u8] {
        let inside = |at: usize| at.saturating_sub(self.base);
        self.bytes.get(inside(range.start)..inside(range.end)).unwrap_or_default()
    }
}

/// A piece of a line.
#[derive(Debug)]
struct Surroundings {
    range: Range<usize>,
    /// Whether more of the line is before it.
    before: bool,
    /// Whether more of the line may be after it.
    after: bool,
}

/// The passwords of logins with a space before the `@`, in the user (`//a b:pw@h`) or where a port would be
/// (`//: pw@h`).
fn spaced_logins(text: &[u8]) -> impl Iterator<Item = Span> {
    memchr::memmem::find_iter(text, b"//").filter_map(|slashes| {
        let from = slashes + 2;
        let rest = text.get(from..)?;
        let space = rest.iter().position(|byte| matches!(byte, b' ' | b'\t' | b'/'))?;
        let near = rest.get(..rest.len().min(space + NEAR))?;
        let near = near.get(..memchr::memmem::find(near, b"//").unwrap_or(near.len()))?;
        let sign = memchr::memrchr(b'@', near)?;
        let colon = memchr::memchr(b':', near)? + 1;
        let port = near
            .get(colon..space)
            .is_some_and(|port| !port.is_empty() && port.iter().all(u8::is_ascii_digit));
        let login = near.get(space) != Some(&b'/') && !port && colon < sign && space < sign;
        login.then(|| span(from + colon, from + sign))
    })
}

/// Where a password may begin that goes on after the end of a piece of text: on the next line, or in what is not
/// read yet.
fn open_login(text: &[u8]) -> Option<usize> {
    let from = memchr::memrchr(b'@', text).map_or(0, |sign| sign + 1);
    let slashes = from + memchr::memmem::rfind(text.get(from..)?, b"//")?;
    let login = slashes + 2;
    let colon = login + text.get(login..)?.iter().position(|byte| b"/?#:\"<>".contains(byte))?;
    let password = text.get(colon..)?.strip_prefix(b":")?;
    // After a port there is a query or a fragment; in a password they are characters.
    let port = password.first().is_some_and(u8::is_ascii_digit);
    let ends = |byte: &u8| {
        byte.is_ascii_whitespace() || b"/\"<>)".contains(byte) || (port && b"?#".contains(byte))
    };
    let user = text.get(login..colon)?;
    if user.iter().any(u8::is_ascii_whitespace) || password.iter().any(ends) {
        return None;
    }
    // In brackets or quotation marks that are still open, a URL goes on after a line break, and what looks like a
    // port may be a password.
    let before = text.get(..slashes)?;
    let mut word = before.iter().rev().take_while(|byte| !byte.is_ascii_whitespace());
    let is_open = word.any(|byte| b"<\"'([{`".contains(byte));
    let is_port = password.iter().all(u8::is_ascii_digit) && !is_open;
    (!is_port).then_some(colon + 1)
}
