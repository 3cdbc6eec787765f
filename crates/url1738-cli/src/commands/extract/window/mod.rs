//! The end of the text read so far: the lines that a report may show.

mod context;

use core::ops::Range;
use std::io::{self, Write};

use url1738::{Redacted, Span};
use url1738_context::{Match, find_iter};

use super::{
    masked::{MaskedMatch, span},
    origins::{Chunk, Kind, Place, Places, Stretch},
};
use crate::{
    config::Config,
    diagnostics::{Cut, Passwords, Report, SIDE as REPORT_SIDE},
    findings::{Finding, FindingFormat},
    line::{Line, Origin},
};

/// The end of the text read so far.
#[derive(Debug)]
pub(super) struct TextWindow {
    bytes: Vec<u8>,
    /// The number of bytes before `bytes`.
    base: usize,
    /// The number of the line that begins at `line_start`. Places are looked up in ascending order.
    line: u64,
    line_start: usize,
    /// The offset up to which lines have been counted.
    counted: usize,
    /// The number of characters between `line_start` and `counted`.
    line_chars: usize,
    /// The places of the secrets of URLs broken across lines. One line alone does not show that it contains a secret.
    secrets: Vec<Range<usize>>,
    /// Where the text comes from, if it is decoded.
    places: Places,
    /// Whether the text has been read to its end.
    ended: bool,
}

impl Default for TextWindow {
    fn default() -> Self {
        Self {
            bytes: Vec::new(),
            base: 0,
            line: 1,
            line_start: 0,
            counted: 0,
            line_chars: 0,
            secrets: Vec::new(),
            places: Places::default(),
            ended: false,
        }
    }
}

/// How far from the shown text the rest of a word is searched. A line may have megabytes, and a report on each of its
/// URLs must not scan all of it.
const FAR: usize = 4096;
/// A little more than how far [`Redacted::of_text`] searches for the `@` after a space: a password may contain spaces.
const NEAR: usize = 80;
/// How far after the shown text a URL may end that begins in it.
const AHEAD: usize = 256;
/// How far from an error a report shows the line: a report shows a few bytes more if the line ends with them.
const SIDE: usize = REPORT_SIDE + 8;

/// The byte order mark of UTF-8.
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// Returns the number of characters in a piece of a text, which may begin or end within one.
fn chars(text: &[u8]) -> usize {
    text.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
}

impl TextWindow {
    pub(super) fn push(&mut self, chunk: &[u8]) {
        // A byte order mark does not belong to the first line.
        if self.base == 0 && self.bytes.is_empty() && chunk.starts_with(BOM) {
            (self.line_start, self.counted) = (BOM.len(), BOM.len());
        }
        self.bytes.extend_from_slice(chunk);
    }

    /// Adds text that is as in the file, from a place on. Other text may be decoded.
    pub(super) fn push_from(&mut self, chunk: &[u8], place: Place) {
        if !self.places.is_empty() {
            let stretch = Stretch { decoded: 0, from: place, kind: Kind::Same };
            self.places.add(&[stretch], self.base + self.bytes.len());
        }
        self.push(chunk);
    }

    /// Adds text that is decoded.
    pub(super) fn push_decoded(&mut self, chunk: &Chunk) {
        if self.places.is_empty() && self.base + self.bytes.len() > 0 {
            // What was added before is as in the file.
            let (offset, line, line_start) = (self.counted, self.line, self.line_start);
            self.places.continue_from(Place { offset, line, line_start });
        }
        self.places.add(&chunk.stretches, self.base + self.bytes.len());
        self.bytes.extend_from_slice(&chunk.bytes);
    }

    /// Marks the end of the text.
    pub(super) fn end(&mut self) {
        self.ended = true;
    }

    /// Removes all but the last `held` bytes.
    pub(super) fn keep(&mut self, held: usize) {
        let gone = self.bytes.len().saturating_sub(held);
        self.count_to(self.base + gone);
        self.bytes.drain(..gone);
        self.base += gone;
        self.places.forget(self.base);
        self.secrets.retain(|secret| secret.end > self.base);
    }

