//! Decoded text that knows which bytes of the file each of its bytes comes from.

use core::{mem, ops::Range};

use data_encoding::{BASE64_NOPAD, HEXUPPER_PERMISSIVE};
use mail_parser::{Encoding, decoders::html::add_html_token};

use super::mail::EncodedPart;

/// Returns the bytes of the file from those of one byte of the text to those of a later one.
pub(super) fn through(first: &Range<usize>, last: &Range<usize>) -> Range<usize> {
    first.start..last.end.max(first.start)
}

/// A text in UTF-8 with the source of each byte: the bytes of the file that it comes from, three for `=3D`, two for a letter
/// of EUC-JP. Nearly all text is as it is in the file, and one run of any length.
#[derive(Debug, Default)]
pub(super) struct Mapped {
    pub(super) bytes: Vec<u8>,
    runs: Vec<Run>,
    /// The offset in the file of what follows the text.
    end: usize,
}

/// The bytes from an offset of the text on, and where they come from.
#[derive(Clone, Debug)]
struct Run {
    at: usize,
    /// The source of the first byte.
    source: Range<usize>,
    /// Whether each byte comes from the byte after that of the one before it, and not all from one source.
    is_same: bool,
}

#[expect(clippy::indexing_slicing, reason = "callers pass places in the text")]
impl Mapped {
    /// Returns a text as it is in the file from an offset on.
    pub(super) fn same(raw: &[u8], offset: usize) -> Self {
        let run = Run { at: 0, source: offset..offset + 1, is_same: true };
        Self { bytes: raw.to_vec(), runs: vec![run], end: offset + raw.len() }
    }

    /// Adds characters that come from one source.
    pub(super) fn push(&mut self, text: &[u8], source: Range<usize>) {
        self.add(text, source, false);
    }

    fn add(&mut self, text: &[u8], source: Range<usize>, is_same: bool) {
        let is_same = is_same || (text.len(), source.len()) == (1, 1);
        let goes_on = is_same
            && source.start == self.end
            && self.runs.last().is_some_and(|last| last.is_same);
        self.end = if is_same { source.start + text.len() } else { source.end };
        if !goes_on {
            self.runs.push(Run { at: self.bytes.len(), source, is_same });
        }
        self.bytes.extend_from_slice(text);
    }

    /// Adds a piece of another text.
    pub(super) fn extend(&mut self, other: &Self, piece: Range<usize>) {
        let first = other.runs.partition_point(|run| run.at <= piece.start).saturating_sub(1);
        let ends = other.runs.iter().skip(first + 1).map(|run| run.at).chain([usize::MAX]);
        for (run, end) in other.runs.iter().skip(first).zip(ends) {
            let (start, end) = (run.at.max(piece.start), end.min(piece.end));
            if start >= end {
                break;
            }
            self.add(&other.bytes[start..end], other.source(start), run.is_same);
        }
    }

    /// Returns the source of a byte. After the last byte, the text is taken to go on after the source of that.
    pub(super) fn source(&self, at: usize) -> Range<usize> {
        let after = self.runs.partition_point(|run| run.at <= at);
        if at >= self.bytes.len() || after == 0 {
            return self.end..self.end + 1;
        }
        let Run { at: first, ref source, is_same } = self.runs[after - 1];
        match is_same {
            true => source.start + at - first..source.start + at - first + 1,
            false => source.clone(),
        }
    }

    /// Returns the bytes of a piece of the text with their sources.
    pub(super) fn iter(&self, piece: Range<usize>) -> impl Iterator<Item = (u8, Range<usize>)> {
        piece.map(|at| (self.bytes[at], self.source(at)))
    }

    /// Returns where the lines begin in the file that follow the line breaks of this text.
    pub(super) fn line_starts(&self) -> Vec<usize> {
        memchr::memchr_iter(b'\n', &self.bytes).map(|at| self.source(at).end).collect()
    }

    /// Removes the text from an offset on, and returns it.
    pub(super) fn split_off(&mut self, at: usize) -> Self {
        let mut rest = Self::default();
        rest.extend(self, at..self.bytes.len());
        rest.end = self.end;
        self.end = self.source(at).start;
        self.bytes.truncate(at);
        self.runs.retain(|run| run.at < at);
        rest
    }

