//! Sets of bytes, and those of section 5.
//!
//! Every byte belongs to exactly one *kind* (lower-case letter, digit, one punctuation character, ...), and a [`Class`]
//! is a set of kinds, one bit each. A byte is a member if its kind and the class share a bit. For example, `.` has the
//! kind `1 << 7`, which is set in `SAFE` and not in `DIGIT` (`1 << 2`). One table of kinds therefore serves every class:
//! the parsers of all parts, the encoder, and the schemes of other crates.

/// Set of the characters that a part of a URL may contain unescaped.
///
/// [`Class::contains`] tests one byte. The sets of section 5 are constants of this module. A scheme adds its own
/// characters with [`Class::with`]:
///
/// ```
/// use url1738_core::chars::{Class, UCHAR};
///
/// const USER: Class = UCHAR.with(b";?&=");
/// assert!(USER.contains(b'&') && !USER.contains(b'@'));
/// ```
///
/// Classes support union and difference, and [`Class::run`] measures how many bytes of a text match:
///
/// ```
/// use url1738_core::chars::{ALPHADIGIT, Class, ESCAPE, UCHAR};
///
/// let plain = UCHAR.without(ESCAPE);
/// assert!(UCHAR.allows_escapes() && !plain.allows_escapes());
/// assert_eq!((UCHAR.run(b"a%20b c"), plain.run(b"a%20b c")), (5, 1));
/// assert_eq!(Class::of(b"0").union(Class::of(b"-")), ALPHADIGIT.with(b"-").without(Class::of(b"aA")));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Class(u32);

impl Class {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Returns the set of the characters in `bytes`: letters, digits, and punctuation that a URL may contain unescaped.
    ///
    /// Letters and digits are added as whole groups: any lower-case letter adds all of them, as does any upper-case
    /// letter or any digit. `%` adds the three characters of an escape.
    ///
    /// # Panics
    ///
    /// Panics if a byte is unsafe (section 2.2) or not graphic US-ASCII, because no part of a URL may contain it. In a
    /// constant, the panic is a compile error.
    #[must_use]
    #[expect(clippy::panic, reason = "an unsafe byte in a constant class must stop the compiler")]
    #[expect(clippy::indexing_slicing, reason = "const fn: the loop bound is the length")]
    #[expect(clippy::arithmetic_side_effects, reason = "counts up to a length")]
    pub const fn of(bytes: &[u8]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < bytes.len() {
            let kind = kind(bytes[i]);
            if kind & (UNSAFE | OUTSIDE) != 0 {
                panic!("section 2.2: this octet must be percent-encoded");
            }
            bits |= kind;
            i += 1;
        }
        Self(bits)
    }

    /// Returns this set with the characters in `bytes` added, which are interpreted as in [`Class::of`].
    #[must_use]
    #[inline]
    pub const fn with(self, bytes: &[u8]) -> Self {
        self.union(Self::of(bytes))
    }

    /// Returns the characters in either set.
    #[must_use]
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the characters of this set that are not in `other`.
    #[must_use]
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns `true` if `byte` may appear unescaped. This is never the case for `%`.
    #[must_use]
    #[inline]
    pub const fn contains(self, byte: u8) -> bool {
        // A class contains `%` only to allow escapes. As a byte it is never plain: the data `50%`
        // is written `50%25`.
        self.without(ESCAPE).has_kind(kind(byte))
    }

    /// Returns `true` if parts of this class may contain escapes.
    #[must_use]
    #[inline]
    pub const fn allows_escapes(self) -> bool {
        self.0 & ESCAPE.0 != 0
    }

    /// Returns `true` if the bytes of this kind may appear in parts of this class.
    #[must_use]
    #[inline(always)]
    pub(crate) const fn has_kind(self, kind: u32) -> bool {
        kind & self.0 != 0
    }

    /// Returns `true` if bytes of all these kinds may appear in parts of this class.
    #[must_use]
    #[inline(always)]
    #[allow(dead_code, reason = "only the portable scan calls it")]
    pub(crate) const fn has_kinds(self, kinds: u32) -> bool {
        kinds & !self.0 == 0
    }
}

/// Kind of the bytes that are unsafe (section 2.2), but graphic US-ASCII.
const UNSAFE: u32 = 1 << 30;
/// Kind of the bytes that are not graphic US-ASCII: control characters and 80 to FF.
const OUTSIDE: u32 = 1 << 31;

