//! Sets of bytes.
//!
//! Every byte belongs to exactly one *kind* (a letter, a digit, one punctuation character, ...), and a
//! [`Class`] is a set of kinds. So a run of bytes is checked by collecting the kinds it holds with
//! bitwise OR and comparing once with the class, whatever the class is: one table serves the
//! parser of every part, the escaper and the schemes of other crates.

/// A set of the characters that a part of a URL may hold as they are.
///
/// [`Class::contains`] asks for one byte. The sets of section 5 are constants of this module;
/// a scheme adds its own characters with [`Class::with`]:
///
/// ```
/// use url1738_core::chars::{Class, UCHAR};
///
/// const USER: Class = UCHAR.with(b";?&=");
/// assert!(USER.contains(b'&') && !USER.contains(b'@'));
/// ```
///
/// Sets are joined and taken from each other, and measure how far a part goes:
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
    /// The set without members.
    pub const EMPTY: Self = Self(0);

    /// The `%` of an escape.
    pub(crate) const ESCAPE: Self = Self::of(b"%");

    /// The set of the characters in `bytes`, all of them letters, digits, or punctuation that a
    /// URL may hold unescaped. `%` stands for the three characters of an escape.
    ///
    /// # Panics
    ///
    /// Where a byte is unsafe (section 2.2) or not graphic US-ASCII: no part of a URL holds it. Letters
    /// and digits come in whole groups: `a` means all lower-case letters, `A` all upper-case
    /// ones, `0` all digits. In a constant the panic is an error of the compiler.
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
                panic!("section 2.2: this octet is always escaped");
            }
            bits |= kind;
            i += 1;
        }
        Self(bits)
    }

    /// This set and the characters in `bytes`, as [`Class::of`] reads them.
    #[must_use]
    pub const fn with(self, bytes: &[u8]) -> Self {
        self.union(Self::of(bytes))
    }

    /// The characters of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The characters of this set that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether `byte` may stand for itself. `%` never does.
    #[must_use]
    pub const fn contains(self, byte: u8) -> bool {
        self.without(Self::ESCAPE).has(byte)
    }

    /// Whether the part may hold escapes.
    #[must_use]
    pub const fn allows_escapes(self) -> bool {
        self.0 & Self::ESCAPE.0 != 0
    }

    /// Whether `byte` belongs to the run of such a part: as itself, or as the `%` of an escape.
    #[must_use]
    pub(crate) const fn has(self, byte: u8) -> bool {
        kind(byte) & self.0 != 0
    }
}

/// The octet itself is unsafe (section 2.2), but graphic US-ASCII.
const UNSAFE: u32 = 1 << 30;
/// No graphic US-ASCII character: control octets and 80 to FF.
const OUTSIDE: u32 = 1 << 31;

/// The punctuation a URL may hold unescaped, a bit each from bit 4 on.
pub(crate) const PUNCTUATION: &[u8; 18] = b"$-_.+!*'(),;/?:@&=";

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
            b' '..=b'~' => UNSAFE,
            _ => OUTSIDE,
        };
        byte += 1;
    }
    let mut i = 0;
    while i < PUNCTUATION.len() {
        table[PUNCTUATION[i] as usize] = 16 << i;
        i += 1;
    }
    table
};

/// The one kind `byte` is of, as a bit.
#[expect(clippy::indexing_slicing, reason = "256 entries, indexed by a byte")]
const fn kind(byte: u8) -> u32 {
    KINDS[byte as usize]
}

/// Whether `byte` is graphic US-ASCII and unsafe: no [`Class`] has it, but for the `%` of an escape.
pub(crate) const fn is_unsafe(byte: u8) -> bool {
    kind(byte) & (UNSAFE | Class::ESCAPE.0) != 0
}
