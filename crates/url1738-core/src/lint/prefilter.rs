//! A prefilter that rejects URLs no lint can match, in one pass over their bytes.

use crate::{
    scan::{self, Block, hex, swar::find},
    syntax::{
        chars::{Class, XCHAR},
        part::{Canon, Part, Role},
    },
};

/// The features of a text that a lint may be about.
///
/// False positives are allowed, false negatives are not: a later check rejects the former, but nothing finds the
/// latter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen(u8);

const ESCAPE: u8 = 1;
const QUESTION_MARK: u8 = 2;
const HYPHEN: u8 = 4;
const SLASH_BEFORE: u8 = 8;

/// The features to search for: those of the parts of a scheme that a lint may be about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prefilter {
    for_what: u8,
    /// The octets whose escapes a lint may be about in these parts, in addition to those of all parts.
    octets: Class,
}

/// The number of bytes at the beginning in which a part may begin without a separator before it: a gopher selector
/// follows the one character or escape of the type.
const UNSEPARATED: usize = 4;

impl Prefilter {
    /// Searches for all features.
    pub(super) const ALL: Self =
        Self { for_what: ESCAPE | QUESTION_MARK | HYPHEN | SLASH_BEFORE, octets: XCHAR };

    /// Searches for the features that these parts may have; those of the server are checked elsewhere.
    #[inline]
    pub(super) const fn at(mut parts: &[&Part]) -> Self {
        let mut prefilter = Self { for_what: 0, octets: Class::of(b".-") };
        while let [part, rest @ ..] = parts {
            parts = rest;
            if part.role().is_of_server() {
                continue;
            }
            if part.class().allows_escapes() {
                prefilter.for_what |= ESCAPE | HYPHEN;
            }
            if matches!(part.canon(), Canon::Escapes) {
                prefilter.octets = prefilter.octets.union(part.class().without(part.reserved()));
            }
            if matches!(part.role(), Role::FileSegment) {
                prefilter.for_what |= QUESTION_MARK;
            }
            // The path of an unknown scheme has segments, too.
            if part.is_segment() || matches!(part.role(), Role::Path) {
                prefilter.for_what |= SLASH_BEFORE;
                prefilter.octets = prefilter.octets.with(b"/");
            }
        }
        prefilter
    }

    #[inline]
    const fn is_for(self, what: u8) -> bool {
        self.for_what & what != 0
    }

    /// Returns whether there are no features to search for.
    #[inline]
    pub(super) const fn is_for_nothing(self) -> bool {
        self.for_what == 0
    }

    /// Returns whether a lint may be about an escape of `octet`: control octets, `%`, the backslash, the first octet of an overlong
    /// form, and octets that need no escape, including the dot, the slash and the hyphen.
    #[inline]
    const fn is_relevant(self, octet: u8) -> bool {
        is_relevant_in_all_parts(octet) | self.octets.contains(octet)
    }
}

/// The octets whose escapes a lint may be about in every part. A table, because a branch on the octet would be
/// unpredictable.
#[expect(clippy::indexing_slicing, reason = "const: 256 entries, indexed by a byte")]
static RELEVANT: [bool; 256] = {
    let mut table = [false; 256];
    let mut octet = 0_u8;
    loop {
        table[octet as usize] = matches!(octet, ..0x20 | 0x7F | b'%' | b'\\' | 0xC0 | 0xC1);
        if octet == u8::MAX {
            break;
        }
        octet = octet.wrapping_add(1);
    }
    table
};

/// Returns whether a lint may be about an escape of `octet` in every part.
#[expect(clippy::indexing_slicing, reason = "256 entries, indexed by a byte")]
#[inline]
pub(super) const fn is_relevant_in_all_parts(octet: u8) -> bool {
    RELEVANT[octet as usize]
}

impl Seen {
    /// All features.
    pub(super) const ALL: Self = Self(Prefilter::ALL.for_what);

