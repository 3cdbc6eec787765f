//! The end of the text read so far: the lines that reports and contexts show.

use core::{cell::Cell, ops::Range};
use std::collections::VecDeque;

use url1738::{Redacted, Span};
use url1738_context::Match;

use super::{
    charset::Charset,
    mapped::{Mapped, through},
    record::MaskedMatch,
    secrets::{FAR, NEAR, broken_logins, open_login, secrets_of_line, slice, within},
};
use crate::{
    config::Config,
    diagnostics::{Cut, Passwords, Report, Sanitized},
    findings::{self, Finding},
    line::{Line, LineFix, Origin},
};

/// The end of the text read so far.
#[derive(Debug)]
pub(crate) struct TextWindow {
    text: Mapped,
    /// The number of bytes before `text`.
    base: usize,
    /// The offsets in the file at which lines begin: that of `base`, which has the number `first_line`, and those after it.
    lines: VecDeque<usize>,
    first_line: u64,
    /// The number of characters before `base` in its line.
    chars_before: usize,
    /// The last offset that was asked about, and the number of characters before it in its line.
    counted: Cell<(usize, usize)>,
    /// The places of the secrets of URLs broken across lines. One line alone does not show that it contains a secret.
    pub(super) secrets: Vec<Range<usize>>,
    /// Whether the text has been read to its end.
    pub(super) ended: bool,
}

/// The most bytes before and after a URL that are searched for its context.
const FARTHEST: usize = 16 * 1024;

impl TextWindow {
    /// Creates the window of a text that begins at an offset of the file, after its byte order mark.
    pub(crate) fn new(start: usize) -> Self {
        Self {
            text: Mapped::same(b"", start),
            base: 0,
            lines: VecDeque::from([start]),
            first_line: 1,
            chars_before: 0,
            counted: Cell::default(),
            secrets: Vec::new(),
            ended: false,
        }
    }

    /// Creates the window of a text that was read whole, as it is in its file.
    pub(crate) fn whole(text: &[u8]) -> Self {
        let (_, mark) = Charset::of_file(text, None);
        let mut window = Self { ended: true, base: mark, ..Self::new(mark) };
        let text = Mapped::same(text.split_at(mark).1, mark);
        window.push(&text, text.line_starts());
        window
    }

    /// Adds a piece of the text, with the offsets in the file at which the lines after it begin.
    pub(super) fn push(&mut self, piece: &Mapped, lines: Vec<usize>) {
        self.text.extend(piece, 0..piece.bytes.len());
        self.lines.extend(lines);
    }

    /// Returns the offset after the text read so far.
    pub(crate) fn end_of_text(&self) -> usize {
        self.base + self.text.bytes.len()
    }

    /// Removes what is before an offset.
    pub(crate) fn drop_before(&mut self, at: usize) {
        let at = at.clamp(self.base, self.end_of_text());
        let gone = at - self.base;
        self.chars_before = self.chars_in_line(at);
        self.text.drop_before(gone);
        self.base = at;
        let first = self.source(self.base).start;
        while self.lines.get(1).is_some_and(|line| *line <= first) {
            self.lines.pop_front();
            self.first_line += 1;
        }
        self.secrets.retain(|secret| secret.end > self.base);
    }

    /// Returns the bytes of the file that a byte of the text comes from.
    fn source(&self, at: usize) -> Range<usize> {
        self.text.source(at.saturating_sub(self.base))
    }

    /// Returns the bytes of the file that a piece of the text comes from.
    pub(crate) fn span_in_file(&self, span: &Range<usize>) -> Range<usize> {
        through(&self.source(span.start), &self.source(span.end.max(span.start + 1) - 1))
    }

    /// Returns the line and column of a byte, both from 1.
    pub(crate) fn place(&self, at: usize) -> (u64, usize) {
        self.place_in_file(self.source(at).start)
    }

    /// Returns the line and column of an offset in the file, both from 1.
    pub(crate) fn place_in_file(&self, offset: usize) -> (u64, usize) {
        let later = self.lines.partition_point(|line| *line <= offset).saturating_sub(1);
        let start = self.lines.get(later).copied().unwrap_or(offset);
        (self.first_line + later as u64, offset - start.min(offset) + 1)
    }

