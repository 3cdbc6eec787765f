//! One look over the bytes of a URL, which tells most URLs that no lint is about them from the few others.

use crate::{
    block::{self, Block, lowest},
    chars::XCHAR,
    lanes::find,
};

/// What there is in a text that a lint may be about.
///
/// A glance may see what turns out to be nothing; it never misses anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Glance(u8);

const ESCAPE: u8 = 1;
const QUESTION_MARK: u8 = 2;
const HYPHEN: u8 = 4;
const SLASH_BEFORE: u8 = 8;

/// How far behind the beginning a part may begin that nothing separates from the one before: the selector stands
/// behind the one character of a gopher type.
const UNSEPARATED: usize = 4;

impl Glance {
    /// As if there were everything.
    pub(super) const ALL: Self = Self(ESCAPE | QUESTION_MARK | HYPHEN | SLASH_BEFORE);

    /// Looks at every byte from `from` on once, the first as if a slash stood before it.
    pub(super) fn over(bytes: &[u8], from: usize) -> Self {
        let mut seen = 0;
        let mut escapes = false;
        // Whether the byte before the block is a slash, in the lowest bit.
        let mut carried = 1;
        let mut at = from;
        while let Some(left) = bytes.len().checked_sub(at).filter(|left| *left > 0) {
            let block = Block::at(bytes, at);
            let own = lowest(u32::try_from(left).unwrap_or(u32::MAX));
            let slashes = block.are(b'/') & own;
            if ((slashes << 1) | carried) & (block.are(b'.') | slashes) & own != 0 {
                seen |= SLASH_BEFORE;
            }
            carried = slashes >> 31;
            // Most blocks have none of these.
            if block.has(b'?') && block.are(b'?') & own != 0 {
                seen |= QUESTION_MARK;
            }
            if block.has(b'-') && block.are(b'-') & own != 0 {
                seen |= HYPHEN;
            }
            if block.has(b'%') {
                let percents = block.are(b'%') & own;
                escapes |= percents != 0;
                seen |= telling_escape(bytes, at, percents);
            }
            at = at.saturating_add(block::LEN);
        }
        if seen & HYPHEN != 0 && !escapes {
            let whole = bytes.get(from..).unwrap_or_default();
            if !has_leading_hyphen(whole) {
                seen &= !HYPHEN;
            }
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

    /// Whether there is a `-` with which a part may begin.
    pub(super) const fn hyphen(self) -> bool {
        self.0 & HYPHEN != 0
    }

    /// Whether a segment is empty or begins with a dot: a slash is followed by `.` or `/`.
    pub(super) const fn segment(self) -> bool {
        self.0 & SLASH_BEFORE != 0
    }
}

/// Whether a part may begin with one of the hyphens: it stands behind what may separate two parts, or so near the
/// beginning that nothing need to. There is no escape, behind which a part may begin, too.
#[cold]
fn has_leading_hyphen(bytes: &[u8]) -> bool {
    let first = bytes.get(..UNSEPARATED).unwrap_or(bytes);
    first.contains(&b'-')
        || bytes
            .windows(2)
            .any(|pair| matches!(pair, [before, b'-'] if !before.is_ascii_alphanumeric()))
}

/// Whether one of the escapes that begin at `percents`, bits counted from `at`, is of an octet that some lint is
/// about.
#[inline]
fn telling_escape(bytes: &[u8], at: usize, mut percents: u32) -> u8 {
    while percents != 0 {
        let found = at.saturating_add(percents.trailing_zeros() as usize);
        let digits = bytes.get(found.saturating_add(1)..).unwrap_or_default();
        if octet_of(digits).is_some_and(is_telling) {
            return ESCAPE;
        }
        percents &= percents.wrapping_sub(1);
    }
    0
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
    use alloc::{string::String, vec};

    use super::{Glance, escapes, is_telling, octet_of};

    /// What there is to see in a text, byte by byte.
    fn expected(text: &str) -> [bool; 4] {
        let slashed = ["/", text].concat();
        let octets = || escapes(text.as_bytes(), 0).map(|(_, octet)| octet);
        let early = text.bytes().take(4).any(|byte| byte == b'-');
        let mut before = b'a';
        let behind = text.bytes().any(|byte| {
            let last = core::mem::replace(&mut before, byte);
            byte == b'-' && !last.is_ascii_alphanumeric()
        });
        [
            octets().any(|octet| {
                octet < 0x20
                    || matches!(octet, 0x7F | 0xC0 | 0xC1 | b'%')
                    || octet.is_ascii_alphanumeric()
                    || b"$-_.+!*'(),;/?:@&=".contains(&octet)
            }),
            text.contains('?'),
            text.contains('-') && (early || behind || text.contains('%')),
            slashed.contains("//") || slashed.contains("/."),
        ]
    }

    /// Every text of up to four of these, wherever it stands in a block.
    #[test]
    fn a_glance_sees_all_and_nothing_else() {
        const PIECES: [&str; 12] =
            ["", "a", "/", ".", "-", "?", ";", "%2F", "%20", "%FF", "%1f", "%c1"];
        for number in 0..12_usize.pow(4) {
            let digits = [1, 12, 144, 1728].map(|place| number / place % 12);
            let text: String = digits.iter().map(|digit| PIECES[*digit]).collect();
            for before in [0, 28, 31, 60] {
                let text = ["a".repeat(before), text.clone()].concat();
                let glance = Glance::over(text.as_bytes(), 0);
                let seen =
                    [glance.escape(), glance.question_mark(), glance.hyphen(), glance.segment()];
                assert_eq!(seen, expected(&text), "{text}");
                assert_eq!(glance.is_nothing(), seen == [false; 4], "{text}");
            }
        }
        let all = Glance::ALL;
        assert!(all.escape() && all.question_mark() && all.hyphen() && all.segment());
    }

    #[test]
    fn octets_of_escapes() {
        for octet in 0..=255_u8 {
            let [upper, lower] = [alloc::format!("{octet:02X}x"), alloc::format!("{octet:02x}")];
            assert_eq!(octet_of(upper.as_bytes()), Some(octet));
            assert_eq!(octet_of(lower.as_bytes()), Some(octet));
        }
        for digits in ["", "4", "g0", "0g", "/0", ":0", "@0", "`0", "0:"] {
            assert_eq!(octet_of(digits.as_bytes()), None, "{digits}");
        }
        let found: vec::Vec<_> = escapes(b"%41%%42%4%g%43", 1).collect();
        assert_eq!(found, [(4, b'B'), (11, b'C')]);
        assert!(is_telling(0) && is_telling(b'%') && !is_telling(b'~') && !is_telling(0xC2));
    }

    #[test]
    fn a_glance_sees_every_place() {
        for from in [0, 1, 15, 40] {
            for len in 1..100 {
                for at in 0..len {
                    // What stands before is not looked at.
                    let mut text = vec![b'a'; from + len];
                    text[..from].fill(b'/');
                    let glance = |text: &[u8]| Glance::over(text, from);
                    let place = from + at;
                    assert!(glance(&text).is_nothing());
                    text[place] = b'?';
                    assert!(glance(&text).question_mark());
                    text[place] = b'-';
                    assert_eq!(glance(&text).hyphen(), at < 4);
                    if at > 0 {
                        text[place - 1] = b';';
                        assert!(glance(&text).hyphen());
                        text[place - 1] = b'a';
                    }
                    text[place] = b'/';
                    assert_eq!(glance(&text).segment(), at == 0);
                    if at + 1 < len {
                        text[place + 1] = b'.';
                        assert!(glance(&text).segment());
                    }
                    if at + 2 < len {
                        text[place..place + 3].copy_from_slice(b"%41");
                        assert!(glance(&text).escape());
                        text[place..place + 3].copy_from_slice(b"%20");
                        assert!(!glance(&text).escape());
                    }
                }
            }
        }
    }
}
