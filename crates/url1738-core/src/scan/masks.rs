//! Masks of blocks: bit `n` stands for byte `n` of the block.

/// How many bytes a block has.
pub(crate) const LEN: usize = 32;

/// The lowest `count` bits.
#[inline(always)]
pub(crate) fn lowest(count: u32) -> u32 {
    1_u32.checked_shl(count).map_or(u32::MAX, |bit| bit.wrapping_sub(1))
}

/// The bits below the lowest one of `mask`; all where it has none.
#[inline(always)]
pub(crate) const fn below_first(mask: u32) -> u32 {
    mask.wrapping_sub(1) & !mask
}

/// What the bytes of a block are in a host.
#[derive(Clone, Copy)]
pub(crate) struct HostMasks {
    /// The bytes that no host holds, the end of the text among them.
    pub(crate) outside: u32,
    pub(crate) dots: u32,
    pub(crate) hyphens: u32,
    pub(crate) letters: u32,
}