    /// Returns the number of characters before a byte in its line. Of bytes that ascend, a long line is counted once.
    fn chars_in_line(&self, at: usize) -> usize {
        let (from, before) = match self.counted.get() {
            (from, before) if (self.base + 1..=at).contains(&from) => (from, before),
            _ => (self.base, self.chars_before),
        };
        let between = self.slice(&(from..at));
        let line = memchr::memrchr(b'\n', between).map(|end| between.split_at(end + 1).1);
        // A piece may begin or end within a character.
        let chars = line.unwrap_or(between).iter().filter(|byte| **byte & 0xC0 != 0x80).count();
        let before = if line.is_none() { before + chars } else { chars };
        self.counted.set((at, before));
        before
    }

    /// Remembers the secrets of a URL broken across lines: another URL on one of these lines may be reported.
    pub(super) fn note_secrets(&mut self, found: &Match<'_>) {
        if found.is_joined() {
            self.secrets.extend(MaskedMatch::places_in(found, Passwords::Mask));
        }
    }

    /// Returns the secrets of a URL that show only with the text after it, as spans of the URL. A space in a password ends
    /// the URL, and the `@` follows on the line, or may follow.
    pub(super) fn divided_secrets(&self, found: &Match<'_>) -> Vec<Span> {
        let (len, start) = (found.span.len(), found.span.start);
        let before = self.slice(&(start.saturating_sub(2)..start));
        // After two slashes, `joe:pw@h` is a login, and not a URL of a scheme `joe`.
        let login = if before == b"//" { [before, found.url.as_bytes()].concat() } else { vec![] };
        let place = |it: &Span| Span::new(it.start.saturating_sub(2), it.end.saturating_sub(2));
        let mut secrets: Vec<_> = Redacted::new(&login).secrets().iter().map(place).collect();
        if found.is_joined() {
            return secrets;
        }
        let text = self.slice(&(start..(start + len + NEAR).min(self.end_of_text())));
        let (url, after) = text.split_at(len.min(text.len()));
        let known =
            after.len() == NEAR || self.ended || memchr::memchr2(b'\n', b'\r', after).is_some();
        // `%40` is an `@`, too, and so is `%2540`.
        if after.contains(&b'@') || after.windows(2).any(|it| it == b"40") {
            // The URL itself shows those that end before it does.
            let shown = Redacted::of_text(text);
            secrets.extend(shown.secrets().iter().filter(|secret| secret.end as usize >= len));
            secrets.extend(broken_logins(text, false));
        }
        if !known {
            secrets.extend(open_login(url).map(|from| Span::from(from..len)));
        }
        secrets.retain(|secret| (secret.start as usize) < len);
        secrets
    }

