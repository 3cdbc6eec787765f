//! Slices of the two texts, of which a result is made.

/// Text that a slice is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Base,
    Reference,
}

/// Slice of the base or of the reference.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slice<'a> {
    pub(crate) source: Source,
    pub(crate) start: usize,
    pub(crate) text: &'a str,
}

impl Slice<'_> {
    /// Returns the place of a byte of the slice in its text.
    pub(crate) const fn at(&self, offset: usize) -> At {
        At { source: self.source, offset: self.start.saturating_add(offset) }
    }
}

/// Place of a byte in one of the two texts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At {
    pub(crate) source: Source,
    pub(crate) offset: usize,
}
