//! Octets that need no allocation if they are few.

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
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Octets {}

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
