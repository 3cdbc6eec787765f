//! The bytes a search looks at, and whether it would have looked further.

use core::{cell::Cell, fmt, ops::Range, str};

use crate::class::{BLANK, class};

/// A text, or the part of a stream that has arrived.
///
/// Whatever looks forward goes through [`Text::at`], or says [`Text::run_out`] where it read a slice to
/// its end. So the stream reader knows that a decision was made on bytes it does not have
/// yet and takes it back, and nothing else in this crate has to know of streams.
///
/// Offsets are added with `wrapping_add`: no slice is so long that a sum of them could wrap.
pub(crate) struct Text<'t> {
    bytes: &'t [u8],
    whole: bool,
    short: Cell<bool>,
    valid: Valid<'t>,
}

/// A stretch of a text that is known to be UTF-8.
#[derive(Default)]
struct Valid<'t> {
    text: Cell<&'t str>,
    /// Its offset.
    base: Cell<usize>,
    /// How many bytes were to be checked.
    length: Cell<usize>,
    /// Whether more than one URL stood in it.
    used: Cell<bool>,
}

impl<'t> Valid<'t> {
    #[inline]
    fn get(&self, range: &Range<usize>) -> Option<&'t str> {
        let base = self.base.get();
        self.text.get().get(range.start.checked_sub(base)?..range.end.checked_sub(base)?)
    }
}

/// How many bytes are checked for UTF-8 at once.
const SHORTEST_STRETCH: usize = 128;
const LONGEST_STRETCH: usize = 2048;

impl fmt::Debug for Text<'_> {
    /// Says how long the text is, and shows none of it: it may have passwords in it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Text({} bytes)", self.bytes.len())
    }
}

impl<'t> Text<'t> {
    /// `whole`: nothing comes after `bytes`.
    pub(crate) fn new(bytes: &'t [u8], whole: bool) -> Self {
        Self { bytes, whole, short: Cell::new(false), valid: Valid::default() }
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

    /// Notes that more bytes, if there are any, may change what was found.
    pub(crate) fn run_out(&self) {
        self.short.set(true);
    }

    /// Returns whether something looked past the end of what has arrived of a stream.
    pub(crate) fn short(&self) -> bool {
        !self.whole && self.short.get()
    }

    /// Returns the byte in front of an offset.
    #[inline]
    pub(crate) fn before(&self, offset: usize) -> Option<u8> {
        offset.checked_sub(1).and_then(|last| self.bytes.get(last)).copied()
    }

    /// Returns the bytes between two offsets that have been looked at; none if they are in disorder.
    pub(crate) fn slice(&self, from: usize, to: usize) -> &'t [u8] {
        self.bytes.get(from..to).unwrap_or_default()
    }

    /// Returns the bytes of a range as a string, if they are UTF-8.
    ///
    /// A short stretch takes longer to check than to read, and after one URL the next is often
    /// near: so more is checked at once, the more the last stretch was of use.
    pub(crate) fn str(&self, range: Range<usize>) -> Option<&'t str> {
        if let Some(known) = self.valid.get(&range) {
            self.valid.used.set(true);
            return Some(known);
        }
        self.check(range)
    }

    fn check(&self, range: Range<usize>) -> Option<&'t str> {
        let last = if self.valid.used.replace(false) { self.valid.length.get() } else { 0 };
        let length = last.saturating_mul(2).clamp(SHORTEST_STRETCH, LONGEST_STRETCH);
        let far = range.start.wrapping_add(length).clamp(range.end, self.len().max(range.end));
        let text = str::from_utf8(self.slice(range.start, far))
            .or_else(|_| str::from_utf8(self.slice(range.start, range.end)))
            .ok()?;
        self.valid.text.set(text);
        self.valid.base.set(range.start);
        self.valid.length.set(length);
        text.get(..range.len())
    }

    /// Returns all that follows an offset. Who reads it to its end says [`Text::run_out`].
    #[inline]
    pub(crate) fn tail(&self, from: usize) -> &'t [u8] {
        self.bytes.get(from..).unwrap_or_default()
    }

    /// At most `most` bytes from an offset on.
    pub(crate) fn ahead(&self, from: usize, most: usize) -> &'t [u8] {
        let tail = self.tail(from);
        tail.get(..most).unwrap_or_else(|| {
            self.run_out();
            tail
        })
    }

    /// At most `most` bytes in front of an offset.
    pub(crate) fn preceding(&self, offset: usize, most: usize) -> &'t [u8] {
        self.slice(offset.saturating_sub(most), offset)
    }

    /// The bytes from an offset on that belong together, at most `most`.
    pub(crate) fn run(&self, from: usize, most: usize, belongs: impl Fn(u8) -> bool) -> &'t [u8] {
        let tail = self.tail(from);
        let ahead = tail.get(..most).unwrap_or(tail);
        let width = ahead.iter().take_while(|byte| belongs(**byte)).count();
        if width == tail.len() && width < most {
            self.run_out();
        }
        ahead.get(..width).unwrap_or_default()
    }

    /// Returns whether a sequence that sets the colors of a terminal begins at an offset. It is markup of the text, so it
    /// ends a URL also where all other control octets belong to it.
    pub(crate) fn sets_colors(&self, offset: usize) -> bool {
        self.reads(offset, b"\x1b[")
    }

    /// Returns whether `words` are at an offset, in any case.
    pub(crate) fn reads(&self, offset: usize, words: &[u8]) -> bool {
        let tail = self.tail(offset);
        match tail.get(..words.len()) {
            Some(head) => head.eq_ignore_ascii_case(words),
            None => {
                let begun = words.get(..tail.len()).unwrap_or_default();
                if begun.eq_ignore_ascii_case(tail) {
                    self.run_out();
                }
                false
            }
        }
    }

    /// Returns the first offset, from `at` on, that is not a blank or tab; at most `most` are skipped.
    pub(crate) fn skip_blanks(&self, at: usize, most: usize) -> usize {
        at.wrapping_add(self.run(at, most, |byte| class(byte) == BLANK).len())
    }

    /// Returns the last offset, from `at` back, that has no blank or tab before it; at most `most` are skipped.
    pub(crate) fn skip_blanks_back(&self, at: usize, most: usize) -> usize {
        let preceding = self.preceding(at, most);
        at.saturating_sub(preceding.iter().rev().take_while(|byte| class(**byte) == BLANK).count())
    }

    /// Returns the offset after the line break at `at`: LF, CR LF or CR.
    pub(crate) fn after_break(&self, at: usize) -> usize {
        let next = at.wrapping_add(1);
        let pair = self.at(at) == Some(b'\r') && self.at(next) == Some(b'\n');
        next.wrapping_add(usize::from(pair))
    }
}