    /// Returns a report on what is wrong in a span of the text, which has these secrets, under its line. `place` returns where
    /// a piece of what was parsed is in the text.
    pub(crate) fn finding<'w>(
        &'w self,
        (span, secrets): (&Range<usize>, impl Iterator<Item = Range<usize>>),
        place: impl Fn(Range<usize>) -> Range<usize>,
        (mut report, url): (Report, Redacted<'w>),
        origin: &'w Origin,
        config: &Config,
    ) -> Finding<'w> {
        let wrong = place(report.span.range());
        let (number, column) = self.place(wrong.start);
        let (shown, is_line) = self.surroundings(span, &wrong);
        // Counting takes time on a long line.
        let counts_chars = findings::counts_chars(config.output.format);
        let chars_before = if counts_chars { self.chars_in_line(shown.start) } else { 0 };
        let cut = Cut { column, chars_before, is_piece: !is_line };
        let wrong = within(&wrong, &shown);
        let moved =
            |fix: LineFix| LineFix { span: within(&place(fix.span.range()), &shown), ..fix };
        // The piece is not the line that was parsed.
        (report.span, report.cut, report.error) = (wrong, Some(cut), None);
        report.fix = report.fix.map(moved);
        Finding {
            line: Line::single(number, self.slice(&shown), origin),
            masked: self.masked((span, secrets), &shown, config.passwords),
            report,
            url,
        }
    }

    /// Returns a piece of the text around a URL that has these secrets, with all secrets masked.
    pub(crate) fn masked(
        &self,
        (url, secrets): (&Range<usize>, impl Iterator<Item = Range<usize>>),
        piece: &Range<usize>,
        masking: Passwords,
    ) -> Redacted<'_> {
        // They are in the order of their places.
        let first = self.secrets.partition_point(|secret| secret.end <= piece.start);
        let broken = self.secrets.iter().skip(first).take_while(|it| it.start < piece.end);
        let broken = broken.filter(|_| !masking.keeps()).cloned();
        let open = piece.end.min(url.end.max(piece.start)).saturating_sub(self.base);
        let held = piece.start.saturating_sub(self.base)..piece.end.saturating_sub(self.base);
        let shown = secrets_of_line(&self.text.bytes, held, open, masking);
        let known = secrets.chain(broken).map(|secret| within(&secret, piece));
        let secrets = known.chain(shown.into_iter().map(Span::from));
        secrets.fold(Redacted::revealed(self.slice(piece)), Redacted::and)
    }

    /// Returns the line of an error, or the URL alone if the line is long or has not been read to its end. Also returns
    /// whether it is the whole line.
    fn surroundings(&self, url: &Range<usize>, wrong: &Range<usize>) -> (Range<usize>, bool) {
        let (from, to) = (wrong.start.saturating_sub(FAR).max(self.base), wrong.start + FAR);
        let end = memchr::memrchr(b'\n', self.slice(&(from..wrong.start)));
        // A line has begun at the first byte that is held if no character of it was before.
        let begins = from == self.base && self.chars_before == 0;
        let start = end.map(|end| from + end + 1).or(begins.then_some(from));
        let text = self.slice(&(wrong.start..to.min(self.end_of_text())));
        let end = memchr::memchr2(b'\n', b'\r', text);
        let ends = self.ended && to >= self.end_of_text();
        match (start, end.or(ends.then_some(text.len()))) {
            (Some(start), Some(len)) => (start..wrong.start + len, true),
            _ => (url.start.min(wrong.start)..url.end.max(wrong.end), false),
        }
    }

    /// Returns the offset at which the lines before an offset begin, or the offset itself if its line is too long.
    pub(crate) fn lines_before(&self, at: usize, lines: usize) -> usize {
        let from = at.saturating_sub(FARTHEST).max(self.base);
        let mut ends = memchr::memrchr_iter(b'\n', self.slice(&(from..at)));
        match ends.nth(lines) {
            Some(end) => from + end + 1,
            None if from == 0 => 0,
            None => memchr::memchr(b'\n', self.slice(&(from..at))).map_or(at, |end| from + end + 1),
        }
    }

    /// Returns the lines around a URL as they may be shown, its own among them, and whether a password in them is masked.
    pub(crate) fn context(
        &self,
        (found, masked): (&Match<'_>, &MaskedMatch<'_>),
        lines: usize,
        masking: Passwords,
    ) -> (Vec<Sanitized<'_>>, bool) {
        let start = self.lines_before(found.span.start, lines);
        let end = found.span.end;
        let piece = start..self.lines_after(end, lines).unwrap_or(end);
        let text = self.masked((&found.span, masked.places(found)), &piece, masking);
        let mut shown = Vec::new();
        let mut from = 0;
        for line in self.slice(&piece).split(|byte| *byte == b'\n') {
            let end = from + line.strip_suffix(b"\r").unwrap_or(line).len();
            shown.push(Sanitized::masked(text.slice(Span::from(from..end))));
            from += line.len() + 1;
        }
        let is_masked = !text.secrets().is_empty();
        (shown, is_masked)
    }

    /// Returns the offset at which the lines after an offset end, or `None` if they have not been read.
    pub(crate) fn lines_after(&self, at: usize, lines: usize) -> Option<usize> {
        let end = self.end_of_text().min(at + FARTHEST);
        let text = self.slice(&(at..end));
        let len = match memchr::memchr_iter(b'\n', text).nth(lines) {
            Some(len) => len,
            None if self.ended && end == self.end_of_text() => {
                text.strip_suffix(b"\n").unwrap_or(text).len()
            }
            None if text.len() < FARTHEST => return None,
            None => memchr::memrchr(b'\n', text).unwrap_or(0),
        };
        Some(at + len)
    }

    pub(super) fn slice(&self, range: &Range<usize>) -> &[u8] {
        slice(
            &self.text.bytes,
            range.start.saturating_sub(self.base)..range.end.saturating_sub(self.base),
        )
    }
}