    /// Returns the line and column of a byte, both from 1.
    pub(super) fn place(&mut self, at: usize) -> (u64, usize) {
        self.count_to(at);
        if !self.places.is_empty() {
            return self.places.place(at);
        }
        (self.line, at.saturating_sub(self.line_start) + 1)
    }

    /// Returns the bytes of the file that a piece of the text comes from.
    pub(super) fn span_in_file(&self, span: &Range<usize>) -> Range<usize> {
        match span.end.checked_sub(1) {
            Some(last) if !self.places.is_empty() => {
                let start = self.places.offset(span.start);
                start..self.places.end(last).max(start)
            }
            _ => span.clone(),
        }
    }

    fn count_to(&mut self, at: usize) {
        if at <= self.counted {
            return;
        }
        if !self.places.is_empty() {
            self.places.count_to(at, &self.bytes, self.base);
        }
        let from = self.counted - self.base;
        let new = self.bytes.get(from..at - self.base).unwrap_or_default();
        let mut of_line = 0;
        for end in memchr::memchr_iter(b'\n', new) {
            self.line += 1;
            self.line_start = self.counted + end + 1;
            (self.line_chars, of_line) = (0, end + 1);
        }
        self.line_chars += chars(new.get(of_line..).unwrap_or_default());
        self.counted = at;
    }

    /// Returns the column of a byte that was just looked up, in characters from 1.
    fn char_column(&self, at: usize) -> usize {
        let counted_after = chars(self.slice(&(at..self.counted.max(at))));
        self.line_chars.saturating_sub(counted_after) + 1
    }

    /// Returns the secrets of a URL that show only with the text after it, as spans of the URL. A space in a password ends
    /// the URL, and the `@` follows on the line, or may follow.
    pub(super) fn divided_secrets(&self, found: &Match<'_>) -> Vec<Span> {
        let mut secrets = self.secrets_of_login(found);
        if found.is_joined() {
            return secrets;
        }
        let len = found.span.len();
        let text = self.bytes.get(found.span.start.saturating_sub(self.base)..).unwrap_or_default();
        let text = text.get(..len + NEAR).unwrap_or(text);
        let after = text.get(len..).unwrap_or_default();
        let known =
            after.len() == NEAR || self.ended || memchr::memchr2(b'\n', b'\r', after).is_some();
        if after.contains(&b'@') {
            secrets.extend_from_slice(Redacted::of_text(text).secrets());
            secrets.extend(broken_logins(text));
        }
        if !known {
            let password = text.get(..len).and_then(open_login);
            secrets.extend(password.map(|from| span(from, len)));
        }
        secrets.retain(|secret| (secret.start as usize) < len);
        secrets
    }

    /// Returns the secrets of a match that follows two slashes: `joe:pw@h` of `//joe:pw@h`, which is not a URL of a scheme
    /// `joe`.
    fn secrets_of_login(&self, found: &Match<'_>) -> Vec<Span> {
        let start = found.span.start;
        if self.slice(&(start.saturating_sub(2)..start)) != b"//" {
            return Vec::new();
        }
        let login = [b"//", found.url.as_bytes()].concat();
        let place =
            |secret: &Span| Span::new(secret.start.saturating_sub(2), secret.end.saturating_sub(2));
        Redacted::new(&login).secrets().iter().map(place).collect()
    }

    /// Remembers the secrets of a URL broken across lines: another URL on one of these lines may be reported.
    pub(super) fn remember(&mut self, found: &Match<'_>, masked: &MaskedMatch<'_>) {
        if found.is_joined() {
            self.secrets.extend(masked.places(found));
        }
    }

