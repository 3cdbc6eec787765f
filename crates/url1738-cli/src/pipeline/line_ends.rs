//! Finds the ends of lines. This is the hot loop of commands that do little per line.

/// The number of bytes that are scanned at once.
const WINDOW: usize = 64;
const STEP: u16 = 64;
/// The number of windows whose line ends are held.
const WINDOWS: usize = 32;
/// The number of line ends that are stored without checking how many there are. Most windows of URLs have fewer.
const AT_ONCE: usize = 3;

/// The offsets of the line feeds in a text, in order.
///
/// They are found many at a time and stored, so that the processor does not have to predict the length of each line.
#[derive(Clone, Debug)]
pub(crate) struct LineEnds<'a> {
    /// The text that has not been scanned.
    rest: &'a [u8],
    /// The offsets of the windows of `found`, and of `rest`.
    base: usize,
    next_base: usize,
    found: [u16; WINDOW * WINDOWS + AT_ONCE],
    len: usize,
    at: usize,
}

impl<'a> LineEnds<'a> {
    pub(crate) const fn new(text: &'a [u8]) -> Self {
        let found = [0; WINDOW * WINDOWS + AT_ONCE];
        Self { rest: text, base: 0, next_base: 0, found, len: 0, at: 0 }
    }

    /// Scans windows until one contains a line feed.
    #[inline(never)]
    fn scan(&mut self) -> bool {
        (self.len, self.at) = (0, 0);
        while self.len == 0 && !self.rest.is_empty() {
            self.base = self.next_base;
            let (now, rest) = self.rest.split_at(self.rest.len().min(WINDOW * WINDOWS));
            (self.rest, self.next_base) = (rest, self.base + now.len());
            let (windows, last) = now.as_chunks();
            let mut start = 0;
            for window in windows {
                self.store(line_feeds(window), start);
                start += STEP;
            }
            if !last.is_empty() {
                let mut window = [0; WINDOW];
                window.iter_mut().zip(last).for_each(|(slot, byte)| *slot = *byte);
                self.store(line_feeds(&window), start);
            }
        }
        self.len > 0
    }

    /// Stores the positions of the bits of a mask, plus `start`. Example: the mask `0b1001` stores `start` and `start + 3`;
    /// the third slot is overwritten later.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "a window has 64 places")]
    fn store(&mut self, mut mask: u64, start: u16) {
        let end = self.len + mask.count_ones() as usize;
        loop {
            let slots = self.found.get_mut(self.len..).and_then(<[u16]>::first_chunk_mut);
            for slot in slots.unwrap_or(&mut [0; AT_ONCE]) {
                // With no bit left, the slot gets a position that is overwritten later.
                *slot = start + (mask | 1 << 63).trailing_zeros() as u16;
                mask &= mask.wrapping_sub(1);
            }
            self.len += AT_ONCE;
            if self.len >= end {
                self.len = end;
                return;
            }
        }
    }
}

impl Iterator for LineEnds<'_> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.at == self.len && !self.scan() {
            return None;
        }
        let place = self.found.get(self.at).copied();
        self.at += 1;
        place.map(|place| self.base + usize::from(place))
    }
}

/// Returns a mask of the line feeds in a window; the first byte is the lowest bit.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
fn line_feeds(window: &[u8; WINDOW]) -> u64 {
    use safe_arch::{cmp_eq_mask_i8_m128i, m128i, move_mask_i8_m128i, set_splat_i8_m128i as splat};
    let (quarters, _) = window.as_chunks();
    quarters.iter().rev().fold(0, |mask, quarter: &[u8; 16]| {
        let found = cmp_eq_mask_i8_m128i(m128i::from(*quarter), splat(b'\n' as i8));
        mask << 16 | u64::from(move_mask_i8_m128i(found).cast_unsigned())
    })
}

/// Like the SIMD version of `line_feeds`, but with arithmetic on words.
///
/// Example, with the bytes of one word: in `others`, a line feed is 00 and any other byte is not. Adding 7F to the low seven
/// bits sets the top bit of a byte unless they are zero; or-ing `others` sets it if the top bit was set; or-ing 7F fills
/// the rest. So a line feed gives 7F and any other byte FF, and the complement gives 80 and 00. The multiplication moves
/// the top bits of the eight bytes next to each other, into the top byte.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse2"))))]
fn line_feeds_portable(window: &[u8; WINDOW]) -> u64 {
    const LOW: u64 = u64::from_le_bytes([0x7F; 8]);
    const GATHER: u64 = 0x0002_0408_1020_4081;
    let (words, _) = window.as_chunks();
    words.iter().rev().fold(0, |mask, word| {
        let others = u64::from_le_bytes(*word) ^ u64::from_le_bytes([b'\n'; 8]);
        let found = !(((others & LOW) + LOW) | others | LOW);
        mask << 8 | found.wrapping_mul(GATHER) >> 56
    })
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
use line_feeds_portable as line_feeds;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_memchr() {
        let mut seed = 1738_u32;
        // From no line feeds to only line feeds.
        for share in [0, 1, 5, 40, 128, 256] {
            for len in (0..300).chain([2047, 2048, 2049, 10_000]) {
                let mut random = || {
                    seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    seed >> 24
                };
                let text: Vec<u8> = (0..len)
                    .map(|_| if random() < share { b'\n' } else { random().to_le_bytes()[0] })
                    .collect();
                let expected: Vec<_> = memchr::memchr_iter(b'\n', &text).collect();
                assert_eq!(LineEnds::new(&text).collect::<Vec<_>>(), expected);
                for window in text.as_chunks().0 {
                    assert_eq!(line_feeds(window), line_feeds_portable(window));
                }
            }
        }
    }
}
