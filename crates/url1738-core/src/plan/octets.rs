//! Octets that need no allocation if they are few, and the kinds of octets.

use alloc::boxed::Box;

/// Octets of an argument. The arguments of most commands are names of a few octets, which are held in place.
///
/// It has no Debug, because the octets may be a password.
#[derive(Clone)]
pub(super) enum Octets {
    /// Octets of the protocol.
    Literal(&'static [u8]),
    /// A length, and an array that begins with so many octets.
    Short(u8, [u8; SHORT]),
    Long(Box<[u8]>),
}

/// As many octets as fit beside the length in the memory that [`Octets::Long`] takes anyway.
const SHORT: usize = 22;

impl Octets {
    #[inline]
    pub(super) fn new(octets: &[u8]) -> Self {
        let mut short = [0; SHORT];
        match (u8::try_from(octets.len()), short.get_mut(..octets.len())) {
            (Ok(len), Some(slot)) => {
                slot.copy_from_slice(octets);
                Self::Short(len, short)
            }
            _ => Self::Long(octets.into()),
        }
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[u8] {
        match self {
            Self::Literal(octets) => octets,
            Self::Short(len, octets) => octets.get(..usize::from(*len)).unwrap_or_default(),
            Self::Long(octets) => octets,
        }
    }
}

impl PartialEq for Octets {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Octets {}

/// An octet that is not a graphic US-ASCII character or a space.
pub(super) const CONTROL: u8 = 1;
/// A quotation mark or a backslash.
pub(super) const QUOTE: u8 = 2;
/// An octet that ends a line: CR, LF or NUL.
pub(super) const LINE_END: u8 = 4;
/// An `=` or `%`: a value may follow, or the octets of an escape.
const VALUE: u8 = 8;
const AT_SIGN: u8 = 16;
const COLON: u8 = 32;
/// A slash or a backslash.
const SLASH: u8 = 64;
pub(super) const SPACE: u8 = 128;

/// Returns whether octets of these kinds may contain a secret. A login has a colon and an `@`, and follows a slash, see
/// [`of_data`](crate::Redacted::of_data).
#[inline]
pub(super) const fn may_be_secret(kinds: u8) -> bool {
    const LOGIN: u8 = AT_SIGN | COLON | SLASH;
    kinds & VALUE != 0 || kinds & LOGIN == LOGIN
}

/// The kinds of all octets.
#[expect(clippy::indexing_slicing, reason = "const: 256 entries, indexed by a byte")]
static KINDS: [u8; 256] = {
    let mut kinds = [0; 256];
    let mut octet = 0_u8;
    loop {
        kinds[octet as usize] = match octet {
            b'\r' | b'\n' | 0 => CONTROL | LINE_END,
            ..b' ' | 0x7F.. => CONTROL,
            b'"' => QUOTE,
            b'\\' => QUOTE | SLASH,
            b'/' => SLASH,
            b' ' => SPACE,
            b'@' => AT_SIGN,
            b':' => COLON,
            b'=' | b'%' => VALUE,
            _ => 0,
        };
        if octet == u8::MAX {
            break;
        }
        octet = octet.wrapping_add(1);
    }
    kinds
};

/// Returns the kind of an octet, or 0.
#[inline]
#[expect(clippy::indexing_slicing, reason = "256 entries, indexed by a byte")]
pub(super) const fn kind(octet: u8) -> u8 {
    KINDS[octet as usize]
}

/// Returns the kinds of octets.
#[inline]
pub(super) fn kinds(octets: &[u8]) -> u8 {
    octets.iter().fold(0, |found, octet| found | kind(*octet))
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::*;
    use crate::diagnostics::redact::Redacted;

    /// A text that is not searched has no secret.
    #[test]
    fn no_secret_is_missed() {
        let pieces =
            [":", "/", "//", "\\", "@", "=", "%3A", "%40", "%2F", "pwd", "password", "a", "?"];
        let (mut seed, mut secrets) = (1738_usize, 0);
        for _ in 0..100_000 {
            let mut random = || {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                seed >> 33
            };
            let text: String = (0..random() % 9).map(|_| pieces[random() % pieces.len()]).collect();
            let found = Redacted::of_data(text.as_bytes());
            assert!(found.secrets().is_empty() || may_be_secret(kinds(text.as_bytes())), "{text}");
            secrets += found.secrets().len();
        }
        assert!(secrets > 1000, "{secrets}");
    }

    #[test]
    fn octets_of_every_length_are_kept() {
        assert!(size_of::<Octets>() <= 24);
        let all: [u8; 60] = core::array::from_fn(|at| at.to_le_bytes()[0]);
        for len in 0..=all.len() {
            let octets = &all[..len];
            assert_eq!(Octets::new(octets).as_slice(), octets);
            assert_eq!(matches!(Octets::new(octets), Octets::Short(..)), len <= SHORT);
        }
        assert!(Octets::Literal(b"A") == Octets::new(b"A"));
    }
}