    /// Searches the bytes from `from` on, as if a slash preceded them. There is at least one byte before them.
    ///
    /// Inlined so that the compiler drops the tests that a constant prefilter does not need.
    #[inline(always)]
    pub(super) fn over(bytes: &[u8], from: usize, prefilter: Prefilter) -> Self {
        let Some(first) = bytes.get(from) else { return Self(0) };
        let slashed = prefilter.is_for(SLASH_BEFORE);
        let begins = slashed && matches!(first, b'.' | b'/');
        let may_have = match prefilter.is_for(QUESTION_MARK) {
            true => scan::may_have(bytes, from, *b"-%?", slashed),
            false => scan::may_have(bytes, from, *b"-%", slashed),
        };
        if begins | may_have { Self::nearer(bytes, from, prefilter) } else { Self(0) }
    }

    /// Like [`Self::over`], but exact: it checks single bytes if necessary.
    #[inline(never)]
    fn nearer(bytes: &[u8], from: usize, prefilter: Prefilter) -> Self {
        let mut seen = 0;
        // Each block begins with the last byte of the one before, so that no state is carried from block to block.
        let mut at = from.saturating_sub(1);
        let mut slash_before = 1;
        let mut after_slash = 0;
        while at.saturating_add(1) < bytes.len() {
            let block = Block::at(bytes, at);
            if prefilter.is_for(SLASH_BEFORE) {
                let slashes = block.are(b'/');
                after_slash |= ((slashes | slash_before) << 1) & (block.are(b'.') | slashes);
                slash_before = 0;
            }
            // Nearly always the block has only escapes to check.
            if block.has_any(*b"-?") {
                seen |= rare(bytes, from, at, block);
            }
            if seen & ESCAPE == 0 && has_relevant_escape(bytes, at, block, prefilter) {
                seen |= ESCAPE;
            }
            at = at.saturating_add(scan::LEN.saturating_sub(1));
        }
        if after_slash != 0 {
            seen |= SLASH_BEFORE;
        }
        Self(seen & prefilter.for_what)
    }

    /// Returns whether there are no features, so that no rule for parts applies.
    #[inline]
    pub(super) const fn is_nothing(self) -> bool {
        self.0 == 0
    }

    /// Returns whether there are no features except escapes.
    #[inline]
    pub(super) const fn is_of_escapes(self) -> bool {
        self.0 & !ESCAPE == 0
    }

    /// Returns whether there is an escape that a lint may be about.
    #[inline]
    pub(super) const fn escape(self) -> bool {
        self.0 & ESCAPE != 0
    }

    /// Returns whether there is a `?`.
    #[inline]
    pub(super) const fn question_mark(self) -> bool {
        self.0 & QUESTION_MARK != 0
    }

    /// Returns whether there is a `-` at a place where a part may begin.
    #[inline]
    pub(super) const fn hyphen(self) -> bool {
        self.0 & HYPHEN != 0
    }

    /// Returns whether a segment is empty or begins with a dot: a slash is followed by `.` or `/`.
    #[inline]
    pub(super) const fn segment(self) -> bool {
        self.0 & SLASH_BEFORE != 0
    }
}

/// A mask of all bytes of a block except the first, which belongs to the block before.
const AFTER_FIRST: u32 = !1;

/// Returns the position of the first byte in a mask of the block at `block_at`.
#[inline]
fn place(block_at: usize, mask: u32) -> usize {
    block_at.saturating_add(mask.trailing_zeros() as usize)
}

/// Returns the features of question marks and hyphens in the block at `at`.
#[inline]
fn rare(bytes: &[u8], from: usize, at: usize, block: Block) -> u8 {
    let mut seen = 0;
    if block.are(b'?') & AFTER_FIRST != 0 {
        seen |= QUESTION_MARK;
    }
    let mut hyphens = block.are(b'-') & AFTER_FIRST;
    while hyphens != 0 {
        if is_leading(bytes, place(at, hyphens), from) {
            seen |= HYPHEN;
        }
        hyphens &= hyphens.wrapping_sub(1);
    }
    seen
}

