//! The bytes that a search looks at, and whether it would have looked further.

use core::{cell::Cell, fmt, ops::Range, str};

use crate::class::is_blank;

/// A text, or the part of a stream that has arrived.
///
/// All code that looks forward reads by [`Text::at`], or calls [`Text::run_out`] if it reads a slice to its end. So the
/// reader of a stream learns that a decision depends on bytes that have not arrived, and takes it back. Nothing else in
/// this crate has to know of streams.
pub(crate) struct Text<'t> {
    bytes: &'t [u8],
    whole: bool,
    short: Cell<bool>,
    valid: Cell<(usize, &'t str)>,
}

/// How many bytes are checked for UTF-8 at once.
const STRETCH: usize = 1024;

impl fmt::Debug for Text<'_> {
    /// Writes the length of the text alone: the text may contain passwords.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Text({} bytes)", self.bytes.len())
    }
}

impl<'t> Text<'t> {
    /// Returns a text of these bytes. Nothing comes after them if it is `whole`.
    pub(crate) fn new(bytes: &'t [u8], whole: bool) -> Self {
        Self { bytes, whole, short: Cell::new(false), valid: Cell::new((0, "")) }
    }

    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Returns the byte at an offset, unless the text ends before it.
    #[inline]
    pub(crate) fn at(&self, offset: usize) -> Option<u8> {
        let byte = self.bytes.get(offset).copied();
        if byte.is_none() {
            self.run_out();
        }
        byte
    }

    /// Returns whether a byte is at an offset that passes a test.
    #[inline]
    pub(crate) fn is(&self, offset: usize, test: impl FnOnce(u8) -> bool) -> bool {
        self.at(offset).is_some_and(test)
    }

    /// Returns whether a letter or digit of US-ASCII is at an offset.
    #[inline]
    pub(crate) fn is_alnum(&self, offset: usize) -> bool {
        self.is(offset, |byte| byte.is_ascii_alphanumeric())
    }

    /// Notes that more bytes may change the result.
    pub(crate) fn run_out(&self) {
        self.short.set(true);
    }

    /// Returns whether the search looked past the end of what has arrived of a stream.
    pub(crate) fn short(&self) -> bool {
        !self.whole && self.short.get()
    }

    /// Returns the byte before an offset.
    #[inline]
    pub(crate) fn before(&self, offset: usize) -> Option<u8> {
        offset.checked_sub(1).and_then(|last| self.bytes.get(last)).copied()
    }

    /// Returns the bytes between two offsets that have been looked at. Empty if `to` is before `from`: a URL may begin after
    /// the end that its brackets give it.
    pub(crate) fn slice(&self, from: usize, to: usize) -> &'t [u8] {
        self.bytes.get(from..to).unwrap_or(&[])
    }

    /// Returns the bytes of a range that has been looked at.
    pub(crate) fn bytes_in(&self, range: &Range<usize>) -> &'t [u8] {
        self.slice(range.start, range.end)
    }

    /// Returns the bytes of a range as a string if they are UTF-8.
    ///
    /// To check one URL takes about as long as to find it, so the text after it is checked as well: the next URL is often
    /// near. Without that, extract-dense of the benchmark takes 1.18 times as long, and misses its bar.
    pub(crate) fn str(&self, range: &Range<usize>) -> Option<&'t str> {
        let known = |(base, text): (usize, &'t str)| {
            text.get(range.start.checked_sub(base)?..range.end.checked_sub(base)?)
        };
        known(self.valid.get()).or_else(|| {
            let far = (range.start + STRETCH).clamp(range.end, self.len().max(range.end));
            let text = str::from_utf8(self.slice(range.start, far))
                .or_else(|_| str::from_utf8(self.bytes_in(range)))
                .ok()?;
            self.valid.set((range.start, text));
            text.get(..range.len())
        })
    }

    /// Returns all that follows an offset. The caller reports by [`Text::run_out`] that it read to the end.
    #[inline]
    pub(crate) fn tail(&self, from: usize) -> &'t [u8] {
        self.bytes.get(from..).unwrap_or(&[])
    }

    /// Returns at most `most` bytes from an offset on.
    pub(crate) fn ahead(&self, from: usize, most: usize) -> &'t [u8] {
        let tail = self.tail(from);
        tail.get(..most).unwrap_or_else(|| {
            self.run_out();
            tail
        })
    }

    /// Returns at most `most` bytes before an offset.
    pub(crate) fn preceding(&self, offset: usize, most: usize) -> &'t [u8] {
        self.slice(offset.saturating_sub(most), offset)
    }

    /// Returns the bytes from an offset on that pass a test, at most `most`.
    pub(crate) fn run(&self, from: usize, most: usize, test: impl Fn(u8) -> bool) -> &'t [u8] {
        let tail = self.tail(from);
        let ahead = tail.get(..most).unwrap_or(tail);
        let width = ahead.iter().take_while(|byte| test(**byte)).count();
        if width == tail.len() && width < most {
            self.run_out();
        }
        &ahead[..width]
    }

    /// Returns the offset after the bytes that pass a test, at most `most`.
    pub(crate) fn past(&self, from: usize, most: usize, test: impl Fn(u8) -> bool) -> usize {
        from + self.run(from, most, test).len()
    }

    /// Returns whether a sequence that sets the colors of a terminal begins at an offset. It is markup of the text, so it
    /// ends a URL also where all other control characters belong to it.
    pub(crate) fn sets_colors(&self, offset: usize) -> bool {
        self.reads(offset, b"\x1b[")
    }

    /// Returns whether `words` are at an offset, in any case.
    pub(crate) fn reads(&self, offset: usize, words: &[u8]) -> bool {
        let tail = self.tail(offset);
        if let Some(head) = tail.get(..words.len()) {
            return head.eq_ignore_ascii_case(words);
        }
        if words[..tail.len()].eq_ignore_ascii_case(tail) {
            self.run_out();
        }
        false
    }

    /// Returns the first offset from `at` on that is not a space or tab; at most `most` are skipped.
    pub(crate) fn skip_blanks(&self, at: usize, most: usize) -> usize {
        self.past(at, most, is_blank)
    }

    /// Returns the last offset from `at` back that has no space or tab before it; at most `most` are skipped.
    pub(crate) fn skip_blanks_back(&self, at: usize, most: usize) -> usize {
        at - count_back(self.preceding(at, most), is_blank)
    }

    /// Returns the offset after the line break at `at`: LF, CR LF or CR.
    pub(crate) fn after_break(&self, at: usize) -> usize {
        let pair = self.at(at) == Some(b'\r') && self.at(at + 1) == Some(b'\n');
        at + 1 + usize::from(pair)
    }
}

/// Returns how many bytes at the end pass a test.
#[inline]
pub(crate) fn count_back(bytes: &[u8], test: impl Fn(u8) -> bool) -> usize {
    bytes.iter().rev().take_while(|byte| test(**byte)).count()
}