    /// Removes the text before an offset. Its memory is kept for what is added next: the allocator would give it back to the
    /// system with each piece of a text, which took a third of the time of a search.
    pub(super) fn drop_before(&mut self, at: usize) {
        let rest = self.split_off(at);
        let mut bytes = mem::take(&mut self.bytes);
        bytes.clone_from(&rest.bytes);
        *self = Self { bytes, ..rest };
    }
}

/// Decodes a piece of a file that begins at an offset. Returns how much of it that is: a group of base64 goes on in the next one.
pub(super) fn piece(
    raw: &[u8],
    offset: usize,
    part: &EncodedPart,
    is_last: bool,
) -> (Mapped, usize) {
    let text = match part.encoding {
        None => word(raw, offset).unwrap_or_default(),
        Some(Encoding::None) => Mapped::same(raw, offset),
        Some(Encoding::QuotedPrintable) => quoted_printable(raw, offset, false),
        Some(Encoding::Base64) => return base64(raw, offset, is_last),
    };
    (text, raw.len())
}

/// Decodes a word in base64, or in the encoding Q: quoted-printable with `_` for a space.
fn word(raw: &[u8], offset: usize) -> Option<Mapped> {
    let mut fields = raw.splitn(4, |byte| *byte == b'?').skip(2);
    let (encoding, rest) = (fields.next()?, fields.next()?);
    let (text, offset) = (rest.strip_suffix(b"?=")?, offset + raw.len() - rest.len());
    Some(match encoding {
        b"q" | b"Q" => quoted_printable(text, offset, true),
        _ => base64(text, offset, true).0,
    })
}

/// Decodes quoted-printable (RFC 2045, section 6.7). What is not an escape is kept.
fn quoted_printable(raw: &[u8], offset: usize, is_word: bool) -> Mapped {
    let mut text = Mapped::default();
    let mut rest = raw;
    while let Some((first, after)) = rest.split_first() {
        let as_it_is = (Some(*first), 1);
        let (decoded, len) = match first {
            b'=' => match after.get(..2).and_then(|it| HEXUPPER_PERMISSIVE.decode(it).ok()) {
                Some(escaped) => (escaped.first().copied(), 3),
                None => soft_break(rest).map_or(as_it_is, |len| (None, len)),
            },
            b'_' if is_word => (Some(b' '), 1),
            _ => as_it_is,
        };
        let start = offset + raw.len() - rest.len();
        if let Some(byte) = decoded {
            text.push(&[byte], start..start + len);
        }
        // INVARIANT: an escape and a soft break were read from the rest.
        (_, rest) = rest.split_at(len);
    }
    text
}

/// Returns the length of the `=` and the line break that begin a text, with the blanks between them.
fn soft_break(text: &[u8]) -> Option<usize> {
    let blanks = text.iter().skip(1).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    match text.get(1 + blanks..)? {
        [b'\r', b'\n', ..] => Some(blanks + 3),
        [b'\n', ..] => Some(blanks + 2),
        _ => None,
    }
}

