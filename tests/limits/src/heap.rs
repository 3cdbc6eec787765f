//! The peak of allocated memory.

#![allow(unsafe_code, reason = "a counting allocator implements an unsafe trait")]

use core::{
    alloc::{GlobalAlloc, Layout},
    cell::Cell,
};
use std::alloc::System;

struct Counting;

thread_local! {
    static HELD: Cell<usize> = const { Cell::new(0) };
    static MOST: Cell<usize> = const { Cell::new(0) };
}

fn take(size: usize) {
    HELD.with(|held| {
        held.set(held.get() + size);
        MOST.with(|most| most.set(most.get().max(held.get())));
    });
}

fn give_back(size: usize) {
    HELD.with(|held| held.set(held.get().saturating_sub(size)));
}

// SAFETY: every call goes to the system's allocator unchanged; the counters are plain thread-local cells.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        // SAFETY: as required of the caller.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        give_back(layout.size());
        // SAFETY: as required of the caller.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        give_back(layout.size());
        take(size);
        // SAFETY: as required of the caller.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static GLOBAL: Counting = Counting;

/// Returns the highest number of bytes that `work` holds, not counting those allocated before it.
pub(crate) fn peak(work: impl FnOnce()) -> usize {
    let before = HELD.with(Cell::get);
    MOST.with(|most| most.set(before));
    work();
    MOST.with(Cell::get) - before
}