/// Punctuation that a URL may contain unescaped. Each character has a bit of its kind, from bit 4 on.
// Eighteen bits from bit 4 on end at bit 21, which leaves the two highest bits to `UNSAFE` and
// `OUTSIDE`.
pub(crate) const PUNCTUATION: &[u8; 18] = b"$-_.+!*'(),;/?:@&=";

/// The kinds of letters, digits and `%`, with the first and the last byte of each.
pub(crate) const RANGES: [(u32, u8, u8); 4] =
    // `%` is a range of one byte, so that the loop over the ranges also finds it in parts without
    // escapes.
    [(1, b'a', b'z'), (2, b'A', b'Z'), (4, b'0', b'9'), (8, b'%', b'%')];

/// The kinds of [`PUNCTUATION`], with their bytes. Unlike the table, which is compiled in this crate alone, a constant
/// is known to the compiler of every crate into which a scan is inlined.
#[expect(clippy::indexing_slicing, reason = "const: the index is below the length of both")]
pub(crate) const PUNCTUATION_KINDS: [(u32, u8); PUNCTUATION.len()] = {
    let mut kinds = [(0, 0); PUNCTUATION.len()];
    let mut i = 0;
    while i < kinds.len() {
        kinds[i] = (16 << i, PUNCTUATION[i]);
        i += 1;
    }
    kinds
};

// A static, not a constant, which would be copied to where it is indexed: the table has 1 KiB.
#[expect(clippy::indexing_slicing, reason = "const fn: indices are bytes or bounded by a length")]
static KINDS: [u32; 256] = {
    let mut table = [OUTSIDE; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        table[byte as usize] = match byte {
            b'a'..=b'z' => 1,
            b'A'..=b'Z' => 2,
            b'0'..=b'9' => 4,
            b'%' => 8,
            // All graphic characters that are left. Those that a URL may contain are overwritten
            // below.
            b' '..=b'~' => UNSAFE,
            _ => OUTSIDE,
        };
        byte += 1;
    }
    let mut i = 0;
    while i < PUNCTUATION_KINDS.len() {
        let (kind, byte) = PUNCTUATION_KINDS[i];
        table[byte as usize] = kind;
        i += 1;
    }
    table
};

#[expect(clippy::indexing_slicing, reason = "256 entries, indexed by a byte")]
#[inline]
const fn kind(byte: u8) -> u32 {
    KINDS[byte as usize]
}

/// Returns the kinds of eight bytes, as one bit each.
#[inline]
#[allow(dead_code, reason = "only the portable scan calls it")]
pub(crate) fn kinds(group: &[u8; 8]) -> u32 {
    group.iter().fold(0, |kinds, byte| kinds | kind(*byte))
}

/// `lowalpha` (section 5).
pub const LOWALPHA: Class = Class::of(b"a");
/// `hialpha` (section 5).
pub const HIALPHA: Class = Class::of(b"A");
/// `alpha = lowalpha | hialpha` (section 5).
pub const ALPHA: Class = LOWALPHA.union(HIALPHA);
/// `digit` (section 5).
pub const DIGIT: Class = Class::of(b"0");
/// `alphadigit = alpha | digit` (section 5).
pub const ALPHADIGIT: Class = ALPHA.union(DIGIT);
/// `safe = "$" | "-" | "_" | "." | "+"` (section 5).
pub const SAFE: Class = Class::of(b"$-_.+");
/// `extra = "!" | "*" | "'" | "(" | ")" | ","` (section 5).
pub const EXTRA: Class = Class::of(b"!*'(),");
/// `reserved = ";" | "/" | "?" | ":" | "@" | "&" | "="` (section 2.2).
pub const RESERVED: Class = Class::of(b";/?:@&=");
/// `escape = "%" hex hex` (section 2.2): a class that includes it allows escapes.
pub const ESCAPE: Class = Class::of(b"%");
/// `unreserved = alpha | digit | safe | extra` (section 5).
pub const UNRESERVED: Class = ALPHADIGIT.union(SAFE).union(EXTRA);
/// `uchar = unreserved | escape` (section 5).
pub const UCHAR: Class = UNRESERVED.union(ESCAPE);
/// `xchar = unreserved | reserved | escape` (section 5).
pub const XCHAR: Class = UCHAR.union(RESERVED);