    /// Writes a report on a piece of a URL under its line of the text. Without a piece, the URL is too long.
    pub(super) fn report(
        &mut self,
        (found, masked): (&Match<'_>, &MaskedMatch<'_>),
        (report, piece): (Report<'_>, Option<Range<usize>>),
        (format, origin): (FindingFormat, &Origin),
        config: &Config,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let wrong = match piece {
            Some(piece) => found.origin_of(piece),
            None => found.span.end.saturating_sub(1)..found.span.end,
        };
        let (number, column) = self.place(wrong.start);
        let char_column = self.char_column(wrong.start);
        let shown = self.surroundings(found, &wrong);
        let bytes = self.slice(&shown.range);
        let cut = Cut { column, char_column, before: shown.before, after: shown.after };
        let line = self.masked((found, masked), &shown.range, config.passwords);
        let wrong = within(&wrong, &shown.range);
        let finding = Finding {
            line: Line::single(number, bytes, origin),
            masked: line,
            report: report.with_span(wrong).with_cut(cut),
            fix: None,
        };
        format.write(&finding, &config.output.palette, out)
    }

    /// Returns a piece of the text around a URL, with its secrets masked.
    fn masked(
        &self,
        (found, masked): (&Match<'_>, &MaskedMatch<'_>),
        piece: &Range<usize>,
        masking: Passwords,
    ) -> Redacted<'_> {
        let bytes = self.slice(piece);
        if masking.keeps() {
            return Redacted::revealed(bytes);
        }
        let broken = self.secrets.iter().rev();
        let broken = broken.take_while(|secret| secret.end > piece.start).cloned();
        let after = piece.end.min(found.span.end.max(piece.start));
        let next = self.next_secrets(after..piece.end, masking);
        let known = masked.places(found).chain(broken).chain(next);
        let open = open_login(self.slice(&(after..piece.end)));
        let open = open.map_or(Span::default(), |open| within(&(after + open..piece.end), piece));
        // A password may begin on the line before.
        let line = piece.start.saturating_sub(FAR).max(self.base)..piece.start;
        let mut ends = memchr::memrchr_iter(b'\n', self.slice(&line));
        let line = line.start + ends.nth(1).map_or(0, |end| end + 1);
        let divided = broken_logins(self.slice(&(line..piece.end))).into_iter();
        let divided =
            divided.map(|secret| line + secret.start as usize..line + secret.end as usize);
        let text = spaced_logins(bytes).fold(Redacted::of_text(bytes).and(open), Redacted::and);
        let known = known.chain(divided);
        known.fold(text, |text, secret| text.and(within(&secret, piece)))
    }

    /// Returns the places of the secrets of URLs broken across lines that begin in a piece of the text and have not been
    /// found yet.
    fn next_secrets(&self, piece: Range<usize>, masking: Passwords) -> Vec<Range<usize>> {
        let base = piece.start;
        let end = (piece.end + AHEAD).min(self.base + self.bytes.len());
        let mut secrets = Vec::new();
        let text = self.slice(&(base..end));
        if memchr::memchr2(b'@', b'=', text).is_none() {
            return secrets;
        }
        let begins = |found: &Match<'_>| base + found.span.start < piece.end;
        for found in find_iter(text).take_while(begins).filter(Match::is_joined) {
            let masked = MaskedMatch::of(&found.url, found.fragment.as_deref(), masking);
            secrets.extend(masked.places(&found).map(|place| base + place.start..base + place.end));
        }
        secrets
    }

    /// Returns the text around an error: the piece of the line that is shown, and enough more to find the secrets in it.
    fn surroundings(&self, found: &Match<'_>, wrong: &Range<usize>) -> Surroundings {
        let line_start = self.line_start.max(self.base);
        let first = wrong.start.saturating_sub(SIDE + NEAR).max(line_start);
        let (start, before) = match self.word_start(first, line_start) {
            Some(start) => (start, start > self.line_start),
            // The text before the URL may be secret.
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
            // The secrets of the URL itself are known.
            None if found.span.end >= last => last.max(wrong.end.min(found.span.end)),
            None => self.last_space(found.span.end, last),
        };
        match line_end(last, stop) {
            Some(end) => Surroundings { range: start..end, before, after: false },
            None => Surroundings { range: start..stop, before, after: stop < end },
        }
    }

    /// Returns the start of the word around `at`, or of the line. `None` if it is too far away, or no longer held.
    fn word_start(&self, at: usize, line_start: usize) -> Option<usize> {
        let from = at.saturating_sub(FAR).max(line_start);
        let space = self.slice(&(from..at)).iter().rposition(u8::is_ascii_whitespace);
        match space {
            Some(space) => Some(from + space + 1),
            None => (from == self.line_start).then_some(from),
        }
    }

