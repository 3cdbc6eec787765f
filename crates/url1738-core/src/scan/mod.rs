//! Classifies many bytes at a time. Of the syntax of URLs, it knows only the sets of characters.
//!
//! A *block* is up to 32 bytes of a text, from any position on. Asked a question, it answers for all its bytes at once by a
//! *mask*: a `u32` in which bit `n` is set if the answer is yes for byte `n`. The first byte has the lowest bit, so that the
//! first byte of an answer is the number of its trailing zeros. In the block at 6 of `ftp://joe@h.dom/a%20b`:
//!
//! ```text
//! bytes          joe@h.dom/a%20b        masks are written with bit 0 at the left
//! are(b'@')      000100000000000        trailing zeros: 3, so that the user ends at 6 + 3
//! are(b'%')      000000000001000
//! foreign(user)  000100000100000        neither `@` nor `/` is a character of a user
//! ```
//!
//! Two answers are combined as numbers are: `a | b` for the bytes of either, `a & lowest(n)` for those among the first `n`,
//! `a << 1` for the bytes that follow one, and `a & (a - 1)` for all but the first. So `..` is found by
//! `dots << 1 & dots != 0`, without a loop over bytes.
//!
//! Two types of block give the same masks. `simd.rs` compares sixteen bytes in one instruction of SSE2, which every x86-64
//! processor has. `portable.rs` computes with words of eight bytes, as `swar.rs` explains, on all others. Bits past the end
//! of the text are unspecified, with two exceptions: `in_hosts` marks the end of the text as outside the host, and `are`
//! never finds a byte past the end, as long as the byte is not NUL. Masks of hosts are unspecified after the first byte
//! outside.
//!
//! `chars.rs` has the sets of bytes that a block classifies by, and `hex.rs` the digits of escapes.

#![allow(
    clippy::arithmetic_side_effects,
    reason = "INVARIANT: a position is at most the length of a text, which is below 2^63, and a few blocks are added to it; \
              sums in the lanes of a word are explained where they are made"
)]

mod block;
pub mod chars;
pub(crate) mod hex;
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse2", not(url1738_portable)))))]
mod portable;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", not(url1738_portable)))]
mod simd;
pub(crate) mod swar;

pub(crate) use block::{Block, has, in_hosts, in_hosts_of_long, run};
pub(crate) use chars::Class;

/// Number of bytes in a block, of either type.
pub(crate) const LEN: usize = 32;

/// Returns a mask of the lowest `count` bits. For example, `lowest(3)` is `0b111`.
#[inline(always)]
pub(crate) fn lowest(count: u32) -> u32 {
    // A shift by 32 would overflow, and a block with 32 bytes or more to go asks for it.
    1_u32.checked_shl(count).map_or(u32::MAX, |bit| bit - 1)
}

/// Masks of the bytes of a block that matter in a host.
#[derive(Clone, Copy)]
pub(crate) struct HostMasks {
    /// The bytes that a host cannot contain, and the end of the text.
    pub(crate) outside: u32,
    pub(crate) dots: u32,
    pub(crate) hyphens: u32,
}