/// Decodes base64 (RFC 2045, section 6.8), whose groups of four digits may go on in the next line. A line that is not base64 is
/// kept as it is. Returns the length of what is decoded, which may end before a group if this is not the last piece.
#[expect(
    clippy::indexing_slicing,
    reason = "a byte comes from two digits, each of which has a place"
)]
fn base64(raw: &[u8], offset: usize, is_last: bool) -> (Mapped, usize) {
    let mut forgiving = BASE64_NOPAD.specification();
    forgiving.check_trailing_bits = false;
    let forgiving = forgiving.encoding().unwrap_or(BASE64_NOPAD);
    let decode = |text: &mut Mapped, group: Vec<(u8, usize)>| {
        let (mut digits, places): (Vec<u8>, Vec<usize>) = group.into_iter().unzip();
        // A digit alone is less than a byte.
        digits.truncate(digits.len() - usize::from(digits.len() % 4 == 1));
        let decoded = forgiving.decode(&digits).unwrap_or_default();
        for (at, byte) in decoded.into_iter().enumerate() {
            // Three bytes come from four digits, each from two of them.
            let digit = at / 3 * 4 + at % 3;
            text.push(&[byte], places[digit]..places[digit + 1] + 1);
        }
    };
    let mut text = Mapped::default();
    // Digits with their places.
    let mut group: Vec<(u8, usize)> = Vec::new();
    let mut start = offset;
    for line in raw.split_inclusive(|byte| *byte == b'\n') {
        let padded = line.trim_ascii();
        let digits = padded.strip_suffix(b"==").or(padded.strip_suffix(b"=")).unwrap_or(padded);
        let indent = line.len() - line.trim_ascii_start().len();
        let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
        let is_base64 = digits.iter().all(is_digit);
        // In lines of whole groups, one that is damaged ends by itself.
        if line.ends_with(b"\n") && padded.len().is_multiple_of(4) {
            decode(&mut text, mem::take(&mut group));
        }
        if is_base64 {
            group.extend(digits.iter().copied().zip(start + indent..));
        }
        let whole = if is_base64 { group.len() / 4 * 4 } else { group.len() };
        decode(&mut text, group.drain(..whole).collect());
        if !is_base64 {
            text.extend(&Mapped::same(line, start), 0..line.len());
        }
        start += line.len();
    }
    match group.first() {
        Some((_, place)) if !is_last && *place > offset => (text, place - offset),
        _ => {
            decode(&mut text, group);
            (text, raw.len())
        }
    }
}

/// Returns a text with the character references of HTML replaced.
pub(crate) fn decoded(text: &str) -> String {
    String::from_utf8_lossy(&references(&Mapped::same(text.as_bytes(), 0)).bytes).into_owned()
}

/// Replaces the character references of HTML.
pub(super) fn references(text: &Mapped) -> Mapped {
    let mut replaced = Mapped::default();
    let mut done = 0;
    for at in memchr::memchr_iter(b'&', &text.bytes) {
        let (_, ahead) = text.bytes.split_at(at);
        if at >= done
            && let Some((found, len)) = reference(ahead)
        {
            replaced.extend(text, done..at);
            replaced.push(found.as_bytes(), through(&text.source(at), &text.source(at + len - 1)));
            done = at + len;
        }
    }
    replaced.extend(text, done..text.bytes.len());
    replaced
}

/// Joins the lines of flowed text with `delsp=yes`, which may divide words: the next line continues one that ends with a space,
/// which is removed, if both are quoted by as many `>` (RFC 3676, section 4).
pub(super) fn flowed(text: &Mapped) -> Mapped {
    let quotes = |line: &[u8]| line.iter().take_while(|byte| **byte == b'>').count();
    let mut joined = Mapped::default();
    let (mut at, mut skipped) = (0, 0);
    let mut lines = text.bytes.split_inclusive(|byte| *byte == b'\n').peekable();
    while let Some(line) = lines.next() {
        let depth = quotes(line);
        let body = line.strip_suffix(b"\r\n").or(line.strip_suffix(b"\n")).unwrap_or(line);
        let body = body.strip_suffix(b" ");
        // INVARIANT: the space that was removed is none of the `>`, which are all left. No line continues the `-- ` before a
        // signature.
        let body = body.filter(|body| body.split_at(depth).1.trim_ascii_start() != b"--");
        let next = lines.peek().filter(|next| body.is_some() && quotes(next) == depth);
        let end = body.filter(|_| next.is_some()).map_or(line.len(), <[u8]>::len);
        joined.extend(text, at + skipped..at + end);
        at += line.len();
        // A space before the text of a line is not part of it.
        skipped = next.map_or(0, |next| depth + usize::from(next.get(depth) == Some(&b' ')));
    }
    joined
}

/// The longest reference, in bytes.
const LONGEST: usize = 33;

/// Returns the character of the reference with which a text begins, and the length of the reference.
fn reference(text: &[u8]) -> Option<(String, usize)> {
    let len = memchr::memchr(b';', text.get(..LONGEST).unwrap_or(text))? + 1;
    let name = text.get(1..len - 1)?;
    let is_name = name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'#');
    let token = text.get(..len).filter(|_| is_name)?;
    let mut found = String::new();
    add_html_token(&mut found, token, false);
    // Text that is not a reference comes back unchanged. A NUL would make the text binary.
    (found.as_bytes() != token && found != "\0").then_some((found, len))
}