    /// Returns the last white space between two places, or the first place.
    fn last_space(&self, from: usize, to: usize) -> usize {
        let space = self.slice(&(from..to)).iter().rposition(u8::is_ascii_whitespace);
        space.map_or(from, |space| from + space)
    }

    fn slice(&self, range: &Range<usize>) -> &[u8] {
        let inside = |at: usize| at.saturating_sub(self.base);
        self.bytes.get(inside(range.start)..inside(range.end)).unwrap_or_default()
    }
}

/// Returns a range of the text as a span of one of its pieces.
fn within(range: &Range<usize>, piece: &Range<usize>) -> Span {
    let inside = |at: usize| at.clamp(piece.start, piece.end) - piece.start;
    span(inside(range.start), inside(range.end))
}

/// A piece of a line.
#[derive(Debug)]
struct Surroundings {
    range: Range<usize>,
    /// Whether the line has more text before it.
    before: bool,
    /// Whether the line may have more text after it.
    after: bool,
}

/// Returns the passwords of logins with a space before the `@`, in the user (`//a b:pw@h`) or in place of a port
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

/// Returns the pieces of passwords that a line break divides: what follows `//joe:` on its line, and what precedes the
/// `@` in the first word of the next line.
fn broken_logins(text: &[u8]) -> Vec<Span> {
    let (mut secrets, mut from) = (Vec::new(), 0);
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let (start, shown) = (from, line.trim_ascii_end());
        from += line.len();
        let Some((open, is_port)) = last_login(shown) else { continue };
        let rest = text.get(from..).unwrap_or_default();
        let indent = rest.iter().take_while(|byte| b" \t>|#".contains(byte)).count();
        let word = rest.get(indent..).unwrap_or_default();
        let end = word.iter().position(|byte| byte.is_ascii_whitespace() || *byte == b'/');
        let sign = memchr::memrchr(b'@', word.get(..end.unwrap_or(word.len())).unwrap_or_default());
        if let Some(sign) = sign {
            secrets.push(span(from + indent, from + indent + sign));
        }
        if sign.is_some() || !is_port {
            secrets.push(span(start + open, start + shown.len()));
        }
    }
    secrets
}

/// Returns the start of a password that may continue after the end of a piece of text: on the next line, or in text that
/// has not been read.
fn open_login(text: &[u8]) -> Option<usize> {
    last_login(text).filter(|(_, is_port)| !is_port).map(|(start, _)| start)
}

/// Returns the start of what may be a password or a port at the end of a piece of text, and whether it is more likely a
/// port.
fn last_login(text: &[u8]) -> Option<(usize, bool)> {
    let from = memchr::memrchr(b'@', text).map_or(0, |sign| sign + 1);
    let slashes = from + memchr::memmem::rfind(text.get(from..)?, b"//")?;
    let login = slashes + 2;
    let colon = login + text.get(login..)?.iter().position(|byte| b"/?#:\"<>".contains(byte))?;
    let password = text.get(colon..)?.strip_prefix(b":")?;
    // After a port, `?` and `#` begin a query or fragment. In a password they are characters.
    let port = password.first().is_some_and(u8::is_ascii_digit);
    let ends = |byte: &u8| {
        byte.is_ascii_whitespace() || b"/\"<>)".contains(byte) || (port && b"?#".contains(byte))
    };
    let user = text.get(login..colon)?;
    if user.iter().any(u8::is_ascii_whitespace) || password.iter().any(ends) {
        return None;
    }
    // Within open brackets or quotation marks, a URL may continue after a line break, so a number may be the start of a
    // password instead of a port.
    let before = text.get(..slashes)?;
    let mut word = before.iter().rev().take_while(|byte| !byte.is_ascii_whitespace());
    let is_open = word.any(|byte| b"<\"'([{`".contains(byte));
    let is_port = password.iter().all(u8::is_ascii_digit) && !is_open;
    Some((colon + 1, is_port))
}
