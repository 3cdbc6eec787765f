//! The buffer that records are written to.

use core::fmt;
use std::io::{self, Write};

use crate::slot::{Digits, Slot, copy};

/// Appends a constant text to a buffer, as an assignment of its bytes.
macro_rules! fixed {
    ($out:expr, $text:expr) => {{
        const TEXT: &str = $text;
        $out.push_fixed::<{ TEXT.len() }>(TEXT);
    }};
}
pub(crate) use fixed;

/// Bytes that are waiting to be written.
///
/// All of its memory is initialized, so that appending is one comparison and one copy.
#[derive(Debug, Default)]
pub(crate) struct Bytes {
    room: Vec<u8>,
    len: usize,
    /// The number of the last line whose digits were asked for.
    line: Digits,
}

impl Bytes {
    /// Returns the bytes.
    pub(crate) fn as_slice(&self) -> &[u8] {
        self.room.get(..self.len).unwrap_or_default()
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Removes all bytes, and keeps the memory.
    pub(crate) const fn clear(&mut self) {
        self.len = 0;
    }

    /// Appends bytes if there is room for them.
    #[inline(never)]
    fn append(&mut self, bytes: &[u8]) -> bool {
        let end = self.len + bytes.len();
        let Some(slot) = self.room.get_mut(self.len..end) else { return false };
        self.len = end;
        copy(slot, bytes);
        true
    }

    /// Appends a byte and other bytes if there is room for all of them.
    #[inline(never)]
    fn append_after(&mut self, byte: u8, bytes: &[u8]) -> bool {
        let end = self.len + 1 + bytes.len();
        let Some([first, slot @ ..]) = self.room.get_mut(self.len..end) else { return false };
        *first = byte;
        self.len = end;
        copy(slot, bytes);
        true
    }

    /// Appends the first `N` bytes if there is room for them, where `N` is a constant: without a loop or a call.
    #[inline(always)]
    fn append_fixed<const N: usize>(&mut self, bytes: [u8; N]) -> bool {
        match self.room.get_mut(self.len..).and_then(<[u8]>::first_chunk_mut) {
            Some(slot) => {
                *slot = bytes;
                self.len += N;
                true
            }
            None => false,
        }
    }

    /// Makes room for `wanted` more bytes, if that is possible with no more than `limit`.
    fn make_room(&mut self, wanted: usize, limit: usize) {
        const FIRST: usize = 4096;
        let doubled = (self.len + wanted).max(2 * self.room.len()).max(FIRST).min(limit);
        if doubled > self.room.len() {
            self.room.reserve_exact(doubled - self.room.len());
            self.room.resize(doubled, 0);
        }
    }
}

/// A buffer for the bytes of a record. It is drained when it is full, so a long record is never held whole.
///
/// After an error, whatever is written is dropped, and [`finish`](Self::finish) returns the error. So the pieces of a
/// record are written without results to check.
pub(crate) struct RecordBuffer<'o> {
    bytes: Bytes,
    /// How many bytes are held before the buffer is drained for the first time.
    limit: usize,
    /// How many bytes are held after that.
    drained_limit: usize,
    /// Writes the bytes to where they belong, and empties them.
    drain: &'o mut dyn FnMut(&mut Bytes) -> io::Result<()>,
    error: Option<io::Error>,
}

impl<'o> RecordBuffer<'o> {
    /// Creates a buffer that continues `bytes`. It holds `limit` bytes, and `drained_limit` after they were drained once.
    /// Memory that `bytes` have beyond that is used.
    pub(crate) fn new(
        bytes: Bytes,
        limit: usize,
        drained_limit: usize,
        drain: &'o mut dyn FnMut(&mut Bytes) -> io::Result<()>,
    ) -> Self {
        Self { bytes, limit, drained_limit, drain, error: None }
    }