/// Returns whether a lint may be about an escape in the block at `at`.
#[inline]
fn has_relevant_escape(bytes: &[u8], at: usize, block: Block, prefilter: Prefilter) -> bool {
    let mut percents = block.are(b'%') & AFTER_FIRST;
    let mut relevant = false;
    while percents != 0 {
        relevant |= written_at(bytes, place(at, percents))
            .is_some_and(|octet| prefilter.is_relevant(octet));
        percents &= percents.wrapping_sub(1);
    }
    relevant
}

/// Returns whether a part may begin with the hyphen at `at`: it follows a byte or an escape that may separate two
/// parts, or it is so near the beginning that no separator is needed.
#[inline]
fn is_leading(bytes: &[u8], at: usize, from: usize) -> bool {
    let before = |by| at.checked_sub(by).and_then(|place| bytes.get(place));
    at < from.saturating_add(UNSEPARATED)
        || before(3) == Some(&b'%')
        || before(1).is_none_or(|byte| !byte.is_ascii_alphanumeric())
}

/// Returns the escapes of a URL from `at` on: the position of the `%`, and the octet.
#[inline]
pub(super) fn escapes(bytes: &[u8], mut at: usize) -> impl Iterator<Item = (usize, u8)> + '_ {
    core::iter::from_fn(move || {
        let found = find(bytes, b'%', at);
        at = found.saturating_add(3);
        written_at(bytes, found).map(|octet| (found, octet))
    })
}

/// Returns the octet of the escape at `at`. The digits are not checked, because in a URL two hexadecimal digits
/// follow every `%`.
#[inline]
fn written_at(bytes: &[u8], at: usize) -> Option<u8> {
    let [_, high, low] = *bytes.get(at..)?.first_chunk()?;
    Some(hex::octet_of([high, low]))
}

#[cfg(test)]
mod tests {
    use alloc::{string::String, vec};

    use super::{Prefilter, Seen, escapes, is_relevant_in_all_parts};
    use crate::syntax::part::{FSEGMENT, GROUP, PORT, SCHEMEPART, URLPATH};

    /// Returns the features of a text, found byte by byte.
    fn expected(text: &str) -> [bool; 4] {
        let slashed = ["/", text].concat();
        let octets = || escapes(text.as_bytes(), 0).map(|(_, octet)| octet);
        let early = text.bytes().take(4).any(|byte| byte == b'-');
        let mut before = b'a';
        let after = text.bytes().any(|byte| {
            let last = core::mem::replace(&mut before, byte);
            byte == b'-' && !last.is_ascii_alphanumeric()
        });
        let escape_before =
            text.as_bytes().windows(4).any(|four| four[0] == b'%' && four[3] == b'-');
        [
            octets().any(|octet| {
                octet < 0x20
                    || matches!(octet, 0x7F | 0xC0 | 0xC1 | b'%')
                    || octet.is_ascii_alphanumeric()
                    || b"$-_.+!*'(),;/?:@&=".contains(&octet)
            }),
            text.contains('?'),
            early || after || escape_before,
            slashed.contains("//") || slashed.contains("/."),
        ]
    }

    /// Every text of up to four pieces, at several positions in a block.
    #[test]
    fn the_prefilter_is_exact() {
        const PIECES: [&str; 12] =
            ["", "a", "/", ".", "-", "?", ";", "%2F", "%20", "%FF", "%1f", "%c1"];
        for number in 0..12_usize.pow(4) {
            let digits = [1, 12, 144, 1728].map(|place| number / place % 12);
            let text: String = digits.iter().map(|digit| PIECES[*digit]).collect();
            for before in [0, 28, 31, 60] {
                let text = ["a".repeat(before), text.clone()].concat();
                let found = Seen::over(["t", &text].concat().as_bytes(), 1, Prefilter::ALL);
                let seen = [found.escape(), found.question_mark(), found.hyphen(), found.segment()];
                assert_eq!(seen, expected(&text), "{text}");
                assert_eq!(found.is_nothing(), seen == [false; 4], "{text}");
            }
        }
        let all = Seen::ALL;
        assert!(all.escape() && all.question_mark() && all.hyphen() && all.segment());
    }

