//! Pieces of a record that are written together, without a look at the buffer between them.

/// The number of bytes of a window of a short text.
pub(crate) const WINDOW: usize = 32;

/// A short text, such as most URLs, whose pieces are copied without a branch on their lengths: as many bytes for each.
#[derive(Debug)]
pub(crate) struct ShortText([u8; Self::MAX_LEN + WINDOW]);

impl ShortText {
    /// The length of the longest text, in bytes.
    pub(crate) const MAX_LEN: usize = 96;

    #[inline]
    pub(crate) fn new(text: &[u8]) -> Option<Self> {
        let mut bytes = [0; Self::MAX_LEN + WINDOW];
        let slot = bytes.get_mut(..text.len()).filter(|_| text.len() <= Self::MAX_LEN)?;
        copy(slot, text);
        Some(Self(bytes))
    }

    /// Returns a piece of the text.
    #[inline]
    pub(crate) fn piece(&self, start: usize, len: usize) -> &[u8] {
        self.0.get(start..start + len).unwrap_or_default()
    }

    /// Returns the bytes from `start` on, if `len` of them fit into a window.
    #[inline(always)]
    pub(crate) fn window(&self, start: usize, len: usize) -> Option<&[u8; WINDOW]> {
        self.0.get(start..).and_then(<[u8]>::first_chunk).filter(|_| len <= WINDOW)
    }
}

/// The rest of the room for pieces that are appended together. Every method returns `None` if its piece does not fit.
pub(crate) struct Slot<'s>(pub(crate) &'s mut [u8]);

impl<'s> Slot<'s> {
    /// Writes a constant.
    #[inline(always)]
    pub(crate) fn fixed<const N: usize>(self, bytes: &[u8; N]) -> Option<Self> {
        let (slot, rest) = self.0.split_first_chunk_mut()?;
        *slot = *bytes;
        Some(Self(rest))
    }

    /// Writes bytes.
    #[inline(always)]
    pub(crate) fn push(self, bytes: &[u8]) -> Option<Self> {
        let (slot, rest) = self.0.split_at_mut_checked(bytes.len())?;
        copy(slot, bytes);
        Some(Self(rest))
    }

    /// Writes the first `len` bytes of a window, by one copy of all of it. What is written next overwrites the others.
    #[inline(always)]
    pub(crate) fn window(self, window: &[u8; WINDOW], len: usize) -> Option<Self> {
        *self.0.first_chunk_mut()? = *window;
        Some(Self(self.0.get_mut(len..)?))
    }

    /// Writes a number in decimal. Most are offsets in a URL, or the numbers of lines.
    #[inline]
    pub(crate) fn number(self, number: u32) -> Option<Self> {
        match number {
            0..10 => self.fixed(&[digit(number)]),
            10..100 => self.fixed(&two_digits(number)),
            _ => self.long_number(number),
        }
    }

    /// Writes the digits of the number of a line.
    #[inline(always)]
    pub(crate) fn digits(self, digits: &Digits) -> Option<Self> {
        *self.0.first_chunk_mut()? = digits.text;
        Some(Self(self.0.get_mut(digits.len..)?))
    }

    #[inline(never)]
    fn long_number(self, number: u32) -> Option<Self> {
        let [a, b] = two_digits(number / 10_000 % 100);
        let [c, d] = two_digits(number / 100 % 100);
        let [e, f] = two_digits(number % 100);
        match number {
            ..1_000 => self.fixed(&[d, e, f]),
            1_000..10_000 => self.fixed(&[c, d, e, f]),
            10_000..100_000 => self.fixed(&[b, c, d, e, f]),
            100_000..1_000_000 => self.fixed(&[a, b, c, d, e, f]),
            _ => self.number(number / 1_000_000)?.fixed(&[a, b, c, d, e, f]),
        }
    }
}

/// The decimal digits of the number of a line. The next line changes only the last one, nine times of ten.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Digits {
    number: u32,
    text: [u8; 16],
    len: usize,
}

impl Digits {
    /// Replaces the number.
    #[inline(always)]
    pub(crate) fn set(&mut self, number: u32) {
        let last = self.len.checked_sub(1).and_then(|last| self.text.get_mut(last));
        match last {
            Some(last) if *last < b'9' && self.number.checked_add(1) == Some(number) => *last += 1,
            _ => self.write(number),
        }
        self.number = number;
    }

    #[inline(never)]
    fn write(&mut self, number: u32) {
        let whole = self.text.len();
        let rest = Slot(&mut self.text).number(number).map_or(whole, |Slot(rest)| rest.len());
        self.len = whole - rest;
    }
}

/// Returns a number below 100 as two digits.
#[inline]
pub(crate) const fn two_digits(number: u32) -> [u8; 2] {
    // 103 / 1024 is a tenth, for numbers that are as small.
    let tens = (number * 103) >> 10;
    [digit(tens), digit(number - 10 * tens)]
}

/// Returns a number below 10 as a digit.
#[inline]
const fn digit(number: u32) -> u8 {
    let [low, ..] = number.to_le_bytes();
    b'0' + low
}

/// Copies bytes to a slot of their length.
///
/// Most pieces of a record are short. They are copied as two words that may overlap, without a call: the seven bytes
/// `abcdefg` as `abcd` and `defg`.
#[inline(always)]
pub(crate) fn copy(slot: &mut [u8], bytes: &[u8]) {
    match bytes.len() {
        0 => {}
        1 => copy_ends::<1>(slot, bytes),
        2 | 3 => copy_ends::<2>(slot, bytes),
        // The names of most parts.
        4..=8 => copy_ends::<4>(slot, bytes),
        9..=16 => copy_ends::<8>(slot, bytes),
        17..=32 => copy_ends::<16>(slot, bytes),
        // Most URLs.
        33..=64 => copy_ends::<32>(slot, bytes),
        _ => slot.copy_from_slice(bytes),
    }
}

/// Copies the first and the last `N` bytes, which are all of them if there are at most twice as many.
#[inline(always)]
fn copy_ends<const N: usize>(to: &mut [u8], from: &[u8]) {
    if let (Some(to), Some(from)) = (to.first_chunk_mut::<N>(), from.first_chunk()) {
        *to = *from;
    }
    if let (Some(to), Some(from)) = (to.last_chunk_mut::<N>(), from.last_chunk()) {
        *to = *from;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every piece of texts up to the longest.
    #[test]
    fn windows_are_written_whole() {
        let all: Vec<u8> = (0..=255).collect();
        for len in [0, 1, 31, 32, 33, 60, 95, 96] {
            let short = ShortText::new(&all[..len]).unwrap();
            for start in 0..=len {
                for piece in 0..=len - start {
                    let window = short.window(start, piece);
                    assert_eq!(window.is_some(), piece <= WINDOW, "{len} {start} {piece}");
                    let Some(window) = window else { continue };
                    let mut room = [b'x'; WINDOW];
                    let rest = Slot(&mut room).window(window, piece).unwrap().0.len();
                    assert_eq!(room[..room.len() - rest], all[start..start + piece]);
                }
            }
        }
        assert!(ShortText::new(&all[..97]).is_none());
    }

    #[test]
    fn digits_count_up() {
        let mut digits = Digits::default();
        let from = [0, 5, 95, 1, 990, 99_998, 0, 999_999, u32::MAX - 15];
        for number in from.into_iter().flat_map(|from| (from..=from + 15).chain([from, 0])) {
            digits.set(number);
            let mut room = [b'x'; 16];
            let rest = Slot(&mut room).digits(&digits).unwrap().0.len();
            assert_eq!(room[..room.len() - rest], *number.to_string().as_bytes());
        }
    }
}
