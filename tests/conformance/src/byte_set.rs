//! Sets of bytes.

/// A set of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByteSet([u64; 4]);

impl ByteSet {
    /// Returns the set of one byte.
    #[must_use]
    pub fn of(byte: u8) -> Self {
        let mut set = Self::default();
        set.0[usize::from(byte >> 6)] |= 1 << (byte & 63);
        set
    }

    /// Returns the bytes of both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(core::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// Whether `byte` is in it.
    #[must_use]
    pub fn contains(&self, byte: u8) -> bool {
        self.0[usize::from(byte >> 6)] >> (byte & 63) & 1 == 1
    }
}
