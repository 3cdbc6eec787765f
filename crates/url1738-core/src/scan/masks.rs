//! What all blocks share: their length, and masks.

/// Number of bytes in a block.
pub(crate) const LEN: usize = 32;

/// Returns a mask of the lowest `count` bits. For example, `lowest(3)` is `0b111`.
#[inline(always)]
pub(crate) fn lowest(count: u32) -> u32 {
    1_u32.checked_shl(count).map_or(u32::MAX, |bit| bit - 1)
}

/// Masks of the bytes of a block that matter in a host.
#[derive(Clone, Copy)]
pub(crate) struct HostMasks {
    /// The bytes that a host cannot contain, and the end of the text.
    pub(crate) outside: u32,
    pub(crate) dots: u32,
    pub(crate) hyphens: u32,
    pub(crate) letters: u32,
}