    #[test]
    fn octets_of_escapes() {
        let found: vec::Vec<_> = escapes(b"%41a%42%4f%4", 1).collect();
        assert_eq!(found, [(4, b'B'), (7, b'O')]);
        let relevant = |octet| [is_relevant_in_all_parts(octet), Prefilter::ALL.is_relevant(octet)];
        assert_eq!(
            [0, b'%', b'~', 0xC2, b'.'].map(relevant).map(|octet| octet.map(u8::from)),
            [[1, 1], [1, 1], [0, 0], [0, 0], [0, 1],]
        );
    }

    #[test]
    fn the_prefilter_checks_every_position() {
        for from in [1, 2, 15, 40] {
            for len in 1..100 {
                for at in 0..len {
                    // Bytes before `from` are not checked.
                    let mut text = vec![b'a'; from + len];
                    text[..from].fill(b'/');
                    let seen_in = |text: &[u8]| Seen::over(text, from, Prefilter::ALL);
                    let place = from + at;
                    assert!(seen_in(&text).is_nothing());
                    text[place] = b'?';
                    assert!(seen_in(&text).question_mark());
                    text[place] = b'-';
                    assert_eq!(seen_in(&text).hyphen(), at < 4);
                    if at > 0 {
                        text[place - 1] = b';';
                        assert!(seen_in(&text).hyphen());
                        text[place - 1] = b'a';
                    }
                    if at > 2 {
                        text[place - 3..place].copy_from_slice(b"%09");
                        assert!(seen_in(&text).hyphen());
                        text[place - 3..place].fill(b'a');
                    }
                    text[place] = b'/';
                    assert_eq!(seen_in(&text).segment(), at == 0);
                    if at + 1 < len {
                        text[place + 1] = b'.';
                        assert!(seen_in(&text).segment());
                    }
                    if at + 2 < len {
                        text[place..place + 3].copy_from_slice(b"%41");
                        assert!(seen_in(&text).escape());
                        text[place..place + 3].copy_from_slice(b"%20");
                        assert!(!seen_in(&text).escape());
                    }
                }
            }
        }
    }

    #[test]
    fn a_prefilter_searches_for_the_features_of_its_parts() {
        assert!(Prefilter::at(&[&GROUP, &PORT]).is_for_nothing());
        let seen = |text: &[u8], prefilter| Seen::over(text, 2, prefilter);
        for text in [&b"t:/a?b"[..], b"t:/a//b", b"t:/a/.b", b"t:/a%2Fb", b"t:/a%3Db", b"t:/-"] {
            assert!(!seen(text, Prefilter::ALL).is_nothing());
            assert!(!seen(text, Prefilter::at(&[&FSEGMENT])).is_nothing());
        }
        assert!(seen(b"t:a?b", Prefilter::at(&[&FSEGMENT])).question_mark());
        // Other parts have no segments and reserve more characters.
        for text in [&b"t:/a?b"[..], b"t:/a//b", b"t:/a/.b", b"t:/a%2Fb", b"t:/a%3Db"] {
            assert!(seen(text, Prefilter::at(&[&SCHEMEPART, &GROUP])).is_nothing());
        }
        // A urlpath is one part with the segments of its scheme.
        for (text, segment) in
            [(&b"t:a?b"[..], false), (b"t:a%3Db", false), (b"t:a//b", true), (b"t:a/.b", true)]
        {
            assert_eq!(seen(text, Prefilter::at(&[&URLPATH, &GROUP])).segment(), segment);
        }
        assert!(seen(b"t:/a%2Eb", Prefilter::at(&[&URLPATH])).escape());
        assert!(seen(b"t:/-", Prefilter::at(&[&GROUP, &URLPATH])).hyphen());
    }
}
