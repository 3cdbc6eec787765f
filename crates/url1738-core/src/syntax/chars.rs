//! The character classes of section 5.

pub use crate::scan::Class;
use crate::scan::class;

/// Returns `true` if `byte` is one of the unsafe characters of section 2.2, including the space.
///
/// ```
/// use url1738_core::chars::is_unsafe;
///
/// assert!(is_unsafe(b'~') && is_unsafe(b' ') && !is_unsafe(b'_') && !is_unsafe(b'\n'));
/// ```
#[must_use]
pub const fn is_unsafe(byte: u8) -> bool {
    class::is_unsafe(byte)
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
pub const ESCAPE: Class = Class::ESCAPE;
/// `unreserved = alpha | digit | safe | extra` (section 5).
pub const UNRESERVED: Class = ALPHADIGIT.union(SAFE).union(EXTRA);
/// `uchar = unreserved | escape` (section 5).
pub const UCHAR: Class = UNRESERVED.union(ESCAPE);
/// `xchar = unreserved | reserved | escape` (section 5).
pub const XCHAR: Class = UCHAR.union(RESERVED);