    /// Appends bytes.
    #[inline]
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        if !self.bytes.append(bytes) {
            self.push_long(bytes);
        }
    }

    /// Appends text.
    #[inline]
    pub(crate) fn text(&mut self, text: &str) {
        self.push(text.as_bytes());
    }

    /// Appends a byte.
    #[inline(always)]
    pub(crate) fn byte(&mut self, byte: u8) {
        if !self.bytes.append_fixed([byte]) {
            self.push_long(&[byte]);
        }
    }

    /// Appends a byte and other bytes.
    #[inline]
    pub(crate) fn push_after(&mut self, byte: u8, bytes: &[u8]) {
        if !self.bytes.append_after(byte, bytes) {
            self.push_long(&[byte]);
            self.push(bytes);
        }
    }

    /// Appends a line, with its ending.
    #[inline]
    pub(crate) fn line(&mut self, bytes: &[u8]) {
        self.push(bytes);
        fixed!(self, "\n");
    }

    /// Appends a constant of `N` bytes, which [`fixed`] calls with its length.
    #[inline(always)]
    pub(crate) fn push_fixed<const N: usize>(&mut self, text: &'static str) {
        match text.as_bytes().first_chunk::<N>() {
            Some(bytes) if self.bytes.append_fixed(*bytes) => {}
            _ => self.push_long(text.as_bytes()),
        }
    }

    /// Appends a number in decimal.
    pub(crate) fn number(&mut self, number: impl Into<u64>) {
        let number = number.into();
        match u32::try_from(number) {
            Ok(small) if self.in_slot(10, |slot| slot.number(small)) => {}
            _ => self.long_number(number),
        }
    }

    /// Returns the digits of the number of a line, unless it is too large. It is fast for one line after the other.
    #[inline(always)]
    pub(crate) fn line_digits(&mut self, number: u64) -> Option<Digits> {
        self.bytes.line.set(u32::try_from(number).ok()?);
        Some(self.bytes.line)
    }

    #[cold]
    #[inline(never)]
    fn long_number(&mut self, number: u64) {
        self.push(number.to_string().as_bytes());
    }

    /// Appends pieces together: `write` writes them to a slot of `wanted` bytes, which may be too many. Returns whether
    /// there was room for them; if not, nothing is appended.
    ///
    /// The pieces are written without a look at the buffer between them.
    #[inline(always)]
    pub(crate) fn in_slot(
        &mut self,
        wanted: usize,
        write: impl for<'s> FnOnce(Slot<'s>) -> Option<Slot<'s>>,
    ) -> bool {
        let Bytes { room, len, .. } = &mut self.bytes;
        let Some(slot) = room.get_mut(*len..*len + wanted) else { return false };
        let Some(Slot(rest)) = write(Slot(slot)) else { return false };
        *len += wanted - rest.len();
        true
    }

    /// Appends the text that a value displays.
    pub(crate) fn display(&mut self, value: &dyn fmt::Display) {
        // An error of the drain is kept; values do not fail.
        let _ = fmt::Write::write_fmt(self, format_args!("{value}"));
    }

    /// Appends what does not fit: makes room up to the limit, and then drains.
    #[cold]
    #[inline(never)]
    fn push_long(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while self.error.is_none() && !rest.is_empty() {
            self.bytes.make_room(rest.len(), self.limit);
            let (now, later) =
                rest.split_at((self.bytes.room.len() - self.bytes.len).min(rest.len()));
            self.bytes.append(now);
            rest = later;
            if !rest.is_empty() {
                self.error = (self.drain)(&mut self.bytes).err();
                self.limit = self.drained_limit;
            }
        }
        if self.error.is_some() {
            // From now on, nothing fits and nothing is kept.
            (self.bytes, self.limit) = (Bytes::default(), 0);
        }
    }

    /// Returns the bytes that were not drained, and the error that draining ended with.
    pub(crate) fn finish(self) -> (Bytes, io::Result<()>) {
        (self.bytes, self.error.map_or(Ok(()), Err))
    }
}

impl fmt::Debug for RecordBuffer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordBuffer").field("len", &self.bytes.len).finish_non_exhaustive()
    }
}

impl fmt::Write for RecordBuffer<'_> {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.text(text);
        if self.error.is_none() { Ok(()) } else { Err(fmt::Error) }
    }
}

/// Never fails: [`finish`](RecordBuffer::finish) returns the error.
impl Write for RecordBuffer<'_> {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.push(bytes);
        Ok(bytes.len())
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.push(bytes);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_drained_in_order() {
        for limit in 1..9 {
            let mut written = Vec::new();
            let mut drain = |bytes: &mut Bytes| {
                assert!(bytes.len() <= limit.max(5), "{}", bytes.len());
                written.extend_from_slice(bytes.as_slice());
                bytes.clear();
                Ok(())
            };
            let mut buffer = RecordBuffer::new(Bytes::default(), limit, 5, &mut drain);
            for piece in ["ab", "c", "", "defg", "hijklmnopqrstuv", "w"] {
                buffer.text(piece);
            }
            buffer.number(17_u32);
            buffer.display(&'.');
            let (rest, result) = buffer.finish();
            assert!(result.is_ok() && rest.len() <= limit.max(5));
            written.extend_from_slice(rest.as_slice());
            assert_eq!(written, b"abcdefghijklmnopqrstuvw17.");
        }
    }

    /// Pieces of all lengths, constants and numbers, at all places before the end of the room.
    #[test]
    fn pieces_are_appended_whole() {
        let all: Vec<u8> = (0..200_u8).collect();
        for len in 0..80 {
            for before in 0..12 {
                let mut drain = |_: &mut Bytes| Ok(());
                let mut buffer = RecordBuffer::new(Bytes::default(), 8192, 8192, &mut drain);
                let mut expected = Vec::new();
                let mut write = |buffer: &mut RecordBuffer<'_>, piece: &[u8]| {
                    buffer.push(piece);
                    expected.extend_from_slice(piece);
                };
                write(&mut buffer, &vec![b'x'; 4096 - before]);
                write(&mut buffer, &all[..len]);
                write(&mut buffer, &all[len..]);
                fixed!(buffer, "constant");
                expected.extend_from_slice(b"constant");
                let numbers = (0..20).flat_map(|power| {
                    let power = 10_u64.saturating_pow(power);
                    [power - 1, power, power.saturating_mul(7).saturating_add(power / 3)]
                });
                for number in numbers.chain([255, u64::from(u32::MAX), u64::MAX]) {
                    buffer.number(number);
                    expected.extend_from_slice(number.to_string().as_bytes());
                }
                assert_eq!(buffer.finish().0.as_slice(), expected, "{len} {before}");
            }
        }
    }

    #[test]
    fn after_an_error_nothing_is_written() {
        let mut calls = 0;
        let mut drain = |_: &mut Bytes| {
            calls += 1;
            Err(io::Error::other("full"))
        };
        let mut buffer = RecordBuffer::new(Bytes::default(), 4, 4, &mut drain);
        for _ in 0..100 {
            buffer.text("abc");
        }
        let (rest, result) = buffer.finish();
        let result = result.map_err(|error| error.to_string());
        assert_eq!((rest.len(), result), (0, Err("full".to_owned())));
        assert_eq!(calls, 1);
    }
}
