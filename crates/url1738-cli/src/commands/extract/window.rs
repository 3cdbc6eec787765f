//! The end of the text read so far: the lines that reports and contexts show.

use core::ops::Range;
use std::collections::VecDeque;

use url1738::{Redacted, Span};
use url1738_context::{Match, find_iter};

use super::{
    mapped::{Mapped, through},
    record::MaskedMatch,
};
use crate::{
    config::Config,
    diagnostics::{Cut, Passwords, Report, SIDE as REPORT_SIDE, Sanitized},
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
    /// The places of the secrets of URLs broken across lines. One line alone does not show that it contains a secret.
    secrets: Vec<Range<usize>>,
    /// Whether the text has been read to its end.
    ended: bool,
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

/// How far before an error the start of its line is searched.
const BACK: usize = SIDE + NEAR + FAR;
/// The most bytes before and after a URL that are searched for its context.
const FARTHEST: usize = 16 * 1024;

/// Returns the number of characters in a piece of a text, which may begin or end within one.
fn chars(text: &[u8]) -> usize {
    text.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
}

impl TextWindow {
    /// Creates the window of a text that begins at an offset of the file, after its byte order mark.
    pub(crate) fn new(start: usize) -> Self {
        Self {
            text: Mapped::starting_at(start),
            base: 0,
            lines: VecDeque::from([start]),
            first_line: 1,
            chars_before: 0,
            secrets: Vec::new(),
            ended: false,
        }
    }

    /// Adds a piece of the text, with the offsets in the file at which the lines after it begin.
    pub(super) fn push(&mut self, piece: &Mapped, lines: Vec<usize>) {
        self.text.extend(piece, 0..piece.bytes.len());
        self.lines.extend(lines);
    }

    /// Marks the end of the text.
    pub(crate) fn end(&mut self) {
        self.ended = true;
    }

    /// Returns the offset after the text read so far.
    pub(crate) fn end_of_text(&self) -> usize {
        self.base + self.text.bytes.len()
    }

    /// Removes what is before an offset.
    pub(crate) fn drop_before(&mut self, at: usize) {
        let at = at.clamp(self.base, self.end_of_text());
        let gone = at - self.base;
        let (dropped, _) = self.text.bytes.split_at(gone);
        self.chars_before = match memchr::memrchr(b'\n', dropped) {
            // Without the line break.
            Some(end) => chars(dropped.split_at(end).1) - 1,
            None => self.chars_before + chars(dropped),
        };
        self.text = self.text.split_off(gone);
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

    /// Returns the column of a byte, in characters from 1.
    fn char_column(&self, at: usize) -> usize {
        let before = self.slice(&(self.base..at));
        match memchr::memrchr(b'\n', before) {
            // The line break is a character, too, so the column counts from 1.
            Some(end) => chars(before.split_at(end).1),
            None => self.chars_before + chars(before) + 1,
        }
    }

    /// Returns the start of the line of a byte, unless it is too far away or no longer held.
    fn line_start(&self, at: usize) -> Option<usize> {
        let from = at.saturating_sub(BACK).max(self.base);
        let end = memchr::memrchr(b'\n', self.slice(&(from..at)));
        // A line has begun at the first byte that is held if no character of it was before.
        let begins = from == self.base && self.chars_before == 0;
        end.map(|end| from + end + 1).or(begins.then_some(from))
    }

    /// Returns a match with its secrets masked, and remembers those of a URL broken across lines: another URL on one of these
    /// lines may be reported.
    pub(crate) fn masked_match<'t>(
        &mut self,
        found: &'t Match<'_>,
        masking: Passwords,
    ) -> MaskedMatch<'t> {
        let masked = MaskedMatch::new(found, self.divided_secrets(found), masking);
        if found.is_joined() {
            self.secrets.extend(masked.places(found));
        }
        masked
    }

    /// Returns the secrets of a URL that show only with the text after it, as spans of the URL. A space in a password ends
    /// the URL, and the `@` follows on the line, or may follow.
    fn divided_secrets(&self, found: &Match<'_>) -> Vec<Span> {
        let mut secrets = self.secrets_of_login(found);
        if found.is_joined() {
            return secrets;
        }
        let (len, start) = (found.span.len(), found.span.start);
        let text = self.slice(&(start..(start + len + NEAR).min(self.end_of_text())));
        let (url, after) = text.split_at(len.min(text.len()));
        let known =
            after.len() == NEAR || self.ended || memchr::memchr2(b'\n', b'\r', after).is_some();
        if after.contains(&b'@') {
            secrets.extend_from_slice(Redacted::of_text(text).secrets());
            secrets.extend(broken_logins(text));
        }
        if !known {
            secrets.extend(open_login(url).map(|from| Span::from(from..len)));
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

    /// Returns a report on a URL under its line of the text. If the URL was cut, its end is marked.
    pub(crate) fn finding<'w>(
        &'w self,
        (found, masked): (&Match<'_>, &MaskedMatch<'_>),
        (report, fix, url): (Report, Option<LineFix>, &'w str),
        origin: &'w Origin,
        config: &Config,
    ) -> Finding<'w> {
        let wrong = match found.is_truncated() {
            true => found.span.end.saturating_sub(1)..found.span.end,
            false => found.origin_of(report.span.range()),
        };
        let (number, column) = self.place(wrong.start);
        // Counting takes time on a long line.
        let counts_chars = findings::counts_chars(config.output.format);
        let char_column = if counts_chars { self.char_column(wrong.start) } else { column };
        let (shown, before, after) = self.surroundings(found, &wrong);
        let cut = Cut { column, char_column, before, after };
        let wrong = within(&wrong, &shown);
        let moved = |fix: LineFix| {
            let span = within(&found.origin_of(fix.span.range()), &shown);
            LineFix { span, ..fix }
        };
        Finding {
            line: Line::single(number, self.slice(&shown), origin),
            masked: self.masked((found, masked), &shown, config.passwords),
            report: report.cut_to(wrong, cut),
            url: Some(url),
            fix: fix.map(moved),
        }
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
        // A password may begin on the line before.
        let line = piece.start.saturating_sub(FAR).max(self.base)..piece.start;
        let mut ends = memchr::memrchr_iter(b'\n', self.slice(&line));
        let line = line.start + ends.nth(1).map_or(0, |end| end + 1);
        let around = (self.slice(&(line..piece.end)), line);
        let known = masked.places(found).chain(broken).chain(next);
        let text = masked_piece(bytes, piece, around, after);
        known.fold(text, |text, secret| text.and(within(&secret, piece)))
    }

    /// Returns the places of the secrets of URLs broken across lines that begin in a piece of the text and have not been
    /// found yet.
    fn next_secrets(&self, piece: Range<usize>, masking: Passwords) -> Vec<Range<usize>> {
        let base = piece.start;
        let end = (piece.end + AHEAD).min(self.end_of_text());
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
    /// Also returns whether the line has more text before it, and whether it may have more after it.
    fn surroundings(&self, found: &Match<'_>, wrong: &Range<usize>) -> (Range<usize>, bool, bool) {
        let line = self.line_start(wrong.start);
        let held = line.unwrap_or(wrong.start.saturating_sub(BACK).max(self.base));
        let first = wrong.start.saturating_sub(SIDE + NEAR).max(held);
        let from = first.saturating_sub(FAR).max(held);
        let space = self.slice(&(from..first)).iter().rposition(u8::is_ascii_whitespace);
        let start = match space {
            Some(space) => from + space + 1,
            None if line == Some(from) => from,
            // The text before the URL may be secret.
            None => found.span.start.max(held),
        };
        let before = line != Some(start);
        let end = self.end_of_text();
        let last = (wrong.start + SIDE).min(end);
        let line_end = |from: usize, to: usize| {
            let line = self.slice(&(from..to));
            memchr::memchr2(b'\n', b'\r', line).map(|at| from + at)
        };
        if let Some(end) = line_end(wrong.start, last) {
            return (start..end, before, false);
        }
        let far = (last + FAR).min(end);
        let word = self.slice(&(last..far)).iter().position(u8::is_ascii_whitespace);
        let stop = match word {
            Some(word) => (last + word + NEAR).min(end),
            // The secrets of the URL itself are known.
            None if found.span.end >= last => last.max(wrong.end.min(found.span.end)),
            None => {
                let after = found.span.end;
                let text = self.slice(&(after..last));
                text.iter().rposition(u8::is_ascii_whitespace).map_or(after, |at| after + at)
            }
        };
        match line_end(last, stop) {
            Some(end) => (start..end, before, false),
            None => (start..stop, before, stop < end),
        }
    }

    /// Returns whether the lines after an offset have been read.
    pub(crate) fn has_lines_after(&self, at: usize, lines: usize) -> bool {
        let text = self.slice(&(at..self.end_of_text()));
        let read = || memchr::memchr_iter(b'\n', text).nth(lines).is_some();
        self.ended || text.len() >= FARTHEST || read()
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
        let piece = start..self.lines_after(found.span.end, lines);
        let text = self.masked((found, masked), &piece, masking);
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

    /// Returns the offset at which the lines after an offset end.
    fn lines_after(&self, at: usize, lines: usize) -> usize {
        let end = self.end_of_text().min(at + FARTHEST);
        let text = self.slice(&(at..end));
        match memchr::memchr_iter(b'\n', text).nth(lines) {
            Some(end) => at + end,
            None if self.ended && end == self.end_of_text() => {
                at + text.strip_suffix(b"\n").unwrap_or(text).len()
            }
            None => memchr::memrchr(b'\n', text).map_or(at, |end| at + end),
        }
    }

    fn slice(&self, range: &Range<usize>) -> &[u8] {
        slice(
            &self.text.bytes,
            range.start.saturating_sub(self.base)..range.end.saturating_sub(self.base),
        )
    }
}

/// Returns what there is of a range of a text: a file may have become shorter since it was read.
fn slice(text: &[u8], range: Range<usize>) -> &[u8] {
    text.get(range).unwrap_or(b"")
}

/// Returns a range of the text as a span of one of its pieces.
fn within(range: &Range<usize>, piece: &Range<usize>) -> Span {
    let inside = |at: usize| at.clamp(piece.start, piece.end) - piece.start;
    Span::from(inside(range.start)..inside(range.end))
}

/// Returns a line of a text with its secrets masked, those among them that a line break divides.
pub(crate) fn masked_line(text: &[u8], line: Range<usize>, masking: Passwords) -> Redacted<'_> {
    let bytes = slice(text, line.clone());
    if masking.keeps() {
        return Redacted::revealed(bytes);
    }
    let first = line.start.saturating_sub(FAR);
    let before = slice(text, first..line.start.saturating_sub(1));
    let from = first + memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
    let last = text.len().min(line.end + FAR);
    let after = slice(text, line.end..last);
    let to = memchr::memchr_iter(b'\n', after).nth(1).map_or(last, |end| line.end + end);
    masked_piece(bytes, &line, (slice(text, from..to), from), line.start)
}

/// Masks the secrets of a piece of a text: those that it shows, the passwords that a line break divides in the text around
/// it, and one that may go on after it, if it begins after `open`.
fn masked_piece<'t>(
    bytes: &'t [u8],
    piece: &Range<usize>,
    (around, from): (&[u8], usize),
    open: usize,
) -> Redacted<'t> {
    let tail = slice(bytes, open - piece.start..bytes.len());
    let open = open_login(tail).map(|at| within(&(open + at..piece.end), piece));
    let divided = broken_logins(around).into_iter();
    let divided =
        divided.map(|it| within(&(from + it.start as usize..from + it.end as usize), piece));
    let known = open.into_iter().chain(spaced_logins(bytes)).chain(divided);
    known.fold(Redacted::of_text(bytes), Redacted::and)
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
        login.then(|| Span::from(from + colon..from + sign))
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
        let (_, rest) = text.split_at(from);
        let indent = rest.iter().take_while(|byte| b" \t>|#".contains(byte)).count();
        let ends = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'/';
        let word = rest.split_at(indent).1.split(ends).next();
        let sign = word.and_then(|word| memchr::memrchr(b'@', word));
        if let Some(sign) = sign {
            secrets.push(Span::from(from + indent..from + indent + sign));
        }
        if sign.is_some() || !is_port {
            secrets.push(Span::from(start + open..start + shown.len()));
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
