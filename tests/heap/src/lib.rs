//! Counts what tests and benchmarks allocate: a program that depends on this crate has its allocator.

#![allow(unsafe_code, reason = "an allocator implements an unsafe trait")]
#![allow(
    clippy::arithmetic_side_effects,
    reason = "a counter of bytes in memory does not overflow"
)]

use core::{
    alloc::{GlobalAlloc, Layout},
    cell::Cell,
};
use std::alloc::System;

struct Counting;

#[global_allocator]
static GLOBAL: Counting = Counting;

// Tests run in threads, and each asks for what it allocates itself.
thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
    #[cfg(feature = "peak")]
    static HELD: Cell<[usize; 2]> = const { Cell::new([0, 0]) };
}

/// Counts an allocation, of which `old` bytes are given back and `new` bytes are held.
fn note(old: usize, new: usize) {
    if new > 0 {
        COUNT.with(|count| count.set(count.get() + 1));
    }
    #[cfg(feature = "peak")]
    HELD.with(|held| {
        let now = held.get()[0].saturating_sub(old) + new;
        held.set([now, held.get()[1].max(now)]);
    });
    let _ = old;
}

// SAFETY: every call goes to the system's allocator unchanged; the counters are plain thread-local cells.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(0, layout.size());
        // SAFETY: as required of the caller.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        note(layout.size(), 0);
        // SAFETY: as required of the caller.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note(layout.size(), size);
        // SAFETY: as required of the caller.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// Returns how often `work` allocates or reallocates in this thread. Its value is dropped after that.
pub fn count<T>(work: impl FnOnce() -> T) -> usize {
    let before = COUNT.with(Cell::get);
    let value = work();
    let count = COUNT.with(Cell::get) - before;
    drop(value);
    count
}

/// Returns the highest number of bytes that `work` holds, not counting those allocated before it.
#[cfg(feature = "peak")]
pub fn peak(work: impl FnOnce()) -> usize {
    let [before, _] = HELD.with(Cell::get);
    HELD.with(|held| held.set([before, before]));
    work();
    HELD.with(Cell::get)[1] - before
}
