//! The prefilter: whether a text can contain a secret, and in which reading.

use super::text::{Kind, escape};
use crate::scan::{Block, LEN};

/// A prefilter for texts without secrets, which are nearly all: the readings of a text in which one is possible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Readings {
    /// The text as written.
    pub(super) written: bool,
    /// The text with its escapes decoded.
    pub(super) decoded: bool,
}

/// The delimiters of secrets in a text.
#[derive(Clone, Copy, Debug, Default)]
struct Delimiters {
    at_sign: bool,
    colon: bool,
    slash: bool,
    /// An `=` after a name that may be `password`, `passwd` or `pwd`, judged by its last letters.
    value: bool,
}

impl Delimiters {
    /// Returns whether there can be a secret between them: a login has a `:` and an `@`, and in data it follows a slash.
    const fn suffice(self, kind: Kind) -> bool {
        let login = self.at_sign && self.colon && (self.slash || !matches!(kind, Kind::Rest));
        login || self.value
    }
}

impl Readings {
    /// Returns no reading if nothing after `from` is an `@`, an `=` or an escape.
    #[inline]
    pub(super) fn of(text: &[u8], from: usize, kind: Kind) -> Self {
        let mut found = false;
        let mut at = from;
        while at < text.len() {
            found |= Block::at(text, at).has_any(*b"@=%");
            at = at.saturating_add(LEN);
        }
        if found { Self::of_delimiters(text, from, kind) } else { Self::default() }
    }

    #[inline(never)]
    fn of_delimiters(text: &[u8], from: usize, kind: Kind) -> Self {
        let is_d = |value: u8| value | 0x20 == b'd';
        let before = |at: usize, by| at.checked_sub(by).and_then(|at| text.get(at)).copied();
        let after_d = |at: usize| before(at, 1).is_some_and(is_d);
        // What an escape may be besides: delimiters of the decoded reading alone.
        let (mut written, mut escaped) = (Delimiters::default(), Delimiters::default());
        let mut escapes = false;
        let mut at = from;
        while at < text.len() {
            let block = Block::at(text, at);
            written.at_sign |= block.are(b'@') != 0;
            written.colon |= block.are(b':') != 0;
            written.slash |= (block.are(b'/') | block.are(b'\\')) != 0;
            for place in places(block.are(b'='), at) {
                written.value |= after_d(place) && before(place, 2).is_some_and(precedes_d);
                escaped.value |= after_d(place);
            }
            for place in places(block.are(b'%'), at) {
                escapes = true;
                match text.get(place..).and_then(escape).map_or(b'%', |(value, _)| value) {
                    b'@' => escaped.at_sign = true,
                    b':' => escaped.colon = true,
                    b'/' | b'\\' => escaped.slash = true,
                    b'=' => escaped.value |= after_d(place),
                    // An `=` may follow.
                    value => escaped.value |= is_d(value),
                }
            }
            at = at.saturating_add(LEN);
        }
        let decoded = Delimiters {
            at_sign: written.at_sign | escaped.at_sign,
            colon: written.colon | escaped.colon,
            slash: written.slash | escaped.slash,
            value: written.value | escaped.value,
        };
        Self { written: written.suffice(kind), decoded: escapes && decoded.suffice(kind) }
    }
}

/// Returns whether the `d` at the end of `password`, `passwd` and `pwd` follows this letter.
#[inline]
const fn precedes_d(letter: u8) -> bool {
    matches!(letter | 0x20, b'r' | b'w')
}

/// Returns whether a URL may have secrets. The password of each of the ten schemes ends before an `@`, and a value begins
/// after an `=` and a key that ends in `rd` or `wd`. All may be escaped, even twice: `%2540`.
#[inline]
pub(in crate::diagnostics) fn are_possible(url: &[u8]) -> bool {
    let mut at = 0;
    while at < url.len() {
        if Block::at(url, at).has_any(*b"@=%") && delimits(url, at) {
            return true;
        }
        at = at.saturating_add(LEN);
    }
    false
}

/// Returns whether a delimiter of a secret is in the block at `from`.
#[inline(never)]
fn delimits(url: &[u8], from: usize) -> bool {
    let block = Block::at(url, from);
    let before = |at: usize, by: usize| at.checked_sub(by).and_then(|at| url.get(at)).copied();
    let mut marks = places(block.are(b'=') | block.are(b'%'), from);
    block.are(b'@') != 0
        || marks.any(|at| match url.get(at..) {
            Some([b'%', b'4', b'0', ..] | [b'%', b'2', b'5', ..]) => true,
            Some([b'%', b'3', digit, ..]) => matches!(digit, b'd' | b'D'),
            Some([b'=', ..]) => {
                // The last two letters of the key, each of which may be an escape.
                before(at, 3) == Some(b'%')
                    || matches!(before(at, 1), Some(b'd' | b'D'))
                        && (before(at, 2).is_some_and(precedes_d) || before(at, 4) == Some(b'%'))
            }
            _ => false,
        })
}

/// Returns the places of the bits of a mask whose first bit is at `first`: 0b101 at 32 gives 32 and 34.
fn places(mut mask: u32, first: usize) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        mask &= mask.checked_sub(1)?;
        Some(first.saturating_add(bit))
    })
}
