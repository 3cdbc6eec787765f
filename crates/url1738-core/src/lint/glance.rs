//! One look over the bytes of a URL, which tells most URLs that no lint is about them from the few others.

use crate::{chars::XCHAR, lanes::find};

/// What there is in a text that a lint may be about.
///
/// A glance may see what turns out to be nothing; it never misses anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Glance(u8);

const ESCAPE: u8 = 1;
const QUESTION_MARK: u8 = 2;
const HYPHEN: u8 = 4;
const SLASH_BEFORE: u8 = 8;

impl Glance {
    /// As if there were everything.
    pub(super) const ALL: Self = Self(ESCAPE | QUESTION_MARK | HYPHEN | SLASH_BEFORE);

    /// Looks at every byte once, the first as if a slash stood before it.
    pub(super) fn over(mut bytes: &[u8]) -> Self {
        let whole = bytes;
        let mut seen = select(matches!(bytes, [b'.' | b'/', ..]), SLASH_BEFORE);
        while let Some((block, rest)) = bytes.first_chunk().zip(bytes.get(LANES..)) {
            seen |= look(block);
            bytes = rest;
        }
        let mut last = [0; LANES + 1];
        if let Some(room) = last.get_mut(..bytes.len()) {
            room.copy_from_slice(bytes);
        }
        seen |= look(&last);
        if seen & ESCAPE != 0 && !has_telling_escape(whole) {
            seen &= !ESCAPE;
        }
        Self(seen)
    }

    /// Whether no rule for parts needs to be asked.
    pub(super) const fn is_nothing(self) -> bool {
        self.0 == 0
    }

    /// Whether there is an escape of an octet that a lint is about.
    pub(super) const fn escape(self) -> bool {
        self.0 & ESCAPE != 0
    }

    /// Whether there is a `?`.
    pub(super) const fn question_mark(self) -> bool {
        self.0 & QUESTION_MARK != 0
    }

    /// Whether there is a `-`.
    pub(super) const fn hyphen(self) -> bool {
        self.0 & HYPHEN != 0
    }

    /// Whether a segment is empty or begins with a dot: a slash is followed by `.` or `/`.
    pub(super) const fn segment(self) -> bool {
        self.0 & SLASH_BEFORE != 0
    }
}

/// How many bytes are looked at together; the compiler makes vector code of it.
const LANES: usize = 32;

/// Looks at all bytes but the last, which shows what follows the one before it.
#[inline]
fn look(block: &[u8; LANES + 1]) -> u8 {
    block.iter().zip(block.iter().skip(1)).fold(0, |seen, (byte, next)| {
        let slash_before = (*byte == b'/') & (next.wrapping_sub(b'.') < 2);
        seen | select(*byte == b'%', ESCAPE)
            | select(*byte == b'?', QUESTION_MARK)
            | select(*byte == b'-', HYPHEN)
            | select(slash_before, SLASH_BEFORE)
    })
}

#[inline]
const fn select(found: bool, flag: u8) -> u8 {
    if found { flag } else { 0 }
}

/// Whether one of the escapes is of an octet that some lint is about.
fn has_telling_escape(bytes: &[u8]) -> bool {
    escapes(bytes, 0).any(|(_, octet)| is_telling(octet))
}

/// Controls; what needs no escape in some part, the dot, the slash and the hyphen among it; `%`; the first octet of
/// an overlong form.
const fn is_telling(octet: u8) -> bool {
    matches!(octet, ..0x20 | 0x7F | b'%' | 0xC0 | 0xC1) || XCHAR.contains(octet)
}

/// The escapes of a text from `at` on: where the `%` stands, and the octet.
pub(super) fn escapes(bytes: &[u8], mut at: usize) -> impl Iterator<Item = (usize, u8)> + '_ {
    core::iter::from_fn(move || {
        loop {
            let found = find(bytes, b'%', at);
            let behind = bytes.get(found.saturating_add(1)..)?;
            at = found.saturating_add(1);
            if let Some(octet) = octet_of(behind) {
                at = found.saturating_add(3);
                return Some((found, octet));
            }
        }
    })
}

/// The octet that two hexadecimal digits at the beginning of `bytes` write.
pub(super) fn octet_of(bytes: &[u8]) -> Option<u8> {
    let [high, low] = *bytes.first_chunk()?;
    Some(digit(high)? << 4 | digit(low)?)
}

const fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte & 0xF),
        b'A'..=b'F' | b'a'..=b'f' => Some((byte & 0xF).wrapping_add(9)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::Glance;

    #[test]
    fn a_glance_sees_every_place() {
        for len in 1..100 {
            for at in 0..len {
                let mut text = vec![b'a'; len];
                assert!(Glance::over(&text).is_nothing());
                text[at] = b'?';
                assert!(Glance::over(&text).question_mark());
                text[at] = b'-';
                assert!(Glance::over(&text).hyphen());
                text[at] = b'/';
                assert_eq!(Glance::over(&text).segment(), at == 0);
                if at + 1 < len {
                    text[at + 1] = b'.';
                    assert!(Glance::over(&text).segment());
                }
                if at + 2 < len {
                    text[at..at + 3].copy_from_slice(b"%41");
                    assert!(Glance::over(&text).escape());
                    text[at..at + 3].copy_from_slice(b"%20");
                    assert!(!Glance::over(&text).escape());
                }
            }
        }
    }
}
