//! The parts of a URL as a list, in no more memory than they need.

use alloc::vec::Vec;

use crate::syntax::part::PartSpan;

/// Texts of this length may have so many parts that they are counted before they are collected.
#[doc(hidden)]
pub const LONG: usize = 1024;

/// Returns the parts that `each` passes on, of a text of `len` bytes. The parts of a long text are counted before they
/// are collected: a list that doubles would take up to twice their memory.
#[doc(hidden)]
#[inline]
pub fn collect_parts(len: usize, each: impl Fn(&mut dyn FnMut(PartSpan))) -> Vec<PartSpan> {
    let mut parts = Vec::new();
    if len >= LONG {
        let mut count = 0_usize;
        each(&mut |_| count = count.saturating_add(1));
        parts.reserve_exact(count);
    }
    each(&mut |part| parts.push(part));
    parts
}
