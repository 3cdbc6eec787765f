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
/// An `@`, `=` or `%`: only octets with one of them can contain a secret, see [`of_data`](crate::Redacted::of_data).
pub(super) const MAY_END_SECRET: u8 = 4;

/// An octet that ends a line: CR, LF or NUL.
pub(super) const LINE_END: u8 = 8;

/// The kinds of all octets.
#[expect(clippy::indexing_slicing, reason = "const: 256 entries, indexed by a byte")]
static KINDS: [u8; 256] = {
    let mut kinds = [0; 256];
    let mut octet = 0_u8;
    loop {
        kinds[octet as usize] = match octet {
            b'\r' | b'\n' | 0 => CONTROL | LINE_END,
            ..b' ' | 0x7F.. => CONTROL,
            b'"' | b'\\' => QUOTE,
            b'@' | b'=' | b'%' => MAY_END_SECRET,
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

#[cfg(test)]
mod tests {
    use super::*;

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
